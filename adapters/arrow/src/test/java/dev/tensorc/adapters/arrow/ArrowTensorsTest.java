package dev.tensorc.adapters.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Tensorc;
import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Tensors;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ArrowTensorsTest {

  private static final ArrowType LIST = ArrowType.List.INSTANCE;
  private static final ArrowType LARGE = ArrowType.LargeList.INSTANCE;
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final ArrowType INT = new ArrowType.Int(32, true);

  private BufferAllocator allocator;
  private Arena arena;

  @BeforeEach
  void open() {
    allocator = new RootAllocator();
    arena = Arena.ofConfined();
  }

  /** The allocator fails where a buffer was not released. */
  @AfterEach
  void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
    allocator.close();
  }

  private static long address(Tensor tensor) {
    return tensor.segment().orElseThrow().address() + tensor.offset() * tensor.type().byteWidth();
  }

  @Test
  void aProgramReadsAndWritesTheMemoryOfVectors() {
    Function f =
        Tensorc.compile("export fn f(x: f64[n], y: f64[n]) -> f64[n] { return x * y + 1.0 }")
            .function("f");
    try (var x = Batches.doubles(allocator, 1.0, 2.0, 3.0);
        var y = Batches.doubles(allocator, 4.0, 5.0, 6.0);
        var z = new Float8Vector("z", allocator)) {
      Tensor a = ArrowTensors.wrap(x, arena);
      Tensor out = ArrowTensors.output(z, arena, 3);
      f.invokeInto(out, a, ArrowTensors.wrap(y, arena));
      assertThat(address(a)).isEqualTo(x.getDataBuffer().memoryAddress());
      assertThat(address(out)).isEqualTo(z.getDataBuffer().memoryAddress());
      assertThat(z.getNullCount()).isZero();
      assertThat(List.of(z.get(0), z.get(1), z.get(2))).containsExactly(5.0, 11.0, 19.0);
    }
  }

  @Test
  void whatWasAVectorsMemoryLivesAsLongAsTheArena() {
    Tensor a;
    try (var x = Batches.doubles(allocator, 1.0, 2.0, 3.0)) {
      a = ArrowTensors.wrap(x, arena);
    }
    assertThat(allocator.getAllocatedMemory()).isPositive();
    assertThat(a).isEqualTo(DoubleTensor.of(new double[] {1, 2, 3}, 3));
    arena.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
    assertThatThrownBy(() -> ((DoubleTensor) a).get(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anAutomaticArenaReleasesWhatNoTensorReaches() throws InterruptedException {
    try (var x = Batches.doubles(allocator, 1.0, 2.0, 3.0)) {
      assertThat(ArrowTensors.wrap(x, Arena.ofAuto()).count()).isEqualTo(3);
    }
    for (int i = 0; i < 200 && allocator.getAllocatedMemory() > 0; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void aClosedArenaRetainsNothing() {
    arena.close();
    try (var x = Batches.doubles(allocator, 1.0)) {
      assertThatThrownBy(() -> ArrowTensors.wrap(x, arena))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void listsAddAxes() {
    try (FieldVector fixed = Batches.nested(allocator, Batches.fixed(2), DOUBLE);
        FieldVector large = Batches.nested(allocator, LARGE, LIST, Batches.fixed(1), INT)) {
      Batches.fill(fixed, List.of(1.0, 2.0), List.of(3.0, 4.0), List.of(5.0, 6.0));
      assertThat(ArrowTensors.wrap(fixed, arena))
          .isEqualTo(DoubleTensor.of(new double[] {1, 2, 3, 4, 5, 6}, 3, 2));
      List<Object> row = List.of(List.of(List.of(1), List.of(2), List.of(3)));
      Batches.fill(large, row, List.of(List.of(List.of(4), List.of(5), List.of(6))));
      assertThat(ArrowTensors.wrap(large, arena))
          .isEqualTo(IntTensor.of(new int[] {1, 2, 3, 4, 5, 6}, 2, 1, 3, 1));
    }
  }

  @Test
  void slicesOfVectorsAreNotCopied() {
    try (FieldVector whole = Batches.nested(allocator, LIST, DOUBLE)) {
      Batches.fill(whole, List.of(9.0), List.of(1.0, 2.0), List.of(3.0, 4.0), List.of());
      assertThatThrownBy(() -> ArrowTensors.wrap(whole, arena))
          .isInstanceOf(ShapeException.class)
          .hasMessage(
              "the lists of column x differ in length: list 0 has 1 elements, list 1 has 2; a"
                  + " tensor's rows have one length");
      var transfer = whole.getTransferPair(allocator);
      transfer.splitAndTransfer(1, 2);
      try (var part = (ListVector) transfer.getTo()) {
        Tensor rows = ArrowTensors.wrap(part, arena);
        assertThat(rows).isEqualTo(DoubleTensor.of(new double[] {1, 2, 3, 4}, 2, 2));
        long data = ((Float8Vector) part.getDataVector()).getDataBuffer().memoryAddress();
        long start = (long) Double.BYTES * part.getOffsetBuffer().getInt(0);
        assertThat(address(rows)).isEqualTo(data + start);
      }
    }
  }

  @Test
  void nullsAreRefusedKeptOrNan() {
    try (var x = Batches.doubles(allocator, 1.0, null, 3.0, null)) {
      assertThatThrownBy(() -> ArrowTensors.wrap(x, arena))
          .isInstanceOf(TensorException.class)
          .hasMessage(
              "column x has nulls, 2 of 4 elements, first at [1]; wrap(vector, arena, Nulls.NAN)"
                  + " makes them NaN, and Nulls.KEEP leaves them to valid(vector)");
      Tensor kept = ArrowTensors.wrap(x, arena, Nulls.KEEP);
      assertThat(address(kept)).isEqualTo(x.getDataBuffer().memoryAddress());
      assertThat(ArrowTensors.valid(x))
          .isEqualTo(BooleanTensor.of(new boolean[] {true, false, true, false}, 4));
      assertThat(ArrowTensors.wrap(x, arena, Nulls.NAN))
          .isEqualTo(DoubleTensor.of(new double[] {1, Double.NaN, 3, Double.NaN}, 4));
    }
    try (var x = Batches.floats(allocator, 1f, null);
        var whole = Batches.floats(allocator, 1f, 2f)) {
      assertThat(ArrowTensors.wrap(x, arena, Nulls.NAN))
          .isEqualTo(FloatTensor.of(new float[] {1, Float.NaN}, 2));
      assertThat(address(ArrowTensors.wrap(whole, arena, Nulls.NAN)))
          .isEqualTo(whole.getDataBuffer().memoryAddress());
    }
    try (var x = Batches.ints(allocator, 1, null)) {
      assertThatThrownBy(() -> ArrowTensors.wrap(x, arena, Nulls.NAN))
          .isInstanceOf(TensorException.class)
          .hasMessageStartingWith("column x has nulls, and i32 has no NaN: ");
    }
  }

  @Test
  void nullListsHaveNoElements() {
    try (FieldVector x = Batches.nested(allocator, LIST, LIST, DOUBLE)) {
      List<Double> gap = Arrays.asList(3.0, null);
      Batches.fill(
          x, null, List.of(List.of(1.0, 2.0), gap), Arrays.asList(null, List.of(5.0, 6.0)));
      assertThat(ArrowTensors.valid(x).shape()).containsExactly(3, 2, 2);
      assertThat(ArrowTensors.valid(x).toArray())
          .containsExactly(
              false, false, false, false, true, true, true, false, false, false, true, true);
      double nan = Double.NaN;
      assertThat(ArrowTensors.wrap(x, arena, Nulls.NAN))
          .isEqualTo(
              DoubleTensor.of(
                  new double[] {nan, nan, nan, nan, 1, 2, 3, nan, nan, nan, 5, 6}, 3, 2, 2));
      assertThatThrownBy(() -> ArrowTensors.wrap(x, arena, Nulls.KEEP))
          .isInstanceOf(TensorException.class)
          .hasMessageStartingWith("column x has null lists without places for their elements");
      assertThatThrownBy(() -> ArrowTensors.wrap(x, arena))
          .hasMessageContaining("column x has nulls, 7 of 12 elements, first at [0, 0, 0]");
    }
  }

  /** Nested lists with nulls anywhere against the values of Arrow's own getObject. */
  @Test
  void randomListsAreWhatArrowSaysTheyAre() {
    var random = new Random(46);
    for (int round = 0; round < 60; round++) {
      int[] sizes = {random.nextInt(5), random.nextInt(4), 1 + random.nextInt(3)};
      ArrowType outer = List.of(LIST, LARGE, Batches.fixed(sizes[1])).get(round % 3);
      ArrowType inner = random.nextBoolean() ? LIST : Batches.fixed(sizes[2]);
      try (FieldVector x = Batches.nested(allocator, outer, inner, DOUBLE)) {
        var rows = new Object[sizes[0]];
        Arrays.setAll(rows, _ -> value(random, sizes, 1));
        Batches.fill(x, rows);
        Tensor tensor = ArrowTensors.wrap(x, arena, Nulls.NAN);
        BooleanTensor valid = ArrowTensors.valid(x);
        for (int i = 0; i < tensor.size(0); i++) {
          for (int j = 0; j < tensor.size(1); j++) {
            for (int k = 0; k < tensor.size(2); k++) {
              Object row = x.getObject(i);
              Object list = row == null ? null : ((List<?>) row).get(j);
              Object element = list == null ? null : ((List<?>) list).get(k);
              assertThat(valid.get(i, j, k)).isEqualTo(element != null);
              assertThat(((DoubleTensor) tensor).get(i, j, k))
                  .isEqualTo(element == null ? Double.NaN : element);
            }
          }
        }
      }
    }
  }

  private static Object value(Random random, int[] sizes, int axis) {
    if (random.nextInt(6) == 0) {
      return null;
    }
    if (axis == sizes.length) {
      return random.nextDouble();
    }
    var values = new Object[sizes[axis]];
    Arrays.setAll(values, _ -> value(random, sizes, axis + 1));
    return Arrays.asList(values);
  }

  @Test
  void vectorsWithoutRowsAreTensorsWithoutElements() {
    try (var x = new Float8Vector("x", allocator);
        FieldVector lists = Batches.nested(allocator, LIST, Batches.fixed(3), DOUBLE)) {
      assertThat(ArrowTensors.wrap(x, arena).shape()).containsExactly(0);
      assertThat(ArrowTensors.wrap(lists, arena).shape()).containsExactly(0, 0, 3);
      assertThat(ArrowTensors.valid(lists).shape()).containsExactly(0, 0, 3);
      assertThat(ArrowTensors.output(x, arena, 0).shape()).containsExactly(0);
      Batches.fill(lists, List.of(), List.of());
      assertThat(ArrowTensors.wrap(lists, arena).shape()).containsExactly(2, 0, 3);
    }
  }

  @Test
  void everyTypeOfNumbersGoesOutAndBackIn() {
    for (ElementType type : ElementType.values()) {
      if (type == ElementType.BF16) {
        assertThatThrownBy(() -> ArrowTensors.field("x", type, 1)).hasMessageContaining("no bf16");
        continue;
      }
      Tensor tensor = Tensors.zeros(type, 5, 3);
      for (int i = 0; i < 5; i++) {
        set(tensor, i, i % 3);
      }
      try (FieldVector x = ArrowTensors.field("x", type, tensor.shape()).createVector(allocator)) {
        ArrowTensors.copyInto(tensor.permute(1, 0).permute(1, 0), x);
        assertThat(ArrowTensors.wrap(x, arena)).isEqualTo(tensor);
        assertThat(x.getNullCount()).isZero();
      }
    }
  }

  private static void set(Tensor tensor, long i, long j) {
    switch (tensor) {
      case BooleanTensor t -> t.set(true, i, j);
      case FloatTensor t -> t.set(i + 0.5f, i, j);
      case DoubleTensor t -> t.set(i + 0.5, i, j);
      case IntTensor t -> t.set(-1, i, j);
      default ->
          Tensors.copy(
              Tensors.of(tensor.type(), one(tensor.type())), tensor.select(0, i).select(0, j));
    }
  }

  private static Object one(ElementType type) {
    Object array = type.newArray(1);
    switch (array) {
      case byte[] a -> a[0] = -7;
      case short[] a -> a[0] = 0x3555;
      case int[] a -> a[0] = -9;
      case long[] a -> a[0] = Long.MIN_VALUE + 1;
      default -> throw new AssertionError(type);
    }
    return array;
  }

  @Test
  void resultsAreListsToArrow() {
    for (ArrowType list : List.of(LIST, LARGE, Batches.fixed(2))) {
      try (FieldVector x = Batches.nested(allocator, list, LIST, INT)) {
        Batches.fill(x, (Object) null); // values from before do not matter
        int[] values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        Tensor out = ArrowTensors.output(x, arena, 3, 2, 2);
        Tensors.copy(IntTensor.of(values, 3, 2, 2), out);
        assertThat(x.getValueCount()).isEqualTo(3);
        assertThat(x.getObject(0)).hasToString("[[1,2],[3,4]]");
        assertThat(x.getObject(2)).hasToString("[[9,10],[11,12]]");
        assertThat(x.getNullCount()).isZero();
      }
    }
  }

  @Test
  void truthValuesAreCopied() {
    try (var bits = new BitVector("x", allocator)) {
      var truths = new boolean[19];
      truths[0] = truths[8] = truths[18] = true;
      ArrowTensors.copyInto(BooleanTensor.of(truths, 19), bits);
      assertThat(bits.get(8)).isEqualTo(1);
      assertThat(ArrowTensors.wrap(bits, arena)).isEqualTo(BooleanTensor.of(truths, 19));
      assertThatThrownBy(() -> ArrowTensors.output(bits, arena, 3))
          .hasMessageContaining("copyInto(tensor, vector) writes them");
      bits.setNull(0);
      assertThat(((BooleanTensor) ArrowTensors.wrap(bits, arena, Nulls.KEEP)).get(0)).isFalse();
    }
  }

  @Test
  void timesAreIntegersOfTheirUnit() {
    var stamps = new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");
    try (FieldVector x = Field.nullable("t", stamps).createVector(allocator)) {
      assertThat(ArrowTensors.output(x, arena, 2).type()).isEqualTo(ElementType.I64);
    }
  }

  @Test
  void whatIsNoColumnOfNumbersIsRefused() {
    var encoding = new DictionaryEncoding(1, false, new ArrowType.Int(32, true));
    var type = new FieldType(true, new ArrowType.Int(32, true), encoding);
    try (var text = new VarCharVector("name", allocator);
        var indices = new IntVector("color", type, allocator)) {
      assertThatThrownBy(() -> ArrowTensors.wrap(text, arena))
          .isInstanceOf(TensorException.class)
          .hasMessageStartingWith("column name of Arrow's type Utf8 is not supported yet");
      assertThatThrownBy(() -> ArrowTensors.wrap(indices, arena))
          .hasMessageStartingWith("column color holds indices of a dictionary: decode it first");
    }
  }

  @Test
  void outputsOfAnotherShapeAreRefused() {
    try (var x = (FixedSizeListVector) Batches.nested(allocator, Batches.fixed(2), DOUBLE)) {
      assertThatThrownBy(() -> ArrowTensors.output(x, arena, 4, 3))
          .isInstanceOf(ShapeException.class)
          .hasMessage("shape [4, 3] does not fit column x: its lists of level 1 have 2 elements");
      assertThatThrownBy(() -> ArrowTensors.output(x, arena, 4))
          .hasMessage(
              "shape [4] does not fit column x, which has 2: rows and the elements of its lists");
      assertThatThrownBy(() -> ArrowTensors.output(x, arena, 1L << 31, 2))
          .hasMessageContaining("sizes are from 0 to 2^31-1");
      assertThatThrownBy(() -> ArrowTensors.copyInto(IntTensor.zeros(1, 2), x))
          .hasMessage("a tensor of i32 cannot be copied to column x, which holds f64");
    }
  }
}
