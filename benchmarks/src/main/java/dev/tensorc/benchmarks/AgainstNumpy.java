package dev.tensorc.benchmarks;

import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * {@code benchmarks/run numpy}: functions of the Array API against NumPy's, each on the same 10^6
 * elements into an existing result, in turn with a Python process. Both results are compared.
 */
final class AgainstNumpy {

  private static final int COUNT = 1_000_000;
  private static final InTurn IN_TURN = new InTurn(25, 2_000_000_000L);

  /**
   * @param args the operands
   */
  private record Task(String function, Tensor result, List<Object> args) {}

  private final Path folder;
  private final Map<String, Task> tasks = new LinkedHashMap<>();
  private final CompiledProgram program;

  private AgainstNumpy(Path folder) throws IOException {
    this.folder = folder;
    this.program =
        Tensorc.compile(new SourceText("order.tc", ProgramText.of("order.tc")), Options.DEFAULT);
    var random = new Random(1);
    float[] x = new float[COUNT];
    long[] indices = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      x[i] = (float) random.nextGaussian();
      indices[i] = random.nextInt(COUNT);
    }
    float[] sorted = x.clone();
    Arrays.sort(sorted);
    write("x", MemorySegment.ofArray(x));
    write("sorted_x", MemorySegment.ofArray(sorted));
    write("indices", MemorySegment.ofArray(indices));
    FloatTensor row = FloatTensor.of(x, COUNT);
    FloatTensor matrix = FloatTensor.of(x, COUNT / 1000, 1000);
    add("sort", "sorted", FloatTensor.zeros(COUNT), row);
    add("sort-rows", "sorted_rows", FloatTensor.zeros(COUNT / 1000, 1000), matrix);
    add("argsort", "places", LongTensor.zeros(COUNT), row);
    add("cumulative_sum", "totals", FloatTensor.zeros(COUNT), row);
    add("cumulative_sum-first", "totals_down", FloatTensor.zeros(COUNT / 1000, 1000), matrix);
    add("take", "taken", FloatTensor.zeros(COUNT), row, LongTensor.of(indices, COUNT));
    add("searchsorted", "found", LongTensor.zeros(COUNT), FloatTensor.of(sorted, COUNT), row);
  }

  private void add(String key, String function, Tensor result, Object... args) {
    tasks.put(key, new Task(function, result, List.of(args)));
  }

  private void write(String name, MemorySegment elements) throws IOException {
    try (var channel =
        Files.newByteChannel(
            folder.resolve(name),
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.WRITE)) {
      var bytes = java.nio.ByteBuffer.allocate((int) elements.byteSize());
      MemorySegment.ofBuffer(bytes).copyFrom(elements);
      channel.write(bytes);
    }
  }

  /**
   * Measures all, and prints a table.
   *
   * @param folder for the operands and NumPy's results
   */
  static void run(Path folder) throws IOException {
    var comparison = new AgainstNumpy(folder);
    try (var numpy = new NumpyProcess(folder, "numpy_times.py")) {
      comparison.compare(numpy);
    }
  }

  private void compare(NumpyProcess numpy) throws IOException {
    System.out.printf("NumPy %s, %,d elements of f32, one thread%n", numpy.version(), COUNT);
    System.out.print(InTurn.head());
    for (var e : tasks.entrySet()) {
      Task task = e.getValue();
      Function function = program.function(task.function());
      Contender ours =
          times -> {
            for (long t = 0; t < times; t++) {
              function.invokeInto(task.result(), task.args().toArray());
            }
          };
      System.out.print(IN_TURN.row(e.getKey(), ours, numpy));
      numpy.write(e.getKey());
      requireSame(e.getKey(), task.result());
    }
  }

  /** Each is the same, bit by bit. */
  private void requireSame(String key, Tensor ours) throws IOException {
    MemorySegment theirs = MemorySegment.ofArray(Files.readAllBytes(folder.resolve("=" + key)));
    MemorySegment elements =
        ours.toArray() instanceof float[] f
            ? MemorySegment.ofArray(f)
            : MemorySegment.ofArray((long[]) ours.toArray());
    long at = elements.mismatch(theirs);
    if (at >= 0) {
      throw new BenchmarkException(key + " differs from NumPy's result at byte " + at);
    }
  }
}
