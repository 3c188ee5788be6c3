package dev.tensorc.codegen.loop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The kernels of a program: equal ones are one, whichever version or function asks for them. */
public final class Kernels {

  private final Exprs exprs;
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final List<Kernel> kernels = new ArrayList<>();

  public Kernels(Exprs exprs) {
    this.exprs = exprs;
  }

  public int number(Kernel k) {
    return numbers.computeIfAbsent(
        key(k),
        _ -> {
          kernels.add(k);
          return kernels.size() - 1;
        });
  }

  public boolean same(Kernel a, Kernel b) {
    return key(a).equals(key(b));
  }

  public List<Kernel> all() {
    return List.copyOf(kernels);
  }

  private Object key(Kernel.Contraction c) {
    return List.of(
        exprs.id(c.left()), exprs.id(c.right()), c.leftFree(), c.rightFree(), c.windows());
  }

  /** Expressions are graphs: they are compared by identity, which interning makes exact. */
  private Object key(Kernel k) {
    return List.of(
        k.parallel(),
        k.reduced(),
        k.inputs(),
        k.scalars(),
        k.reductions().stream().map(this::key).toList(),
        k.results().stream().map(r -> List.of(exprs.id(r.value()), r.alongRow())).toList());
  }

  private Object key(Kernel.Reduction r) {
    return List.of(r.op(), exprs.id(r.value()), r.lastAxis(), r.contraction().map(this::key));
  }
}
