package dev.tensorc.benchmarks;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Arrays;

/** The baselines as gcc compiled them with one kind of flags. */
final class NativeLibrary {

  private final SymbolLookup symbols;

  @SuppressWarnings("restricted")
  NativeLibrary(Path directory, GccFlags flags) {
    Path file = directory.resolve(flags.name()).resolve(GccFlags.LIBRARY);
    this.symbols = SymbolLookup.libraryLookup(file, Arena.global());
  }

  /**
   * A call of {@code void name(...)}, from code that the JIT compiles, as our programs are called.
   * It reads and writes Java arrays where they are.
   *
   * @param args memory segments and primitives, in the order of the parameters
   */
  @SuppressWarnings("restricted")
  Contender call(String name, Object... args) {
    MemoryLayout[] parameters =
        Arrays.stream(args).map(NativeLibrary::layout).toArray(MemoryLayout[]::new);
    MethodHandle function =
        Linker.nativeLinker()
            .downcallHandle(
                symbols.findOrThrow(name),
                FunctionDescriptor.ofVoid(parameters),
                Linker.Option.critical(true));
    return RepeatedCall.of(function, args);
  }

  private static MemoryLayout layout(Object arg) {
    return switch (arg) {
      case MemorySegment _ -> ValueLayout.ADDRESS;
      case Long _ -> ValueLayout.JAVA_LONG;
      case Double _ -> ValueLayout.JAVA_DOUBLE;
      default -> throw new IllegalArgumentException("no baseline takes a " + arg.getClass());
    };
  }
}
