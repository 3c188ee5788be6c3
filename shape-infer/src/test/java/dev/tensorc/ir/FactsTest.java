package dev.tensorc.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Equations and bounds of sizes: which symbol gives way, and the consequences. */
class FactsTest {

  private static final Dim N = new Dim.Sym(0, "n", true);
  private static final Dim M = new Dim.Sym(1, "m", true);
  private static final Dim K = new Dim.Sym(2, "k", true);
  private static final Dim U = new Dim.Sym(3, "?x.0", false);
  private static final Dim I = new Dim.Sym(4, "i", true, true);
  private static final Dim LATE = new Dim.Late(0, "?late0");

  private static Dim times(long factor, Dim d) {
    return Dims.mul(Dims.of(factor), d);
  }

  private static Facts equal(Dim left, Dim right) {
    return Facts.NONE.with(left, right);
  }

  private static Facts atLeast(Dim dim, long least) {
    return Facts.NONE.withAtLeast(dim, least);
  }

  @Test
  void whatIsKnownIsNotAddedAgain() {
    Facts facts = equal(N, M);
    assertThat(facts.equations()).containsExactly(new Facts.Equation(N, M));
    assertThat(facts.with(M, N)).isSameAs(facts);
    assertThat(facts.with(times(2, M), times(2, N))).isSameAs(facts);
    assertThat(facts.with(N, K).equations())
        .containsExactly(new Facts.Equation(N, M), new Facts.Equation(N, K));
    assertThat(facts.equations().getFirst()).hasToString("n == m");
  }

  /** Where a join of n and m is k + 1, and then n is found to be 2, the join and k + 1 are 2. */
  @Test
  void anEquationOfAPartReachesWhatIsKnownOfTheWhole() {
    Dim join = Dims.join(List.of(N, M));
    Dim more = Dims.add(K, 1);
    Facts facts = equal(join, more).with(N, Dims.of(2));
    assertThat(facts.resolve(join)).isEqualTo(Dims.of(2));
    assertThat(facts.same(more, Dims.of(2))).isTrue();
    assertThat(facts.contradictory()).isFalse();
    assertThat(facts.with(K, Dims.of(2)).contradictory()).isTrue();
  }

  /** Late before unnamed, unnamed before named, later before earlier; on either side. */
  @Test
  void symbolsGiveWayInThatOrder() {
    List<Dim> fromStrongest = List.of(N, M, U, LATE);
    for (int i = 0; i < fromStrongest.size(); i++) {
      for (int j = i + 1; j < fromStrongest.size(); j++) {
        Dim stays = fromStrongest.get(i);
        Dim yields = fromStrongest.get(j);
        for (Facts facts : List.of(equal(stays, yields), equal(yields, stays))) {
          assertThat(facts.resolve(yields)).isEqualTo(stays);
          assertThat(facts.resolve(stays)).isEqualTo(stays);
          assertThat(facts.same(stays, yields)).isTrue();
        }
      }
    }
    Dim later = new Dim.Late(1, "?late1");
    assertThat(equal(LATE, later).resolve(later)).isEqualTo(LATE);
    Dim laterUnnamed = new Dim.Sym(9, "?y.0", false);
    assertThat(equal(laterUnnamed, U).resolve(laterUnnamed)).isEqualTo(U);
    assertThat(equal(new Dim.Sym(9, "p", true), U).resolve(U)).hasToString("p");
  }

  @Test
  void sumsAreSolvedForTheSymbolThatGivesWay() {
    assertThat(equal(Dims.sub(N, M), Dims.of(3)).resolve(M)).isEqualTo(Dims.add(N, -3));
    assertThat(equal(Dims.add(times(2, N), M), Dims.of(9)).resolve(M)).hasToString("-2 * n + 9");
    // m has a factor, so the equation can be solved for n alone
    assertThat(equal(Dims.add(N, times(2, M)), Dims.of(9)).resolve(N)).hasToString("-2 * m + 9");
    assertThat(equal(Dims.add(N, U), Dims.add(M, K)).resolve(U)).hasToString("-n + m + k");
  }

