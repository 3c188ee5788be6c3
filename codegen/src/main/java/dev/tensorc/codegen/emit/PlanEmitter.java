package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Access;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.AxisPath;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Compute;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Layer;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits one plan: it reads the arguments' geometry, checks, allocates, and calls the kernels of the
 * version whose guard holds. A tensor is an array, an offset and strides in locals.
 */
final class PlanEmitter {

  /** Where a tensor's elements are. */
  private record Geometry(DType dtype, Local array, Local offset, List<Local> strides) {}

  private final Code code;
  private final Plan plan;
  private final TensorIr.Function function;
  private final KernelNames kernels;
  private final PlanDims dims;
  private final PlanChecks checks;
  private final Map<Value, Geometry> tensors = new HashMap<>();
  private final Map<Value, Local> scalars = new HashMap<>();
  private final Local out;
  private final List<Local> params;

  /**
   * @param out the local of the output: null where one is to be made
   * @param params the locals of the function's parameters
   */
  PlanEmitter(Code code, Plan plan, KernelNames kernels, Local out, List<Local> params) {
    this.code = code;
    this.plan = plan;
    this.function = plan.function();
    this.kernels = kernels;
    this.dims = new PlanDims(code);
    this.checks = new PlanChecks(code, dims, function);
    this.out = out;
    this.params = params;
  }

  /** Whether the function returns a tensor, and so has an {@code ...Into} form. */
  static boolean returnsTensor(Plan plan) {
    return !plan.results().get(0).isScalar();
  }

  static Type resultType(Plan plan) {
    Value r = plan.results().get(0);
    return r.isScalar() ? JvmTypes.scalar(r.dtype()) : JvmTypes.tensorType(r.dtype());
  }

  static Type paramType(TensorIr.Param p) {
    Value v = p.value();
    return v.isScalar() ? JvmTypes.scalar(v.dtype()) : JvmTypes.tensorType(v.dtype());
  }

  /** Emits the whole body. */
  void emit() {
    code.line(function.span().line());
    Value result = plan.results().get(0);
    for (int i = 0; i < params.size(); i++) {
      parameterRank(function.params().get(i), params.get(i));
    }
    for (TensorIr.DimBinding b : function.bindings()) {
      code.assign(dims.atom(b.symbol()), () -> pushSize(params.get(b.param()), b.axis()));
    }
    function.entryChecks().forEach(checks::emit);
    if (returnsTensor(plan) && !hasLateDim(result)) {
      prepareOutput(result);
    }
    for (int i = 0; i < params.size(); i++) {
      parameterGeometry(function.params().get(i), params.get(i));
    }
    plan.body().forEach(this::statement);
    code.load(result.isScalar() ? scalars.get(result) : out);
    code.op(resultType(plan).getOpcode(Opcodes.IRETURN));
  }

  // ---------------------------------------------------------------- arguments and result

  private void parameterRank(TensorIr.Param p, Local local) {
    Value v = p.value();
    if (v.isScalar()) {
      if (v.dtype() == DType.U8) {
        code.assign(
            local,
            () -> {
              code.load(local);
              code.pushInt(255);
              code.op(Opcodes.IAND);
            });
      }
      scalars.put(v, local);
      return;
    }
    code.load(local);
    code.pushString(p.name());
    code.callStatic(
        JvmTypes.RUNTIME + "Checks", "notNull", "(Ljava/lang/Object;Ljava/lang/String;)V");
    checks.rank(p, local);
  }

  private void pushSize(Local tensor, int axis) {
    code.load(tensor);
    code.pushInt(axis);
    code.callVirtual(tensor.type().getInternalName(), "size", "(I)J");
  }

  private void parameterGeometry(TensorIr.Param p, Local local) {
    if (!p.value().isScalar()) {
      tensors.put(p.value(), geometryOf(local, p.value()));
    }
  }

