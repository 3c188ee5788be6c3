package dev.tensorc.frontend;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names here for those that people bring along: {@link ForeignTable}, looked up. */
public final class ForeignNames {

  /** Read where a name is unknown, which most programs never ask for. */
  private static final class Read {
    static final List<ForeignRow> ROWS = ForeignTable.ROWS.lines().map(ForeignRow::of).toList();
    static final Map<String, List<ForeignRow>> BY_KEY =
        ROWS.stream().collect(groupingBy(ForeignRow::key, LinkedHashMap::new, Collectors.toList()));
    static final Map<String, String> ARGUMENTS = pairs(ForeignTable.ARGUMENTS);
    static final Map<String, String> DTYPES = pairs(ForeignTable.DTYPES);
    static final Map<String, String> OF_MODULES = pairs(ForeignTable.OF_MODULES);
    static final Set<String> ALIKE = words(ForeignTable.ALIKE);
    static final Set<String> LIBRARIES = words(ForeignTable.LIBRARIES);
    static final Pattern IN_LIBRARY =
        Pattern.compile("\\b(?:" + String.join("|", LIBRARIES) + ")\\.(\\w+)\\b(?!\\.)");
    static final Map<String, String> LIBRARY = library();

    private static Map<String, String> pairs(String lines) {
      return lines.lines().map(l -> l.strip().split(" ")).collect(toMap(p -> p[0], p -> p[1]));
    }

    private static Set<String> words(String text) {
      return Set.of(text.strip().split("\\s+"));
    }

    /** From the names of the library's functions to their files. */
    private static Map<String, String> library() {
      var files = new LinkedHashMap<String, String>();
      for (String path : StandardLibrary.paths()) {
        FUNCTION
            .matcher(StandardLibrary.read(path).text())
            .results()
            .forEach(function -> files.put(function.group(1), path));
      }
      return files;
    }
  }

  /** The head of a function that users call. */
  private static final Pattern FUNCTION = Pattern.compile("(?m)^fn ([a-zA-Z]\\w*)");

  private ForeignNames() {}

  /** All rows, in their order. */
  public static List<ForeignRow> rows() {
    return Read.ROWS;
  }

  /** Functions that are called the same elsewhere, where some are methods. */
  public static Set<String> alike() {
    return Read.ALIKE;
  }

  /** Functions of the library's files, with the file that has each. */
  public static Map<String, String> library() {
    return Read.LIBRARY;
  }

  /**
   * Advice on a call of a function that does not exist; empty where there is none.
   *
   * @param path its name, with those of modules before it: {@code linalg.norm}
   * @param arguments as written
   * @param imported which files of the library the program imports
   */
  public static String call(String path, List<String> arguments, Predicate<String> imported) {
    String name = path.substring(path.lastIndexOf('.') + 1);
    String file = Read.LIBRARY.get(name);
    if (file != null) {
      String row = misuse(name, arguments);
      return row.startsWith("write ") ? row : fromLibrary(file, imported, name, arguments);
    }
    return found(path + "()", arguments).or(() -> found(name + "()", arguments)).orElse("");
  }

  /** Advice on a function of a module, {@code maximum.reduce}; empty where there is none. */
  static String exactly(String path, List<String> arguments) {
    return found(path + "()", arguments).orElse("");
  }

  private static String fromLibrary(
      String file, Predicate<String> imported, String name, List<String> arguments) {
    String call = "`" + name + "(" + arguments(arguments) + ")`";
    return imported.test(file)
        ? "write " + call
        : "write `import \"" + file + "\"` at the top of the file, then " + call;
  }

  /**
   * Advice on a call that a function here does not take, though others do: {@code max(a, b)}; empty
   * where there is none.
   */
  public static String misuse(String name, List<String> arguments) {
    List<ForeignRow> rows = Read.BY_KEY.getOrDefault(name + "()", List.of());
    return rows.stream().anyMatch(row -> row.match(arguments).isPresent())
        ? found(name + "()", arguments).orElseThrow()
        : "";
  }

  /** Advice on a value that does not exist; empty where there is none. */
  public static String value(String name) {
    return found(name, List.of()).orElse("");
  }

  /** Advice on a value of a module, {@code np.pi}; empty where there is none. */
  static String ofModule(String name) {
    return named(name).map(here -> "write `" + here + "`").orElseGet(() -> value(name));
  }

  private static Optional<String> named(String name) {
    return Optional.ofNullable(Read.OF_MODULES.get(name)).or(() -> dtype(name));
  }

