package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.LoopInterrupts;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.emit.kernel.KernelNames;
import dev.tensorc.codegen.emit.plan.PlanValues.Geometry;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.Call;
import dev.tensorc.codegen.loop.LoopIr.Cluster;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopIr.Target;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.ir.Allocations;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits one plan: it reads the arguments' geometry, checks, allocates, and calls the kernels of the
 * version whose guard holds. A tensor is an array or a segment, an offset and strides in locals.
 *
 * <p>More than 500 lines: one walk over all kinds of statements; the parts of each kind are classes
 * of their own in this package.
 */
public final class PlanEmitter {

  private final Code code;
  private final Plan plan;
  private final TensorIr.Function function;
  private final KernelNames kernels;
  private final PlanDims dims;
  private final PlanChecks checks;
  private final PlanAllocations allocations;
  private final PlanValues values;
  private final PlanRows rows;
  private final PlanMoves moves;
  private final PlanReshapes reshapes;
  private final PlanOutputs outputs;
  private final PlanBuffers buffers;
  private final ZeroFills zeroFills;
  private final List<Local> params;
  private final Memory memory;

  /**
   * @param outs the locals of the outputs, one for each tensor among the results: all null where
   *     they are to be made
   * @param params the locals of the function's parameters
   */
  public PlanEmitter(
      Code code, Plan plan, KernelNames kernels, List<Local> outs, List<Local> params) {
    this.code = code;
    this.memory = code.memory();
    this.plan = plan;
    this.function = plan.function();
    this.kernels = kernels;
    this.dims = new PlanDims(code);
    var arrays = new PlanArrays(code, dims);
    this.checks = new PlanChecks(code, dims, arrays, function);
    this.allocations = new PlanAllocations(code, dims, arrays, new Allocations(function));
    this.values = new PlanValues(code, dims);
    this.rows = new PlanRows(code, dims, arrays, values);
    this.moves = new PlanMoves(code, dims, values);
    this.reshapes = new PlanReshapes(code, dims, values);
    this.zeroFills = new ZeroFills(plan, kernels::kernel);
    this.outputs = new PlanOutputs(code, plan, dims, arrays, allocations, outs, params);
    this.outputs.tellGiven(zeroFills.results());
    this.buffers = new PlanBuffers(code, plan, dims, allocations);
    this.params = params;
  }

  /** Emits the whole body. */
  public void emit() {
    code.at(function.nameSpan());
    for (int i = 0; i < params.size(); i++) {
      int param = i;
      code.item(() -> parameterRank(function.params().get(param), params.get(param)));
    }
    for (TensorIr.DimBinding b : function.bindings()) {
      Value v = function.params().get(b.param()).value();
      code.assign(dims.atom(b.symbol()), () -> pushSize(v, params.get(b.param()), b.axis()));
      if (b.axis() != TensorIr.DimBinding.VALUE) { // that has the parameter's
        code.name(dims.atom(b.symbol()), b.symbol().name());
      }
    }
    checks.atEntry(function.entryChecks());
    code.at(function.nameSpan());
    allocations.atEntry(plan, outputs::ifNoneGiven);
    outputs.atEntry();
    for (int i = 0; i < params.size(); i++) {
      int param = i;
      code.item(() -> parameterGeometry(function.params().get(param), params.get(param)));
    }
    code.item(buffers::open);
    statements(plan.body());
    code.at(function.nameSpan());
    code.item(buffers::close);
    outputs.deliver();
  }

  /** Pushes every result, in order. */
  public void pushResults() {
    for (Value v : plan.results()) {
      if (v.isScalar()) {
        code.load(values.scalar(v));
      } else {
        outputs.push(v);
      }
    }
  }

  // ---------------------------------------------------------------- arguments

  private void parameterRank(TensorIr.Param p, Local local) {
    Value v = p.value();
    if (v.isScalar()) {
      if (v.dtype().isNarrow() || v.dtype().isShortFloat()) {
        code.assign(
            local,
            () -> {
              code.load(local);
              JvmTypes.cut(code, v.dtype());
            });
      }
      values.define(v, local);
      return;
    }
    if (p.weight().isPresent()) { // it was checked when it was loaded
      return;
    }
    code.load(local);
    code.pushString(p.name() + " of " + function.name());
    code.callStatic(
        JvmTypes.LINK + "Checks",
        "readable",
        Type.getMethodDescriptor(Type.VOID_TYPE, JvmTypes.TENSOR, JvmTypes.STRING));
    checks.rank(p, local);
  }

