package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.form.RowPasses;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Launch;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The work that a version's kernels save against those of the fallback. */
record Savings(List<Kernel> kernels, Version fallback) {

  List<String> of(Version v) {
    var savings = new ArrayList<String>();
    int fewer = fallback.launches().size() - v.launches().size();
    if (fewer > 0) {
      savings.add(
          "%d %s instead of %d"
              .formatted(
                  v.launches().size(),
                  v.launches().size() == 1 ? "kernel" : "kernels",
                  fallback.launches().size()));
    }
    Set<Value> dropped = minus(made(fallback), made(v));
    if (!dropped.isEmpty()) {
      savings.add("no array for " + names(dropped));
    }
    Set<Value> more = minus(made(v), made(fallback));
    if (!more.isEmpty()) {
      savings.add(names(more) + " computed once, not again and again");
    }
    long operations = operations(v);
    long before = operations(fallback);
    if (more.isEmpty() && operations < before) {
      savings.add(
          "%d of %d operations once a row, not for each element"
              .formatted(before - operations, before));
    }
    Set<Value> open = used(fallback, AxisUse.OPEN);
    Set<Value> stretched = used(v, AxisUse.NONE);
    stretched.retainAll(open);
    if (!stretched.isEmpty()) {
      savings.add(names(stretched) + " known to stretch: read once a row");
    }
    Set<Value> walked = used(v, AxisUse.FULL);
    walked.retainAll(open);
    if (!walked.isEmpty()) {
      savings.add(names(walked) + " known not to stretch");
    }
    return savings;
  }

  private static Set<Value> made(Version v) {
    return new LinkedHashSet<>(v.made());
  }

  private static Set<Value> minus(Set<Value> all, Set<Value> some) {
    var rest = new LinkedHashSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  private long operations(Version v) {
    return v.launches().stream()
        .mapToLong(l -> new RowPasses(kernel(l)).operationsAlongRow())
        .sum();
  }

  /** The tensors that some kernel reads along its innermost axis in that way. */
  private Set<Value> used(Version v, AxisUse use) {
    var values = new LinkedHashSet<Value>();
    for (Launch l : v.launches()) {
      Kernel k = kernel(l);
      for (int i = 0; i < k.inputs().size() && k.innermost() >= 0; i++) {
        if (k.inputs().get(i).axes().get(k.innermost()) == use) {
          values.add(l.call().inputs().get(i).base());
        }
      }
    }
    return values;
  }

  private Kernel kernel(LoopIr.Launch l) {
    return kernels.get(l.call().kernel());
  }

  private static String names(Set<Value> values) {
    return values.stream().map(Names::of).collect(Collectors.joining(", "));
  }
}
