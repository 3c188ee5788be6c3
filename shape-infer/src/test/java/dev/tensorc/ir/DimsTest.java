package dev.tensorc.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** The algebra of sizes: random expressions against their values for all sizes from 0 to 6. */
class DimsTest {

  private static final Dim N = new Dim.Sym(0, "n", true);
  private static final Dim M = new Dim.Sym(1, "m", true);
  private static final Dim U = new Dim.Sym(2, "?x.0", false);
  private static final List<Dim> SYMBOLS = List.of(N, M, U);
  private static final int MOST = 6;
  private static final int RUNS = 2000;

  /** A dim and, computed beside it without any normal form, its value. */
  private record Pair(Dim dim, ToLongFunction<Map<Dim, Long>> value) {
    long at(Map<Dim, Long> sizes) {
      return value.applyAsLong(sizes);
    }
  }

  private static List<Map<Dim, Long>> environments() {
    var all = new ArrayList<Map<Dim, Long>>();
    for (long n = 0; n <= MOST; n++) {
      for (long m = 0; m <= MOST; m++) {
        for (long u = 0; u <= MOST; u++) {
          all.add(Map.of(N, n, M, m, U, u));
        }
      }
    }
    return all;
  }

  /** Never negative, as sizes are. */
  private static Pair size(Random random, int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      if (random.nextInt(3) == 0) {
        long c = random.nextInt(4);
        return new Pair(Dims.of(c), _ -> c);
      }
      Dim symbol = SYMBOLS.get(random.nextInt(SYMBOLS.size()));
      return new Pair(symbol, sizes -> sizes.get(symbol));
    }
    Pair a = size(random, depth - 1);
    Pair b = size(random, depth - 1);
    long c = random.nextInt(4);
    return switch (random.nextInt(7)) {
      case 0 -> new Pair(Dims.add(a.dim, b.dim), s -> a.at(s) + b.at(s));
      case 1 -> new Pair(Dims.add(a.dim, c), s -> a.at(s) + c);
      case 2 -> new Pair(Dims.mul(a.dim, b.dim), s -> a.at(s) * b.at(s));
      case 3 -> new Pair(Dims.clamp(Dims.sub(a.dim, b.dim)), s -> Math.max(a.at(s) - b.at(s), 0));
      case 4 -> new Pair(Dims.clamp(Dims.add(a.dim, -c)), s -> Math.max(a.at(s) - c, 0));
      case 5 -> new Pair(Dims.min(a.dim, b.dim), s -> Math.min(a.at(s), b.at(s)));
      default -> new Pair(Dims.ceilDiv(a.dim, c + 1), s -> Math.ceilDiv(a.at(s), c + 1));
    };
  }

  @Test
  void normalFormsKeepTheValue() {
    var random = new Random(1);
    for (int run = 0; run < RUNS; run++) {
      Pair p = size(random, 4);
      for (var sizes : environments()) {
        assertThat(Dims.evaluate(p.dim, sizes::get))
            .as("%s at %s", p.dim, sizes)
            .isEqualTo(p.at(sizes));
      }
    }
  }

  @Test
  void equalDimsAreEqualAsText() {
    var random = new Random(2);
    var seen = new java.util.HashMap<String, Dim>();
    for (int run = 0; run < 20 * RUNS; run++) {
      Dim d = size(random, 4).dim;
      assertThat(seen.computeIfAbsent(d.toString(), _ -> d)).isEqualTo(d);
    }
  }

  @Test
  void substitutionIsEvaluationInTwoSteps() {
    var random = new Random(3);
    for (int run = 0; run < RUNS; run++) {
      Pair outer = size(random, 3);
      Map<Dim, Pair> inner = Map.of(N, size(random, 2), M, size(random, 2), U, size(random, 2));
      Dim substituted = Dims.substitute(outer.dim, atom -> inner.get(atom).dim);
      for (var sizes : environments()) {
        assertThat(Dims.evaluate(substituted, sizes::get))
            .as("%s with %s", outer.dim, inner)
            .isEqualTo(Dims.evaluate(outer.dim, atom -> inner.get(atom).at(sizes)));
      }
    }
  }

  @Test
  void boundsHold() {
    var random = new Random(4);
    for (int run = 0; run < RUNS; run++) {
      Dim d = size(random, 4).dim;
      for (var sizes : environments()) {
        long value = Dims.evaluate(d, sizes::get);
        assertThat(value).as("%s at %s", d, sizes).isGreaterThanOrEqualTo(Dims.atLeast(d));
        assertThat(value != 1 || Facts.NONE.couldBeOne(d)).as("%s at %s", d, sizes).isTrue();
      }
    }
  }

  @Test
  void aJoinIsTheSizeThatIsNotOne() {
    var random = new Random(5);
    for (int run = 0; run < RUNS; run++) {
      var operands = new ArrayList<Pair>();
      for (int i = 0; i < 1 + random.nextInt(4); i++) {
        operands.add(size(random, 2));
      }
      Dim join = Dims.join(operands.stream().map(Pair::dim).toList());
      for (var sizes : environments()) {
        var values =
            operands.stream().map(o -> o.at(sizes)).filter(v -> v != 1).distinct().toList();
        if (values.size() <= 1) { // what the join's check lets through
          assertThat(Dims.evaluate(join, sizes::get))
              .as("%s at %s", join, sizes)
              .isEqualTo(values.isEmpty() ? 1 : values.getFirst());
        }
      }
    }
  }

  @Test
  void factsKeepTheValueWhereTheyHold() {
    var random = new Random(6);
    int used = 0;
    for (int run = 0; run < RUNS; run++) {
      var equations = new ArrayList<Pair[]>();
      Facts facts = Facts.NONE;
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        Pair[] e = {size(random, 2), size(random, 2)};
        equations.add(e);
        facts = facts.with(e[0].dim, e[1].dim);
      }
      Pair asked = size(random, 3);
      Dim resolved = facts.resolve(asked.dim);
      for (var sizes : environments()) {
        if (equations.stream().allMatch(e -> e[0].at(sizes) == e[1].at(sizes))) {
          used++;
          assertThat(facts.contradictory()).as("%s at %s", facts.equations(), sizes).isFalse();
          assertThat(Dims.evaluate(resolved, sizes::get))
              .as("%s under %s at %s", asked.dim, facts.equations(), sizes)
              .isEqualTo(asked.at(sizes));
          assertThat(asked.at(sizes) != 1 || facts.couldBeOne(asked.dim))
              .as("%s under %s at %s", asked.dim, facts.equations(), sizes)
              .isTrue();
        }
      }
    }
    assertThat(used).isGreaterThan(RUNS);
  }

  @Test
  void factsReachWhatIsBuiltOnThem() {
    Facts facts = Facts.NONE.with(U, Dims.add(N, -1));
    assertThat(facts.resolve(Dims.clamp(Dims.add(U, -1)))).hasToString("max(n - 2, 0)");
    assertThat(facts.with(N, Dims.of(4)).resolve(U)).isEqualTo(Dims.of(3));
    assertThat(Facts.NONE.with(Dims.add(N, 1), Dims.of(4)).resolve(N)).isEqualTo(Dims.of(3));
    assertThat(Facts.NONE.with(N, Dims.add(N, 1)).contradictory()).isTrue();
    assertThat(Facts.NONE.with(N, Dims.of(2)).with(M, Dims.of(3)).with(N, M).contradictory())
        .isTrue();
    Dim joined = Dims.join(List.of(N, U));
    assertThat(Facts.NONE.with(joined, N).resolve(joined)).isEqualTo(N);
  }

  @Test
  void textIsReadable() {
    assertThat(Dims.sub(Dims.of(3), N)).hasToString("-n + 3");
    assertThat(Dims.sub(Dims.mul(Dims.of(2), N), Dims.add(M, 1))).hasToString("2 * n - m - 1");
    assertThat(Dims.mul(Dims.add(N, 1), M)).hasToString("m * (n + 1)");
    assertThat(Dims.ceilDiv(Dims.add(N, 1), 2)).hasToString("ceil((n + 1) / 2)");
  }
}
