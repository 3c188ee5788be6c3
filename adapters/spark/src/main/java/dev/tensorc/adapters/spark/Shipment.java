package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.ClassFiles;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensors;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A program and its shared arguments on their way to the executors, as {@link Packed bytes}. An
 * executor unpacks each shipment once, and has one instance of a program, whichever job brings it:
 * both are told apart by a hash.
 *
 * @param weights the path of their file; empty where none was given
 */
record Shipment(
    String className,
    HashMap<String, byte[]> files,
    String function,
    List<String> types,
    HashMap<String, Value> shared,
    String weights)
    implements Serializable {

  // Entries that no job uses may go where memory is short.
  private static final Map<String, SoftReference<Program>> PROGRAMS = new ConcurrentHashMap<>();
  private static final Map<String, SoftReference<Loaded>> KERNELS = new ConcurrentHashMap<>();

  /**
   * @param type that of a tensor; null for a scalar, which is a box
   * @param data the elements of a tensor, or the box
   */
  record Value(@Nullable ElementType type, long[] shape, Object data) implements Serializable {
    Object argument() {
      return type == null ? data : Tensors.of(type, data, shape);
    }
  }

  byte[] pack() {
    return Packed.bytes(this);
  }

  /** Tells packed shipments apart. */
  static String hash(byte[] packed) {
    return HexFormat.of().formatHex(sha256().digest(packed));
  }

  /**
   * A kernel that came to this JVM; its class files are not kept.
   *
   * @param hash of the bytes
   * @param packed gives them, if they are not unpacked yet
   */
  static Loaded loaded(String hash, Supplier<byte[]> packed) {
    return cached(KERNELS, hash, () -> Loaded.of(Packed.object(packed.get(), Shipment.class)));
  }

  /** The instance of the program that this JVM has. */
  Program program() {
    return cached(PROGRAMS, programHash(), this::newProgram);
  }

  Function load() {
    return program().function(function, types.toArray(String[]::new));
  }

  private Program newProgram() {
    Program program = new ClassFiles(className, files).load();
    try {
      return weights.isEmpty() ? program : program.withWeights(Path.of(weights));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> T cached(Map<String, SoftReference<T>> cache, String key, Supplier<T> make) {
    var held = new ArrayList<T>(1); // or the collector might take it on the way
    cache.compute(
        key,
        (_, there) -> {
          if (there != null) {
            T found = there.get();
            if (found != null) {
              held.add(found);
              return there;
            }
          }
          T made = make.get();
          held.add(made);
          return new SoftReference<>(made);
        });
    cache.values().removeIf(r -> r.get() == null);
    return held.getFirst();
  }

  private String programHash() {
    MessageDigest digest = sha256();
    new TreeMap<>(files)
        .forEach(
            (name, bytes) -> {
              digest.update((name + " " + bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
              digest.update(bytes);
            });
    return className + " " + HexFormat.of().formatHex(digest.digest()) + " " + weights;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
