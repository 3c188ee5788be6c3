package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.runtime.FloatTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs of updates, views, branches and loops at random: whichever values are overwritten in
 * place, and whichever buffers change places, values stay values.
 */
@ExtendWith(OnBigStack.class)
class RandomControlFlowTest {

  private static final int PROGRAMS =
      Integer.getInteger("tensorc.programs", Sample.isFull() ? 60 : 20);

  /** Makes one program of vectors of one size; any step may use all of them. */
  private static final class Generator {

    private final IrBuilder b = new IrBuilder();
    private final Random random;
    private final List<Value> vectors = new ArrayList<>();
    private final Dim part;

    Generator(long seed) {
      this.random = new Random(seed);
      Value x = b.param("x", DType.F32, 1);
      vectors.add(x);
      part = Dims.clamp(Dims.add(x.shape().getFirst(), -2));
    }

    TensorIr.Module program() {
      steps(2, 4 + random.nextInt(5));
      return b.module(
          IntStream.range(0, 1 + random.nextInt(3)).mapToObj(_ -> any()).toArray(Value[]::new));
    }

    /** Mostly one of the latest, as in programs. */
    private Value any() {
      int back =
          random.nextInt(random.nextBoolean() ? Math.min(3, vectors.size()) : vectors.size());
      return vectors.get(vectors.size() - 1 - back);
    }

    private void steps(int depth, int count) {
      for (int i = 0; i < count; i++) {
        switch (random.nextInt(depth > 0 ? 9 : 6)) {
          case 0 -> vectors.add(b.map(Builtin.ADD, any(), any()));
          case 1 -> vectors.add(b.map(Builtin.MULTIPLY, any(), b.f32(0.5)));
          case 2, 3 -> vectors.add(b.update(any(), offset(), part, value()));
          case 4, 5 -> vectors.add(b.store(any(), Dims.of(random.nextInt(2)), element()));
          case 6 -> branch(depth);
          default -> loop(depth);
        }
      }
    }

    private Dim offset() {
      return Dims.of(random.nextInt(3));
    }

    private Value slice() {
      return b.slice(any(), offset(), part);
    }

    private Value value() {
      return switch (random.nextInt(4)) {
        case 0 -> b.f32(random.nextInt(9));
        case 1 -> slice();
        case 2 -> b.map(Builtin.ADD, slice(), b.f32(1));
        default -> b.map(Builtin.ADD, slice(), slice());
      };
    }

    private Value element() {
      return b.element(any(), Dims.of(random.nextInt(2)));
    }

    /** A block of its own: its definitions are not seen outside. */
    private Supplier<List<Value>> block(int depth, int results) {
      return () -> {
        int before = vectors.size();
        steps(depth - 1, random.nextInt(4));
        List<Value> yields = IntStream.range(0, results).mapToObj(_ -> any()).toList();
        vectors.subList(before, vectors.size()).clear();
        return yields;
      };
    }

    private void branch(int depth) {
      int results = 1 + random.nextInt(2);
      Value condition = b.map(Builtin.LESS, element(), b.f32(random.nextInt(6)));
      List<Value> like = b.like(IntStream.range(0, results).mapToObj(_ -> any()).toList());
      vectors.addAll(b.branch(condition, like, block(depth, results), block(depth, results)));
    }

    private void loop(int depth) {
      List<Value> initial = IntStream.range(0, 1 + random.nextInt(3)).mapToObj(_ -> any()).toList();
      vectors.addAll(
          b.loop(
              b.i64(0),
              b.i64(random.nextInt(4)),
              1,
              initial,
              (_, _, carried) -> {
                int before = vectors.size();
                vectors.addAll(carried);
                List<Value> nexts = block(depth, carried.size()).get();
                vectors.subList(before, vectors.size()).clear();
                return nexts;
              }));
    }
  }

  static Stream<Integer> seeds() {
    return IntStream.range(0, PROGRAMS).boxed();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void valuesAreValues(int seed) {
    for (int size : new int[] {2, 21}) {
      var data = new float[size];
      for (int i = 0; i < size; i++) {
        data[i] = i + 1;
      }
      ControlFlowTest.agree(new Generator(seed).program(), FloatTensor.of(data, size));
    }
  }
}
