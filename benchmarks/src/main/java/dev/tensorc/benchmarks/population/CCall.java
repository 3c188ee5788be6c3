package dev.tensorc.benchmarks.population;

import dev.tensorc.benchmarks.Contender;
import dev.tensorc.benchmarks.RepeatedCall;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The task of a compiled C source, over copies of the arguments in native memory. */
final class CCall {

  /** Bytes of huge numbers, so that an element shows that no call has written. */
  private static final byte SPOILT = 0x7f;

  private final Arena arena = Arena.ofShared();
  private final List<Tensor> results = new ArrayList<>();
  private final List<Object> args = new ArrayList<>();

  /**
   * @param like results of the shapes and types that it is to have
   */
  CCall(List<Tensor> like, Arguments arguments) {
    for (Tensor t : like) {
      results.add(added(t));
    }
    for (Object value : arguments.values()) {
      if (value instanceof Tensor t) {
        Tensors.copy(t, added(t));
      } else {
        args.add(value);
      }
    }
    args.addAll(arguments.sizes().values());
  }

  /** One more argument: memory for a tensor like that. */
  private Tensor added(Tensor like) {
    Tensor own = Tensors.zeros(like.type(), arena, like.shape());
    MemorySegment memory = own.segment().orElseThrow();
    memory.fill(SPOILT);
    args.add(memory);
    return own;
  }

  /** The results of the last call. */
  List<Tensor> results() {
    return results;
  }

  @SuppressWarnings("restricted")
  Contender of(Path library) {
    MemoryLayout[] layouts = args.stream().map(CCall::layout).toArray(MemoryLayout[]::new);
    var function =
        Linker.nativeLinker()
            .downcallHandle(
                SymbolLookup.libraryLookup(library, arena).findOrThrow(CPlan.TASK),
                FunctionDescriptor.ofVoid(layouts));
    return RepeatedCall.of(function, args.toArray());
  }

  private static MemoryLayout layout(Object arg) {
    return switch (arg) {
      case MemorySegment _ -> ValueLayout.ADDRESS;
      case Long _ -> ValueLayout.JAVA_LONG;
      case Integer _ -> ValueLayout.JAVA_INT;
      case Float _ -> ValueLayout.JAVA_FLOAT;
      case Double _ -> ValueLayout.JAVA_DOUBLE;
      case Boolean _ -> ValueLayout.JAVA_BOOLEAN;
      default -> throw new IllegalArgumentException(Arrays.toString(new Object[] {arg}));
    };
  }

  void close() {
    arena.close();
  }
}
