package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Arithmetic;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.scalar.ScalarEmitter;
import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Access.Layer;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * The values of a plan: scalars are locals, a tensor is an array (or segment), an offset and
 * strides in locals.
 */
final class PlanValues {

  /**
   * Where a tensor's elements are.
   *
   * @param rowMajor whether the offset is known to be 0, and the last stride 1
   */
  record Geometry(DType dtype, Local array, Local offset, List<Local> strides, boolean rowMajor) {}

  private final Code code;
  private final PlanDims dims;
  private final Memory memory;
  private final Map<Value, Geometry> tensors = new HashMap<>();
  private final Map<Value, Local> scalars = new HashMap<>();

  PlanValues(Code code, PlanDims dims) {
    this.code = code;
    this.dims = dims;
    this.memory = code.memory();
  }

  void define(Value v, Geometry g) {
    tensors.put(v, g);
  }

  void define(Value v, Local scalar) {
    scalars.put(v, scalar);
  }

  Geometry tensor(Value v) {
    return Objects.requireNonNull(tensors.get(v), v.name());
  }

  Local scalar(Value v) {
    return Objects.requireNonNull(scalars.get(v), v.name());
  }

  /** Pushes the value of a scalar expression. */
  void push(Expr e) {
    new ScalarEmitter(
            code,
            leaf -> {
              switch (leaf) {
                case Expr.PlanScalar p -> code.load(scalar(p.value()));
                case Expr.DimSize d -> dims.push(d.dim());
                case Expr.Element x -> pushElement(x);
                case Expr.AxisStride s -> {
                  code.load(tensor(s.tensor()).strides().get(s.axis()));
                  memory.toLong(code);
                }
                default -> throw new IllegalStateException("not a leaf of a plan: " + leaf);
              }
            })
        .push(e);
  }

  private void pushElement(Expr.Element x) {
    pushPlace(x.tensor().base(), x.tensor().access());
    memory.loadElement(code, x.type());
  }

  /** Pushes the array and the index of one element of a tensor. */
  void pushPlace(Value v, Access access) {
    Geometry g = tensor(v);
    code.load(g.array());
    if (access.axes().stream().allMatch(PlanValues::isSubscript)) {
      pushIndex(g, access);
    } else {
      code.load(walk(g, access, 0).offset());
    }
  }

  private static boolean isSubscript(List<AxisPath> paths) {
    List<Layer> layers = paths.getFirst().layers();
    return paths.size() == 1
        && (layers.isEmpty() || (layers.size() == 1 && layers.getFirst() instanceof Access.Slice));
  }

  private void pushIndex(Geometry g, Access access) {
    if (g.rowMajor()) {
      memory.push(code, 0);
    } else {
      code.load(g.offset());
    }
    int last = access.axes().size() - 1;
    for (int axis = 0; axis <= last; axis++) {
      for (Layer layer : access.axes().get(axis).getFirst().layers()) {
        Arithmetic start = pushSize(((Access.Slice) layer).start());
        if (axis < last || !g.rowMajor()) {
          start.times(g.strides().get(axis));
        }
        memory.add(code);
      }
    }
  }

  /** The geometry of the runtime tensor in a local. */
  Geometry geometryOf(Local tensor, Value v) {
    String owner = tensor.type().getInternalName();
    Local array = code.newLocal(memory.base(v.dtype()), () -> pushBase(tensor, v.dtype()));
    Local offset = code.newLocal(memory.index(), () -> pushGetter(tensor, owner, "offset", -1));
    var strides = new java.util.ArrayList<Local>();
    for (int axis = 0; axis < v.rank(); axis++) {
      int a = axis;
      strides.add(
          code.newLocal(
              memory.index(),
              () -> {
                if (v.isUnranked()) {
                  pushUnranked(code, tensor, "stride", v.axisName(a));
                  memory.fromInt(code);
                } else {
                  pushGetter(tensor, owner, "stride", a);
                }
              }));
    }
    return new Geometry(v.dtype(), array, offset, strides, false);
  }

  /** Locals with nothing in them yet. */
  Geometry unset(Value v) {
    return new Geometry(
        v.dtype(),
        code.newLocal(memory.base(v.dtype())),
        code.newLocal(memory.index()),
        v.shape().stream().map(_ -> code.newLocal(memory.index())).toList(),
        false);
  }

  /** Pushes the array or the segment of a tensor. */
  void pushBase(Local tensor, DType d) {
    if (memory == Memory.ARRAYS) {
      code.load(tensor);
      code.callVirtual(JvmTypes.tensor(d), "array", JvmTypes.array(d));
    } else {
      Memory.pushSegment(code, tensor);
    }
  }

