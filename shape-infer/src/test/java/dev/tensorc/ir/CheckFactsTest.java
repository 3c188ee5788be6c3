package dev.tensorc.ir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.TensorIr.JoinCheck;
import dev.tensorc.ir.TensorIr.JoinOperand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The facts once a check has passed. */
class CheckFactsTest {

  private static final Span SPAN = new Span(new SourceText("t.tc", ""), 0, 0, 1, 1);
  private static final Dim N = new Dim.Sym(0, "n", true);
  private static final Dim M = new Dim.Sym(1, "m", true);
  private static final Dim K = new Dim.Sym(2, "k", true);

  private static List<String> of(TensorIr.Check check) {
    return CheckFacts.of(check).stream().map(Facts.Equation::toString).toList();
  }

  /** A vector of that size, which stretches or not. */
  private static JoinOperand vector(Dim size, boolean stretches, Dim... ranks) {
    return new JoinOperand(
        "x", "f32[?]", List.of(size), List.of(0), List.of(stretches), List.of(ranks));
  }

  private static List<String> join(int rank, JoinOperand... operands) {
    return of(
        new JoinCheck(
            "a + b",
            DisciplineName.NUMPY,
            TensorIr.Joining.OPERATION,
            List.of(operands),
            rank,
            SPAN));
  }

  /** A number that a type has as a size is not negative. */
  @Test
  void declaredSizesAreEqualAndNotNegative() {
    Dim less = Dims.add(M, -1);
    assertThat(of(new TensorIr.ParamCheck(0, 0, N, less, SPAN)))
        .containsExactly("n == m - 1", "m - 1 == max(m - 1, 0)");
    assertThat(of(new TensorIr.SizeCheck("x", "f32[m - 1]", 0, N, less, SPAN)))
        .containsExactly("n == m - 1", "m - 1 == max(m - 1, 0)");
  }

  @Test
  void sizesThatStretchTellNothing() {
    assertThat(join(1, vector(N, true), vector(M, true))).isEmpty();
    assertThat(join(1, vector(N, false), vector(M, false, Dims.of(1))))
        .containsExactly("join(n, m) == n");
  }

  @Test
  void sizesThatDoNotStretchAreEqualAndWhatTheAxisJoinsTo() {
    assertThat(join(1, vector(N, false), vector(M, false)))
        .containsExactly("m == n", "join(n, m) == n");
    assertThat(join(1, vector(N, true), vector(M, false))).containsExactly("join(n, m) == m");
    assertThat(join(1, vector(N, false), vector(N, false))).isEmpty();
    assertThat(join(1, vector(Dims.ONE, true), vector(M, false))).isEmpty();
    // the joined size is 3, which is one of those that are fixed
    assertThat(join(1, vector(N, false), vector(Dims.of(3), false))).containsExactly("3 == n");
    assertThat(join(1, vector(N, false), vector(M, false), vector(K, true)))
        .containsExactly("m == n", "join(n, m, k) == n");
  }

  @Test
  void everyAxisIsLearntFrom() {
    var matrix =
        new JoinOperand("x", "f32[?, ?]", List.of(N, M), List.of(0, 1), List.of(false, false));
    assertThat(
            join(2, matrix, new JoinOperand("y", "f32[?]", List.of(K), List.of(1), List.of(false))))
        .containsExactly("k == m", "join(m, k) == m");
    var transposed =
        new JoinOperand("y", "f32[?, ?]", List.of(K, M), List.of(1, 0), List.of(false, true));
    assertThat(join(2, matrix, transposed))
        .containsExactly("join(n, m) == n", "k == m", "join(m, k) == m");
    // a diagonal: both of its axes feed one of the result
    var diagonal =
        new JoinOperand("x", "f32[?, ?]", List.of(N, M), List.of(0, 0), List.of(false, false));
    assertThat(join(1, diagonal)).containsExactly("m == n", "join(n, m) == n");
  }

  @Test
  void leadingSizesAreEqual() {
    var one = new TensorIr.Leading("a", "f32[s..., 3]", List.of(N, M, Dims.of(3)), List.of(), 1);
    var other = new TensorIr.Leading("b", "f32[s...]", List.of(K), List.of(), 0);
    // from the last; where an operand has none it is 1
    assertThat(of(new TensorIr.LeadingCheck("s...", one, other, SPAN)))
        .containsExactly("k == m", "1 == n");
    assertThat(of(new TensorIr.LeadingCheck("s...", other, one, SPAN)))
        .containsExactly("m == k", "n == 1");
  }

  @Test
  void extentsAreEqual() {
    assertThat(
            of(new TensorIr.ExtentCheck(TensorIr.Meeting.INDEX, "i", "x", 0, N, "y", 0, M, SPAN)))
        .containsExactly("n == m");
  }

  @Test
  void ofClausesOnlyAnEquationIsAFact() {
    for (TensorIr.Relation relation : TensorIr.Relation.values()) {
      assertThat(of(new TensorIr.ClauseCheck("f", "n ? m", List.of(), N, relation, M, SPAN)))
          .as("%s", relation)
          .isEqualTo(relation == TensorIr.Relation.EQUAL ? List.of("n == m") : List.of());
    }
  }

  @Test
  void subscriptsRanksAndElementsGiveNoEquation() {
    assertThat(of(new TensorIr.NonEmptyCheck("max", "x", 0, N, SPAN))).isEmpty();
    assertThat(of(new TensorIr.IndexCheck("x", 0, M, N, SPAN))).isEmpty();
    assertThat(of(new TensorIr.SubscriptCheck("x", 0, "i + 1", Dims.ONE, M, List.of(K), N, SPAN)))
        .isEmpty();
    assertThat(
            of(
                new TensorIr.RankCheck(
                    "x", List.of(N), TensorIr.Relation.EQUAL, Dims.of(2), "an index", SPAN)))
        .isEmpty();
  }
}
