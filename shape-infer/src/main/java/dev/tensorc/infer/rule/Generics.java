package dev.tensorc.infer.rule;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Type parameters: {@code [T: float]}, {@code [T: f32 | f64]}. A call settles them by the dtypes of
 * its arguments; an exported function has one instance for each choice.
 */
public final class Generics {

  /** More overloads than this of one exported function are a mistake. */
  private static final int MAX_INSTANCES = 16;

  private static final Map<String, Predicate<DType>> CLASSES =
      Map.of(
          "float",
          Generics::computesInFloat,
          "integer",
          DType::isInt,
          "numeric",
          d -> d.isInt() || computesInFloat(d));

  private Generics() {}

  /** f16 and bf16 are for storage: a function that takes them lists them. */
  private static boolean computesInFloat(DType dtype) {
    return dtype.isFloat() && !dtype.isShortFloat();
  }

  /** The dtypes that a parameter may stand for; reports a bound that names none. */
  static Set<DType> allowed(Ast.TypeParam param, Consumer<Diagnostic> report) {
    if (param.bounds().isEmpty()) {
      return new LinkedHashSet<>(List.of(DType.values()));
    }
    var allowed = new LinkedHashSet<DType>();
    for (Ast.Name bound : param.bounds()) {
      var members = CLASSES.get(bound.text());
      if (members != null) {
        Arrays.stream(DType.values()).filter(members).forEach(allowed::add);
      } else {
        DType.named(bound.text())
            .ifPresentOrElse(allowed::add, () -> report.accept(unknownBound(bound)));
      }
    }
    return allowed;
  }

  private static Diagnostic unknownBound(Ast.Name bound) {
    return ErrorId.UNKNOWN_DTYPE
        .at(bound.span(), "`" + bound.text() + "` is neither a dtype nor a class of dtypes")
        .hint(
            "classes are "
                + CLASSES.keySet().stream().sorted().collect(Collectors.joining(", "))
                + "; or list dtypes: `f32 | f64`");
  }

  /** One map for each choice of dtypes; none, and reported, where there are too many. */
  public static List<Map<String, DType>> instances(Ast.Function f, Consumer<Diagnostic> report) {
    List<Map<String, DType>> all = new ArrayList<>();
    all.add(Map.of());
    for (Ast.TypeParam p : f.typeParams()) {
      Set<DType> allowed = allowed(p, report);
      var longer = new ArrayList<Map<String, DType>>();
      for (Map<String, DType> chosen : all) {
        for (DType d : allowed) {
          var next = new LinkedHashMap<>(chosen);
          next.put(p.name().text(), d);
          longer.add(next);
        }
      }
      if (longer.size() > MAX_INSTANCES) {
        report.accept(
            ErrorId.INSTANCES
                .at(
                    f.name().span(),
                    "`"
                        + f.name().text()
                        + "` would be exported in "
                        + longer.size()
                        + " instances")
                .because(
                    "an exported generic function becomes one method for each choice of dtypes")
                .hint(
                    "list fewer dtypes, at most " + MAX_INSTANCES + " choices: `[T: f32 | f64]`"));
        return List.of();
      }
      all = longer;
    }
    Optional<Diagnostic> clash = clash(f, all);
    clash.ifPresent(report);
    return clash.isEmpty() ? all : List.of();
  }

  /** Java does not tell i32 from u32 scalars: each instance needs parameters of its own. */
  private static Optional<Diagnostic> clash(Ast.Function f, List<Map<String, DType>> instances) {
    var seen = new LinkedHashMap<List<Object>, Map<String, DType>>();
    for (Map<String, DType> instance : instances) {
      Map<String, DType> other = seen.putIfAbsent(javaSignature(f, instance), instance);
      if (other != null) {
        return Optional.of(
            ErrorId.SAME_METHOD
                .at(
                    f.name().span(),
                    "`%s` would be exported twice with the same Java parameters: for %s and for %s"
                        .formatted(f.name().text(), text(other), text(instance)))
                .because("scalars of both are held in the same Java primitive")
                .hint(
                    "list dtypes that differ in Java, or take an array: `%s[n]`"
                        .formatted(f.typeParams().getFirst().name().text())));
      }
    }
    return Optional.empty();
  }

