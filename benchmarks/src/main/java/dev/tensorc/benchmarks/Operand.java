package dev.tensorc.benchmarks;

import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.UByteTensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;

/**
 * An argument or the result of a kernel: the same elements as every contender gets them.
 *
 * @param tensor for compiled programs
 * @param memory for C
 * @param array for plain Java, which knows no other storage
 */
public record Operand(Tensor tensor, MemorySegment memory, Object array) {

  private static final long ALIGNMENT = 64;

  private static Operand of(float[] a, long... shape) {
    return new Operand(FloatTensor.of(a, shape), MemorySegment.ofArray(a), a);
  }

  private static Operand of(double[] a, long... shape) {
    return new Operand(DoubleTensor.of(a, shape), MemorySegment.ofArray(a), a);
  }

  private static Operand of(long[] a, long... shape) {
    return new Operand(LongTensor.of(a, shape), MemorySegment.ofArray(a), a);
  }

  private static Operand of(byte[] a, long... shape) {
    return new Operand(UByteTensor.of(a, shape), MemorySegment.ofArray(a), a);
  }

  private static int count(long... shape) {
    return Math.toIntExact(Arrays.stream(shape).reduce(1, Math::multiplyExact));
  }

  /** f32, to be written to. */
  public static Operand floats(long... shape) {
    return of(new float[count(shape)], shape);
  }

  /** f64, to be written to. */
  public static Operand doubles(long... shape) {
    return of(new double[count(shape)], shape);
  }

  /** i64, to be written to. */
  public static Operand longs(long... shape) {
    return of(new long[count(shape)], shape);
  }

  /** u8, to be written to. */
  public static Operand bytes(long... shape) {
    return of(new byte[count(shape)], shape);
  }

  /** f32 around 0, normally distributed; the same in every JVM. */
  public static Operand normal(long seed, long... shape) {
    var random = new Random(seed);
    var a = new float[count(shape)];
    for (int i = 0; i < a.length; i++) {
      a[i] = (float) random.nextGaussian();
    }
    return of(a, shape);
  }

  /** f32 from {@code low} to {@code high}; the same in every JVM. */
  public static Operand uniformFloats(long seed, double low, double high, long... shape) {
    var random = new Random(seed);
    var a = new float[count(shape)];
    for (int i = 0; i < a.length; i++) {
      a[i] = (float) random.nextDouble(low, high);
    }
    return of(a, shape);
  }

  /** f64 from {@code low} to {@code high}; the same in every JVM. */
  public static Operand uniform(long seed, double low, double high, long... shape) {
    var random = new Random(seed);
    return of(random.doubles(count(shape), low, high).toArray(), shape);
  }

  /** u8 of all values; the same in every JVM. */
  public static Operand pixels(long seed, long... shape) {
    var a = new byte[count(shape)];
    new Random(seed).nextBytes(a);
    return of(a, shape);
  }

  public float[] floatArray() {
    return (float[]) array;
  }

  public double[] doubleArray() {
    return (double[]) array;
  }

  public long[] longArray() {
    return (long[]) array;
  }

  public byte[] byteArray() {
    return (byte[]) array;
  }

  /** The same elements in that storage. */
  Operand in(Storage storage) {
    if (storage == Storage.ARRAYS) {
      return this;
    }
    MemorySegment copy = Arena.global().allocate(memory.byteSize(), ALIGNMENT);
    copy.copyFrom(memory);
    long[] shape = tensor.shape();
    return new Operand(
        switch (tensor.type()) {
          case F32 -> FloatTensor.wrap(copy, shape);
          case F64 -> DoubleTensor.wrap(copy, shape);
          case I64 -> LongTensor.wrap(copy, shape);
          case U8 -> UByteTensor.wrap(copy, shape);
          default -> throw new IllegalStateException("no kernel has " + tensor.type());
        },
        copy,
        array);
  }

  /** Sets the one element of a result that is a scalar. */
  void set(float value) {
    memory.setAtIndex(ValueLayout.JAVA_FLOAT, 0, value);
  }

  /** Fills it with numbers that no kernel computes, so that unwritten elements show. */
  void spoil() {
    memory.fill((byte) 0xa5);
  }

  /** The elements now, as numbers. */
  double[] elements() {
    return switch (tensor.type()) {
      case F32 -> {
        float[] a = memory.toArray(ValueLayout.JAVA_FLOAT);
        var d = new double[a.length];
        Arrays.setAll(d, i -> a[i]);
        yield d;
      }
      case F64 -> memory.toArray(ValueLayout.JAVA_DOUBLE);
      case I64 -> Arrays.stream(memory.toArray(ValueLayout.JAVA_LONG)).asDoubleStream().toArray();
      case U8 -> {
        byte[] a = memory.toArray(ValueLayout.JAVA_BYTE);
        var d = new double[a.length];
        Arrays.setAll(d, i -> a[i] & 0xff);
        yield d;
      }
      default -> throw new IllegalStateException("no kernel has " + tensor.type());
    };
  }
}
