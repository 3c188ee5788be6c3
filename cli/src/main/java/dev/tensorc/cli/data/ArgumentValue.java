package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.interp.Casts;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.UShortTensor;
import dev.tensorc.runtime.io.ReadBudget;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The value of one parameter: a number, a literal, a file, or an array that a word describes. */
final class ArgumentValue {

  private static final int CHUNK = 1 << 14;

  /** How values are read for all parameters of a call. */
  record Context(DataOptions options, StandardInput input, boolean exact) {}

  /**
   * A value from a word.
   *
   * @param value a tensor, or a boxed scalar, of the parameter's dtype
   * @param rate of a sound, in frames per second
   */
  record Value(Object value, Optional<Float> rate) {}

  private final Parameter parameter;
  private final DType dtype;
  private final String text;
  private final Context context;

  private ArgumentValue(Parameter parameter, String text, Context context) {
    this.parameter = parameter;
    this.dtype = TensorBridge.dtype(parameter.dtype());
    this.text = text;
    this.context = context;
  }

  /** Reads the value that a word gives. */
  static Value read(Parameter parameter, String text, Context context) {
    return new ArgumentValue(parameter, text.strip(), context).read();
  }

  private Value read() {
    try {
      Optional<FileWord> file = FileWord.of(text);
      if (file.isPresent()) {
        FileReader.Read read =
            new FileReader(parameter, context.options(), context.input(), file.get()).read();
        return new Value(fromArray(read.value()), read.rate());
      }
      Optional<MadeArray> made = MadeArray.of(text);
      Object value =
          made.isPresent()
              ? fromArray(made.get().make(parameter))
              : parameter.isText() ? fromText() : fromLiteral();
      return new Value(value, Optional.empty());
    } catch (InvalidPathException e) {
      throw problem("not a file name: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw problem(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw problem("cannot read " + Errors.describe(e));
    }
  }

  private boolean cast() {
    return context.options().cast();
  }

  private Failure problem(String what) {
    return Failure.data("`" + parameter.name() + "`: " + what);
  }

  private Object fromArray(Tensor array) {
    DType given = TensorBridge.dtype(array.type());
    if (given != dtype && !cast()) {
      throw problem(
          "%s holds %s, but the parameter is %s; pass --cast to convert it"
              .formatted(text, given, parameter.declaredType()));
    }
    if (given == dtype && !parameter.isScalar()) {
      return array;
    }
    if (parameter.isScalar() && array.rank() > 0) {
      throw scalarWanted(Arrays.toString(array.shape()));
    }
    if (array.rank() > 0) {
      return converted(array, given);
    }
    return shaped(List.of(), castElements(array, given));
  }

  /** Some elements at a time, since they are boxed on the way. */
  private Tensor converted(Tensor array, DType given) {
    ElementType type = parameter.dtype();
    requireMemory(array, type);
    boolean plain = array.isContiguous() && !array.isNative();
    Object from = plain ? array.array() : array.toArray();
    long first = plain ? array.offset() : 0;
    int count = Math.toIntExact(array.count());
    Object into = type.newArray(count);
    for (long done = 0; done < count; done += CHUNK) {
      int n = (int) Math.min(CHUNK, count - done);
      Tensor part = Tensors.view(array.type(), from, first + done, new long[] {n}, new long[] {1});
      Tensor cast = TensorBridge.tensor(dtype, List.of((long) n), castElements(part, given));
      System.arraycopy(cast.array(), 0, into, (int) done, n);
    }
    return Tensors.of(type, into, array.shape());
  }

  private List<Object> castElements(Tensor array, DType given) {
    return TensorBridge.elements(array).stream().map(e -> Casts.cast(given, dtype, e)).toList();
  }

  /** Counts the array that is made of a read one, beside it. */
  private void requireMemory(Tensor array, ElementType type) {
    String converted = "%s converted to %s".formatted(Arrays.toString(array.shape()), dtype);
    try {
      ReadBudget.current().take(text, converted, array.count() * type.byteWidth());
    } catch (TensorFileException e) {
      throw problem(Errors.describe(e));
    }
  }

  /** {@code name='"+-+"'}: the units of a text. */
  private Object fromText() {
    if (text.length() < 2 || !text.startsWith("\"") || !text.endsWith("\"")) {
      throw problem(
          "a text stands in double quotes, which the shell must leave: %s='\"%s\"'"
              .formatted(parameter.name(), text));
    }
    String units = text.substring(1, text.length() - 1);
    if (parameter.isScalar() && units.length() != 1) {
      throw problem("a char is one character, not " + units.length());
    }
    return parameter.isScalar() ? (Object) (int) units.charAt(0) : UShortTensor.ofText(units);
  }

  private Object fromLiteral() {
    Literal literal = Literal.parse(text);
    List<Object> elements = literal.elements().stream().map(this::element).toList();
    return shaped(literal.shape(), elements);
  }

  /** An element of a literal takes the parameter's dtype where nothing is lost, as in a program. */
  private Object element(Object e) {
    DType own =
        switch (e) {
          case Boolean _ -> DType.BOOL;
          case Long _ -> DType.I64;
          case BigInteger _ -> DType.U64;
          default -> DType.F64;
        };
    boolean takes =
        own == DType.BOOL ? dtype == DType.BOOL : dtype.isFloat() || own.isInt() && dtype.isInt();
    if (!takes && !cast()) {
      throw problem("%s is not of type %s; pass --cast to convert it".formatted(e, dtype));
    }
    Object converted = Casts.cast(own, dtype, e instanceof BigInteger big ? big.longValue() : e);
    boolean fits = e instanceof Long v ? Scalars.fits(dtype, v) : dtype == DType.U64;
    if (own.isInt() && dtype.isInt() && !cast() && !fits) {
      throw problem("%s is out of range for %s; --cast wraps it".formatted(e, dtype));
    }
    if (context.exact() && !cast() && isLost(e, converted)) {
      throw problem(
          "%s as %s would be %s; name the instance, as in 'f[f64]'".formatted(e, dtype, converted));
    }
    return converted;
  }

  /** Whether an integer is rounded, or a finite number becomes infinite or zero. */
  private static boolean isLost(Object e, Object converted) {
    if (!(converted instanceof Float || converted instanceof Double)) {
      return false;
    }
    double now = ((Number) converted).doubleValue();
    return switch (e) {
      case Long v -> Double.isInfinite(now) || (long) now != v || now == 0x1p63;
      case BigInteger v -> !new BigDecimal(now).equals(new BigDecimal(v));
      case Double v -> Double.isInfinite(now) != Double.isInfinite(v) || now == 0 && v != 0;
      default -> false;
    };
  }

  private Failure scalarWanted(String shape) {
    return problem("a scalar (%s) is wanted, not shape %s".formatted(dtype, shape));
  }

  private Object shaped(List<Long> shape, List<Object> elements) {
    if (parameter.isScalar()) {
      if (!shape.isEmpty()) {
        throw scalarWanted(shape.toString());
      }
      return elements.getFirst();
    }
    if (shape.isEmpty() && parameter.rank() != Parameter.UNRANKED) {
      throw problem(
          "%s wants an array: a literal such as [1, 2, 3], a file, or zeros:[3], ones:[3], random:[3]"
              .formatted(parameter.declaredType()));
    }
    return TensorBridge.tensor(dtype, shape, elements);
  }
}
