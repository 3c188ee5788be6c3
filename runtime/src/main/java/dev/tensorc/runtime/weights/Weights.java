package dev.tensorc.runtime.weights;

import dev.tensorc.runtime.Access;
import dev.tensorc.runtime.DeclaredWeights;
import dev.tensorc.runtime.LoadOptions;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorProgram;
import dev.tensorc.runtime.io.Safetensors;
import dev.tensorc.runtime.io.TensorFileException;
import dev.tensorc.runtime.link.Staging;
import dev.tensorc.runtime.link.math.KeptPanels;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The weights of a program: tensors of a file that is mapped into memory, in the program's order.
 * Generated classes read them; they never change, and any number of threads may use them.
 *
 * <p>Calls that run on arrays need weights in arrays: such a copy of a weight is made at its first
 * use, once, and kept.
 */
public final class Weights implements AutoCloseable {

  private static final String WHAT = "the weight";

  private final DeclaredWeights declared;
  private final WeightFile file;
  private final Optional<Arena> own;

  /** As they are in the file; each of them null after {@link #close}. */
  private final AtomicReferenceArray<Tensor> mapped;

  private final AtomicReferenceArray<Tensor> arrays;
  private final AtomicReferenceArray<Tensor> natives;

  private Weights(DeclaredWeights declared, WeightFile file, Tensor[] mapped, Optional<Arena> own) {
    this.declared = declared;
    this.file = file;
    this.own = own;
    this.mapped = new AtomicReferenceArray<>(mapped);
    this.arrays = new AtomicReferenceArray<>(mapped.length);
    this.natives = new AtomicReferenceArray<>(mapped.length);
  }

  /**
   * Maps a file, and compares it with the weights that a program declares.
   *
   * @param program the class that was compiled of it
   * @throws TensorFileException if the file cannot be read or is damaged, or tensors are missing or
   *     have another dtype or shape: the message lists all of them
   */
  public static Weights open(Class<?> program, Path file, LoadOptions options) throws IOException {
    return open(declared(program), file, options);
  }

  /**
   * As {@link #open(Class, Path, LoadOptions)}, of the file that lies beside the class. A file in a
   * jar is copied to a temporary file first, which is gone when the JVM ends.
   *
   * @throws TensorFileException also if there is none
   */
  public static Weights open(Class<?> program, LoadOptions options) throws IOException {
    DeclaredWeights declared = declared(program);
    return WeightResource.with(program, declared.file(), file -> open(declared, file, options));
  }

  private static DeclaredWeights declared(Class<?> program) {
    return Optional.ofNullable(program.getAnnotation(TensorProgram.class))
        .flatMap(DeclaredWeights::of)
        .orElseThrow(
            () -> new IllegalArgumentException(program.getName() + " is no program with weights"));
  }

  /** As {@link #open(Class, Path, LoadOptions)}, of declared weights. */
  public static Weights open(DeclaredWeights declared, Path path, LoadOptions options)
      throws IOException {
    WeightFile file = WeightFile.of(path);
    Optional<Arena> own = options.arena().isPresent() ? Optional.empty() : Optional.of(shared());
    Arena arena = options.arena().or(() -> own).orElseThrow();
    try {
      Tensor[] tensors = WeightCheck.fitting(declared, path, Safetensors.map(path, arena));
      return new Weights(declared, file, tensors, own);
    } catch (IOException | RuntimeException | Error e) {
      own.ifPresent(Arena::close);
      throw e;
    }
  }

  private static Arena shared() {
    return Arena.ofShared();
  }

  /** The weight with its elements in an array. */
  public Tensor inArray(int number) {
    Tensor known = arrays.getAcquire(number);
    return known != null ? known : laid(number, arrays);
  }

  /**
   * The weight with its elements in native memory: in the file, unless they are not aligned there.
   */
  public Tensor inNative(int number) {
    Tensor known = natives.getAcquire(number);
    return known != null ? known : laid(number, natives);
  }

  /** The weight in a kind of storage, from here on. */
  private synchronized Tensor laid(int number, AtomicReferenceArray<Tensor> kind) {
    Tensor known = kind.get(number);
    if (known != null) {
      return known;
    }
    Tensor weight = mapped.get(number);
    if (weight == null) {
      throw new IllegalStateException("the weights of " + file.path() + " are closed");
    }
    Tensor laid = kind == arrays ? inNewArray(number, weight) : Staging.inNative(weight, WHAT);
    KeptPanels.keep(laid.isNative() ? Access.memory(laid) : laid.array(), laid.count());
    kind.setRelease(number, laid);
    return laid;
  }

  private Tensor inNewArray(int number, Tensor weight) {
    return weight.isNative()
        ? file.read(declared.tensors().get(number).tensor())
            .orElseGet(() -> Staging.inArray(weight, WHAT))
        : weight;
  }

  /**
   * Ends the use of the weights: later calls are refused, and a call that runs meanwhile may be.
   * The file is not mapped any more, unless the options named an arena.
   */
  @Override
  public synchronized void close() {
    boolean open = mapped.length() > 0 && mapped.get(0) != null;
    for (int i = 0; i < mapped.length(); i++) {
      mapped.set(i, null);
      arrays.set(i, null);
      natives.set(i, null);
    }
    if (open) {
      own.ifPresent(Arena::close);
    }
  }
}
