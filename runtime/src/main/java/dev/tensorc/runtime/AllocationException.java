package dev.tensorc.runtime;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/** An array of a program would be larger than {@link AllocationLimit} or a Java array allows. */
public final class AllocationException extends TensorException {
  private static final long serialVersionUID = 1L;

  private static final List<String> UNITS =
      List.of("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB");
  private static final BigInteger MOST_ELEMENTS = BigInteger.valueOf(Integer.MAX_VALUE);

  private final long[] shape;
  private final long limit;

  private AllocationException(String message, long[] shape, long limit) {
    super(message);
    this.shape = shape;
    this.limit = limit;
  }

  /**
   * The exception that generated code throws.
   *
   * @param value the array as the source calls it
   * @param location {@code file.tc:line:column}
   * @param dtype the type of its elements, such as {@code f32}
   * @param shape its shape
   * @param operation the operation whose broadcasting gave it that shape; empty if none did
   * @param names the operands of that operation
   * @param shapes their shapes
   */
  public static AllocationException of(
      String value,
      String location,
      String dtype,
      long[] shape,
      String operation,
      String[] names,
      long[][] shapes) {
    int elementBytes =
        Arrays.stream(ElementType.values())
            .filter(t -> t.label().equals(dtype))
            .findFirst()
            .orElseThrow()
            .byteWidth();
    BigInteger count =
        Arrays.stream(shape)
            .mapToObj(BigInteger::valueOf)
            .reduce(BigInteger.ONE, BigInteger::multiply);
    BigInteger bytes = count.multiply(BigInteger.valueOf(elementBytes));
    boolean addressable = count.compareTo(MOST_ELEMENTS) <= 0;
    long limit = AllocationLimit.bytes();
    StringBuilder message = new StringBuilder();
    message
        .append("%s at %s: the array is too large\n\n".formatted(value, location))
        .append(
            "    %s%s: %s elements, %s\n"
                .formatted(dtype, Arrays.toString(shape), count, text(bytes)));
    if (!operation.isEmpty()) {
      message.append("    ").append(joined(operation, names, shapes)).append('\n');
    }
    message.append(
        addressable
            ? "\nrule: an array takes at most %s here, the allocation limit\n"
                .formatted(text(BigInteger.valueOf(limit)))
            : "\nrule: an array has at most 2147483647 (2^31-1) elements\n");
    message.append("instead:");
    advice(names, addressable, bytes).forEach(way -> message.append("\n  - ").append(way));
    return new AllocationException(message.toString(), shape.clone(), limit);
  }

  private static String joined(String operation, String[] names, long[][] shapes) {
    StringJoiner operands = new StringJoiner(" with ", operation + " broadcasts ", "");
    for (int i = 0; i < names.length; i++) {
      operands.add(names[i] + " " + Arrays.toString(shapes[i]));
    }
    return operands.toString();
  }

  private static List<String> advice(String[] names, boolean addressable, BigInteger bytes) {
    List<String> advice = new ArrayList<>();
    if (names.length > 0) {
      advice.add(
          "where only elements at the same place belong together, give %s one shape"
              .formatted(String.join(" and ", names)));
      advice.add(
          "reduce it where it is computed, as in sum(a - b, axis=1): it is then never stored");
    } else {
      advice.add("compute it in parts");
    }
    if (addressable) {
      advice.add(
          "raise the limit: -D%1$s=%2$s, --allocation-limit=%2$s, or AllocationLimit.set"
              .formatted(AllocationLimit.PROPERTY, enough(bytes)));
    }
    return advice;
  }

  /** {@code 38G}: as {@link AllocationLimit#parse} reads it, and not less than the bytes. */
  private static String enough(BigInteger bytes) {
    int unit = bytes.bitLength() > 30 ? 30 : bytes.bitLength() > 20 ? 20 : 10;
    BigInteger[] parts = bytes.divideAndRemainder(BigInteger.ONE.shiftLeft(unit));
    BigInteger up = parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
    return up + "KMG".substring(unit / 10 - 1, unit / 10);
  }

  /** {@code 37.3 GiB}. */
  private static String text(BigInteger bytes) {
    int unit = Math.min(Math.max(bytes.bitLength() - 1, 0) / 10, UNITS.size() - 1);
    BigDecimal number =
        new BigDecimal(bytes)
            .divide(new BigDecimal(BigInteger.ONE.shiftLeft(10 * unit)), 1, RoundingMode.HALF_UP)
            .stripTrailingZeros();
    return number.toPlainString() + " " + UNITS.get(unit);
  }

  /** The shape of the array. */
  public long[] shape() {
    return shape.clone();
  }

  /** The limit in bytes when it was refused. */
  public long limit() {
    return limit;
  }
}
