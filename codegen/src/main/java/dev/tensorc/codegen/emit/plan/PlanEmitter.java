package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.LoopInterrupts;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.kernel.KernelNames;
import dev.tensorc.codegen.emit.plan.PlanValues.Geometry;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.Call;
import dev.tensorc.codegen.loop.LoopIr.Cluster;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopIr.Target;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.ir.Allocations;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits one plan: it reads the arguments' geometry, checks, allocates, and calls the kernels of the
 * version whose guard holds. A tensor is an array or a segment, an offset and strides in locals.
 */
public final class PlanEmitter {

  private final Code code;
  private final Plan plan;
  private final TensorIr.Function function;
  private final PlanDims dims;
  private final PlanChecks checks;
  private final PlanAllocations allocations;
  private final PlanValues values;
  private final PlanParams arguments;
  private final PlanKernels kernels;
  private final PlanRows rows;
  private final PlanMoves moves;
  private final PlanReshapes reshapes;
  private final PlanOutputs outputs;
  private final PlanBuffers buffers;
  private final ZeroFills zeroFills;
  private final Memory memory;

  /**
   * @param outs the locals of the outputs, one for each tensor among the results: all null where
   *     they are to be made
   * @param params the locals of the function's parameters
   */
  public PlanEmitter(
      Code code, Plan plan, KernelNames names, List<Local> outs, List<Local> params) {
    this.code = code;
    this.memory = code.memory();
    this.plan = plan;
    this.function = plan.function();
    this.dims = new PlanDims(code);
    var arrays = new PlanArrays(code, dims);
    this.checks = new PlanChecks(code, dims, arrays, function);
    this.allocations = new PlanAllocations(code, dims, arrays, new Allocations(function));
    this.values = new PlanValues(code, dims);
    this.arguments = new PlanParams(code, function, params, dims, values, checks);
    this.kernels = new PlanKernels(code, dims, values, names);
    this.rows = new PlanRows(code, dims, arrays, values);
    this.moves = new PlanMoves(code, dims, values);
    this.reshapes = new PlanReshapes(code, dims, values);
    this.zeroFills = new ZeroFills(plan, names::kernel);
    this.outputs = new PlanOutputs(code, plan, dims, arrays, allocations, outs, params);
    this.outputs.tellGiven(zeroFills.results());
    this.buffers = new PlanBuffers(code, plan, dims, allocations);
  }

  /** Emits the whole body. */
  public void emit() {
    code.at(function.nameSpan());
    arguments.sizes();
    checks.atEntry(function.entryChecks());
    code.at(function.nameSpan());
    allocations.atEntry(plan, outputs::ifNoneGiven);
    outputs.atEntry();
    arguments.geometries();
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
          () ->
              code.scope(
                  () -> kernels.call(target, new Call(c.kernel(), List.of(from), List.of()))));
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
    Local rounds = code.newInt(0);
    code.loop(
        (c, end) -> {
          statements(head.steps());
          Code.isTrue(() -> values.push(head.condition())).accept(c, end);
        },
        () -> {
          if (counts) {
            code.assign(rounds, () -> code.load(rounds).plus(1));
            LoopInterrupts.checkSometimes(code, l, () -> code.load(rounds));
          } else {
            LoopInterrupts.check(code, l);
          }
          iteration(l);
        });
  }

  private void counted(LoopIr.Counted head, LoopIr.Loop l) {
    Local to = code.newLocal(Type.LONG_TYPE, () -> values.push(head.to()));
    Local index = code.newLocal(Type.LONG_TYPE, () -> values.push(head.from()));
    values.define(head.index(), index);
    code.name(index, head.index().name());
    code.loop(
        (c, end) -> c.load(index).jumpIf(head.step() > 0 ? Opcodes.IFGE : Opcodes.IFLE, to, end),
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
    code.load(index).toInt();
  }

  private void pushNext(Local index, long step) {
    code.load(index);
    code.pushLong(step);
    if (Math.abs(step) == 1) { // never passes the bound
      code.op(Opcodes.LADD);
    } else {
      code.callStatic(RuntimeTypes.SIZE_MATH, "next", "(JJ)J");
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
                            result ->
                                outputs.ifGiven(result, () -> kernels.call(l.target(), l.call())),
                            () -> code.scope(() -> kernels.call(l.target(), l.call())));
            if (kernels.isCollapsed(l.target(), l.call())) {
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
}