  /** Whether a dtype is called that here. */
  static boolean isDtype(String name) {
    return Read.DTYPES.containsValue(name);
  }

  /** Whether an array library or a class of numbers is called that elsewhere. */
  static boolean isLibrary(String name) {
    return Read.LIBRARIES.contains(name);
  }

  /** An argument as advice shows it; empty for one that says that it is left out. */
  public static Optional<String> argumentHere(String written) {
    boolean none = ForeignRow.isKeyword(written) && written.matches("\\w+\\s*=\\s*None");
    return none ? Optional.empty() : Optional.of(here(written));
  }

  /** Code of the program as advice shows it: without names that exist only elsewhere. */
  static String here(String written) {
    return Read.IN_LIBRARY
        .matcher(written)
        .replaceAll(
            found -> {
              String name = found.group(1);
              String here = Read.ALIKE.contains(name) ? name : named(name).orElse(found.group());
              return Matcher.quoteReplacement(here);
            })
        .replaceAll("\\bTrue\\b", "true")
        .replaceAll("\\bFalse\\b", "false")
        .replaceAll("\\bNone\\b", written.contains("[") ? "newaxis" : "none");
  }

  /** Advice on an attribute of an array; empty where there is none. */
  static String attribute(String name, String array) {
    return found("." + name, List.of(array)).orElse("");
  }

  /** Advice on a method of an array; empty where there is none. */
  static String method(
      String name, String array, List<String> arguments, Predicate<String> imported) {
    var all = new ArrayList<>(List.of(array));
    all.addAll(arguments);
    String own = misuse("." + name, all);
    String alike = own.isEmpty() ? alike(name, all) : own;
    return alike.isEmpty()
        ? found("." + name + "()", all).orElseGet(() -> call(name, all, imported))
        : alike;
  }

  /** Advice on a function of a module that is called the same here; empty where none is. */
  static String alike(String name, List<String> arguments) {
    if (!Read.ALIKE.contains(name)) {
      return "";
    }
    List<String> here =
        name.equals("astype")
            ? arguments.stream().map(a -> dtypeOfText(a).orElse(a)).toList()
            : arguments;
    return "write `" + name + "(" + arguments(here) + ")`";
  }

  /** An argument's name here; itself where it is no other language's. */
  public static String argument(String name) {
    return Read.ARGUMENTS.getOrDefault(name, name);
  }

  /** A dtype's name here; empty where it is no other language's. */
  public static Optional<String> dtype(String name) {
    return Optional.ofNullable(Read.DTYPES.get(name));
  }

  /** The value that a parameter of that name gets: a dtype is a word here, and a text elsewhere. */
  private static String value(String parameter, String written) {
    return parameter.equals("dtype") ? dtypeOfText(written).orElse(written) : written;
  }

  /** The name here of a dtype in quotes; empty where it is none. */
  public static Optional<String> dtypeOfText(String quoted) {
    String word = quoted.replaceAll("^[\"']|[\"']$", "");
    boolean isQuoted = word.length() + 2 == quoted.length();
    return isQuoted
        ? dtype(word).or(() -> Optional.of(word).filter(ForeignNames::isDtype))
        : Optional.empty();
  }

  /** The arguments, each with the name that its parameter has here. */
  static String arguments(List<String> written) {
    return written.stream()
        .map(
            a -> {
              int equals = a.indexOf('=');
              String word = equals < 0 ? "" : a.substring(0, equals).strip();
              return word.matches("\\w+") && !a.startsWith("==", equals)
                  ? argument(word) + "=" + value(word, a.substring(equals + 1).strip())
                  : dtype(a.substring(a.lastIndexOf('.') + 1)).orElse(a);
            })
        .collect(joining(", "));
  }

  /** The first rows that fit the call, as one advice; else the first rows' own advice. */
  private static Optional<String> found(String key, List<String> arguments) {
    List<ForeignRow> rows = Read.BY_KEY.getOrDefault(key, List.of());
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    var fitting = rows.stream().filter(row -> row.match(arguments).isPresent()).toList();
    boolean fits = !fitting.isEmpty();
    List<ForeignRow> told = fits ? fitting : rows;
    List<ForeignRow> chosen =
        told.stream().filter(r -> r.spelling().equals(told.getFirst().spelling())).toList();
    String advice =
        chosen.stream()
            .map(row -> fits ? row.advice(row.match(arguments).orElseThrow()) : row.advice())
            .collect(joining(", "));
    return Optional.of(chosen.getFirst().code().isEmpty() ? advice : "write " + advice);
  }
}
