package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions of unranked parameters, called with every rank, in many layouts. */
class UnrankedTest {

  private static final int MAX_RANK = 16;
  private static final int RUNS = 60;
  private static final int[] SIZES = {0, 1, 1, 2, 2, 3, 5, 17};

  private static final SourceText SOURCE =
      new SourceText(
          "unranked.tc",
          """
          export fn plus(a: f32[...], b: f32[...]) -> f32[...] { return a + b }
          export fn chain(a: f32[...], b: f32[...]) -> f32[...] { return maximum((a - b) * 2, 0.5) / (a * a + 1) }
          export fn select(a: f32[...], b: f32[...]) -> f32[...] { return where(a < b, a, b * 2) }
          export fn mixed(a: f32[...], b: f32[...]) -> f64[...] { return astype(a, f64) * b }
          export fn row(a: f32[...], b: f32[...]) -> f32[...] { return sum(a * b, axis=-1) }
          export fn columns(a: f32[...], b: f32[...]) -> f32[...] { return mean(a - b, axis=-2) }
          export fn planes(a: f32[...], b: f32[...]) -> f32[...] { return sum(a * b, axis=(-1, -3)) }
          export fn total(a: f32[...], b: f32[...]) -> f32 { return sum(a * b) }
          export fn greatest(a: f32[...], b: f32[...]) -> f32[...] { return max(a + b, keepdims=true) }
          export fn centre(a: f32[...], b: f32[...]) -> f32[...] { return (a - mean(a, axis=-1, keepdims=true)) * b }
          export fn softmax(a: f32[...], b: f32[...]) -> f32[...] {
            let e = exp((a - max(a, axis=-1, keepdims=true)) / 100)
            return e / sum(e, axis=-1, keepdims=true) + b
          }
          export fn product(a: f32[...], b: f32[...]) -> f32[...] { return a @ matrix_transpose(b) - 1 }
          export fn dots(a: f32[...], b: f32[...]) -> f32[...] { return vecdot(a, b * 2) }
          export fn of_three(a: f32[...], b: f32[...]) -> f32[...] { return einsum("...i,...i,...i->...", a, b, a) }
          export fn turned(a: f32[...], b: f32[...]) -> f32[...] { return roll(flip(a, axis=-1), 1, axis=-1) - b }
          export fn joined(a: f32[...], b: f32[...]) -> f32[...] { return concat([a + b, a - b, a], axis=-1) }
          export fn steps(a: f32[...], b: f32[...]) -> f32[...] { return diff(a * b)[..., ::-1, newaxis] }
          export fn chosen(a: f32[...], b: f32[...]) -> f32[...] { return take_along_axis(a, argsort(b)) }
          export fn written(a: f32[...], b: f32[...]) -> f32[...] {
            var y = a * 2
            y[..., :1] = b[..., 1:2]
            return y
          }
          """);

  private static final Engines ENGINES = Engines.of(SOURCE);

  @Test
  void everyPairOfRanks() {
    var random = new Random(7);
    for (int left = 0; left <= 6; left++) {
      for (int right = 0; right <= 6; right++) {
        for (int i = 0; i < 4; i++) {
          long[] sizes = sizes(random, 6);
          add(
              layout(random, left).make(random, last(random, sizes, left)),
              layout(random, right).make(random, last(random, sizes, right)));
        }
      }
    }
  }