  /** For each parameter its dtype or, of a scalar, the Java primitive that holds it. */
  private static List<Object> javaSignature(Ast.Function f, Map<String, DType> instance) {
    var signature = new ArrayList<Object>();
    for (Ast.Param p : f.params()) {
      String name = p.type().dtype().text();
      DType dtype = instance.get(name);
      if (dtype != null) {
        signature.add(p.type().levels().isEmpty() ? dtype.carrier() : dtype);
      }
    }
    return signature;
  }

  private static String text(Map<String, DType> instance) {
    return instance.values().stream().map(DType::label).collect(Collectors.joining(", "));
  }

  /** An argument of a call: its parameter, its type and its place. */
  public record Given(Ast.Param param, Typed typed, Span span) {}

  /**
   * The dtypes that the arguments settle: those of strong arguments first, then the own ones of
   * weak scalars. Empty, and reported, where they contradict each other or the bounds.
   */
  public static Optional<Map<String, DType>> settle(
      Ast.Function f, List<Given> arguments, Span call, Consumer<Diagnostic> report) {
    var settled = new LinkedHashMap<String, DType>();
    for (Ast.TypeParam p : f.typeParams()) {
      String name = p.name().text();
      List<Given> these =
          arguments.stream().filter(g -> g.param().type().dtype().text().equals(name)).toList();
      Optional<Given> deciding =
          these.stream()
              .filter(g -> !g.typed().isWeak())
              .findFirst()
              .or(() -> these.stream().findFirst());
      if (deciding.isEmpty()) {
        report.accept(
            ErrorId.TYPE_ARGUMENT
                .at(call, "no argument decides `" + name + "` of `" + f.name().text() + "`")
                .related(p.span(), "the type parameter")
                .hint("a type parameter has to be the dtype of a parameter"));
        return Optional.empty();
      }
      Optional<DType> dtype = choose(f, p, deciding.get(), these, report);
      if (dtype.isEmpty()) {
        return Optional.empty();
      }
      settled.put(name, dtype.get());
    }
    return Optional.of(settled);
  }

  /** The widest dtype that may be, of the same kind if one is. */
  private static String converted(DType own, Set<DType> allowed) {
    List<DType> wide =
        own.isFloat()
            ? List.of(DType.F64, DType.F32, DType.I64)
            : List.of(DType.I64, DType.F64, DType.F32);
    return wide.stream().filter(allowed::contains).findFirst().map(DType::label).orElse("...");
  }

  private static Optional<DType> choose(
      Ast.Function f,
      Ast.TypeParam p,
      Given deciding,
      List<Given> these,
      Consumer<Diagnostic> report) {
    Set<DType> allowed = allowed(p, d -> {});
    DType own = deciding.typed().dtype();
    if (deciding.typed().isWeak() && !allowed.contains(own) && own.isInt()) {
      own = DType.F64; // 2 is as good a float
    }
    String of = "`" + p.name().text() + "` of `" + f.name().text() + "`";
    if (!allowed.contains(own)) {
      report.accept(
          ErrorId.TYPE_ARGUMENT
              .at(
                  deciding.span(),
                  "`" + deciding.typed().name() + "` is " + own + ", which " + of + " may not be")
              .found(deciding.typed().type())
              .expected(allowed.stream().map(DType::label).collect(Collectors.joining(" or ")))
              .related(p.span(), "the type parameter")
              .hint(
                  "convert the argument: `astype(%s, %s)`"
                      .formatted(deciding.typed().name(), converted(own, allowed))));
      return Optional.empty();
    }
    for (Given other : these) {
      if (!other.typed().isWeak() && other.typed().dtype() != own) {
        report.accept(
            ErrorId.TYPE_ARGUMENT
                .at(
                    other.span(),
                    "`"
                        + other.typed().name()
                        + "` is "
                        + other.typed().dtype()
                        + ", but "
                        + of
                        + " is "
                        + own
                        + " here")
                .related(deciding.span(), "`" + deciding.typed().name() + "` is " + own)
                .hint("convert one of them with `astype`"));
        return Optional.empty();
      }
    }
    return Optional.of(own);
  }
}
