package dev.tensorc.frontend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of {@link ForeignTable}.
 *
 * @param spelling as it is written elsewhere: a call {@code median(x)} or {@code linalg.norm(x)}, a
 *     method {@code x.copy()}, an attribute {@code x.size}, a value {@code None}
 * @param code the code to write here, statements before the expression; empty where nothing does
 *     that
 * @param note the advice after the code
 * @param signature a function in which both spellings can stand; empty where none can
 * @param arguments a call of that function; empty where no equality is claimed
 * @param result the result of the spelling elsewhere for these arguments
 */
public record ForeignRow(
    String spelling,
    List<String> code,
    String note,
    String signature,
    String arguments,
    String result) {

  /** The separator of a row's parts. */
  private static final Pattern COLUMN = Pattern.compile("\\s+\\|(?=\\s|$)");

  /** The end of the name of two arguments or more. */
  private static final String SEVERAL = "...";

  /** The name under which options stand that a row does not mention. */
  private static final String OPTIONS = "=";

  /** The arguments that reductions of other languages and of this one take by name. */
  private static final Set<String> OF_REDUCTIONS =
      Set.of("axis", "keepdims", "dtype", "correction", "initial", "where");

  private static final Pattern CALL = Pattern.compile("\\w+\\([^()]*\\)");

  private static final Pattern WORD = Pattern.compile("\\w+");

  private static final Pattern QUOTED = Pattern.compile("`([^`]*)`");

  /** An expression that needs no parentheses, wherever it takes the place of a name. */
  private static final Pattern OPERAND = Pattern.compile("[\\w.]+(\\([^()]*\\)|\\[[^\\[\\]]*\\])?");

  public ForeignRow {
    code = List.copyOf(code);
  }

  static ForeignRow of(String line) {
    String[] columns = COLUMN.split(line.strip(), -1);
    String code = column(columns, 1);
    return new ForeignRow(
        columns[0],
        code.isEmpty() ? List.of() : List.of(code.split(" ; ")),
        column(columns, 2),
        column(columns, 3),
        column(columns, 4),
        column(columns, 5));
  }

  private static String column(String[] columns, int i) {
    return i < columns.length ? columns[i].strip() : "";
  }

  private boolean isCall() {
    return spelling.endsWith(")");
  }

  private String callee() {
    return isCall() ? spelling.substring(0, spelling.indexOf('(')) : spelling;
  }

  /**
   * The key that it is looked up by: {@code median()}, {@code linalg.norm()}, {@code .copy()}, a
   * name.
   */
  String key() {
    String callee = callee();
    String name = callee.startsWith("x.") ? callee.substring(1) : callee;
    return isCall() ? name + "()" : name;
  }

  /** Its arguments as written; of a method and an attribute first the array. */
  private List<String> parameters() {
    var parameters = new ArrayList<String>();
    if (spelling.startsWith("x.")) {
      parameters.add("x");
    }
    if (isCall()) {
      parameters.addAll(
          items(spelling.substring(spelling.indexOf('(') + 1, spelling.length() - 1)));
    }
    return parameters;
  }

  /**
   * The argument for each name of the spelling in a call; empty where the call is another one.
   * Options that the row does not mention go on to the call that is its code.
   */
  Optional<Map<String, String>> match(List<String> arguments) {
    var names = new HashMap<String, String>();
    List<String> written = parameters();
    if (match(written, arguments, names)) {
      return Optional.of(names);
    }
    int own = written.size();
    boolean passedOn =
        isOneCall()
            && own < arguments.size()
            && arguments.subList(own, arguments.size()).stream().allMatch(ForeignRow::isOption)
            && match(written, arguments.subList(0, own), names);
    if (passedOn) {
      names.put(OPTIONS, ForeignNames.arguments(arguments.subList(own, arguments.size())));
    }
    return passedOn ? Optional.of(names) : Optional.empty();
  }

  private boolean isOneCall() {
    return code.size() == 1 && CALL.matcher(code.getFirst()).matches();
  }

  private static boolean isOption(String argument) {
    return isKeyword(argument)
        && OF_REDUCTIONS.contains(
            ForeignNames.argument(argument.substring(0, argument.indexOf('=')).strip()));
  }

  private static boolean match(
      List<String> written, List<String> given, Map<String, String> names) {
    int last = written.size() - 1;
    if (last >= 0 && written.get(last).endsWith(SEVERAL)) {
      return given.size() > written.size()
          && match(written.subList(0, last), given.subList(0, last), names)
          && several(written.get(last), given.subList(last, given.size()), names);
    }
    if (written.size() != given.size()) {
      return false;
    }
    for (int i = 0; i < written.size(); i++) {
      if (!match(written.get(i), given.get(i), names)) {
        return false;
      }
    }
    return true;
  }

  /** Numbers that stand side by side here, and in a tuple in the advice. */
  private static boolean several(String written, List<String> given, Map<String, String> names) {
    String name = written.substring(0, written.length() - SEVERAL.length());
    names.put(name, String.join(", ", given));
    return given.stream()
        .noneMatch(item -> isKeyword(item) || isList(item) || ForeignNames.isDtype(item));
  }

  private static boolean match(String written, String given, Map<String, String> names) {
    int keyword = written.indexOf('=');
    if (keyword > 0) {
      String word = written.substring(0, keyword + 1);
      return given.replaceFirst("\\s*=\\s*", "=").startsWith(word)
          && match(
              written.substring(keyword + 1),
              given.substring(given.indexOf('=') + 1).strip(),
              names);
    }
    if (isKeyword(given)) {
      return false;
    }
    if (isList(written)) {
      return isList(given) && match(items(inner(written)), items(inner(given)), names);
    }
    if (Character.isLetter(written.charAt(0))) {
      names.put(written, given);
      return true;
    }
    return written.equals(given);
  }

  /** Whether the text is an argument with the name of its parameter. */
  static boolean isKeyword(String argument) {
    return argument.matches("(?s)\\w+\\s*=[^=].*");
  }

  private static boolean isList(String text) {
    return text.startsWith("[") && text.endsWith("]") || text.startsWith("(") && text.endsWith(")");
  }

  private static String inner(String list) {
    return list.substring(1, list.length() - 1);
  }

  /** The items that commas outside of brackets separate. */
  static List<String> items(String text) {
    var items = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      if (c == ',' && depth == 0) {
        items.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    String last = text.substring(start).strip();
    if (!last.isEmpty()) {
      items.add(last);
    }
    return items;
  }

  /** The advice for a call that is another one: it names the call that the code is for. */
  String advice() {
    return advice(Map.of(), isCall() && !code.isEmpty() ? " for `" + spelling + "`" : "");
  }

  /** The advice, with the program's expressions for the names of the spelling. */
  String advice(Map<String, String> names) {
    return advice(names, "");
  }

  private String advice(Map<String, String> names, String of) {
    var advice = new StringBuilder();
    for (String statement : code) {
      advice.append(advice.isEmpty() ? "`" : ", then `");
      advice.append(withOptions(with(statement, names), names)).append('`');
    }
    advice.append(of);
    if (!note.isEmpty()) {
      boolean joined = advice.isEmpty() || ";:,".indexOf(note.charAt(0)) >= 0;
      advice.append(joined ? "" : " ").append(noted(names));
    }
    return advice.toString();
  }

  private static String withOptions(String code, Map<String, String> names) {
    String options = names.get(OPTIONS);
    return options == null ? code : code.substring(0, code.length() - 1) + ", " + options + ")";
  }

  /** The note, with code of the program. */
  private String noted(Map<String, String> names) {
    return QUOTED
        .matcher(note)
        .replaceAll(
            quoted -> {
              String code = quoted.group(1);
              boolean type =
                  code.contains(": ") && !names.values().stream().allMatch(ForeignRow::isWord);
              return Matcher.quoteReplacement("`" + (type ? code : with(code, names)) + "`");
            });
  }

  private static boolean isWord(String text) {
    return WORD.matcher(text).matches();
  }

  private static String with(String code, Map<String, String> names) {
    return WORD.matcher(code)
        .replaceAll(
            word -> {
              String given = names.get(word.group());
              boolean keyword =
                  code.startsWith("=", word.end()) && !code.startsWith("==", word.end());
              boolean member = word.start() > 0 && code.charAt(word.start() - 1) == '.';
              if (given == null || keyword || member || code.startsWith("(", word.end())) {
                return word.group();
              }
              boolean whole = word.group().equals(code);
              boolean argument =
                  stands(code, word.start() - 1, "([,") && stands(code, word.end(), ")],");
              boolean plain = whole || argument || OPERAND.matcher(given).matches();
              return Matcher.quoteReplacement(plain ? given : "(" + given + ")");
            });
  }

  /** Whether the next character other than blanks on that side is one of these. */
  private static boolean stands(String code, int at, String characters) {
    int i = at;
    int step = characters.startsWith("(") ? -1 : 1;
    while (i >= 0 && i < code.length() && code.charAt(i) == ' ') {
      i += step;
    }
    return i >= 0 && i < code.length() && characters.indexOf(code.charAt(i)) >= 0;
  }
}
