package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes the program of a seed. */
final class ProgramGenerator {

  /** Spreads neighbouring seeds: the first numbers of {@link Random} hardly differ. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private ProgramGenerator() {}

  static GeneratedProgram generate(long seed) {
    var library = new Library();
    var scope = new Scope(new Random(seed * SPREAD), library);
    Signature signature = Signature.make(scope);
    Bodies.Body body = Bodies.make(scope, scope.below(5), 3);
    var fns = new ArrayList<>(library.fns());
    fns.add(
        new Fn(
            true, GeneratedProgram.NAME, signature.params(), body.declared(), body.statements()));
    var calls =
        List.of(
            signature.witness(),
            signature.witness(),
            signature.redrawn(),
            signature.redrawn(),
            signature.mistaken());
    return new GeneratedProgram(seed, fns, calls);
  }
}
