package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Threads;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing holds a program's classes but who uses them; nothing holds the runtime's. */
class UnloadingTest {

  private static final SourceText SOURCE =
      new SourceText(
          "sums.tc",
          """
          export fn extremes(x: f32[n, m]) -> f32 { return sum(x) + max(x) }
          export fn columns(x: f32[n, m]) -> f32[m] { return sum(x, axis=0) }
          export fn anyrank(x: f64[...]) -> f64[...] { return exp(x) - sum(x) }
          export fn plain(x: f32[n]) -> f32[n] {
              var y = x
              for i in 0:3 { y[1:] = y[1:] + y[:-1] }
              return y
          }
          """);

  private static void awaitCleared(WeakReference<?> reference, String what)
      throws InterruptedException {
    for (int i = 0; i < 100 && reference.get() != null; i++) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(reference.get()).as(what).isNull();
  }

  /** The method of a bound interface. */
  public interface Plain {
    FloatTensor plain(FloatTensor x);
  }

  private static WeakReference<ClassLoader> used() {
    Program program = Tensorc.compileAnew(SOURCE, Options.DEFAULT);
    FloatTensor x = FloatTensor.zeros(3, 2);
    assertThat(program.function("extremes").invoke(x)).isEqualTo(0f);
    assertThat(program.function("columns").invoke(x)).isEqualTo(FloatTensor.zeros(2));
    Plain plain = program.as(Plain.class);
    assertThat(plain.plain(FloatTensor.zeros(2))).isEqualTo(FloatTensor.zeros(2));
    return new WeakReference<>(plain.getClass().getClassLoader());
  }

  /** Calls whose loops are split over a pool, where some tasks come too late. */
  private static WeakReference<Object> shared(Executor pool) {
    var threads = Threads.of(3, pool).fromNanos(0);
    Program program = Tensorc.compileAnew(SOURCE, Options.DEFAULT.withThreads(threads));
    FloatTensor x = FloatTensor.zeros(30, 200);
    for (int i = 0; i < 20; i++) {
      assertThat(program.function("columns").invoke(x)).isEqualTo(FloatTensor.zeros(200));
    }
    return new WeakReference<>(program.function("columns"));
  }

  @Test
  void aPoolHoldsNothingOfAProgramThatItHasHelped() throws InterruptedException {
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      awaitCleared(shared(pool), "a function whose loops were split");
    }
    var late = new ArrayList<Runnable>();
    awaitCleared(shared(late::add), "a function whose pool has not begun");
    assertThat(late).hasSize(2);
    late.forEach(Runnable::run);
  }

  @Test
  void classesOfADroppedProgramAreUnloaded() throws InterruptedException {
    awaitCleared(used(), "the class loader of a bound interface");
    WeakReference<?> program =
        new WeakReference<>(Tensorc.compileAnew(SOURCE, Options.DEFAULT).function("extremes"));
    awaitCleared(program, "a function");
  }

  /**
   * Threads outlive an application: the objects that they hold must not hold the application's
   * classes.
   */
  @Test
  void theRuntimeIsUnloadedThoughItsThreadsLive(@TempDir Path folder) throws Exception {
    for (var file : Tensorc.compile(SOURCE, Options.DEFAULT).classFiles().entrySet()) {
      Files.write(folder.resolve(file.getKey() + ".class"), file.getValue());
    }
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      WeakReference<ClassLoader> loader = thread.submit(() -> application(folder)).get();
      awaitCleared(loader, "the class loader of the runtime");
    }
  }

  /** An application with a copy of the runtime and a program, which it calls in this thread. */
  private static WeakReference<ClassLoader> application(Path folder) throws Exception {
    URL runtime = Program.class.getProtectionDomain().getCodeSource().getLocation();
    URL[] places = {runtime, folder.toUri().toURL()};
    var loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
    Class<?> facade = loader.loadClass("Sums");
    Class<?> floats = loader.loadClass(FloatTensor.class.getName());
    Class<?> doubles = loader.loadClass("dev.tensorc.runtime.DoubleTensor");
    assertThat(floats).isNotEqualTo(FloatTensor.class);
    Object x = zeros(floats, 20, 30);
    facade.getMethod("extremes", floats).invoke(null, x);
    facade.getMethod("columns", floats).invoke(null, x);
    facade.getMethod("plain", floats).invoke(null, zeros(floats, 40));
    facade.getMethod("anyrank", doubles).invoke(null, zeros(doubles, 2, 3, 4));
    loader.close();
    return new WeakReference<>(loader);
  }

  private static Object zeros(Class<?> tensor, long... shape) throws ReflectiveOperationException {
    return tensor.getMethod("zeros", long[].class).invoke(null, shape);
  }

  /** So little memory that some 50 programs fill it where none is let go. */
  @Test
  void oneJvmStandsManyPrograms() throws IOException, InterruptedException {
    ForkedJvm jvm =
        ForkedJvm.run(
            "-Xmx32m",
            "-XX:MaxMetaspaceSize=19m",
            "--add-modules",
            "jdk.incubator.vector",
            "-cp",
            ForkedJvm.CLASS_PATH,
            ManyPrograms.class.getName(),
            Sample.isFull() ? "800" : "100");
    assertThat(jvm.out()).as(jvm::err).endsWith("done" + System.lineSeparator());
    assertThat(jvm.exit()).isZero();
  }
}
