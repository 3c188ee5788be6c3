package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.PlanValues.Geometry;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.Arrays;
import org.objectweb.asm.Type;

/** Emits the calls of what the runtime does row by row: running totals, sorting, searching. */
final class PlanRows {

  private static final Type ROWS = Type.getObjectType(JvmTypes.RUNTIME + "Rows");
  private static final Type ELEMENT = Type.getObjectType(JvmTypes.RUNTIME + "ElementType");
  private static final Type LONGS = Type.getType(long[].class);

  private final Code code;
  private final PlanArrays arrays;
  private final PlanValues values;

  PlanRows(Code code, PlanArrays arrays, PlanValues values) {
    this.code = code;
    this.arrays = arrays;
    this.values = values;
  }

  /** The result has its storage already. */
  void call(TensorIr.Ordered step) {
    code.at(step.span());
    push(step.result());
    step.operands().forEach(this::push);
    switch (step) {
      case TensorIr.Scan s -> {
        code.pushInt(s.axis());
        code.pushInt(s.initial() ? 1 : 0);
        String name =
            switch (s.builtin()) {
              case CUMULATIVE_SUM -> "sums";
              case CUMULATIVE_PROD -> "products";
              case CUMULATIVE_MAX -> "largest";
              case CUMULATIVE_MIN -> "smallest";
              default -> throw new IllegalStateException(s.builtin() + " is no running total");
            };
        code.callStatic(JvmTypes.RUNTIME + "Totals", name, method(ROWS, ROWS, Type.INT_TYPE));
      }
      case TensorIr.Sort s -> {
        code.pushInt(s.axis());
        code.pushInt(s.descending() ? 1 : 0);
        String name =
            switch (s.builtin()) {
              case SORT -> "sort";
              case TOP_K -> "firstPlaces";
              default -> "places";
            };
        code.callStatic(JvmTypes.RUNTIME + "Sorting", name, method(ROWS, ROWS, Type.INT_TYPE));
      }
      case TensorIr.Search s -> {
        code.pushInt(s.right() ? 1 : 0);
        code.callStatic(JvmTypes.RUNTIME + "Sorting", "search", method(ROWS, ROWS, ROWS));
      }
    }
  }

  /** What it takes, then a flag. */
  private static String method(Type... args) {
    var all = Arrays.copyOf(args, args.length + 1);
    all[args.length] = Type.BOOLEAN_TYPE;
    return Type.getMethodDescriptor(Type.VOID_TYPE, all);
  }

  private void push(Value v) {
    Geometry g = values.tensor(v);
    code.getStatic(ELEMENT.getInternalName(), v.dtype().name(), ELEMENT.getDescriptor());
    code.load(g.array());
    code.load(g.offset());
    code.memory().toLong(code);
    arrays.pushSizes(v.shape());
    arrays.pushLongs(
        g.strides().stream()
            .<Code.Part>map(
                s ->
                    () -> {
                      code.load(s);
                      code.memory().toLong(code);
                    })
            .toList());
    code.callStatic(
        ROWS.getInternalName(),
        "of",
        Type.getMethodDescriptor(
            ROWS, ELEMENT, Type.getType(Object.class), Type.LONG_TYPE, LONGS, LONGS));
  }
}