  private Geometry geometryOf(Local tensor, Value v) {
    String owner = tensor.type().getInternalName();
    Local array =
        code.newLocal(
            JvmTypes.array(v.dtype()),
            () -> {
              code.load(tensor);
              code.callVirtual(
                  owner, "array", Type.getMethodDescriptor(JvmTypes.array(v.dtype())));
            });
    Local offset =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(tensor);
              code.callVirtual(owner, "offset", "()J");
              code.op(Opcodes.L2I);
            });
    var strides = new java.util.ArrayList<Local>();
    for (int axis = 0; axis < v.rank(); axis++) {
      int a = axis;
      strides.add(
          code.newLocal(
              Type.INT_TYPE,
              () -> {
                code.load(tensor);
                code.pushInt(a);
                code.callVirtual(owner, "stride", "(I)J");
                code.op(Opcodes.L2I);
              }));
    }
    return new Geometry(v.dtype(), array, offset, strides);
  }

  private static boolean hasLateDim(Value v) {
    var late = new java.util.concurrent.atomic.AtomicBoolean();
    for (Dim d : v.shape()) {
      Dims.substitute(
          d,
          atom -> {
            late.compareAndSet(false, atom instanceof Dim.Late);
            return atom;
          });
    }
    return late.get();
  }

  /** Makes the output where none is given; a given one is checked before anything is written. */
  private void prepareOutput(Value result) {
    code.ifElse(
        isNull(out), () -> code.assign(out, () -> pushNew(result)), () -> checkOutput(result));
  }

  private void pushNew(Value v) {
    checks.pushShape(v.shape());
    Type tensor = JvmTypes.tensorType(v.dtype());
    code.callStatic(
        tensor.getInternalName(),
        "zeros",
        Type.getMethodDescriptor(tensor, Type.getType(long[].class)));
  }

  private static BiConsumer<Code, Label> isNull(Local l) {
    return (c, no) -> {
      c.load(l);
      c.mv().visitJumpInsn(Opcodes.IFNONNULL, no);
    };
  }

  /** The output must have the result's shape, and share no memory with an argument. */
  private void checkOutput(Value result) {
    String owner = out.type().getInternalName();
    BiConsumer<Code, Label> fits =
        Code.intsEqual(
            () -> {
              code.load(out);
              code.callVirtual(owner, "rank", "()I");
            },
            () -> code.pushInt(result.rank()));
    for (int axis = 0; axis < result.rank(); axis++) {
      int a = axis;
      fits =
          Code.and(
              fits,
              Code.longsEqual(() -> pushSize(out, a), () -> dims.push(result.shape().get(a))));
    }
    code.ifElse(
        fits,
        () -> {},
        () -> {
          code.load(out);
          checks.pushShape(result.shape());
          code.callStatic(
              JvmTypes.RUNTIME + "Checks",
              "outputShape",
              "(L" + JvmTypes.RUNTIME + "Tensor;[J)L" + JvmTypes.RUNTIME + "ShapeException;");
          code.op(Opcodes.ATHROW);
        });
    code.load(out);
    code.callStatic(
        JvmTypes.RUNTIME + "Checks", "requireWritable", "(L" + JvmTypes.RUNTIME + "Tensor;)V");
    for (int i = 0; i < params.size(); i++) {
      TensorIr.Param p = function.params().get(i);
      if (!p.value().isScalar()) {
        code.load(out);
        code.load(params.get(i));
        code.pushString(p.name());
        code.callStatic(
            JvmTypes.RUNTIME + "Checks",
            "requireApart",
            "(L" + JvmTypes.RUNTIME + "Tensor;L" + JvmTypes.RUNTIME + "Tensor;Ljava/lang/String;)V");
      }
    }
  }

  // ---------------------------------------------------------------- statements

  private void statement(Stmt s) {
    switch (s) {
      case LoopIr.Check c -> checks.emit(c.check());
      case LoopIr.Scalar x -> scalar(x.value(), x.expr());
      case LoopIr.Literal l -> literal(l);
      case LoopIr.Alias a -> alias(a);
      case Compute c -> compute(c);
      case LoopIr.Branch b -> branch(b);
    }
  }

  private void scalar(Value v, Expr e) {
    code.line(v.span().line());
    scalars.put(v, code.newLocal(JvmTypes.scalar(v.dtype()), () -> pushScalar(e)));
  }

  private void pushScalar(Expr e) {
    new ScalarEmitter(
            code,
            leaf -> {
              switch (leaf) {
                case LoopIr.PlanScalar p -> code.load(scalars.get(p.value()));
                case LoopIr.DimSize d -> dims.push(d.dim());
                default -> throw new IllegalStateException("not a leaf of a plan: " + leaf);
              }
            })
        .push(e);
  }

  private void literal(LoopIr.Literal l) {
    Geometry g = allocate(l.value());
    for (int i = 0; i < l.elements().size(); i++) {
      code.load(g.array());
      code.pushInt(i);
      pushScalar(l.elements().get(i));
      JvmTypes.storeElement(code, l.value().dtype());
    }
    tensors.put(l.value(), g);
  }

  /** Fresh storage, row-major. */
  private Geometry allocate(Value v) {
    Local array =
        code.newLocal(
            JvmTypes.array(v.dtype()),
            () -> {
              pushNew(v);
              code.callVirtual(
                  JvmTypes.tensor(v.dtype()),
                  "array",
                  Type.getMethodDescriptor(JvmTypes.array(v.dtype())));
            });
    Local offset = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    var strides = new Local[v.rank()];
    for (int axis = v.rank() - 1; axis >= 0; axis--) {
      int a = axis;
      strides[axis] =
          code.newLocal(
              Type.INT_TYPE,
              () -> {
                if (a == v.rank() - 1) {
                  code.pushInt(1);
                } else {
                  code.load(strides[a + 1]);
                  dims.pushInt(v.shape().get(a + 1));
                  code.op(Opcodes.IMUL);
                }
              });
    }
    return new Geometry(v.dtype(), array, offset, List.of(strides));
  }

  private void alias(LoopIr.Alias a) {
    Geometry base = tensors.get(a.base());
    var walk = new Walk(base, a.access(), a.value().rank());
    tensors.put(
        a.value(), new Geometry(base.dtype(), base.array(), walk.offset, List.of(walk.strides)));
  }

  private void branch(LoopIr.Branch b) {
    Value v = b.value();
    for (Dim d : v.shape()) {
      if (d instanceof Dim.Late) {
        dims.atom(d);
      }
    }
    Geometry target = null;
    if (v.isScalar()) {
      scalars.put(v, code.newLocal(JvmTypes.scalar(v.dtype())));
    } else {
      target =
          new Geometry(
              v.dtype(),
              code.newLocal(JvmTypes.array(v.dtype())),
              code.newLocal(Type.INT_TYPE),
              v.shape().stream().map(_ -> code.newLocal(Type.INT_TYPE)).toList());
      tensors.put(v, target);
    }
    code.ifElse(
        Code.isTrue(() -> pushScalar(b.condition())),
        () -> arm(b.then(), v),
        () -> arm(b.otherwise(), v));
  }

  private void arm(LoopIr.Arm arm, Value target) {
    arm.body().forEach(this::statement);
    Value yield = arm.yield();
    if (target.isScalar()) {
      code.assign(scalars.get(target), () -> code.load(scalars.get(yield)));
      return;
    }
    Geometry from = tensors.get(yield);
    Geometry to = tensors.get(target);
    code.assign(to.array(), () -> code.load(from.array()));
    code.assign(to.offset(), () -> code.load(from.offset()));
    for (int axis = 0; axis < target.rank(); axis++) {
      Local stride = from.strides().get(axis);
      code.assign(to.strides().get(axis), () -> code.load(stride));
      Dim size = yield.shape().get(axis);
      if (target.shape().get(axis) instanceof Dim.Late late && !late.equals(size)) {
        code.assign(dims.atom(late), () -> dims.push(size));
      }
    }
  }

  // ---------------------------------------------------------------- kernels

  private void compute(Compute c) {
    code.line(c.span().line());
    Value v = c.value();
    if (v.isScalar()) {
      scalars.put(v, code.newLocal(JvmTypes.scalar(v.dtype())));
    } else if (v.equals(plan.results().get(0))) {
      if (hasLateDim(v)) {
        prepareOutput(v);
      }
      tensors.put(v, geometryOf(out, v));
    } else {
      tensors.put(v, allocate(v));
    }
    dispatch(c, 0);
  }

  /** Guards in order, the fallback last. */
  private void dispatch(Compute c, int index) {
    Version version = c.versions().get(index);
    if (version.guard().isEmpty()) {
      call(c, version);
      return;
    }
    BiConsumer<Code, Label> guard = (k, no) -> {};
    for (var e : version.guard()) {
      guard =
          Code.and(guard, Code.longsEqual(() -> dims.push(e.left()), () -> dims.push(e.right())));
    }
    code.ifElse(guard, () -> call(c, version), () -> dispatch(c, index + 1));
  }

  private void call(Compute c, Version version) {
    Kernel kernel = kernels.kernel(version.kernel());
    var walks =
        version.inputs().stream()
            .map(a -> new Walk(tensors.get(a.base()), a.access(), kernel.rank()))
            .toList();
    Code.Part arguments = () -> pushArguments(c, version, kernel, walks);
    kernels.call(code, version.kernel(), arguments);
    if (c.value().isScalar()) {
      code.store(scalars.get(c.value()));
    }
  }

  private void pushArguments(Compute c, Version version, Kernel kernel, List<Walk> walks) {
    if (kernel.parallel() > 0) {
      Geometry g = tensors.get(c.value());
      code.load(g.array());
      code.load(g.offset());
      g.strides().forEach(code::load);
    }
    c.extents().forEach(dims::pushInt);
    for (int i = 0; i < walks.size(); i++) {
      Argument a = version.inputs().get(i);
      code.load(tensors.get(a.base()).array());
      code.load(walks.get(i).offset);
      for (int axis = 0; axis < kernel.rank(); axis++) {
        if (kernel.inputs().get(i).axes().get(axis) != AxisUse.NONE) {
          code.load(walks.get(i).strides[axis]);
        }
      }
    }
    version.scalars().forEach(this::pushScalar);
  }

  /** The offset and strides with which some axes walk a tensor. */
  private final class Walk {

    private Local offset;
    private final Local[] strides;

    Walk(Geometry base, Access access, int rank) {
      this.offset = base.offset();
      this.strides = new Local[rank];
      for (int axis = 0; axis < access.axes().size(); axis++) {
        path(base.strides().get(axis), access.axes().get(axis));
      }
      for (int axis = 0; axis < rank; axis++) {
        if (strides[axis] == null) {
          strides[axis] = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
        }
      }
    }

    private void path(Local baseStride, AxisPath path) {
      Local stride = baseStride;
      for (Layer layer : path.layers()) {
        Local before = stride;
        switch (layer) {
          case LoopIr.Slice s -> {
            move(before, s.start());
            if (s.step() != 1) {
              stride = scaled(before, s.step());
            }
          }
          case LoopIr.ZeroIfOne z -> {
            Local zeroed = code.newLocal(Type.INT_TYPE);
            code.ifElse(
                Code.longsEqual(() -> dims.push(z.size()), () -> code.pushLong(1)),
                () -> code.assign(zeroed, () -> code.pushInt(0)),
                () -> code.assign(zeroed, () -> code.load(before)));
            stride = zeroed;
          }
        }
      }
      if (path.axis() >= 0) {
        Local last = stride;
        Local sum = strides[path.axis()];
        strides[path.axis()] =
            sum == null
                ? last
                : code.newLocal(
                    Type.INT_TYPE,
                    () -> {
                      code.load(sum);
                      code.load(last);
                      code.op(Opcodes.IADD);
                    });
      }
    }

    private void move(Local stride, Dim start) {
      if (start instanceof Dim.Const c && c.value() == 0) {
        return;
      }
      Local from = offset;
      offset =
          code.newLocal(
              Type.INT_TYPE,
              () -> {
                code.load(from);
                dims.pushInt(start);
                code.load(stride);
                code.op(Opcodes.IMUL);
                code.op(Opcodes.IADD);
              });
    }

    private Local scaled(Local stride, long step) {
      return code.newLocal(
          Type.INT_TYPE,
          () -> {
            code.load(stride);
            code.pushInt((int) step);
            code.op(Opcodes.IMUL);
          });
    }
  }
}
