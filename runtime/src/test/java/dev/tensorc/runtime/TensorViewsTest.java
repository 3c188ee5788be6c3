package dev.tensorc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TensorViewsTest {

  private static FloatTensor threeByFour() {
    return FloatTensor.of(new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 3, 4);
  }

  @Test
  void slicesAsNumPyDoes() {
    FloatTensor x = threeByFour();
    assertThat(x.slice(0, 1, 3).toRows())
        .isDeepEqualTo(new float[][] {{4, 5, 6, 7}, {8, 9, 10, 11}});
    assertThat(x.slice(1, 3, -1, -2).toRows())
        .isDeepEqualTo(new float[][] {{3, 1}, {7, 5}, {11, 9}});
    assertThat(x.slice(1, 0, 4, 3).toRows()).isDeepEqualTo(new float[][] {{0, 3}, {4, 7}, {8, 11}});
    assertThat(x.slice(1, 4, 4).shape()).containsExactly(3, 0);
    assertThat(x.slice(0, 0, 3, Long.MAX_VALUE).shape()).containsExactly(1, 4);
    assertThat(x.slice(0, 2, -1, Long.MIN_VALUE)).isEqualTo(x.slice(0, 2, 3));
  }

  @Test
  void selectsPermutesAndBroadcasts() {
    FloatTensor x = threeByFour();
    assertThat(x.select(1, 2).toArray()).containsExactly(2, 6, 10);
    assertThat(x.permute(1, 0).toRows())
        .isDeepEqualTo(new float[][] {{0, 4, 8}, {1, 5, 9}, {2, 6, 10}, {3, 7, 11}});
    assertThat(x.select(0, 1).broadcastTo(2, 4).toRows())
        .isDeepEqualTo(new float[][] {{4, 5, 6, 7}, {4, 5, 6, 7}});
    assertThat(x.slice(1, 1, 2).broadcastTo(3, 2).toRows())
        .isDeepEqualTo(new float[][] {{1, 1}, {5, 5}, {9, 9}});
    assertThat(FloatTensor.of(new float[] {7}).broadcastTo(2, 0).shape()).containsExactly(2, 0);
  }

  @Test
  void viewsShareTheirElements() {
    FloatTensor x = threeByFour();
    x.permute(1, 0).select(0, 3).slice(0, 2, -1, -1).set(-1, 0);
    assertThat(x.get(2, 3)).isEqualTo(-1);
    x.set(-2, 0, 0);
    assertThat(x.broadcastTo(5, 3, 4).get(4, 0, 0)).isEqualTo(-2);
  }

  @Test
  void whatRepeatsElementsCannotBeWritten() {
    FloatTensor row = FloatTensor.of(new float[] {1, 2}, 2);
    FloatTensor rows = row.broadcastTo(3, 2);
    assertThat(rows.hasOverlap()).isTrue();
    assertThatThrownBy(() -> rows.set(5, 0, 0))
        .isInstanceOf(TensorException.class)
        .hasMessage(
            "cannot write an element: it is a broadcast view (axis 0 of size 3 has stride 0), so"
                + " one place would hold 3 results");
    assertThatThrownBy(() -> Tensors.copy(FloatTensor.zeros(3, 2), rows))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("broadcast view (axis 0 of size 3 has stride 0)");
    assertThat(row.toArray()).containsExactly(1, 2);
    row.broadcastTo(1, 2).set(5, 0, 1); // nothing repeats
    assertThat(row.get(1)).isEqualTo(5);
  }

  @Test
  void readOnlyMemoryIsNotWritten() {
    try (Arena arena = Arena.ofConfined()) {
      var memory = arena.allocate(8, 8).asReadOnly();
      assertThatThrownBy(() -> LongTensor.wrap(memory, 1).set(1, 0))
          .isInstanceOf(TensorException.class)
          .hasMessage("cannot write an element: its memory is read-only");
    }
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void viewsHaveTheTypeOfTheirTensor(ElementType type) {
    for (Tensor x :
        new Tensor[] {Tensors.zeros(type, 2, 3), Tensors.zeros(type, Arena.ofAuto(), 2, 3)}) {
      Tensor view = x.permute(1, 0).slice(0, 1, 3).select(1, 0).broadcastTo(4, 2);
      assertThat(view).isInstanceOf(type.tensorClass()).isEqualTo(Tensors.zeros(type, 4, 2));
      assertThat(view.isNative()).isEqualTo(x.isNative());
    }
  }

  /** Any chain of views leads to the elements that index arithmetic gives. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void chainsOfViewsAgreeWithIndices(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      Numbered view =
          Numbered.of(IntStream.range(0, 3).mapToLong(i -> random.nextInt(5)).toArray());
      for (int step = 0; step < 4; step++) {
        view = view.next(random);
      }
      assertThat(view.tensor().toArray()).containsExactly(view.places());
      assertThat(view.tensor().hashCode())
          .isEqualTo(IntTensor.of(view.places(), view.tensor().shape()).hashCode());
    }
  }

  /** A view of a tensor whose elements are their places, and the places that it should show. */
  private record Numbered(IntTensor tensor, int[] places) {

    static Numbered of(long... shape) {
      int[] places = IntStream.range(0, Layout.allocatable(shape)).toArray();
      return new Numbered(IntTensor.of(places, shape), places.clone());
    }

    Numbered next(Random random) {
      int rank = tensor.rank();
      if (rank == 0 || random.nextInt(4) == 0) {
        return broadcast(random);
      }
      int axis = random.nextInt(rank);
      int size = (int) tensor.size(axis);
      return switch (random.nextInt(3)) {
        case 0 -> permuted(random);
        case 1 -> size == 0 ? this : selected(axis, random.nextInt(size));
        default -> sliced(axis, size, random);
      };
    }

    private Numbered sliced(int axis, int size, Random random) {
      int a = random.nextInt(size + 1);
      int b = random.nextInt(size + 1);
      int step = 1 + random.nextInt(3);
      int low = Math.min(a, b);
      int high = Math.max(a, b);
      boolean back = random.nextBoolean();
      int[] indices =
          IntStream.range(low, high)
              .map(i -> back ? high - 1 - (i - low) : i)
              .filter(i -> (back ? high - 1 - i : i - low) % step == 0)
              .toArray();
      long[] shape = tensor.shape();
      shape[axis] = indices.length;
      return new Numbered(
          back ? tensor.slice(axis, high - 1, low - 1, -step) : tensor.slice(axis, low, high, step),
          gather(shape, i -> replaced(i, axis, indices[i[axis]])));
    }

    private Numbered selected(int axis, int index) {
      long[] shape =
          IntStream.range(0, tensor.rank())
              .filter(i -> i != axis)
              .mapToLong(tensor::size)
              .toArray();
      return new Numbered(
          tensor.select(axis, index),
          gather(
              shape,
              i ->
                  IntStream.range(0, tensor.rank())
                      .map(k -> k == axis ? index : i[k < axis ? k : k - 1])
                      .toArray()));
    }

    private Numbered permuted(Random random) {
      int[] axes = IntStream.range(0, tensor.rank()).toArray();
      for (int i = axes.length - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int other = axes[i];
        axes[i] = axes[j];
        axes[j] = other;
      }
      long[] shape = Arrays.stream(axes).mapToLong(tensor::size).toArray();
      return new Numbered(
          tensor.permute(axes),
          gather(
              shape,
              i -> {
                int[] own = new int[i.length];
                for (int k = 0; k < i.length; k++) {
                  own[axes[k]] = i[k];
                }
                return own;
              }));
    }

    private Numbered broadcast(Random random) {
      int added = random.nextInt(2);
      long[] own = tensor.shape();
      long[] shape = new long[own.length + added];
      for (int k = 0; k < shape.length; k++) {
        boolean stretches = k < added || own[k - added] == 1;
        shape[k] = stretches ? random.nextInt(4) : own[k - added];
      }
      return new Numbered(
          tensor.broadcastTo(shape),
          gather(
              shape,
              i ->
                  IntStream.range(0, own.length)
                      .map(k -> own[k] == 1 ? 0 : i[k + added])
                      .toArray()));
    }

    private interface Index {
      int[] of(int... index);
    }

    /** The places that these indices of this view's lead to, for all indices of a shape. */
    private int[] gather(long[] shape, Index own) {
      int[] result = new int[Layout.allocatable(shape)];
      for (int flat = 0; flat < result.length; flat++) {
        int[] index = new int[shape.length];
        int rest = flat;
        for (int k = shape.length - 1; k >= 0; k--) {
          index[k] = rest % (int) shape[k];
          rest /= (int) shape[k];
        }
        int[] here = own.of(index);
        int at = 0;
        for (int k = 0; k < here.length; k++) {
          at = at * (int) tensor.size(k) + here[k];
        }
        result[flat] = places[at];
      }
      return result;
    }

    private static int[] replaced(int[] index, int axis, int value) {
      int[] changed = index.clone();
      changed[axis] = value;
      return changed;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | 2 |  1 |  1 | slice: from 2 to 1 does not lie on axis 0 of shape [3, 4], which has size 3: 0 <= from <= to <= 3
          1 | 0 |  5 |  1 | slice: from 0 to 5 does not lie on axis 1 of shape [3, 4], which has size 4: 0 <= from <= to <= 4
          1 | -1 | 4 |  2 | slice: from -1 to 4 by 2 does not lie on axis 1 of shape [3, 4], which has size 4: 0 <= from <= to <= 4
          1 | 4 | -1 | -1 | slice: from 4 to -1 by -1 does not lie on axis 1 of shape [3, 4], which has size 4: a negative step needs 3 >= from >= to >= -1
          2 | 0 |  1 |  1 | slice: shape [3, 4] has no axis 2; its axes are 0 to 1
          0 | 0 |  3 |  0 | slice: a step of 0 never arrives; give 1, or -1 to go backwards
          """)
  void refusesSlices(int axis, long from, long to, long step, String message) {
    assertThatThrownBy(() -> threeByFour().slice(axis, from, to, step))
        .isInstanceOf(ShapeException.class)
        .hasMessage(message);
  }

  @Test
  void refusesOtherViews() {
    FloatTensor x = threeByFour();
    assertThatThrownBy(() -> x.select(0, 3))
        .isInstanceOf(ShapeException.class)
        .hasMessage("select: index 3 does not lie on axis 0 of shape [3, 4], which has size 3");
    for (int[] axes : new int[][] {{0}, {0, 0}, {0, 2}, {-1, 0}, {0, 1, 2}}) {
      assertThatThrownBy(() -> x.permute(axes))
          .isInstanceOf(ShapeException.class)
          .hasMessageContaining("are not an order of the 2 axes of shape [3, 4]");
    }
    assertThatThrownBy(() -> x.broadcastTo(10, 2, 4))
        .isInstanceOf(ShapeException.class)
        .hasMessage(
            """
            the tensor cannot be broadcast: its axis 0 has size 3, the target has 2 there; only 1 stretches
                shape   [     3,  4]
                target  [10,  2,  4]\
            """);
    assertThatThrownBy(() -> x.broadcastTo(4))
        .isInstanceOf(ShapeException.class)
        .hasMessage(
            """
            the tensor cannot be broadcast: it has more axes than the target
                shape   [3, 4]
                target  [   4]\
            """);
    assertThatThrownBy(() -> FloatTensor.zeros().slice(0, 0, 1))
        .isInstanceOf(ShapeException.class)
        .hasMessage("slice: a scalar has no axes");
  }

  @Test
  void elementsOfUnsignedTypesHaveTheirRange() {
    UByteTensor bytes = UByteTensor.zeros(1);
    bytes.set(255, 0);
    assertThat(bytes.get(0)).isEqualTo(255);
    assertThatThrownBy(() -> bytes.set(256, 0))
        .isInstanceOf(ShapeException.class)
        .hasMessage("cannot write 256: an element of u8 is from 0 to 255");
    UIntTensor ints = UIntTensor.zeros(Arena.ofAuto(), 1);
    ints.set(4294967295L, 0);
    assertThat(ints.get(0)).isEqualTo(4294967295L);
    assertThatThrownBy(() -> ints.set(-1, 0)).hasMessageContaining("from 0 to 4294967295");
    Float16Tensor halves = Float16Tensor.zeros(1);
    halves.set(0.1f, 0);
    assertThat(halves.get(0)).isEqualTo(0.099975586f); // the nearest f16
    BooleanTensor truths = BooleanTensor.zeros(Arena.ofAuto(), 1);
    truths.set(true, 0);
    assertThat(truths.get(0)).isTrue();
  }

  @Test
  void allNaNsAreEqualAndZerosHaveSigns() {
    DoubleTensor nan = DoubleTensor.of(new double[] {Double.NaN});
    double other = Double.longBitsToDouble(0x7ff8_0000_0000_0001L);
    assertThat(nan).isEqualTo(DoubleTensor.of(new double[] {other}));
    assertThat(nan).hasSameHashCodeAs(DoubleTensor.of(new double[] {other}));
    assertThat(DoubleTensor.of(new double[] {0.0}))
        .isNotEqualTo(DoubleTensor.of(new double[] {-0.0}));
    assertThat(Float16Tensor.of(new short[] {0x7e00}))
        .isEqualTo(Float16Tensor.of(new short[] {0x7e01}));
    assertThat(BFloat16Tensor.of(new short[] {0x7fc0}))
        .isEqualTo(BFloat16Tensor.of(new short[] {(short) 0xffc1}));
  }
}