  private void pushSize(Value v, Local tensor, int axis) {
    switch (axis) {
      case TensorIr.DimBinding.VALUE -> code.load(tensor);
      case TensorIr.DimBinding.RANK -> {
        code.load(tensor);
        code.callVirtual(tensor.type().getInternalName(), "rank", "()I");
        code.op(Opcodes.I2L);
      }
      default -> {
        if (v.isUnranked()) {
          PlanValues.pushUnranked(code, tensor, "size", v.axisName(axis));
        } else {
          code.load(tensor);
          code.pushInt(axis);
          code.callVirtual(tensor.type().getInternalName(), "size", "(I)J");
        }
      }
    }
  }

  private void parameterGeometry(TensorIr.Param p, Local local) {
    if (p.weight().isPresent() && !p.value().isScalar()) { // it is where the plan wants it
      values.define(p.value(), values.geometryOf(local, p.value()));
    } else if (!p.value().isScalar()) {
      Local staged =
          code.newLocal(
              local.type(),
              () -> {
                code.load(local);
                code.pushString("the argument " + p.name());
                memory.stage(code);
                code.cast(local.type().getInternalName());
              });
      values.define(p.value(), values.geometryOf(staged, p.value()));
    }
  }

  // ---------------------------------------------------------------- statements

  private void statements(List<Stmt> body) {
    body.forEach(s -> code.item(() -> statement(s)));
  }

  private void statement(Stmt s) {
    switch (s) {
      case LoopIr.Check c -> checks.emit(c.check());
      case LoopIr.Scalar x -> scalar(x.value(), x.expr());
      case LoopIr.Bind b ->
          dims.define(b.dim(), code.newLocal(Type.LONG_TYPE, () -> values.push(b.size())));
      case LoopIr.Literal l -> literal(l);
      case LoopIr.Allocate a -> storage(a.value());
      case LoopIr.Alias a -> alias(a);
      case LoopIr.Reshape r -> reshapes.emit(r, this::copy);
      case LoopIr.Ordered o -> {
        storage(o.value());
        code.scope(() -> rows.call(o.step()));
      }
      case Cluster c -> cluster(c);
      case LoopIr.Copy c -> copy(c);
      case LoopIr.Reuse r -> values.define(r.value(), values.tensor(r.target()));
      case LoopIr.Store x -> store(x);
      case LoopIr.Scatter x -> code.scope(() -> rows.scatter(x.step()));
      case LoopIr.Branch b -> branch(b);
      case LoopIr.Loop l -> loop(l);
    }
  }

  private void scalar(Value v, Expr e) {
    code.at(v.span());
    values.define(v, code.newLocal(JvmTypes.scalar(v.dtype()), () -> values.push(e)));
    code.name(values.scalar(v), v.name());
  }

  private void literal(LoopIr.Literal l) {
    storage(l.value());
    Geometry g = values.tensor(l.value());
    for (int i = 0; i < l.elements().size(); i++) {
      int place = i;
      code.item(
          () -> {
            code.load(g.array());
            memory.push(code, place);
            values.push(l.elements().get(place));
            memory.storeElement(code, l.value().dtype());
          });
    }
  }

  private void alias(LoopIr.Alias a) {
    Geometry base = values.tensor(a.base());
    values.define(a.value(), values.walk(base, a.access(), a.value().rank()).geometry(base));
  }

  private void copy(LoopIr.Copy c) {
    storage(c.value());
    for (LoopIr.Region part : c.parts()) {
      var written = new LoopIr.Written(c.value(), Optional.of(part.access()), false);
      Target target = new Target(List.of(written), part.extents(), c.value().span());
      Argument from = new Argument(c.from(), part.access());
      code.item(
          () -> code.scope(() -> call(target, new Call(c.kernel(), List.of(from), List.of()))));
    }
  }

  private void store(LoopIr.Store s) {
    code.at(s.value().span());
    values.pushPlace(s.value(), s.place());
    values.push(s.element());
    memory.storeElement(code, s.value().dtype());
  }

  // ---------------------------------------------------------------- control

  private void branch(LoopIr.Branch b) {
    b.values().forEach(moves::declare);
    code.ifElse(
        Code.isTrue(() -> values.push(b.condition())),
        () -> dims.within(() -> arm(b.then(), b.values())),
        () -> dims.within(() -> arm(b.otherwise(), b.values())));
  }

  private void arm(LoopIr.Arm arm, List<Value> become) {
    statements(arm.body());
    moves.become(arm.yields(), become);
    buffers.exchange(arm.exchanges());
  }

