package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The weights that a function uses, and which of them products lay out, in lines of text. */
final class WeightReport {

  /** More are only counted. */
  private static final int MOST_NAMES = 4;

  private final LoopIr.Program program;
  private final Plan plan;

  /** By identity, as plans refer to values. */
  private final Map<Value, TensorIr.Param> weights = new IdentityHashMap<>();

  private WeightReport(LoopIr.Program program, Plan plan) {
    this.program = program;
    this.plan = plan;
    plan.function().weights().forEach(w -> weights.put(w.value(), w));
    for (LoopIr.Stmt s : plan.statements()) {
      if (s instanceof LoopIr.Alias a && weights.containsKey(a.base())) {
        weights.put(a.value(), weights.get(a.base()));
      }
    }
  }

  /** Nothing where it uses no weights. */
  static List<String> of(LoopIr.Program program, Plan plan) {
    return plan.function().weights().isEmpty()
        ? List.of()
        : new WeightReport(program, plan).lines();
  }

  private List<String> lines() {
    Map<TensorIr.Param, DType> all = new LinkedHashMap<>();
    plan.function().weights().forEach(w -> all.put(w, w.value().dtype()));
    var lines = new ArrayList<String>();
    lines.add(
        "%s of %s, %s; the first call on arrays reads them into arrays"
            .formatted(
                all.size() == 1 ? "one" : String.valueOf(all.size()),
                program.weights().orElseThrow().file(),
                bytes(all)));
    Map<TensorIr.Param, DType> laidOut = laidOut();
    if (!laidOut.isEmpty()) {
      lines.add("laid out once for products: %s, %s".formatted(names(laidOut), bytes(laidOut)));
    }
    return lines;
  }

  private static String names(Map<TensorIr.Param, DType> of) {
    String names =
        of.keySet().stream()
            .limit(MOST_NAMES)
            .map(TensorIr.Param::name)
            .collect(Collectors.joining(", "));
    return names + (of.size() > MOST_NAMES ? " and %d more".formatted(of.size() - MOST_NAMES) : "");
  }

  private static String bytes(Map<TensorIr.Param, DType> of) {
    long bytes = 0;
    for (Map.Entry<TensorIr.Param, DType> each : of.entrySet()) {
      OptionalLong count = count(each.getKey().value());
      if (count.isEmpty()) {
        return "whose sizes the file says";
      }
      bytes += count.getAsLong() * each.getValue().bytes();
    }
    return "%,d bytes".formatted(bytes);
  }

  private static OptionalLong count(Value v) {
    long count = 1;
    for (Dim d : v.shape()) {
      if (!(d instanceof Dim.Const c)) {
        return OptionalLong.empty();
      }
      count *= c.value();
    }
    return OptionalLong.of(count);
  }

  /** The weights that are right factors, each with the dtype of its panels. */
  private Map<TensorIr.Param, DType> laidOut() {
    Map<TensorIr.Param, DType> found = new LinkedHashMap<>();
    for (LoopIr.Launch launch : plan.launches()) {
      int number = launch.call().kernel();
      LoopIr.Narrowed narrow = program.narrowed().get(number);
      KernelCode.keptFactor(program.kernels().get(narrow == null ? number : narrow.kernel()))
          .ifPresent(
              factor ->
                  largest(
                          factor.inputs().stream()
                              .map(input -> launch.call().inputs().get(input).base())
                              .toList())
                      .ifPresent(weight -> found.putIfAbsent(weight, factor.dtype())));
    }
    return found;
  }

  /** The factor has as many elements as it; empty where something in it is no weight. */
  private Optional<TensorIr.Param> largest(List<Value> read) {
    return weights.keySet().containsAll(read)
        ? read.stream()
            .map(weights::get)
            .max(Comparator.comparingLong(w -> count(w.value()).orElse(0)))
        : Optional.empty();
  }
}
