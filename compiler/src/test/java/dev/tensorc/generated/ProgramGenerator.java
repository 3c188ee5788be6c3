package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Makes the program of a seed. */
final class ProgramGenerator {

  /** Spreads neighbouring seeds: the first numbers of {@link Random} hardly differ. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private ProgramGenerator() {}

  static GeneratedProgram generate(long seed) {
    var random = new Random(seed * SPREAD);
    var dice = new Scope(random, Optional.empty(), Discipline.NUMPY);
    Optional<Generic> generic =
        dice.chance(10) ? Optional.of(Generic.exported(dice)) : Optional.empty();
    var scope = new Scope(random, generic, Discipline.drawn(dice));
    if (generic.isEmpty() && dice.chance(8)) {
      return Unranked.generate(seed, scope);
    }
    Signature signature = Signature.make(scope);
    int results = scope.chance(85) ? 1 : 2 + scope.below(2);
    Bodies.Body body = Bodies.make(scope, scope.below(5), results, 3);
    var head = new Fn.Head(true, GeneratedProgram.NAME, generic, scope.discipline);
    var fns = new ArrayList<>(scope.library.fns());
    fns.add(new Fn(head, signature.params(), body.declared(), body.statements()));
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
