package dev.tensorc.codegen.facade;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.ResultNames;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The class that users call; class files and Java sources are made of it: the methods of each
 * exported function, their parameters, and the parameters' names.
 *
 * <p>{@code f} takes and gives tensors; {@code fInto} writes to tensors that it is given, where all
 * results are arrays. Both have an overload on Java arrays, where every array has one axis and a
 * dtype that a Java array says; {@code f} only if it takes an array, since Java does not tell
 * methods by their results.
 *
 * @param functions in the program's order
 */
public record Facade(List<Exported> functions) {

  private static final String OUT = "out";
  private static final Pattern WORD = Pattern.compile("\\w+");

  /**
   * @param className the class's simple name, which its records may not have
   */
  public static Facade of(List<TensorIr.Function> functions, String className) {
    Map<String, Long> sharing = // how many names have this one with a capital letter
        functions.stream()
            .map(TensorIr.Function::name)
            .distinct()
            .collect(Collectors.groupingBy(JavaNames::capitalised, Collectors.counting()));
    var taken = new HashSet<String>();
    String _ = JavaNames.file(className, taken);
    var exported = new ArrayList<Exported>();
    for (TensorIr.Function f : functions) {
      exported.add(exported(f, recordName(f, sharing), taken));
    }
    return new Facade(List.copyOf(exported));
  }

  /** All methods, in order. */
  public List<Entry> entries() {
    return functions.stream().flatMap(f -> f.entries().stream()).toList();
  }

  /** All records, in order. */
  public List<ResultClass> records() {
    return functions.stream()
        .flatMap(f -> Stream.concat(f.results().stream(), f.arrays().stream()))
        .toList();
  }

  private static Exported exported(TensorIr.Function f, String recordName, Set<String> taken) {
    boolean several = f.results().size() > 1;
    boolean arrayResults = results(f).allMatch(v -> v.isScalar() || isArray(v));
    boolean onArrays = arrayResults && params(f).allMatch(v -> v.isScalar() || isArray(v));
    boolean takesArrays = params(f).anyMatch(v -> !v.isScalar());
    boolean into = results(f).noneMatch(Value::isScalar);
    Optional<ResultClass> tensors =
        several
            ? Optional.of(record(f, recordName + "Result", JavaType::of, taken))
            : Optional.empty();
    Optional<ResultClass> arrays =
        several && onArrays && takesArrays
            ? results(f).allMatch(Value::isScalar)
                ? tensors
                : Optional.of(record(f, recordName + "Arrays", JavaType::inArrays, taken))
            : Optional.empty();

    var entries = new ArrayList<Entry>();
    if (onArrays && takesArrays) {
      entries.add(entry(f, arrays, true));
    }
    entries.add(entry(f, tensors, false));
    if (into && onArrays) {
      entries.add(into(f, true));
    }
    if (into) {
      entries.add(into(f, false));
    }
    return new Exported(
        f, List.copyOf(entries), tensors, arrays.filter(a -> !tensors.equals(arrays)));
  }

  private static Stream<Value> params(TensorIr.Function f) {
    return f.arguments().stream().map(TensorIr.Param::value);
  }

  private static Stream<Value> results(TensorIr.Function f) {
    return f.body().yields().stream();
  }

  private static boolean isArray(Value v) {
    return v.rank() == 1 && !v.isUnranked() && JavaType.isArrayElement(v.dtype());
  }

  private static Entry entry(TensorIr.Function f, Optional<ResultClass> results, boolean onArrays) {
    JavaType result =
        results
            .<JavaType>map(JavaType.RecordOf::new)
            .orElseGet(() -> types(onArrays).apply(f.body().yields().getFirst()));
    return new Entry(
        f, f.name(), List.of(), params(f, names(f, List.of()), onArrays), result, onArrays);
  }

  private static Entry into(TensorIr.Function f, boolean onArrays) {
    List<String> labels = f.results().size() > 1 ? ResultNames.of(f) : List.of(OUT);
    List<String> names = names(f, labels);
    int params = f.arguments().size();
    var outs =
        IntStream.range(0, labels.size())
            .mapToObj(
                i ->
                    new JavaParam(
                        names.get(params + i),
                        labels.get(i),
                        resultType(f, i),
                        types(onArrays).apply(f.body().yields().get(i))))
            .toList();
    return new Entry(
        f, f.name() + "Into", outs, params(f, names, onArrays), new JavaType.Nothing(), onArrays);
  }

  /** The parameters' names, which stay where they can, and those of outputs behind them. */
  private static List<String> names(TensorIr.Function f, List<String> outs) {
    return JavaNames.parameters(
        Stream.concat(f.arguments().stream().map(TensorIr.Param::name), outs.stream()).toList());
  }

  /** As the program writes it, but with a dtype in the place of a type parameter. */
  static String resultType(TensorIr.Function f, int result) {
    TensorIr.Result r = f.results().get(result);
    Matcher head = WORD.matcher(r.declaredType());
    boolean isParameter =
        !f.types().isEmpty() && head.lookingAt() && DType.named(head.group()).isEmpty();
    return isParameter
        ? r.dtype().label() + r.declaredType().substring(head.end())
        : r.declaredType();
  }

  private static List<JavaParam> params(TensorIr.Function f, List<String> names, boolean onArrays) {
    return IntStream.range(0, f.arguments().size())
        .mapToObj(
            i -> {
              TensorIr.Param p = f.arguments().get(i);
              JavaType type = types(onArrays).apply(p.value());
              return new JavaParam(names.get(i), p.name(), p.declaredType(), type);
            })
        .toList();
  }

  private static Function<Value, JavaType> types(boolean onArrays) {
    return onArrays ? JavaType::inArrays : JavaType::of;
  }

  // ---------------------------------------------------------------- records

  private static ResultClass record(
      TensorIr.Function f, String name, Function<Value, JavaType> types, Set<String> taken) {
    List<String> labels = ResultNames.of(f);
    List<String> names = JavaNames.components(labels);
    var components =
        IntStream.range(0, labels.size())
            .mapToObj(
                i ->
                    new JavaParam(
                        names.get(i),
                        labels.get(i),
                        resultType(f, i),
                        types.apply(f.body().yields().get(i))))
            .toList();
    return new ResultClass(JavaNames.file(name, taken), f, components);
  }

  /** With a capital letter, unless two functions would have one name then. */
  private static String recordName(TensorIr.Function f, Map<String, Long> sharing) {
    String name = f.name();
    String capital = JavaNames.capitalised(name);
    boolean alone = sharing.getOrDefault(capital, 0L) == 1;
    String types =
        f.types().stream()
            .map(DType::label)
            .map(JavaNames::capitalised)
            .collect(Collectors.joining());
    return (alone ? capital : name) + types;
  }
}