  @Test
  void whatCannotBeSolvedIsReplacedAsAWhole() {
    Facts doubled = equal(times(2, N), Dims.of(6));
    assertThat(doubled.resolve(N)).isEqualTo(N);
    assertThat(doubled.resolve(times(2, N))).isEqualTo(Dims.of(6));
    // n stands in the other summand, too
    Dim sum = Dims.add(Dims.clamp(Dims.sub(N, M)), N);
    Facts summed = equal(sum, Dims.of(5));
    assertThat(summed.resolve(sum)).isEqualTo(Dims.of(5));
    assertThat(summed.resolve(N)).isEqualTo(N);
    assertThat(summed.resolve(M)).isEqualTo(M);
  }

  /** The simpler of two that cannot be solved stays; one that stands in the other stays, too. */
  @Test
  void theSimplerSideStays() {
    Dim product = Dims.mul(N, M);
    Dim clamped = Dims.clamp(Dims.sub(N, K));
    for (Dim simpler : List.of(Dims.of(6), K, LATE, Dims.add(K, 1))) {
      for (Facts facts : List.of(equal(product, simpler), equal(simpler, product))) {
        assertThat(facts.resolve(product)).as("%s", facts.equations()).isEqualTo(simpler);
        assertThat(facts.resolve(simpler)).as("%s", facts.equations()).isEqualTo(simpler);
      }
    }
    for (Facts facts : List.of(equal(product, clamped), equal(clamped, product))) {
      assertThat(facts.resolve(clamped)).isEqualTo(product); // the shorter text
    }
    Dim other = Dims.mul(N, K);
    assertThat(equal(product, other).resolve(other)).isEqualTo(product);
    assertThat(equal(other, product).resolve(product)).isEqualTo(other);
    Dim around = Dims.min(product, Dims.add(times(100, K), 100));
    for (Facts facts : List.of(equal(product, around), equal(around, product))) {
      assertThat(facts.resolve(around)).isEqualTo(product);
    }
    Dim join = Dims.join(List.of(Dims.add(N, 1), U));
    for (Facts facts : List.of(equal(join, Dims.add(N, 1)), equal(Dims.add(N, 1), join))) {
      assertThat(facts.resolve(join)).isEqualTo(Dims.add(N, 1));
    }
  }

  @Test
  void earlierEquationsLearnFromLaterOnes() {
    Facts facts = equal(U, Dims.add(N, 1)).with(N, Dims.of(4));
    assertThat(facts.resolve(U)).isEqualTo(Dims.of(5));
    assertThat(facts.resolve(Dims.mul(U, M))).isEqualTo(times(5, M));
    Facts nested = equal(Dims.mul(N, M), K).with(Dims.clamp(Dims.sub(K, U)), LATE);
    // n * m is k, and with k in its place the rest is known
    assertThat(nested.resolve(Dims.clamp(Dims.sub(Dims.mul(N, M), U)))).isEqualTo(LATE);
  }

  /** A dim that an equation uncovers may be known by another one. */
  @Test
  void equationsAreAppliedAgain() {
    Dim six = Dims.add(times(2, N), -6);
    Facts facts = equal(U, Dims.add(Dims.clamp(Dims.add(six, 2)), 1)).with(times(2, K), six);
    // max(u - 3, 0) = max(2 * n - 6, 0) = 2 * k
    assertThat(facts.resolve(Dims.clamp(Dims.add(U, -3)))).isEqualTo(times(2, K));
  }

  @Test
  void differentNumbersContradict() {
    Facts facts = equal(N, Dims.of(2)).with(N, Dims.of(3));
    assertThat(facts.contradictory()).isTrue();
    assertThat(facts.equations()).hasSize(2);
    assertThat(facts.resolve(N)).isEqualTo(Dims.of(2));
    assertThat(facts.with(M, K).contradictory()).isTrue();
    assertThat(facts.withAtLeast(M, 2).contradictory()).isTrue();
    assertThat(equal(Dims.add(N, 1), N).contradictory()).isTrue();
    assertThat(equal(N, M).contradictory()).isFalse();
    assertThat(equal(N, M).withAtLeast(M, 2).contradictory()).isFalse();
  }

