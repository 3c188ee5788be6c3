package dev.tensorc.benchmarks;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The baselines as gcc compiled them with one kind of flags. */
public final class NativeLibrary {

  private final SymbolLookup symbols;

  @SuppressWarnings("restricted")
  NativeLibrary(Path directory, GccFlags flags) {
    Path file = directory.resolve(flags.name()).resolve(GccFlags.LIBRARY);
    this.symbols = SymbolLookup.libraryLookup(file, Arena.global());
  }

  /**
   * A function {@code void name(long times, float* ..., long ...)}. It reads and writes Java arrays
   * where they are.
   *
   * @return a handle of type {@code void (long, MemorySegment..., long...)}
   */
  @SuppressWarnings("restricted")
  public MethodHandle function(String name, int arrays, int sizes) {
    List<MemoryLayout> args = new ArrayList<>();
    args.add(ValueLayout.JAVA_LONG);
    args.addAll(Collections.nCopies(arrays, ValueLayout.ADDRESS));
    args.addAll(Collections.nCopies(sizes, ValueLayout.JAVA_LONG));
    return Linker.nativeLinker()
        .downcallHandle(
            symbols.findOrThrow(name),
            FunctionDescriptor.ofVoid(args.toArray(MemoryLayout[]::new)),
            Linker.Option.critical(true));
  }
}
