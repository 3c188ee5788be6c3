package dev.tensorc;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ArgumentChangedException;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Threads;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Calls programs on mapped files that somebody has cut after they were mapped: {@code FOLDER
 * ENGINE}. Each call must throw the exception for it, and no call behind it anything.
 */
final class ShortenedFile {

  private static final int SIZE = 1 << 14;
  private static final int[] CALLS_BEFORE = {0, 1, 500, 20_000};

  private ShortenedFile() {}

  /** The functions of the program. */
  public interface Kernels {
    FloatTensor chain(FloatTensor x, FloatTensor y);

    void chainInto(FloatTensor out, FloatTensor x, FloatTensor y);

    float total(FloatTensor x);

    FloatTensor product(FloatTensor x, FloatTensor y);
  }

  private static final SourceText SOURCE =
      new SourceText(
          "files.tc",
          """
          export fn chain(x: f32[n], y: f32[n]) -> f32[n] { return maximum(x * 0.5, 0.25) + y }
          export fn total(x: f32[n]) -> f32 { return sum(x) }
          export fn product(x: f32[n], y: f32[n]) -> f32[1, 1] { return x[newaxis, :] @ y[:, newaxis] }
          """);

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]).resolve("numbers.bin");
    EngineMode engine = EngineMode.valueOf(args[1]);
    Program program = Tensorc.compile(SOURCE, Options.DEFAULT.withEngine(engine));
    Kernels kernels = program.as(Kernels.class);
    FloatTensor y = FloatTensor.zeros(Arena.ofAuto(), SIZE);
    FloatTensor small = FloatTensor.zeros(Arena.ofAuto(), 100);
    FloatTensor out = FloatTensor.zeros(Arena.ofAuto(), SIZE);
    int calls = 0;
    Threads both = Threads.of(2).fromNanos(0);
    int most = engine == EngineMode.INTERPRETER ? 2 : CALLS_BEFORE.length;
    for (int stage = 0; stage < most; stage++) {
      for (int i = 0; i < CALLS_BEFORE[stage]; i++) {
        kernels.chain(small, small);
        kernels.total(small);
        kernels.product(small, small);
      }
      for (Threads threads : new Threads[] {Threads.ONE, both}) {
        calls += requireCut(file, "x", cut -> during(threads, () -> kernels.chain(cut, y)));
        calls += requireCut(file, "y", cut -> during(threads, () -> kernels.chain(y, cut)));
        calls += requireCut(file, "x", cut -> during(threads, () -> kernels.total(cut)));
        calls += requireCut(file, "x", cut -> during(threads, () -> kernels.product(cut, y)));
        calls += requireCut(file, "x", cut -> during(threads, () -> into(kernels, out, cut, y)));
        calls += requireCut(file, "out", cut -> during(threads, () -> into(kernels, cut, y, y)));
        calls +=
            requireCut(
                file, "x", cut -> during(threads, () -> program.function("chain").invoke(cut, y)));
      }
      if (kernels.chain(y, y).get(SIZE - 1) != 0.25f || kernels.total(y) != 0) {
        throw new IllegalStateException("the next call");
      }
    }
    System.out.println(calls + " calls");
  }

  private static Object into(Kernels kernels, FloatTensor out, FloatTensor x, FloatTensor y) {
    kernels.chainInto(out, x, y);
    return out;
  }

  private interface Call {
    Object on(FloatTensor cut);
  }

  private static Object during(
      Threads threads, java.lang.ScopedValue.CallableOp<Object, RuntimeException> call) {
    return threads.during(call);
  }

  private static int requireCut(Path file, String name, Call call) throws IOException {
    Files.write(file, new byte[SIZE * Float.BYTES]);
    try (Arena arena = Arena.ofShared();
        var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var segment =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) SIZE * Float.BYTES, arena);
      FloatTensor mapped = FloatTensor.wrap(segment, SIZE);
      channel.truncate(0);
      Object given;
      try {
        given = call.on(mapped);
      } catch (ArgumentChangedException e) {
        if (e.kind() != ArgumentChangedException.Kind.FILE_SHORTENED
            || !(e.getCause() instanceof InternalError)
            || !e.getMessage().startsWith("the file that is mapped as " + name + " ")) {
          throw e;
        }
        return 1;
      }
      throw new IllegalStateException("nothing was thrown where " + name + " is cut: " + given);
    }
  }
}