  @Test
  void ones() {
    assertThat(equal(N, Dims.ONE).isOne(N)).isTrue();
    assertThat(equal(N, Dims.of(2)).isOne(N)).isFalse();
    assertThat(Facts.NONE.isOne(N)).isFalse();
    assertThat(Facts.NONE.same(N, M)).isFalse();
    assertThat(equal(N, M).same(Dims.add(N, 1), M)).isFalse();
  }

  // ---------------------------------------------------------------- bounds

  @Test
  void aBoundMovesWithTheConstant() {
    Facts facts = atLeast(Dims.add(N, 2), 5);
    assertThat(facts.bounds()).containsExactly(new Facts.AtLeast(N, 3));
    assertThat(facts.bounds().getFirst()).hasToString("n >= 3");
    assertThat(facts.lowerBound(N)).isEqualTo(3);
    assertThat(facts.lowerBound(Dims.add(N, 2))).isEqualTo(5);
    assertThat(facts.lowerBound(Dims.add(N, -4))).isEqualTo(-1);
    assertThat(facts.lowerBound(Dims.add(times(2, N), 1))).isEqualTo(7);
    assertThat(facts.lowerBound(Dims.add(N, M))).isEqualTo(3);
    assertThat(facts.lowerBound(Dims.of(4))).isEqualTo(4);
  }

  @Test
  void onlyTheLargestBoundIsKept() {
    assertThat(atLeast(N, 3).withAtLeast(N, 5).lowerBound(N)).isEqualTo(5);
    Facts facts = atLeast(N, 5);
    assertThat(facts.withAtLeast(N, 5)).isSameAs(facts);
    assertThat(facts.withAtLeast(Dims.add(N, 1), 4)).isSameAs(facts);
    assertThat(facts.withAtLeast(Dims.of(2), 3)).isSameAs(facts);
    assertThat(facts.withAtLeast(M, 0)).isSameAs(facts); // as every size is
    assertThat(facts.withAtLeast(M, 1).bounds())
        .containsExactly(new Facts.AtLeast(M, 1), new Facts.AtLeast(N, 5));
    assertThat(facts.with(N, K).withAtLeast(K, 5).bounds())
        .isEqualTo(List.of(new Facts.AtLeast(N, 5)));
  }

  @Test
  void numbersHaveNoBoundOfThemselves() {
    for (Dim d : List.of(I, Dims.sub(N, M), Dims.add(N, I), Dims.mul(N, I), times(-1, N))) {
      assertThat(Facts.NONE.lowerBound(d)).as("%s", d).isEqualTo(Long.MIN_VALUE);
    }
    assertThat(atLeast(I, -2).lowerBound(Dims.add(I, N))).isEqualTo(-2);
    assertThat(atLeast(I, -2).lowerBound(times(3, I))).isEqualTo(-6);
    Facts difference = atLeast(Dims.sub(N, M), 1);
    assertThat(difference.lowerBound(Dims.add(Dims.sub(N, M), 2))).isEqualTo(3);
    assertThat(difference.lowerBound(Dims.sub(M, N))).isEqualTo(Long.MIN_VALUE);
    assertThat(Facts.NONE.lowerBound(Dims.mul(N, M))).isZero();
    assertThat(Facts.NONE.lowerBound(Dims.add(Dims.ceilDiv(Dims.add(N, 3), 2), 1))).isEqualTo(3);
  }

  @Test
  void theBoundOfASumIsTheBetterOfItsOwnAndThatOfItsTerms() {
    Dim sum = Dims.add(N, M);
    Facts facts = atLeast(sum, 5);
    assertThat(facts.lowerBound(sum)).isEqualTo(5);
    assertThat(facts.withAtLeast(N, 3).lowerBound(sum)).isEqualTo(5);
    assertThat(facts.withAtLeast(N, 3).withAtLeast(M, 4).lowerBound(sum)).isEqualTo(7);
  }

