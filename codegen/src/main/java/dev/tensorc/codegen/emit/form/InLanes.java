package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import java.util.List;
import java.util.Optional;

/**
 * The form of a product where a matrix turns out to be a vector: the product is added as a sum over
 * the last axis then.
 */
public final class InLanes {

  private InLanes() {}

  /** Whether only sizes tell in which order a contraction is added. */
  public static boolean possible(Kernel k) {
    return k.contraction().isPresent()
        && !k.contraction().get().inLanes()
        && !k.contraction().get().windows()
        && !k.rounds();
  }

  public static String method(String kernel) {
    return kernel + "InLanes";
  }

  /** The kernel as if a factor had no axis of its own. */
  public static Kernel of(Kernel k) {
    Reduction r = k.reductions().getFirst();
    Kernel.Contraction c = k.contraction().orElseThrow();
    var contraction =
        new Kernel.Contraction(c.left(), c.right(), List.of(), List.of(), c.windows());
    return new Kernel(
        k.parallel(),
        k.reduced(),
        k.rounds(),
        k.inputs(),
        k.scalars(),
        List.of(new Reduction(r.op(), r.value(), true, Optional.of(contraction))),
        k.results(),
        k.span(),
        k.tuning());
  }
}
