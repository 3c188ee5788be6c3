package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.plan.PlanValues.Geometry;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;

/**
 * Emits the calls of the runtime's functions of rows: running totals, sorting, searching, elements
 * written at places that others name.
 */
record PlanRows(Code code, PlanDims dims, PlanArrays arrays, PlanValues values) {

  private static final Type LONGS = Type.getType(long[].class);

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
        call(
            RuntimeTypes.TOTALS,
            name,
            RuntimeTypes.ROWS,
            RuntimeTypes.ROWS,
            Type.INT_TYPE,
            Type.BOOLEAN_TYPE);
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
        call(
            RuntimeTypes.SORTING,
            name,
            RuntimeTypes.ROWS,
            RuntimeTypes.ROWS,
            Type.INT_TYPE,
            Type.BOOLEAN_TYPE);
      }
      case TensorIr.Search s -> {
        code.pushInt(s.right() ? 1 : 0);
        call(
            RuntimeTypes.SORTING,
            "search",
            RuntimeTypes.ROWS,
            RuntimeTypes.ROWS,
            RuntimeTypes.ROWS,
            Type.BOOLEAN_TYPE);
      }
      case TensorIr.Find _ ->
          call(RuntimeTypes.FINDING, "places", RuntimeTypes.ROWS, RuntimeTypes.ROWS);
    }
  }

  /** The result has its storage already, and the target's elements. */
  void scatter(TensorIr.Scatter step) {
    code.at(step.span());
    push(step.result());
    push(step.value(), step.extents());
    String combine = step.combine().map(Builtin::name).orElse("WRITE");
    code.getStatic(RuntimeTypes.SCATTERING_COMBINE, combine);
    code.callStatic(
        RuntimeTypes.SCATTERING,
        "into",
        RuntimeTypes.SCATTERING,
        RuntimeTypes.ROWS,
        RuntimeTypes.ROWS,
        RuntimeTypes.SCATTERING_COMBINE);
    for (TensorIr.Place p : step.places()) {
      push(p.index(), step.extents());
      code.pushString(p.text());
      code.callVirtual(
          RuntimeTypes.SCATTERING,
          "at",
          RuntimeTypes.SCATTERING,
          RuntimeTypes.ROWS,
          JvmTypes.STRING);
    }
    code.callVirtual(RuntimeTypes.SCATTERING, "run", "()V");
  }

  private void call(Type owner, String name, Type... parameters) {
    code.callStatic(owner, name, Type.VOID_TYPE, parameters);
  }

  private void push(Value v) {
    List<Code.Part> strides = values.tensor(v).strides().stream().map(this::asLong).toList();
    push(v, v.shape(), strides);
  }

  /** An operand as it walks a space. */
  private void push(TensorIr.Operand o, List<Dim> space) {
    Geometry g = values.tensor(o.value());
    var strides = new ArrayList<Code.Part>();
    for (int axis = 0; axis < space.size(); axis++) {
      int own = o.axes().indexOf(axis);
      strides.add(
          () -> {
            if (own < 0) {
              code.pushLong(0);
            } else {
              dims.push(o.value().shape().get(own));
              asLong(g.strides().get(own)).emit();
              code.callStatic(RuntimeTypes.SIZE_MATH, "stretch", "(JJ)J");
            }
          });
    }
    push(o.value(), space, strides);
  }

  private Code.Part asLong(Local stride) {
    return () -> {
      code.load(stride);
      code.memory().toLong(code);
    };
  }

  private void push(Value v, List<Dim> sizes, List<Code.Part> strides) {
    Geometry g = values.tensor(v);
    code.getStatic(RuntimeTypes.ELEMENT_TYPE, v.dtype().name());
    code.load(g.array());
    code.load(g.offset());
    code.memory().toLong(code);
    arrays.pushSizes(sizes);
    arrays.pushLongs(strides);
    code.callStatic(
        RuntimeTypes.ROWS,
        "of",
        RuntimeTypes.ROWS,
        RuntimeTypes.ELEMENT_TYPE,
        Type.getType(Object.class),
        Type.LONG_TYPE,
        LONGS,
        LONGS);
  }
}