  @Test
  void boundsFollowEquations() {
    Facts facts = atLeast(U, 3).with(U, Dims.add(N, 1));
    assertThat(facts.bounds()).containsExactly(new Facts.AtLeast(N, 2));
    assertThat(facts.lowerBound(U)).isEqualTo(3);
    assertThat(atLeast(U, 3).withAtLeast(N, 1).with(U, Dims.add(N, 1)).lowerBound(N)).isEqualTo(2);
    assertThat(atLeast(U, 3).withAtLeast(N, 9).with(U, Dims.add(N, 1)).lowerBound(N)).isEqualTo(9);
    assertThat(atLeast(N, 3).with(N, Dims.of(4)).bounds()).isEmpty();
    assertThat(equal(N, Dims.of(4)).lowerBound(N)).isEqualTo(4);
  }

  /** Sums wrap as i64 values do, so a bound beyond i64 says nothing. */
  @Test
  void aBoundBeyondI64IsNone() {
    Facts facts = atLeast(N, 1L << 62).withAtLeast(M, Long.MAX_VALUE).withAtLeast(I, -3);
    assertThat(facts.lowerBound(times(4, N))).isEqualTo(Long.MIN_VALUE);
    assertThat(facts.lowerBound(Dims.add(N, M))).isEqualTo(Long.MIN_VALUE);
    assertThat(facts.lowerBound(Dims.add(M, 1))).isEqualTo(Long.MIN_VALUE);
    assertThat(facts.lowerBound(Dims.add(I, Long.MIN_VALUE + 1))).isEqualTo(Long.MIN_VALUE);
    assertThat(facts.couldBeOne(Dims.add(times(4, N), 1))).isTrue();
    Dim less = Dims.add(I, 5);
    assertThat(atLeast(less, Long.MIN_VALUE + 2).lowerBound(I)).isEqualTo(Long.MIN_VALUE);
    assertThat(atLeast(less, Long.MIN_VALUE + 2).bounds()).isEmpty();
    assertThat(atLeast(Dims.add(I, -5), Long.MAX_VALUE - 2).bounds()).isEmpty();
    Facts equal = atLeast(U, Long.MAX_VALUE - 2).with(U, Dims.add(N, -5));
    assertThat(equal.bounds()).isEmpty();
  }

  @Test
  void couldBeOne() {
    for (Dim d :
        List.of(
            Dims.ONE,
            N,
            LATE,
            Dims.add(N, 1),
            Dims.add(N, -1),
            Dims.add(times(2, N), 1),
            Dims.add(times(2, N), -1),
            Dims.add(times(3, N), -2),
            Dims.add(Dims.add(times(6, N), times(3, M)), 1),
            Dims.add(times(2, N), times(3, M)),
            Dims.add(times(-2, N), 3),
            Dims.mul(N, M),
            Dims.clamp(Dims.sub(N, M)),
            Dims.min(N, M),
            Dims.ceilDiv(N, 2),
            Dims.bound(N, I),
            Dims.join(List.of(N, M)))) {
      assertThat(Facts.NONE.couldBeOne(d)).as("%s", d).isTrue();
    }
    for (Dim d :
        List.of(
            Dims.ZERO,
            Dims.of(2),
            Dims.add(N, 2),
            times(2, N),
            Dims.add(times(4, N), times(-2, M)),
            Dims.add(times(-2, N), 2),
            Dims.add(times(3, N), -1))) {
      assertThat(Facts.NONE.couldBeOne(d)).as("%s", d).isFalse();
    }
    assertThat(atLeast(N, 1).couldBeOne(N)).isTrue();
    assertThat(atLeast(N, 2).couldBeOne(N)).isFalse();
    assertThat(atLeast(N, 2).couldBeOne(Dims.mul(N, M))).isTrue();
    assertThat(equal(N, Dims.of(3)).couldBeOne(N)).isFalse();
    assertThat(equal(N, Dims.ONE).couldBeOne(Dims.mul(N, Dims.add(N, 0)))).isTrue();
  }
}
