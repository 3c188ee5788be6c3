package dev.tensorc.benchmarks.population;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * The arguments of a specimen, drawn from its name: the same in every JVM.
 *
 * @param names of the parameters
 * @param sizes of the function's symbols, in the order of its bindings
 * @param values arrays as tensors over Java arrays, and numbers in their boxes
 */
record Arguments(List<String> names, Map<Dim, Long> sizes, List<Object> values) {

  /** The sizes of the function's symbols, in the order of its bindings. */
  static Map<Dim, Long> sizes(Specimen specimen, TensorIr.Function f) {
    Map<Dim, Long> sizes = new LinkedHashMap<>();
    for (TensorIr.DimBinding b : f.bindings()) {
      sizes.put(b.symbol(), (long) specimen.number(name(f.params().get(b.param()), b.axis())));
    }
    return sizes;
  }

  static Arguments of(Specimen specimen, TensorIr.Function f) {
    Map<Dim, Long> sizes = sizes(specimen, f);
    var random = new Random(specimen.name().hashCode());
    var values = new ArrayList<Object>();
    for (TensorIr.Param p : f.params()) {
      TensorIr.Value v = p.value();
      if (v.isUnranked()) {
        throw new NotInCException("an unranked argument");
      }
      if (v.isScalar()) {
        values.add(boxed(v.dtype(), specimen.number(p.name())));
        continue;
      }
      long[] shape = v.shape().stream().mapToLong(d -> Dims.evaluate(d, sizes::get)).toArray();
      List<String> range = specimen.ranges().getOrDefault(p.name(), usual(v.dtype()));
      values.add(
          drawn(
              v.dtype(),
              specimen.number(range.get(0)),
              specimen.number(range.get(1)),
              random,
              shape));
    }
    return new Arguments(f.params().stream().map(TensorIr.Param::name).toList(), sizes, values);
  }

  /**
   * The name of a size in a section: its name in the program, {@code x.0} of an axis without one.
   */
  private static String name(TensorIr.Param p, int axis) {
    if (axis < 0) {
      return p.name();
    }
    String type = p.declaredType();
    String dim = type.substring(type.indexOf('[') + 1, type.length() - 1).split(",")[axis].strip();
    return dim.equals("?") ? p.name() + "." + axis : dim;
  }

  private static List<String> usual(DType d) {
    return switch (d) {
      case BOOL -> List.of("0", "2");
      case U8 -> List.of("0", "256");
      case I8 -> List.of("-128", "128");
      default -> d.isFloat() ? List.of("-1", "1") : List.of("0", "100");
    };
  }

  private static Object boxed(DType d, double value) {
    return switch (d.carrier()) {
      case BOOLEAN -> value != 0;
      case INT -> (int) value;
      case LONG -> (long) value;
      case FLOAT -> (float) value;
      case DOUBLE -> value;
    };
  }

  private static Tensor drawn(DType d, double low, double high, Random random, long[] shape) {
    int count = Math.toIntExact(Dims.evaluate(Dims.product(sizes(shape)), _ -> 0L));
    ElementType type = ElementType.valueOf(d.name());
    Object array = type.newArray(count);
    for (int i = 0; i < count; i++) {
      double x = random.nextDouble(low, high);
      double value = d.isFloat() ? x : Math.floor(x);
      switch (array) {
        case float[] a -> a[i] = (float) value;
        case double[] a -> a[i] = value;
        case int[] a -> a[i] = (int) value;
        case long[] a -> a[i] = (long) value;
        case byte[] a -> a[i] = (byte) (int) value;
        case boolean[] a -> a[i] = value >= 1;
        case short[] a ->
            a[i] =
                switch (d) {
                  case F16 -> Float.floatToFloat16((float) value);
                  case BF16 -> (short) (Float.floatToRawIntBits((float) value) >>> 16);
                  default -> (short) (int) value;
                };
        default -> throw new IllegalStateException(type.toString());
      }
    }
    return Tensors.of(type, array, shape);
  }

  private static List<Dim> sizes(long[] shape) {
    return java.util.Arrays.stream(shape).mapToObj(Dims::of).toList();
  }

  /** A tensor of no axes, which is that number. */
  static Tensor single(Object number) {
    return switch (number) {
      case Float x -> Tensors.of(ElementType.F32, new float[] {x});
      case Double x -> Tensors.of(ElementType.F64, new double[] {x});
      case Integer x -> Tensors.of(ElementType.I32, new int[] {x});
      case Long x -> Tensors.of(ElementType.I64, new long[] {x});
      case Boolean x -> Tensors.of(ElementType.BOOL, new boolean[] {x});
      default -> throw new NotInCException("a result " + number.getClass().getSimpleName());
    };
  }

  /** The elements of a tensor, or a number, as numbers. */
  static double[] numbers(Object value) {
    if (!(value instanceof Tensor t)) {
      return new double[] {
        value instanceof Boolean b ? (b ? 1 : 0) : ((Number) value).doubleValue()
      };
    }
    Object array = t.toArray();
    int count = java.lang.reflect.Array.getLength(array);
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] =
          switch (array) {
            case float[] a -> a[i];
            case double[] a -> a[i];
            case int[] a -> a[i];
            case long[] a -> a[i];
            case byte[] a -> t.type() == ElementType.U8 ? a[i] & 0xff : a[i];
            case boolean[] a -> a[i] ? 1 : 0;
            case short[] a ->
                switch (t.type()) {
                  case F16 -> Float.float16ToFloat(a[i]);
                  case BF16 -> Float.intBitsToFloat(a[i] << 16);
                  case U16 -> a[i] & 0xffff;
                  default -> a[i];
                };
            default ->
                throw new IllegalStateException(t.type().toString().toLowerCase(Locale.ROOT));
          };
    }
    return numbers;
  }
}
