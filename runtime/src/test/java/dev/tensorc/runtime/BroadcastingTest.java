package dev.tensorc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Row D17: hand-written Java gets the disciplines' verdicts; names begin with the row they show.
 */
class BroadcastingTest {

  private static long[] s(long... sizes) {
    return sizes;
  }

  private static BroadcastException refused(ThrowingCallable call) {
    try {
      call.call();
    } catch (BroadcastException e) {
      return e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
    throw new AssertionError("not refused");
  }

  // ---------------------------------------------------------------- numpy

  @Test
  void a2_theArrayApisExamplesJoin() {
    assertThat(Broadcasting.numpy(s(8, 1, 6, 1), s(7, 1, 5)).shape()).containsExactly(8, 7, 6, 5);
    assertThat(Broadcasting.numpy(s(5, 4), s(1)).shape()).containsExactly(5, 4);
    assertThat(Broadcasting.numpy(s(5, 4), s(4)).shape()).containsExactly(5, 4);
    assertThat(Broadcasting.numpy(s(15, 3, 5), s(15, 1, 5)).shape()).containsExactly(15, 3, 5);
    assertThat(Broadcasting.numpy(s(15, 3, 5), s(3, 5)).shape()).containsExactly(15, 3, 5);
    assertThat(Broadcasting.numpy(s(15, 3, 5), s(3, 1)).shape()).containsExactly(15, 3, 5);
  }

  @Test
  void a2_theArrayApisCounterexamplesAreRefused() {
    assertThat(refused(() -> Broadcasting.numpy(s(3), s(4))).axis()).isZero();
    assertThat(refused(() -> Broadcasting.numpy(s(2, 1), s(8, 4, 3))).axis()).isEqualTo(1);
    assertThat(refused(() -> Broadcasting.numpy(s(15, 3, 5), s(15, 3))).axis()).isEqualTo(2);
  }

  @Test
  void ruling2_zeroJoinsOneAndNothingElse() {
    assertThat(Broadcasting.numpy(s(0), s(1), s()).shape()).containsExactly(0);
    assertThat(refused(() -> Broadcasting.numpy(s(0), s(3))).axis()).isZero();
  }

  @Test
  void a4_aViewSharesTheElements() {
    FloatTensor bias = FloatTensor.of(new float[] {1, 2, 3}, 3, 1);
    Broadcast join = Broadcasting.numpy(s(2, 1, 4), bias.shape());
    assertThat(join.shape()).containsExactly(2, 3, 4);
    assertThat(join.axes(1)).containsExactly(1, 2);
    FloatTensor view = join.view(1, bias);
    assertThat(view.array()).isSameAs(bias.array());
    assertThat(view.shape()).containsExactly(2, 3, 4);
    assertThat(view.get(1, 2, 3)).isEqualTo(3f);
    assertThat(join.strides(1, 1, 1)).containsExactly(0, 1, 0);
    assertThatThrownBy(() -> join.view(0, bias))
        .isInstanceOf(ShapeException.class)
        .hasMessage("operand 0 was joined as [2, 1, 4], but the tensor has shape [3, 1]");
  }

  @Test
  void theMessageIsThatOfCompiledCodeAndNamesTheLine() {
    assertThat(refused(() -> Broadcasting.numpy(Shape.of(3, 5).named("x"), Shape.of(3).named("m"))))
        .hasMessageMatching(
            """
            numpy\\(x, m\\) at BroadcastingTest.java:\\d+: the shapes do not broadcast

                x  \\[3, 5\\]
                m     \\[3\\]
                       \\^
            axis 1 of the result: x has size 5 \\(its axis 1\\), m has size 3 \\(its axis 0\\)
            rule: sizes must be equal, or one of them 1
            instead: if m holds one value for each row of x, write m\\[:, newaxis\\]\
            """);
  }

  // ---------------------------------------------------------------- strict, and the two switches

  @Test
  void d3_d16_inStrictALastBatchOfOneIsAnError() {
    BroadcastException e =
        refused(() -> Broadcasting.strict(Shape.of(1, 4).named("x"), Shape.of(8, 4).named("y")));
    assertThat(e.rule()).isEqualTo("in strict, sizes must be equal: only a bcast dim stretches");
    assertThat(e.getMessage())
        .contains("x has size 1 (its axis 0), which does not stretch, y has size 8 (its axis 0)")
        .endsWith("instead: if x is meant to stretch there, say so: broadcast_dims(x, (0))");
    assertThat(Broadcasting.strict(s(1, 4), s(4), s()).shape()).containsExactly(1, 4);
  }

  @Test
  void d4_d5_inStrictOnlyAMarkedAxisStretches() {
    Broadcast join = Broadcasting.strict(Shape.of(1, 4).bcast(0), Shape.of(8, 4));
    assertThat(join.shape()).containsExactly(8, 4);
    assertThat(join.strides(0, 4, 1)).containsExactly(0, 1);
    assertThatThrownBy(() -> Shape.of(3).bcast(0))
        .isInstanceOf(ShapeException.class)
        .hasMessage("axis 0 of shape [3] cannot be bcast: its size is 3, and only 1 stretches");
    assertThatThrownBy(() -> Shape.of(3).strict(1)).hasMessage("shape [3] has no axis 1");
  }

  @Test
  void d6_theTwoSwitchesAreSeparate() {
    assertThat(Broadcasting.numpyEqualRanks(Shape.of(2, 1), Shape.of(1, 3), Shape.of()).shape())
        .containsExactly(2, 3);
    BroadcastException e = refused(() -> Broadcasting.numpyEqualRanks(Shape.of(2, 3), Shape.of(3)));
    assertThat(e.axis()).isEqualTo(-1);
    assertThat(e.getMessage())
        .contains(
            ": the ranks differ\n\n    a  [2, 3]\n    b     [3]\na has rank 2, b has rank 1\n")
        .endsWith("instead: give b the missing axes: b[newaxis, ...]");
    refused(() -> Broadcasting.strictEqualRanks(Shape.of(2, 3), Shape.of(3)));
    refused(() -> Broadcasting.strictEqualRanks(Shape.of(2, 3), Shape.of(2, 1)));
  }

  @Test
  void aStrictDimNeverStretchesButIsStretchedOnto() {
    Shape one = Shape.of(1).strict(0);
    assertThat(refused(() -> Broadcasting.numpy(one, Shape.of(8))).rule())
        .isEqualTo("sizes must be equal: a strict dim never stretches");
    assertThat(Broadcasting.numpy(Shape.of(8).strict(0), Shape.of(1)).shape()).containsExactly(8);
  }

  // ---------------------------------------------------------------- xla

  @Test
  void x1_x2_scalarsGoWithEverythingOtherRanksNeedDimensions() {
    assertThat(Broadcasting.xla(s(), s(2, 3)).shape()).containsExactly(2, 3);
    assertThat(Broadcasting.xla(s(2, 3), s()).shape()).containsExactly(2, 3);
    assertThat(refused(() -> Broadcasting.xla(s(2, 3), s(3))).getMessage())
        .endsWith(
            """
            a has rank 2, b has rank 1
            rule: in xla, operands have equal ranks, or are scalars, or name their axes
            instead: say which axes of the result b has: {1} after the operator, or \
            broadcast_dimensions=(1)\
            """);
  }

  @Test
  void x3_x4_x5_dimensionsSayWhereTheSmallerOperandGoes() {
    assertThat(Broadcasting.xla(s(3, 3), s(3), 1).strides(1, 1)).containsExactly(0, 1);
    assertThat(Broadcasting.xla(s(3, 3), s(3), 0).strides(1, 1)).containsExactly(1, 0);
    assertThat(Broadcasting.xla(s(2, 3, 4), s(3, 4), 1, 2).axes(1)).containsExactly(1, 2);
    assertThat(Broadcasting.xla(s(5, 6, 7, 8), s(5, 8), 0, 3).strides(1, 8, 1))
        .containsExactly(8, 0, 0, 1);
  }

  @Test
  void x6_aMappedSizeEqualsItsTargetOrIsOne() {
    assertThat(Broadcasting.xla(s(2, 3), s(1), 1).shape()).containsExactly(2, 3);
    assertThat(
            refused(() -> Broadcasting.xla(Shape.of(3, 5).named("x"), Shape.of(3).named("v"), 1))
                .getMessage())
        .endsWith(
            "instead: if v holds one value for each row of x, write {0} after the operator, or"
                + " broadcast_dimensions=(0)");
    assertThat(refused(() -> Broadcasting.xla(s(3, 5), s(5), 0)).getMessage())
        .contains("\n    a  [3, 5]\n    b  [5]\n        ^\naxis 0 of the result:");
  }

  @Test
  void x7_malformedDimensionsNameTheEntry() {
    assertThatThrownBy(() -> Broadcasting.xla(s(2, 3, 4), s(3, 4), 2, 1))
        .isInstanceOf(ShapeException.class)
        .hasMessage("broadcast_dimensions [2, 1]: entry 1 is 1 after 2; entries must increase");
    assertThatThrownBy(() -> Broadcasting.xla(s(2, 3), s(3), 2))
        .hasMessage("broadcast_dimensions [2]: shape [2, 3] has no axis 2 (entry 0)");
    assertThatThrownBy(() -> Broadcasting.xla(s(2, 3), s(3), 0, 1))
        .hasMessage("broadcast_dimensions [0, 1]: 2 entries for shape [3], which has 1 axes");
  }

  @Test
  void x8_x11_theSmallerOperandMayBeLeftAndBothMayStretch() {
    Broadcast join = Broadcasting.xla(s(1, 2), s(4, 3, 1), 1, 2);
    assertThat(join.shape()).containsExactly(4, 3, 2);
    assertThat(join.axes(0)).containsExactly(1, 2);
    assertThat(Broadcasting.xla(s(4), s(1, 2), 0).shape()).containsExactly(4, 2);
    assertThat(Broadcasting.xla(s(2, 1), s(1, 3)).shape()).containsExactly(2, 3);
    assertThat(refused(() -> Broadcasting.xla(s(7, 2, 5), s(7, 2, 6))).axis()).isEqualTo(2);
  }

  // ---------------------------------------------------------------- tml

  @Test
  void t1_t3_relationalOperationsStretchNothing() {
    assertThat(Broadcasting.tml(s(3), s(3, 1)).shape()).containsExactly(3, 3);
    assertThat(Broadcasting.tmlRelational(s(), s(3, 3)).shape()).containsExactly(3, 3);
    refused(() -> Broadcasting.tmlRelational(s(3), s(3, 3)));
    BroadcastException e = refused(() -> Broadcasting.tmlRelational(s(1, 3), s(3, 3)));
    assertThat(e.rule())
        .isEqualTo("in tml, a relational or logical operation takes equal shapes, or a scalar");
    assertThat(e.getMessage()).endsWith("if a is meant to stretch, say so: broadcast_to(a, b)");
    refused(() -> Broadcasting.tml(s(2, 2), s(2, 3)));
  }

  // ---------------------------------------------------------------- in-place updates

  @Test
  void a5_t6_anUpdateNeverChangesTheTargetsShape() {
    Shape x = Shape.of(2, 3, 4).named("x");
    assertThat(Broadcasting.update(Discipline.NUMPY, x, Shape.of(1, 3, 4)).shape())
        .containsExactly(2, 3, 4);
    assertThat(
            refused(
                () ->
                    Broadcasting.update(
                        Discipline.NUMPY, Shape.of(3, 4).named("x"), Shape.of(1, 3, 4))))
        .hasMessageContaining(": the value has more axes than the target")
        .hasMessageEndingWith(
            "instead: drop axes of b with a subscript, as in x[0], or with a reduction");
    assertThat(
            refused(
                () ->
                    Broadcasting.update(
                        Discipline.NUMPY, Shape.of(1, 4).named("x"), Shape.of(3, 4).named("a"))))
        .hasMessageContaining(
            """
            axis 0 of the target: x has size 1 (its axis 0), which does not stretch, a has size 3 \
            (its axis 0)
            rule: a target keeps its shape: each size of the value must be the target's, or 1
            instead: give a the target's size there, or compute a new value with let\
            """);
    assertThat(
            refused(() -> Broadcasting.update(Discipline.STRICT, x, Shape.of(1, 3, 4).named("a"))))
        .hasMessageEndingWith("say so: broadcast_dims(a, (0))");
    refused(() -> Broadcasting.update(Discipline.XLA, x, Shape.of(1, 3, 4)));
    assertThat(Broadcasting.update(Discipline.XLA, x, Shape.of(3), 1).axes(1)).containsExactly(1);
  }
}
