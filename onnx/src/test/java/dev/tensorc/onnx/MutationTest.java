package dev.tensorc.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tensorc.onnx.TestModel.Attribute;
import dev.tensorc.onnx.fold.Folding;
import dev.tensorc.onnx.graph.ExternalFiles;
import dev.tensorc.onnx.graph.GraphBuilder;
import dev.tensorc.onnx.lift.Layers;
import dev.tensorc.onnx.lift.Lifting;
import dev.tensorc.onnx.text.ProgramText;
import dev.tensorc.onnx.wire.ModelReader;
import dev.tensorc.onnx.wire.OnnxException;
import dev.tensorc.runtime.ElementType;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files with some bytes changed, cut or doubled are imported, or refused with an OnnxException. An
 * import takes no more memory than four times the undamaged file, whatever sizes a file announces.
 */
class MutationTest {
  private static final long SEED = Long.getLong("mutation.seed", 20784);
  private static final boolean FULL = Boolean.getBoolean("tensorc.full");
  private static final int COUNT = Integer.getInteger("mutation.count", FULL ? 200_000 : 4000);
  private static final int MAX_MEMORY = 4;

  /** The elements of the weight that most of the file consists of are all this number. */
  private static final int ROWS = 4096;

  private static final int COLUMNS = 32;
  private static final byte FILLING = 0x5a;
  private static final float FILLED = Float.intBitsToFloat(0x5a5a5a5a);

  @TempDir private Path folder;

  private static byte[] model() {
    return TestModel.of(13)
        .input("x", ElementType.F32, "n", 4)
        .input("ids", ElementType.I64, "n", "m")
        .floats("w", List.of(4L, 2L), 1, 2, 3, 4, 5, 6, 7, 8)
        .floats("b", List.of(2L), 1, 2)
        .floats("table", List.of((long) ROWS, (long) COLUMNS), table())
        .integers("shape", List.of(2L), -1, 2)
        .integers("zero", List.of(), 0)
        .node("/layer.0/MatMul", "MatMul", List.of("x", "w"), List.of("p"))
        .node("/layer.0/Add", "Add", List.of("b", "p"), List.of("h"))
        .node("Softmax", List.of("h"), "s", Attribute.of("axis", -1))
        .node("Reshape", List.of("s", "shape"), "r")
        .node("Gather", List.of("r", "ids"), "g", Attribute.of("axis", 0))
        .node("Gather", List.of("table", "ids"), "t", Attribute.of("axis", 0))
        .node("Shape", List.of("g"), "sizes")
        .node("Gather", List.of("sizes", "zero"), "size")
        .node("Cast", List.of("size"), "f", Attribute.of("to", 1L))
        .node("Mul", List.of("s", "s"), "y")
        .output("y", "g", "t")
        .bytes();
  }

  private static double[] table() {
    double[] values = new double[ROWS * COLUMNS];
    Arrays.fill(values, FILLED);
    return values;
  }

  @Test
  void onlyDocumentedErrorsAndLittleMemory() {
    byte[] whole = model();
    int filling = filling(whole);
    var random = new Random(SEED);
    int read = 0;
    long most = 0;
    run(whole);
    assertThatThrownBy(() -> run(Arrays.copyOf(whole, filling))) // loads classes
        .isInstanceOf(OnnxException.class);
    for (int i = 0; i < COUNT; i++) {
      byte[] mutant = mutated(whole, filling, random);
      long before = allocated();
      try {
        read += run(mutant);
      } catch (OnnxException e) {
        assertThat(e.getMessage()).isNotBlank();
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed %d, mutation %d".formatted(SEED, i), e);
      }
      most = Math.max(most, allocated() - before);
    }
    assertThat(read).as("files that are models still").isBetween(1, COUNT - 1);
    assertThat(most).isLessThan(MAX_MEMORY * (long) whole.length);
  }

  private static long allocated() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }

  /** All that an import does but for the files that it writes. */
  private int run(byte[] bytes) {
    try (Arena arena = Arena.ofConfined()) {
      var graph =
          GraphBuilder.build(
              ModelReader.read(MemorySegment.ofArray(bytes)),
              new ExternalFiles(folder, arena),
              arena);
      var program = Layers.of(Lifting.lift(Folding.fold(graph, Map.of(), ProgramText.reserved())));
      return ProgramText.write(program, "a mutant", "w.safetensors").text().isEmpty() ? 0 : 1;
    } catch (UncheckedIOException e) {
      return 0; // a mutant names a file that cannot be opened
    }
  }

  /** Where the weight's elements begin. */
  private static int filling(byte[] whole) {
    int at = 0;
    while (whole[at] != FILLING || whole[at + COLUMNS] != FILLING) {
      at++;
    }
    return at;
  }

  /** Changes bytes, mostly those that are no elements. */
  private static byte[] mutated(byte[] whole, int filling, Random random) {
    byte[] bytes = whole.clone();
    int elements = ROWS * COLUMNS * Float.BYTES;
    for (int i = random.nextInt(4); i >= 0; i--) {
      int drawn = random.nextInt(whole.length - elements);
      int from = drawn < filling ? drawn : drawn + elements;
      int at =
          random.nextInt(32) == 0 ? random.nextInt(bytes.length) : Math.min(from, bytes.length - 1);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
        case 3 -> {
          int to = Math.min(bytes.length, at + 1 + random.nextInt(8));
          byte[] longer = Arrays.copyOf(bytes, bytes.length + to - at);
          System.arraycopy(bytes, at, longer, to, bytes.length - at);
          bytes = longer;
        }
        default -> bytes[at] = (byte) (random.nextBoolean() ? 0xff : 0x7f);
      }
    }
    return bytes;
  }
}