  /** Pushes a size as a factor of strides. */
  private Arithmetic pushSize(Dim d) {
    if (memory == Memory.ARRAYS) {
      dims.pushInt(d);
    } else {
      dims.push(d);
    }
    return new Arithmetic(code, memory.index());
  }

  /** Pushes the size or stride of an axis that a tensor may lack. */
  static void pushUnranked(Code code, Local tensor, String getter, int fromEnd) {
    code.load(tensor);
    code.pushInt(fromEnd);
    Type result = getter.equals("size") ? Type.LONG_TYPE : Type.INT_TYPE;
    code.callStatic(RuntimeTypes.UNRANKED, getter, result, RuntimeTypes.TENSOR, Type.INT_TYPE);
  }

  private void pushGetter(Local tensor, String owner, String getter, int axis) {
    code.load(tensor);
    if (axis >= 0) {
      code.pushInt(axis);
    }
    code.callVirtual(owner, getter, axis >= 0 ? "(I)J" : "()J");
    memory.fromLong(code);
  }

  /** The elements lie row-major from the start of the array or segment. */
  Geometry rowMajor(Value v, Local array) {
    Local offset = code.newLocal(memory.index(), () -> memory.push(code, 0));
    var strides = new Local[v.rank()];
    for (int axis = v.rank() - 1; axis >= 0; axis--) {
      int a = axis;
      strides[axis] =
          code.newLocal(
              memory.index(),
              () -> {
                if (a == v.rank() - 1) {
                  memory.push(code, 1);
                } else {
                  code.load(strides[a + 1]).times(() -> pushSize(v.shape().get(a + 1)));
                }
              });
    }
    return new Geometry(v.dtype(), array, offset, List.of(strides), true);
  }

  /** Walks a tensor by some axes: emits the arithmetic of offset and strides. */
  Walk walk(Geometry base, Access access, int rank) {
    return new Walk(base, access, rank);
  }

  /** The offset and strides with which some axes walk a tensor. */
  final class Walk {

    private Local offset;
    private final @Nullable Local[] strides;

    private Walk(Geometry base, Access access, int rank) {
      this.offset = base.offset();
      this.strides = new @Nullable Local[rank];
      for (int axis = 0; axis < access.axes().size(); axis++) {
        for (AxisPath path : access.axes().get(axis)) {
          path(base.strides().get(axis), path);
        }
      }
      for (int axis = 0; axis < rank; axis++) {
        if (strides[axis] == null) {
          strides[axis] = code.newLocal(memory.index(), () -> memory.push(code, 0));
        }
      }
    }

    Local offset() {
      return offset;
    }

    Local stride(int axis) {
      return Objects.requireNonNull(strides[axis]);
    }

    /** As the geometry of a view. */
    Geometry geometry(Geometry base) {
      return new Geometry(
          base.dtype(),
          base.array(),
          offset,
          java.util.stream.IntStream.range(0, strides.length).mapToObj(this::stride).toList(),
          false);
    }

    private void path(Local baseStride, AxisPath path) {
      Local stride = baseStride;
      var ones = new ArrayList<Dim>();
      for (Layer layer : path.layers()) {
        Local before = stride;
        switch (layer) {
          case Access.Slice s -> {
            move(before, s.start());
            if (s.step() != 1) {
              stride = scaled(before, s.step());
            }
          }
          case Access.ZeroIfOne z when ones.stream().anyMatch(d -> Dims.covers(z.size(), d)) -> {}
          case Access.ZeroIfOne z -> {
            ones.add(z.size());
            String index = memory.index().getDescriptor();
            stride =
                code.newLocal(
                    memory.index(),
                    () -> {
                      dims.push(z.size());
                      code.load(before);
                      code.callStatic(
                          RuntimeTypes.SIZE_MATH, "stretch", "(J" + index + ")" + index);
                    });
          }
        }
      }
      if (path.axis() >= 0) {
        Local last = stride;
        Local sum = strides[path.axis()];
        strides[path.axis()] =
            sum == null ? last : code.newLocal(memory.index(), () -> code.load(sum).plus(last));
      }
    }

    private void move(Local stride, Dim start) {
      if (start instanceof Dim.Const c && c.value() == 0) {
        return;
      }
      Local from = offset;
      offset =
          code.newLocal(
              memory.index(), () -> code.load(from).plus(() -> pushSize(start).times(stride)));
    }

    private Local scaled(Local stride, long step) {
      return code.newLocal(memory.index(), () -> code.load(stride).times((int) step));
    }
  }
}
