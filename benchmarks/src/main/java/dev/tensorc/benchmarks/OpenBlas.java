package dev.tensorc.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** OpenBLAS as Bytedeco packs it, one thread: the baseline of products of matrices. */
final class OpenBlas {

  private static final String LIBRARY = "libopenblas.so.0";
  private static final List<String> FILES =
      List.of(LIBRARY, "libgfortran.so.5", "libquadmath.so.0", "libgcc_s.so.1");

  private OpenBlas() {}

  /** Lays its files beside the baselines, if they are on the class path. */
  static void extract(Path into) throws IOException {
    String folder = "/org/bytedeco/openblas/linux-" + architecture() + "/";
    for (String file : FILES) {
      try (InputStream in = OpenBlas.class.getResourceAsStream(folder + file)) {
        if (in != null) {
          Files.copy(in, into.resolve(file));
        }
      }
    }
  }

  private static String architecture() {
    return switch (System.getProperty("os.arch")) {
      case "amd64" -> "x86_64";
      case "aarch64" -> "arm64";
      default -> System.getProperty("os.arch");
    };
  }

  /**
   * Tells baselines where OpenBLAS is.
   *
   * @param directory that {@link #extract} has filled
   * @throws BenchmarkException if it is not there
   */
  @SuppressWarnings("restricted")
  static void link(Path directory, NativeLibrary baselines) throws Throwable {
    Path file = directory.resolve(LIBRARY);
    if (!Files.exists(file)) {
      throw new BenchmarkException(
          "this kernel is measured against OpenBLAS, which is not on the class path: benchmarks/run"
              + " brings it on Linux (the profile `openblas` of benchmarks/pom.xml)");
    }
    SymbolLookup symbols = SymbolLookup.libraryLookup(file, Arena.global());
    Linker.nativeLinker()
        .downcallHandle(
            symbols.findOrThrow("openblas_set_num_threads"),
            FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT))
        .invokeExact(1);
    MemorySegment sgemm = symbols.findOrThrow("cblas_sgemm");
    MemorySegment dgemm = symbols.findOrThrow("cblas_dgemm");
    baselines.call("use_blas", sgemm, dgemm).run(1);
  }
}
