package dev.tensorc.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages are read by people: so they are tested as wholes. */
class ExceptionTextTest {
  private static BroadcastException of(int axis, String[] names, String[] types, long[]... shapes) {
    int rank = Arrays.stream(shapes).mapToInt(shape -> shape.length).max().orElse(0);
    int[][] axes = new int[shapes.length][];
    boolean[][] stretches = new boolean[shapes.length][];
    for (int i = 0; i < shapes.length; i++) {
      axes[i] = IntStream.range(rank - shapes[i].length, rank).toArray();
      stretches[i] = new boolean[shapes[i].length];
      Arrays.fill(stretches[i], true);
    }
    return BroadcastException.of(
        "a + b", "prices.tc:4:10", Discipline.NUMPY, axis, names, types, shapes, axes, stretches);
  }

  @Test
  void broadcastShowsShapesAlignedAtTheRight() {
    BroadcastException e =
        of(
            1,
            new String[] {"a", "bias"},
            new String[] {"f32[?, ?, 5]", "f32[?, 5]"},
            new long[] {2, 13, 5},
            new long[] {4, 5});
    assertThat(e)
        .hasMessage(
            """
            a + b at prices.tc:4:10: the shapes do not broadcast

                a     [2, 13, 5]   declared f32[?, ?, 5]
                bias      [4, 5]   declared f32[?, 5]
                           ^
            axis 1 of the result: a has size 13 (its axis 1), bias has size 4 (its axis 0)
            rule: sizes must be equal, or one of them 1
            instead: pass arrays of equal size on this axis; an operand that belongs to other axes \
            of the result is moved with newaxis, as in x[:, newaxis]\
            """);
    assertThat(e.axis()).isEqualTo(1);
    assertThat(e.size(0)).isEqualTo(13);
    assertThat(e.size(1)).isEqualTo(4);
    assertThat(e.operation()).isEqualTo("a + b");
    assertThat(e.location()).isEqualTo("prices.tc:4:10");
    boolean[] all = {true, true, true};
    assertThat(e.operands())
        .containsExactly(
            new BroadcastException.Operand(
                "a", "f32[?, ?, 5]", new long[] {2, 13, 5}, new int[] {0, 1, 2}, all),
            new BroadcastException.Operand(
                "bias",
                "f32[?, 5]",
                new long[] {4, 5},
                new int[] {1, 2},
                new boolean[] {true, true}));
  }

  @Test
  void broadcastSuggestsAColumnForOneValuePerRow() {
    BroadcastException e =
        of(
            1,
            new String[] {"x", "exp(m)"},
            new String[] {"f32[...]", ""},
            new long[] {3, 5},
            new long[] {3});
    assertThat(e)
        .hasMessage(
            """
            a + b at prices.tc:4:10: the shapes do not broadcast

                x       [3, 5]   declared f32[...]
                exp(m)     [3]
                            ^
            axis 1 of the result: x has size 5 (its axis 1), exp(m) has size 3 (its axis 0)
            rule: sizes must be equal, or one of them 1
            instead: if exp(m) holds one value for each row of x, write (exp(m))[:, newaxis]\
            """);
  }

  @Test
  void broadcastOfThreeOperandsNamesTheOneWithoutTheAxis() {
    BroadcastException e =
        of(
            0,
            new String[] {"c", "a", "b"},
            new String[] {"bool", "f32[?, ?]", "f32[?, ?]"},
            new long[] {},
            new long[] {2, 7},
            new long[] {3, 7});
    assertThat(e.getMessage())
        .contains(
            """
                c      []   declared bool
                a  [2, 7]   declared f32[?, ?]
                b  [3, 7]   declared f32[?, ?]
                    ^
            axis 0 of the result: c lacks it, a has size 2 (its axis 0), b has size 3 (its axis 0)
            """
                .indent(0));
    assertThat(e.size(0)).isEqualTo(1);
  }

  @Test
  void sizesStandBelowTheAxesThatTheyFeed() {
    BroadcastException e =
        BroadcastException.of(
            "t[i, j] = a[j, i] * b[i, i]",
            "prices.tc:4:10",
            Discipline.NUMPY,
            0,
            new String[] {"a", "b"},
            new String[] {"f32[?, ?]", "f32[?, ?]"},
            new long[][] {{2, 7}, {7, 8}},
            new int[][] {{1, 0}, {0, 0}},
            new boolean[][] {{false, false}, {false, false}});
    assertThat(e.getMessage())
        .contains(
            """
                a    [7, 2]   shape [2, 7], declared f32[?, ?]
                b  [7|8]      shape [7, 8], declared f32[?, ?]
                      ^
            axis 0 of the result: a has size 7 (its axis 1), b has size 7 (its axis 0), b has size 8 \
            (its axis 1)
            """
                .indent(0));
  }

  @Test
  void shapeMessages() {
    assertThat(ShapeException.rank("x", "f32[n, d]", new long[] {3}))
        .hasMessage("x is declared f32[n, d], but the argument has shape [3] (rank 1)");
    assertThat(ShapeException.size("x", "f32[n, 4]", 1, 5, 4, ""))
        .hasMessage(
            "x is declared f32[n, 4]: axis 1 must have size 4, but the argument has size 5 there");
    assertThat(ShapeException.size("y", "f32[n + 1]", 0, 5, 4, "n is 3"))
        .hasMessage(
            "y is declared f32[n + 1]: axis 0 must have size 4 (n is 3), but the argument has size"
                + " 5 there");
    assertThat(ShapeException.named("f", "a.tc:1:24", "n", "x", 0, 3, "y", 1, 4))
        .hasMessage(
            """
            the sizes of dimension n of f differ at a.tc:1:24
                n = 3   axis 0 of x
                n = 4   axis 1 of y
            a named dimension is one size wherever it stands in a signature; where the sizes may \
            differ, give them different names\
            """);
    assertThat(ShapeException.result("x", "f32[3]", "a.tc:2:5", new long[] {2}))
        .hasMessage("x is declared f32[3] at a.tc:2:5, but has shape [2]");
    assertThat(ShapeException.result("the result of f", "f32[n]", "a.tc:2:5", 0, 2, 3))
        .hasMessage(
            "the result of f is declared f32[n] at a.tc:2:5: axis 0 must have size 3, but has size"
                + " 2");
    assertThat(ShapeException.empty("max", "a.tc:2:5", "x", 1))
        .hasMessage("max at a.tc:2:5: axis 1 of x is empty, and max of nothing has no value");
    assertThat(ShapeException.index("a.tc:2:5", "x", 0, 3, 3))
        .hasMessage(
            "index 3 is out of bounds for axis 0 of x at a.tc:2:5: size 3, indices go from -3 to"
                + " 2");
    assertThat(ShapeException.index("a.tc:2:5", "x", 0, 0, 0))
        .hasMessageEndingWith("size 0, the axis is empty");
    assertThat(ShapeException.output("", "shape [2], expected [3]"))
        .hasMessage("cannot write to the output: shape [2], expected [3]");
  }
}