  private void loop(LoopIr.Loop l) {
    l.carried().forEach(this::begin);
    dims.within(
        () -> {
          switch (l.head()) {
            case LoopIr.Counted h -> counted(h, l);
            case LoopIr.Asked h -> asked(h, l);
          }
        });
    l.carried().forEach(c -> moves.rename(c.value(), c.result()));
  }

  private void begin(LoopIr.Carried carried) {
    switch (carried) {
      case LoopIr.CarriedScalar c -> {
        moves.declare(c.value());
        code.assign(values.scalar(c.value()), () -> values.push(c.initial()));
      }
      case LoopIr.CarriedTensor c when c.stays() -> moves.rename(c.initial(), c.value());
      case LoopIr.CarriedTensor c -> {
        moves.declare(c.value());
        moves.become(List.of(c.initial()), List.of(c.value()));
      }
    }
  }

  private void iteration(LoopIr.Loop l) {
    statements(l.body());
    moves.become(
        l.carried().stream().map(LoopIr.Carried::next).toList(),
        l.carried().stream().map(LoopIr.Carried::value).toList());
    buffers.exchange(l.exchanges());
  }

  private void asked(LoopIr.Asked head, LoopIr.Loop l) {
    boolean counts = LoopInterrupts.isShort(head.steps()) && LoopInterrupts.isShort(l.body());
    Local rounds = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.loop(
        (c, end) -> {
          statements(head.steps());
          Code.isTrue(() -> values.push(head.condition())).accept(c, end);
        },
        () -> {
          if (counts) {
            code.assign(rounds, () -> pushSum(rounds));
            LoopInterrupts.checkSometimes(code, l, () -> code.load(rounds));
          } else {
            LoopInterrupts.check(code, l);
          }
          iteration(l);
        });
  }

  private void pushSum(Local rounds) {
    code.load(rounds);
    code.pushInt(1);
    code.op(Opcodes.IADD);
  }

  private void counted(LoopIr.Counted head, LoopIr.Loop l) {
    Local to = code.newLocal(Type.LONG_TYPE, () -> values.push(head.to()));
    Local index = code.newLocal(Type.LONG_TYPE, () -> values.push(head.from()));
    values.define(head.index(), index);
    code.name(index, head.index().name());
    code.loop(
        (c, end) -> {
          c.load(index);
          c.load(to);
          c.op(Opcodes.LCMP);
          c.mv().visitJumpInsn(head.step() > 0 ? Opcodes.IFGE : Opcodes.IFLE, end);
        },
        () -> {
          if (LoopInterrupts.isShort(l.body()) && head.step() % 2 != 0) {
            LoopInterrupts.checkSometimes(code, l, () -> pushLow(index));
          } else {
            LoopInterrupts.check(code, l);
          }
          iteration(l);
          code.assign(index, () -> pushNext(index, head.step()));
        });
  }

  /** With an odd step, its low bits are all zero once in 1,024 rounds. */
  private void pushLow(Local index) {
    code.load(index);
    code.op(Opcodes.L2I);
  }

  private void pushNext(Local index, long step) {
    code.load(index);
    code.pushLong(step);
    if (Math.abs(step) == 1) { // never passes the bound
      code.op(Opcodes.LADD);
    } else {
      code.callStatic(JvmTypes.LINK_MATH + "SizeMath", "next", "(JJ)J");
    }
  }

  // ---------------------------------------------------------------- kernels

  private void cluster(Cluster c) {
    c.made().forEach(v -> code.item(() -> storage(v)));
    code.item(() -> dispatch(c, 0));
  }

  private void storage(Value v) {
    if (v.isScalar()) {
      values.define(
          v, code.newLocal(JvmTypes.scalar(v.dtype()), () -> JvmTypes.pushZero(code, v.dtype())));
      code.name(values.scalar(v), v.name());
    } else {
      values.define(v, home(v));
      code.name(values.tensor(v).array(), v.name());
    }
  }

  private Geometry home(Value v) {
    return switch (Objects.requireNonNull(plan.homes().get(v), v.name())) {
      case LoopIr.Output o -> values.geometryOf(outputs.of(o.result()), v);
      case LoopIr.Buffer b -> values.rowMajor(v, buffers.fill(b.number(), v));
    };
  }

