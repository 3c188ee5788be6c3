package dev.tensorc.cli.data;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.io.ReadBudget;
import dev.tensorc.runtime.io.TensorFileException;
import dev.tensorc.runtime.link.math.ShortFloats;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An array that a word describes: {@code zeros:[3, 4]}, {@code ones:f64[2]}, {@code
 * random:f32[1000,64]:seed=7}. Random floats are from 0 to before 1, random integers from 0 to 99,
 * truth values either; the same seed, 0 unless given, gives the same array on every machine.
 *
 * @param type empty for that of the parameter
 */
record MadeArray(Kind kind, Optional<ElementType> type, long[] shape, long seed) {

  private static final int INTEGERS = 100;
  private static final String ALGORITHM = "L64X128MixRandom";
  private static final String FORM_TEXT =
      "zeros:TYPE[SIZES], ones:TYPE[SIZES] or random:TYPE[SIZES]:seed=N, as in"
          + " random:f32[1000,64]:seed=7";
  private static final Pattern FORM =
      Pattern.compile("([a-z0-9]*)\\s*\\[([\\d\\s,]*)\\](?::seed=(-?\\d{1,18}))?");

  enum Kind {
    ZEROS,
    ONES,
    RANDOM
  }

  /**
   * The array that a word describes; empty if it is no such word.
   *
   * @throws IllegalArgumentException if it only begins as one
   */
  static Optional<MadeArray> of(String word) {
    for (Kind kind : Kind.values()) {
      String start = kind.name().toLowerCase(java.util.Locale.ROOT) + ":";
      if (word.startsWith(start)) {
        return Optional.of(parse(kind, word, word.substring(start.length())));
      }
    }
    return Optional.empty();
  }

  private static MadeArray parse(Kind kind, String word, String rest) {
    Matcher form = FORM.matcher(rest);
    if (!form.matches() || form.group(3) != null && kind != Kind.RANDOM) {
      throw new IllegalArgumentException("`%s` is not of the form %s".formatted(word, FORM_TEXT));
    }
    String label = form.group(1);
    Optional<ElementType> type =
        Arrays.stream(ElementType.values()).filter(t -> t.label().equals(label)).findFirst();
    if (type.isEmpty() && !label.isEmpty()) {
      throw new IllegalArgumentException(
          "`%s`: there is no element type `%s`".formatted(word, label));
    }
    String seed = form.group(3);
    return new MadeArray(
        kind, type, sizes(word, form.group(2)), seed == null ? 0 : Long.parseLong(seed));
  }

  private static long[] sizes(String word, String list) {
    if (list.isBlank()) {
      return new long[0];
    }
    try {
      return Arrays.stream(list.split(",", -1))
          .mapToLong(s -> Integer.parseInt(s.strip()))
          .toArray();
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException(
          "`%s`: a size is a number up to 2^31-1, with commas between them".formatted(word));
    }
  }

  /** The array, within the read budget. */
  Tensor make(Parameter parameter) throws TensorFileException {
    ElementType wanted = type.orElse(parameter.dtype());
    long count = 1;
    for (long size : shape) {
      count = size != 0 && count > Integer.MAX_VALUE / size ? Integer.MAX_VALUE : count * size;
    }
    String what = wanted.label() + Arrays.toString(shape);
    ReadBudget.current().take(what, "it", count * wanted.byteWidth());
    Tensor made = Tensors.zeros(wanted, shape);
    if (kind != Kind.ZEROS) {
      fill(wanted, made.array());
    }
    return made;
  }

  private void fill(ElementType wanted, Object array) {
    RandomGenerator random = RandomGeneratorFactory.of(ALGORITHM).create(seed);
    boolean ones = kind == Kind.ONES;
    for (int i = 0; i < java.lang.reflect.Array.getLength(array); i++) {
      switch (array) {
        case double[] a -> a[i] = ones ? 1 : random.nextDouble();
        case float[] a -> a[i] = ones ? 1 : random.nextFloat();
        case boolean[] a -> a[i] = ones || random.nextBoolean();
        case byte[] a -> a[i] = (byte) (ones ? 1 : random.nextInt(INTEGERS));
        case short[] a -> a[i] = bits(wanted, ones, random);
        case int[] a -> a[i] = ones ? 1 : random.nextInt(INTEGERS);
        case long[] a -> a[i] = ones ? 1 : random.nextInt(INTEGERS);
        default -> throw new IllegalStateException("no array of elements: " + array);
      }
    }
  }

  private static short bits(ElementType wanted, boolean ones, RandomGenerator random) {
    return switch (wanted) {
      case F16 -> ShortFloats.toF16(ones ? 1 : random.nextInt(1 << 11) / (float) (1 << 11));
      case BF16 -> ShortFloats.toBF16(ones ? 1 : random.nextInt(1 << 8) / (float) (1 << 8));
      default -> (short) (ones ? 1 : random.nextInt(INTEGERS));
    };
  }
}
