package dev.tensorc.sections;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * A value as a section has it.
 *
 * @param words the elements as they are written, row-major
 * @param dtype empty where none is written
 */
public record Value(List<Long> shape, List<String> words, Optional<DType> dtype) {

  Value as(DType other) {
    return new Value(shape, words, Optional.of(other));
  }

  /**
   * The value that a parameter takes or a result is: of its dtype, and a tensor where it has any
   * rank.
   *
   * @throws SectionException if another dtype is written, or an element is none of the dtype
   */
  Object of(Parameter declared, String name) {
    DType wanted = TensorBridge.dtype(declared.dtype());
    if (dtype.isPresent() && dtype.get() != wanted) {
      throw new SectionException(
          "%s is %s, but is written as %s".formatted(name, declared.declaredType(), dtype.get()));
    }
    if (declared.rank() != Parameter.UNRANKED && declared.isScalar() != shape.isEmpty()) {
      throw new SectionException(
          "%s is %s, but is written as %s"
              .formatted(
                  name, declared.declaredType(), shape.isEmpty() ? "a single value" : "a list"));
    }
    Object value = as(wanted).toArgument();
    return declared.rank() == Parameter.UNRANKED && !(value instanceof Tensor)
        ? TensorBridge.tensor(wanted, shape, List.of(value))
        : value;
  }

  /**
   * A tensor of the runtime or, with an empty shape, a boxed scalar.
   *
   * @throws SectionException if no dtype is written, or an element is none of the dtype
   */
  public Object toArgument() {
    DType type = dtype.orElseThrow(() -> new SectionException("a dtype is missing"));
    List<Object> elements = words.stream().map(w -> element(w, type)).toList();
    return shape.isEmpty() ? elements.getFirst() : TensorBridge.tensor(type, shape, elements);
  }

  private static Object element(String word, DType dtype) {
    try {
      return dtype == DType.BOOL
          ? bool(word)
          : dtype.isInt() ? integer(word, dtype) : number(word, dtype);
    } catch (NumberFormatException e) {
      throw new SectionException("`%s` is no %s".formatted(word, dtype));
    }
  }

  private static Object bool(String word) {
    if (!word.equals("true") && !word.equals("false")) {
      throw new SectionException("`" + word + "` is no bool: write true or false");
    }
    return Boolean.valueOf(word);
  }

  private static Object integer(String word, DType dtype) {
    var number = new BigInteger(word);
    var highest = new BigInteger(Long.toUnsignedString(dtype.highest()));
    if (number.compareTo(BigInteger.valueOf(dtype.lowest())) < 0 || number.compareTo(highest) > 0) {
      throw new SectionException("%s is no %s: %s".formatted(word, dtype, dtype.range()));
    }
    return Scalars.wrap(dtype, number.longValue());
  }

  private static Object number(String word, DType dtype) {
    String number = word.replace("nan", "NaN").replace("inf", "Infinity");
    Object nearest =
        switch (dtype) {
          case F32 -> Float.valueOf(number);
          case F64 -> Double.valueOf(number);
          default -> Scalars.nearest(dtype, Double.parseDouble(number));
        };
    if (Double.isInfinite(((Number) nearest).doubleValue()) && !number.contains("Infinity")) {
      throw new SectionException("%s is beyond %s: write inf".formatted(word, dtype));
    }
    return nearest;
  }
}