  /** Guards in order, the fallback last. */
  private void dispatch(Cluster c, int index) {
    Version version = c.versions().get(index);
    Code.Part calls =
        () -> {
          version.made().stream()
              .filter(v -> !c.made().contains(v))
              .forEach(v -> code.item(() -> storage(v)));
          for (LoopIr.Launch l : version.launches()) {
            Code.Part call =
                () ->
                    zeroFills
                        .filledBy(l)
                        .ifPresentOrElse(
                            result -> outputs.ifGiven(result, () -> call(l.target(), l.call())),
                            () -> code.scope(() -> call(l.target(), l.call())));
            if (isCollapsed(l.target(), l.call())) {
              call.emit(); // has items itself
            } else {
              code.item(call);
            }
          }
        };
    if (version.guard().isEmpty()) {
      calls.emit();
      return;
    }
    code.ifElse(
        Code.longsEqual(() -> pushDifferences(version.guard()), () -> code.pushLong(0)),
        calls,
        () -> code.item(() -> dispatch(c, index + 1)));
  }

  /** Pushes 0 where all equations hold: one branch for a whole guard. */
  private void pushDifferences(List<Facts.Equation> guard) {
    boolean first = true;
    for (Facts.Equation e : guard) {
      dims.push(e.left());
      dims.push(e.right());
      code.op(Opcodes.LXOR);
      if (!first) {
        code.op(Opcodes.LOR);
      }
      first = false;
    }
  }

  private boolean isCollapsed(Target target, Call call) {
    return target.extents().size() > kernels.kernel(call.kernel()).rank();
  }

  private void call(Target target, Call call) {
    code.at(target.span());
    Kernel kernel = kernels.kernel(call.kernel());
    if (isCollapsed(target, call)) {
      new CollapsedCall(code, dims, values, kernels, target, call).emit();
    } else {
      var walks =
          call.inputs().stream()
              .map(a -> values.walk(values.tensor(a.base()), a.access(), target.extents().size()))
              .toList();
      Code.Part arguments =
          () -> {
            if (!kernel.returns()) {
              for (int r = 0; r < target.written().size(); r++) {
                boolean all = kernel.results().get(r).alongRow();
                pushOutput(target.written().get(r), all ? kernel.rank() : kernel.parallel());
              }
            }
            pushArguments(target, call, kernel, walks);
          };
      kernels
          .narrowed(call.kernel())
          .ifPresentOrElse(
              n ->
                  code.ifElse(
                      hasAtMost(
                          n.most(), target.extents().subList(kernel.parallel(), kernel.rank())),
                      () -> call(n.kernel(), target, arguments),
                      () -> call(call.kernel(), target, arguments)),
              () -> call(call.kernel(), target, arguments));
    }
    if (kernel.returns()) {
      code.store(values.scalar(target.written().getFirst().value()));
    }
  }

  private void call(int number, Target target, Code.Part arguments) {
    if (Splittable.isShort(kernels.kernel(number), target.extents())) {
      kernels.call(code, number, arguments);
    } else {
      kernels.call(code, number, arguments, axis -> pushDouble(target.extents().get(axis)));
    }
  }

  /** Holds where axes have so many points together, or fewer. */
  private BiConsumer<Code, Label> hasAtMost(long points, List<Dim> extents) {
    return (c, no) -> {
      pushDouble(extents.getFirst()); // a product of longs may wrap around
      extents
          .subList(1, extents.size())
          .forEach(
              size -> {
                pushDouble(size);
                c.op(Opcodes.DMUL);
              });
      c.mv().visitLdcInsn((double) points);
      c.op(Opcodes.DCMPG);
      c.mv().visitJumpInsn(Opcodes.IFGT, no);
    };
  }

  private void pushDouble(Dim size) {
    dims.push(size);
    code.op(Opcodes.L2D);
  }

  private void pushOutput(LoopIr.Written w, int rank) {
    Geometry all = values.tensor(w.value());
    Geometry g = w.region().map(r -> values.walk(all, r, rank).geometry(all)).orElse(all);
    code.load(g.array());
    code.load(g.offset());
    g.strides().forEach(code::load);
  }

  private void pushArguments(Target target, Call call, Kernel kernel, List<PlanValues.Walk> walks) {
    target.extents().forEach(dims::pushInt);
    for (int i = 0; i < walks.size(); i++) {
      Argument a = call.inputs().get(i);
      code.load(values.tensor(a.base()).array());
      code.load(walks.get(i).offset());
      for (int axis = 0; axis < kernel.rank(); axis++) {
        if (kernel.follows(i, axis)) {
          code.load(walks.get(i).stride(axis));
        }
      }
    }
    call.scalars().forEach(values::push);
  }
}
