package dev.tensorc.infer.scope;

import static java.util.Comparator.comparingInt;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.Span;
import dev.tensorc.frontend.StandardLibrary;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Errors in the text of the library. The mistake is in the program's call of it, so that they are
 * told there, at the argument where one alone is meant.
 */
final class LibraryCalls {

  private static final Pattern NAME =
      Pattern.compile("(?<![\\w.\"]|let )[A-Za-z_]\\w*(?!\\w*\\s*=[^=])");
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");

  /** How the library writes that it computes in floats. */
  private static final Pattern AS_FLOATS = Pattern.compile("`(\\w+) / 1`");

  private static final Set<String> WORDS =
      Set.of("newaxis", "let", "if", "then", "else", "none", "true", "false", "len");

  private final Frame inner;
  private final Frame outer;
  private final Frame user;

  /**
   * @param inner the frame of the text with the error
   * @param outer that of the function which the program calls
   * @param user that of the call
   */
  private LibraryCalls(Frame inner, Frame outer, Frame user) {
    this.inner = inner;
    this.outer = outer;
    this.user = user;
  }

  /** A frame of the program's own text, and the message there. */
  record Told(Diagnostic diagnostic, Frame frame) {}

  /**
   * The error as the caller of the library is told; empty where it is of the program's own text.
   */
  static Optional<Told> told(Diagnostic d, Frame frame) {
    if (d.severity() != Severity.ERROR || !isLibrary(d.span())) {
      return Optional.empty();
    }
    Frame f = frame;
    while (f.caller() != null && isLibrary(f.callSite())) {
      f = f.caller();
    }
    Frame user = f.caller();
    return user == null
        ? Optional.empty()
        : Optional.of(new Told(new LibraryCalls(frame, f, user).moved(d), user));
  }

  private static boolean isLibrary(Span span) {
    return StandardLibrary.has(span.source());
  }

  private Diagnostic moved(Diagnostic d) {
    Set<String> meant = meant(d);
    Span place = meant.size() == 1 ? span(meant.iterator().next()) : outer.callSite();
    Diagnostic told =
        new Diagnostic(
            d.id(),
            d.severity(),
            subject(meant) + inWordsOfTheCall(d.title()),
            place,
            d.found(),
            d.expected(),
            d.because(),
            d.related().stream()
                .filter(r -> !isLibrary(r.span()) && !r.span().equals(place))
                .toList(),
            hint(d.hint()));
    return told.related(d.span(), "found in `" + inner.functionName() + "` of the library");
  }

  /** The arguments that the text depends on, or else one that is told of. */
  private Set<String> meant(Diagnostic d) {
    Set<String> meant = arguments(text(d.span()));
    if (meant.isEmpty()) {
      d.related().forEach(r -> given(e -> contains(e.span(), r.span())).ifPresent(meant::add));
    }
    if (meant.isEmpty()) {
      for (MatchResult code : CODE.matcher(d.title()).results().toList()) {
        given(e -> text(e.span()).equals(code.group(1))).ifPresent(meant::add);
      }
    }
    return meant;
  }

  private String subject(Set<String> meant) {
    String of = "`" + outer.functionName() + "`: ";
    if (meant.isEmpty()) {
      return "in " + of;
    }
    var names = meant.stream().sorted(comparingInt(n -> span(n).start())).map(n -> "`" + n + "`");
    return (meant.size() == 1 ? "argument " : "arguments ")
        + names.collect(joining(" and "))
        + " of "
        + of;
  }

  private Span span(String argument) {
    return requireNonNull(outer.given().get(argument)).span();
  }

  /** The parameters of the called function that have an argument and that the text depends on. */
  private Set<String> arguments(String text) {
    Set<String> names = names(text);
    for (Frame f = inner; ; f = requireNonNull(f.caller())) {
      var given = new LinkedHashSet<String>();
      for (String name : names) {
        f.parameterOf(name).filter(f.given()::containsKey).ifPresent(given::add);
      }
      if (f == outer) {
        return given;
      }
      names = new LinkedHashSet<>();
      for (String name : given) {
        names.addAll(names(text(requireNonNull(f.given().get(name)).span())));
      }
    }
  }

  private Optional<String> given(Predicate<Ast.Expr> which) {
    return outer.given().entrySet().stream()
        .filter(e -> which.test(e.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static boolean contains(Span outer, Span inner) {
    return outer.source().equals(inner.source())
        && outer.start() <= inner.start()
        && inner.end() <= outer.end();
  }

  // ---------------------------------------------------------------- words

  /** An array that the library takes as floats is the argument itself. */
  private String inWordsOfTheCall(String title) {
    return AS_FLOATS
        .matcher(title)
        .replaceAll(
            m ->
                Matcher.quoteReplacement(
                    argument(m.group(1))
                        .map(e -> "`" + Names.ofSource(e.span()) + "`")
                        .orElse(m.group())));
  }

  /** The argument that a name stands for, where it is handed on as it is. */
  private Optional<Ast.Expr> argument(String name) {
    String here = name;
    for (Frame f = inner; ; f = requireNonNull(f.caller())) {
      Ast.Expr given = f.given().get(here);
      if (given == null || f == outer) {
        return Optional.ofNullable(given);
      }
      here = text(given.span()).replaceFirst(" / 1$", "");
    }
  }

  /** The hint, where the code in it is of the program and not of the library. */
  private String hint(String hint) {
    boolean ofTheProgram =
        CODE.matcher(hint)
            .results()
            .flatMap(m -> names(m.group(1)).stream())
            .allMatch(this::isOfUser);
    return ofTheProgram ? hint.replace(", or relax the clause", "") : "";
  }

  private boolean isOfUser(String name) {
    if (WORDS.contains(name) || DType.named(name).isPresent() || Builtin.named(name).isPresent()) {
      return true;
    }
    return user.locals().containsKey(name)
        && (!inner.locals().containsKey(name)
            || argument(name).filter(e -> text(e.span()).equals(name)).isPresent());
  }

  private static Set<String> names(String text) {
    Stream<String> found = NAME.matcher(text).results().map(MatchResult::group);
    return found.collect(toCollection(LinkedHashSet::new));
  }

  private static String text(Span span) {
    return span.source().text().substring(span.start(), span.end());
  }
}
