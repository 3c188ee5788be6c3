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

  /** Of arguments that one step of a loop covers: then no loop comes to a safepoint. */
  private static final int FEW = 16;

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
    FloatTensor small = FloatTensor.zeros(Arena.ofAuto(), FEW);
    FloatTensor result = FloatTensor.zeros(Arena.ofAuto(), FEW);
    int calls = 0;
    int most = engine == EngineMode.INTERPRETER ? 2 : CALLS_BEFORE.length;
    for (int stage = 0; stage < most; stage++) {
      for (int i = 0; i < CALLS_BEFORE[stage]; i++) {
        into(kernels, result, small, small);
        kernels.chain(small, small);
        kernels.total(small);
        kernels.product(small, small);
      }
      for (int size : new int[] {FEW, SIZE}) {
        calls += calls(file, program, kernels, size, Threads.ONE);
        calls += calls(file, program, kernels, size, Threads.of(2).fromNanos(0));
      }
    }
    System.out.println(calls + " calls");
  }

  private static int calls(Path file, Program program, Kernels kernels, int size, Threads threads)
      throws IOException {
    FloatTensor y = FloatTensor.zeros(Arena.ofAuto(), size);
    FloatTensor out = FloatTensor.zeros(Arena.ofAuto(), size);
    var cuts = new Cuts(file, size, threads);
    cuts.require("x", cut -> into(kernels, out, cut, y));
    cuts.require("out", cut -> into(kernels, cut, y, y));
    cuts.require("x", cut -> kernels.chain(cut, y));
    cuts.require("y", cut -> kernels.chain(y, cut));
    cuts.require("x", cut -> kernels.total(cut));
    cuts.require("x", cut -> kernels.product(cut, y));
    cuts.require("x", cut -> program.function("chain").invoke(cut, y));
    if (kernels.chain(y, y).get(size - 1) != 0.25f || kernels.total(y) != 0) {
      throw new IllegalStateException("the next call");
    }
    return cuts.calls;
  }

  private static Object into(Kernels kernels, FloatTensor out, FloatTensor x, FloatTensor y) {
    kernels.chainInto(out, x, y);
    return out;
  }

  private interface Call {
    Object on(FloatTensor cut);
  }

  /** Calls on tensors whose file is cut. */
  private static final class Cuts {

    private final Path file;
    private final int size;
    private final Threads threads;
    private int calls;

    private Cuts(Path file, int size, Threads threads) {
      this.file = file;
      this.size = size;
      this.threads = threads;
    }

    private void require(String name, Call call) throws IOException {
      Files.write(file, new byte[size * Float.BYTES]);
      try (Arena arena = Arena.ofShared();
          var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        var segment =
            channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) size * Float.BYTES, arena);
        FloatTensor mapped = FloatTensor.wrap(segment, size);
        channel.truncate(0);
        Object given = threads.during(() -> result(name, call, mapped));
        if (!given.equals(name)) {
          throw new IllegalStateException("no exception where " + name + " is cut: " + given);
        }
      }
      calls++;
    }

    /** The call's result, or the name of the file that was cut where the exception says that. */
    private static Object result(String name, Call call, FloatTensor mapped) {
      try {
        return call.on(mapped);
      } catch (ArgumentChangedException e) {
        if (e.kind() == ArgumentChangedException.Kind.FILE_SHORTENED
            && e.getCause() instanceof InternalError
            && e.getMessage().startsWith("the file that is mapped as " + name + " ")) {
          return name;
        }
        throw e;
      }
    }
  }
}
