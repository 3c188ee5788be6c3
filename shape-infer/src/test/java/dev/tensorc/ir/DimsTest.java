package dev.tensorc.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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
        if (values.size() <= 1) { // sizes that the join's check lets through
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

  private static final Dim I = new Dim.Sym(3, "i", true, true);
  private static final Dim L = new Dim.Late(0, "?late0");

  /** A number that may be negative, as bounds of slices are. */
  private static Pair index(Random random, Pair size) {
    long c = random.nextInt(9) - 4;
    return switch (random.nextInt(5)) {
      case 0 -> new Pair(Dims.of(c), _ -> c);
      case 1 -> new Pair(I, s -> s.get(I));
      case 2 -> new Pair(Dims.add(I, c), s -> s.get(I) + c);
      case 3 -> new Pair(Dims.add(size.dim, c), s -> size.at(s) + c);
      default -> new Pair(Dims.sub(size.dim, M), s -> size.at(s) - s.get(M));
    };
  }

  private static List<Map<Dim, Long>> signedEnvironments() {
    var all = new ArrayList<Map<Dim, Long>>();
    for (long n = 0; n <= 4; n++) {
      for (long m = 0; m <= 4; m++) {
        for (long i = -6; i <= 6; i++) {
          all.add(Map.of(N, n, M, m, U, (n + m) % 3, I, i));
        }
      }
    }
    return all;
  }

  private static long place(long size, long index) {
    return Math.clamp(index < 0 ? index + size : index, 0, size);
  }

  @Test
  void boundsOfSlicesAreThoseOfNumpy() {
    var random = new Random(7);
    for (int run = 0; run < RUNS / 5; run++) {
      Pair size = size(random, 2);
      Pair index = index(random, size);
      Dim bound = Dims.bound(size.dim, index.dim);
      Dim counted = Dims.substitute(bound, atom -> atom);
      Dim length = Dims.clamp(index.dim);
      for (var sizes : signedEnvironments()) {
        long expected = place(size.at(sizes), index.at(sizes));
        assertThat(Dims.evaluate(bound, sizes::get))
            .as("bound(%s, %s) at %s", size.dim, index.dim, sizes)
            .isEqualTo(expected);
        assertThat(Dims.evaluate(counted, sizes::get)).isEqualTo(expected);
        assertThat(Dims.evaluate(length, sizes::get))
            .as("max(%s, 0) at %s", index.dim, sizes)
            .isEqualTo(Math.max(index.at(sizes), 0));
      }
    }
  }

  @Test
  void slicesHaveTheSizesOfNumpy() {
    var bounds = new ArrayList<>(List.of(Dims.Bound.NONE));
    for (long b = -4; b <= 4; b++) {
      bounds.add(Dims.Bound.at(b));
    }
    for (Dim n : List.of(N, Dims.add(N, 2), Dims.of(0), Dims.of(3))) {
      for (Dims.Bound lo : bounds) {
        for (Dims.Bound hi : bounds) {
          Dim size = Dims.sliceSize(n, lo, hi);
          for (long v = 0; v <= MOST; v++) {
            long at = v;
            long all = Dims.evaluate(n, _ -> at);
            long from = lo.absent() ? 0 : place(all, lo.value());
            long to = hi.absent() ? all : place(all, hi.value());
            assertThat(Dims.evaluate(size, _ -> at))
                .as("%s for %s:%s of %s at %s", size, lo, hi, n, v)
                .isEqualTo(Math.max(to - from, 0));
          }
        }
      }
    }
  }

  /** Every form with {@code part} in each of its places. */
  private static List<Dim> around(Dim part) {
    return List.of(
        part,
        Dims.add(Dims.mul(Dims.of(2), part), 3),
        Dims.mul(part, U),
        Dims.clamp(Dims.add(part, -2)),
        Dims.min(part, U),
        Dims.min(U, part),
        Dims.ceilDiv(Dims.add(part, 1), 3),
        Dims.bound(part, I),
        Dims.bound(U, Dims.add(part, I)),
        Dims.join(List.of(part, U)));
  }

  @Test
  void partsAreFoundInEveryForm() {
    for (Dim outer : around(N)) {
      assertThat(Dims.contains(outer, N)).as("n in %s", outer).isTrue();
      assertThat(Dims.contains(outer, M)).as("m in %s", outer).isFalse();
      assertThat(Dims.isLate(outer)).as("%s", outer).isFalse();
      assertThat(Dims.atoms(outer)).as("%s", outer).contains(N).doesNotContain(M);
      assertThat(Dims.joins(outer))
          .as("%s", outer)
          .isEqualTo(outer instanceof Dim.Join ? Set.of(outer) : Set.of());
    }
    for (Dim outer : around(L)) {
      assertThat(Dims.isLate(outer)).as("%s", outer).isTrue();
    }
    Dim join = Dims.join(List.of(N, M));
    for (Dim outer : around(Dims.add(join, 1))) {
      assertThat(Dims.contains(outer, join)).as("%s", outer).isTrue();
      assertThat(Dims.joins(outer)).as("%s", outer).contains(join);
    }
  }

  @Test
  void joinsCoverWhatWentIntoThem() {
    Dim two = Dims.join(List.of(N, U));
    Dim three = Dims.join(List.of(two, M));
    assertThat(Dims.open(List.of(N, two))).containsExactly(two);
    assertThat(Dims.open(List.of(two, three, U))).containsExactly(three);
    assertThat(Dims.open(List.of(M, two))).containsExactly(M, two);
    assertThat(Dims.open(List.of(two, two))).containsExactly(two, two);
  }

  /** A size is no less than 0, and needs no clamp; a number may be. */
  @Test
  void numbersAreSigned() {
    for (Dim size : List.of(N, Dims.mul(N, M), Dims.ceilDiv(Dims.add(N, 1), 2), L)) {
      assertThat(Dims.isSigned(size)).as("%s", size).isFalse();
      assertThat(Dims.clamp(size)).isEqualTo(size);
    }
    assertThat(Dims.clamp(Dims.add(N, M))).isEqualTo(Dims.add(N, M));
    for (Dim number :
        List.of(
            I,
            new Dim.Late(1, "?late1", true),
            Dims.mul(I, N),
            Dims.ceilDiv(I, 2),
            Dims.ceilDiv(Dims.sub(N, M), 2),
            Dims.ceilDiv(Dims.add(N, -2), 2))) {
      assertThat(Dims.isSigned(number)).as("%s", number).isTrue();
    }
    assertThat(Dims.isSigned(Dims.ceilDiv(Dims.add(N, -1), 2))).isFalse(); // 0 for no elements
    assertThat(Dims.clamp(I)).isEqualTo(new Dim.Clamp(I));
    assertThat(Dims.clamp(Dims.add(I, 1))).isEqualTo(new Dim.Clamp(Dims.add(I, 1)));
  }

  @Test
  void leastSizes() {
    assertThat(Dims.atLeast(Dims.add(N, 3))).isEqualTo(3);
    assertThat(Dims.atLeast(Dims.add(Dims.sub(N, M), 3))).isZero();
    assertThat(Dims.atLeast(Dims.add(N, -3))).isZero();
    assertThat(Dims.atLeast(Dims.min(Dims.add(N, 3), Dims.of(2)))).isEqualTo(2);
    assertThat(Dims.atLeast(Dims.ceilDiv(Dims.add(N, 3), 2))).isEqualTo(2);
    assertThat(Dims.atLeast(Dims.of(7))).isEqualTo(7);
  }

  @Test
  void leastsAreInNormalForm() {
    assertThat(Dims.min(Dims.add(N, 1), N)).isEqualTo(N);
    assertThat(Dims.min(N, Dims.add(N, 1))).isEqualTo(N);
    assertThat(Dims.min(Dims.min(N, Dims.of(5)), Dims.of(3))).isEqualTo(Dims.min(N, Dims.of(3)));
    assertThat(Dims.min(Dims.of(7), Dims.min(N, Dims.of(5)))).isEqualTo(Dims.min(N, Dims.of(5)));
    assertThat(Dims.min(N, M)).isEqualTo(Dims.min(M, N));
    assertThat(Dims.clamp(Dims.add(Dims.clamp(Dims.add(N, -2)), -1)))
        .isEqualTo(Dims.clamp(Dims.add(N, -3)));
    assertThat(Dims.ceilDiv(Dims.add(Dims.mul(Dims.of(4), N), 3), 2))
        .isEqualTo(Dims.add(Dims.mul(Dims.of(2), N), 2));
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
    assertThat(Dims.add(new Dim.Late(1, "?late1"), L)).hasToString("?late0 + ?late1");
    assertThat(Dims.ceilDiv(Dims.add(N, 1), 2)).hasToString("ceil((n + 1) / 2)");
  }
}
