package dev.tensorc.interp;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Running totals, sorting and searching: rows whose elements are taken in an order. */
final class Ordering {

  private Ordering() {}

  static NdArray compute(
      TensorIr.Ordered instr, List<Long> shape, Function<Value, NdArray> operands) {
    return switch (instr) {
      case TensorIr.Scan s ->
          alongRows(
              s.result(), shape, operands.apply(s.operand()), s.axis(), row -> totals(s, row));
      case TensorIr.Sort s ->
          alongRows(
              s.result(), shape, operands.apply(s.operand()), s.axis(), row -> sorted(s, row));
      case TensorIr.Search s -> {
        List<Object> sorted = operands.apply(s.sorted()).elements();
        NdArray sought = operands.apply(s.sought());
        yield NdArray.build(DType.I64, shape, index -> place(s, sorted, sought.at(index)));
      }
      case TensorIr.Find f -> {
        List<Object> mask = operands.apply(f.mask()).elements();
        List<Object> places =
            LongStream.range(0, mask.size())
                .filter(i -> (Boolean) mask.get((int) i))
                .mapToObj(i -> (Object) i)
                .toList();
        yield new NdArray(DType.I64, shape, places);
      }
    };
  }

  /** Each row of the operand along the axis becomes one of the result. */
  private static NdArray alongRows(
      Value result,
      List<Long> shape,
      NdArray operand,
      int axis,
      UnaryOperator<List<Object>> become) {
    Map<List<Long>, List<Object>> rows = new HashMap<>();
    return NdArray.build(
        result.dtype(),
        shape,
        index -> {
          long[] first = index.clone();
          first[axis] = 0;
          return rows.computeIfAbsent(
                  Arrays.stream(first).boxed().toList(),
                  _ -> become.apply(row(operand, first, axis)))
              .get((int) index[axis]);
        });
  }

  private static List<Object> row(NdArray operand, long[] first, int axis) {
    var row = new ArrayList<Object>();
    long[] at = first.clone();
    for (long i = 0; i < operand.shape().get(axis); i++) {
      at[axis] = i;
      row.add(operand.at(at));
    }
    return row;
  }

  // ---------------------------------------------------------------- running totals

  private static List<Object> totals(TensorIr.Scan s, List<Object> row) {
    if (s.builtin() == Builtin.CUMULATIVE_MAX || s.builtin() == Builtin.CUMULATIVE_MIN) {
      return extremes(s, row);
    }
    boolean sum = s.builtin() == Builtin.CUMULATIVE_SUM;
    DType dtype = s.result().dtype();
    var totals = new ArrayList<Object>();
    if (s.initial()) {
      totals.add(of(dtype, sum ? 0 : 1));
    }
    // the start that changes no number, not even -0.0
    Object total = dtype.isFloat() ? of(dtype, sum ? -0.0 : 1) : of(dtype, sum ? 0 : 1);
    for (Object element : row) {
      total = next(dtype, sum, total, number(s.operand().dtype(), element));
      totals.add(total);
    }
    return totals;
  }

  private static List<Object> extremes(TensorIr.Scan s, List<Object> row) {
    boolean largest = s.builtin() == Builtin.CUMULATIVE_MAX;
    Builtin wins = largest ? Builtin.MAXIMUM : Builtin.MINIMUM;
    var extremes = new ArrayList<Object>();
    for (Object element : row) {
      extremes.add(
          extremes.isEmpty()
              ? element
              : ElementMath.apply(
                  wins, s.result().dtype(), List.of(extremes.getLast(), element), s.span()));
    }
    return extremes;
  }

  private static Object of(DType dtype, double number) {
    return dtype.isFloat() ? Scalars.nearest(dtype, number) : Scalars.wrap(dtype, (long) number);
  }

  /** The element, of an integer or a bool the number. */
  private static Object number(DType dtype, Object element) {
    return dtype == DType.BOOL
        ? (Object) ((Boolean) element ? 1L : 0L)
        : dtype.isInt() ? (Object) Scalars.integer(dtype, element) : element;
  }

  private static Object next(DType dtype, boolean sum, Object total, Object element) {
    return switch (dtype) {
      case F32 -> sum ? (Float) total + (Float) element : (Float) total * (Float) element;
      case F64 -> sum ? (Double) total + (Double) element : (Double) total * (Double) element;
      default -> {
        long before = Scalars.integer(dtype, total);
        yield Scalars.wrap(dtype, sum ? before + (Long) element : before * (Long) element);
      }
    };
  }

  // ---------------------------------------------------------------- sorting

  private static List<Object> sorted(TensorIr.Sort s, List<Object> row) {
    DType dtype = s.operand().dtype();
    var places = new ArrayList<Long>();
    for (long i = 0; i < row.size(); i++) {
      places.add(i);
    }
    Comparator<Object> order = order(dtype);
    if (s.descending()) {
      order = order.reversed();
    }
    Comparator<Object> nanLast =
        Comparator.<Object, Boolean>comparing(Ordering::isNaN).thenComparing(order);
    places.sort(Comparator.comparing(p -> row.get(p.intValue()), nanLast)); // which is stable
    return s.builtin() != Builtin.SORT
        ? List.copyOf(places)
        : places.stream().map(p -> row.get(p.intValue())).toList();
  }

  private static boolean isNaN(Object element) {
    return element instanceof Float f ? f.isNaN() : element instanceof Double d && d.isNaN();
  }

  /** The order of numbers: -0.0 and 0.0 are equal, and NaN is above all. */
  private static Comparator<Object> order(DType dtype) {
    return switch (dtype) {
      case BOOL -> Comparator.comparing(Boolean.class::cast);
      case U64 -> (a, b) -> Long.compareUnsigned((Long) a, (Long) b);
      case F16, BF16, F32, F64 -> Comparator.comparingDouble(x -> ((Number) x).doubleValue() + 0.0);
      default -> Comparator.comparingLong(x -> Scalars.integer(dtype, x));
    };
  }

  // ---------------------------------------------------------------- searching

  private static Object place(TensorIr.Search s, List<Object> sorted, Object sought) {
    Comparator<Object> order = order(s.sorted().dtype());
    int from = 0;
    int to = sorted.size();
    while (from < to) {
      int middle = (from + to) / 2;
      int compared = order.compare(sorted.get(middle), sought);
      if (compared < 0 || (s.right() && compared == 0)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return (long) from;
  }
}
