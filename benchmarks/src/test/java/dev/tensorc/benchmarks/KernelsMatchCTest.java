package dev.tensorc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every kernel that is measured computes the results of C, in all its forms, over arrays and over
 * native memory. Needs gcc: without it the test says which kernels it left out, and fails where
 * continuous integration promises gcc.
 */
class KernelsMatchCTest {

  @TempDir private static Path libraries = Path.of("");

  @TestFactory
  Stream<DynamicTest> kernels() throws Exception {
    if (!gccIsThere()) {
      System.out.println("left out: KernelsMatchCTest, which needs gcc");
      assertThat(System.getenv("TENSORC_CI")).as("gcc is missing, but promised here").isNull();
      return Stream.empty();
    }
    Path sources = Path.of("src/main/c").toAbsolutePath();
    CCompiler.compileAll(sources, libraries, List.of(GccFlags.REFERENCE));
    return Kernels.matching("").stream()
        .flatMap(
            key ->
                storages(key)
                    .map(
                        storage ->
                            DynamicTest.dynamicTest(
                                key + ", " + storage.label(),
                                () -> check(Kernels.small(key).in(storage)))));
  }

  /** One of them for each kernel, another one each day; with {@code -Pfull} all. */
  private static Stream<Storage> storages(String key) {
    List<Storage> all = List.of(Storage.values());
    long seed = Long.getLong("tensorc.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
    int drawn = Math.floorMod(seed + key.hashCode(), all.size());
    return Boolean.getBoolean("tensorc.full") ? all.stream() : Stream.of(all.get(drawn));
  }

  private static boolean gccIsThere() {
    return Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, "gcc")));
  }

  private static void check(Kernel kernel) throws Throwable {
    kernel.inC(new NativeLibrary(libraries, GccFlags.REFERENCE)).run(1);
    double[] expected = kernel.result().elements();
    for (var program : Programs.of(kernel).entrySet()) {
      kernel.result().spoil();
      program.getValue().contender().run(1);
      String who = kernel.name() + ", " + program.getKey().label();
      Agreement.require(who, expected, kernel.result(), kernel.tolerance());
      assertThat(program.getValue().problems()).as(who).isEmpty();
    }
    if (kernel.java().isPresent()) {
      kernel.result().spoil();
      kernel.java().get().run();
      Agreement.require(
          kernel.name() + ", plain Java", expected, kernel.result(), kernel.tolerance());
    }
  }
}