  /** Against NumPy's rule, written down apart from the compiler. */
  private static void add(FloatTensor a, FloatTensor b) {
    Optional<long[]> shape = NumpyModel.shape(a.shape(), b.shape());
    if (shape.isEmpty()) {
      assertThat(ENGINES.agreeOnFailure("plus", a, b))
          .startsWith("BroadcastException: a + b at unranked.tc:1:");
      return;
    }
    float[] sum = NumpyModel.broadcastTo(a, shape.get());
    float[] y = NumpyModel.broadcastTo(b, shape.get());
    for (int i = 0; i < sum.length; i++) {
      sum[i] += y[i];
    }
    ENGINES.expect(FloatTensor.of(sum, shape.get()), "plus", a, b);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "chain",
        "select",
        "mixed",
        "row",
        "columns",
        "planes",
        "total",
        "greatest",
        "centre",
        "softmax",
        "product",
        "dots",
        "of_three",
        "turned",
        "joined",
        "steps",
        "chosen",
        "written"
      })
  void enginesAgree(String function) {
    var random = new Random(function.hashCode());
    for (int run = 0; run < RUNS; run++) {
      int left = random.nextInt(7);
      int right = random.nextInt(7);
      long[] sizes = sizes(random, 6);
      ENGINES.agree(
          function,
          layout(random, left).make(random, last(random, sizes, left)),
          layout(random, right).make(random, last(random, sizes, right)));
    }
  }

  /** Axes that never merge: each tensor stretches on every second one, or lies column by column. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "plus", "chain", "row", "columns", "planes", "total", "softmax", "product", "turned",
        "joined"
      })
  void axesThatDoNotMerge(String function) {
    var random = new Random(3);
    for (int rank = 4; rank <= 8; rank++) {
      long[] even = new long[rank];
      long[] odd = new long[rank];
      for (int axis = 0; axis < rank; axis++) {
        even[axis] = axis % 2 == 0 ? 2 : 1;
        odd[axis] = axis % 2 == 0 ? 1 : 3;
      }
      ENGINES.agree(
          function, Floats.ROW_MAJOR.make(random, even), Floats.ROW_MAJOR.make(random, odd));
      long[] threes = new long[rank];
      Arrays.fill(threes, rank < 7 ? 3 : 2);
      ENGINES.agree(
          function, Floats.COLUMN_MAJOR.make(random, threes), Floats.SPREAD.make(random, threes));
    }
  }

  @Test
  void sixteenAxesAndNoMore() {
    var random = new Random(4);
    long[] even = new long[MAX_RANK];
    long[] odd = new long[MAX_RANK];
    Arrays.fill(even, 1);
    Arrays.fill(odd, 1);
    for (int axis = 0; axis < 10; axis += 2) {
      even[axis] = 2;
      odd[axis + 5] = 2;
    }
    for (String f : new String[] {"plus", "row", "planes", "total", "softmax"}) {
      ENGINES.agree(f, Floats.ROW_MAJOR.make(random, even), Floats.ROW_MAJOR.make(random, odd));
    }
    long[] more = new long[MAX_RANK + 1];
    Arrays.fill(more, 1);
    assertThat(ENGINES.agreeOnFailure("plus", FloatTensor.zeros(2), FloatTensor.zeros(more)))
        .contains("b is declared f32[...], which takes at most 16 axes");
  }

  /** Merging allocates nothing, nor do the loops around the kernel's own. */
  @Tag("jit")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsAllocated(boolean vector) throws Throwable {
    CompiledProgram program = Tensorc.compile(SOURCE, Options.DEFAULT);
    ClassChecks.check(program.classFiles());
    Class<?> facade = new TestLoader(program.classFiles(), vector).loadClass(program.className());
    MethodHandle chain =
        MethodHandles.publicLookup()
            .findStatic(
                facade,
                "chainInto",
                MethodType.methodType(
                    void.class, FloatTensor.class, FloatTensor.class, FloatTensor.class));
    var random = new Random(5);
    FloatTensor a = Floats.ROW_MAJOR.make(random, 2, 1, 3, 1, 2, 40);
    FloatTensor b = Floats.ROW_MAJOR.make(random, 1, 3, 1, 2, 1, 40);
    FloatTensor out = FloatTensor.zeros(2, 3, 3, 2, 2, 40);
    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    long allocated;
    do { // until the JIT has compiled it: vectors are objects before that
      long before = bean.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 200; i++) {
        chain.invokeExact(out, a, b);
      }
      allocated = bean.getCurrentThreadAllocatedBytes() - before;
    } while (allocated > 0 && System.nanoTime() - start < 20_000_000_000L);
    assertThat(allocated).as("bytes in 200 calls").isZero();
  }

  private static long[] sizes(Random random, int rank) {
    var sizes = new long[rank];
    for (int axis = 0; axis < rank; axis++) {
      int size = SIZES[random.nextInt(SIZES.length)];
      sizes[axis] = axis < rank - 2 ? Math.min(size, 3) : size;
    }
    return sizes;
  }

  /** The last sizes, some of them 1, now and then one that does not fit. */
  private static long[] last(Random random, long[] sizes, int rank) {
    long[] shape = Arrays.copyOfRange(sizes, sizes.length - rank, sizes.length);
    for (int axis = 0; axis < rank; axis++) {
      int change = random.nextInt(40);
      shape[axis] = change < 10 ? 1 : change == 39 ? 4 : shape[axis];
    }
    return shape;
  }

  private static Floats layout(Random random, int rank) {
    Floats[] all = Floats.values();
    return rank == 0 ? Floats.ROW_MAJOR : all[random.nextInt(all.length)];
  }
}
