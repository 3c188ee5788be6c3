package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Loops: kernels (fused nests) and the plans that check, allocate and call them.
 *
 * <p>Invariants ({@code LoopIrVerifier}): a kernel's axes are its parallel ones, outermost first,
 * then its reduced ones; its output follows every parallel axis; expressions are graphs in which
 * equal nodes are one object; a plan names a kernel only where every operand's storage is defined
 * before it.
 */
public sealed interface LoopIr {

  /**
   * @param kernels in the order of their numbers, by which plans refer to them
   * @param narrowed kernels that take the place of others, by these
   * @param tuning what the program was planned with, and is emitted with
   * @param weights what plans read from a file
   */
  record Program(
      List<Plan> plans,
      List<Kernel> kernels,
      Map<Integer, Narrowed> narrowed,
      Tuning tuning,
      Optional<TensorIr.Weights> weights) {

    /** Of a program without weights. */
    public Program(List<Plan> plans, List<Kernel> kernels, Tuning tuning) {
      this(plans, kernels, Map.of(), tuning, Optional.empty());
    }

    /** The same plans, with their kernels made better. */
    public Program withKernels(List<Kernel> others) {
      return new Program(plans, others, narrowed, tuning, weights);
    }
  }

  /**
   * A kernel that adds in fewer bits than another, and takes its place where these suffice.
   *
   * @param kernel its number
   * @param most points of the other's reduced axes for which they do
   */
  record Narrowed(int kernel, long most) {}

  // ---------------------------------------------------------------- kernels

  /**
   * One fused loop nest: at each parallel point it reduces what it reduces, one reduction after the
   * other, and stores its results.
   *
   * @param parallel number of parallel axes; they come first
   * @param reduced number of reduced axes; 0 where there is no reduction
   * @param rounds whether it goes round its reduced axes several times, as the caller's {@code
   *     Collapse} says: they are the innermost of more
   * @param inputs the tensors it reads
   * @param scalars the scalars it is handed
   * @param reductions over the same axes; one may use those before it
   * @param results what it stores; the only one of a single point is returned
   * @param span where its root stands in the program
   * @param tuning the thresholds that choose how it is emitted: the program's
   * @param schedule what that pass has found out about its calls; nothing before it
   */
  record Kernel(
      int parallel,
      int reduced,
      boolean rounds,
      List<Input> inputs,
      List<DType> scalars,
      List<Reduction> reductions,
      List<Result> results,
      Span span,
      Tuning tuning,
      Schedule schedule)
      implements LoopIr {
    public Kernel {
      inputs = List.copyOf(inputs);
      scalars = List.copyOf(scalars);
      reductions = List.copyOf(reductions);
      results = List.copyOf(results);
    }

    /** A kernel that is not scheduled. */
    public Kernel(
        int parallel,
        int reduced,
        boolean rounds,
        List<Input> inputs,
        List<DType> scalars,
        List<Reduction> reductions,
        List<Result> results,
        Span span,
        Tuning tuning) {
      this(
          parallel,
          reduced,
          rounds,
          inputs,
          scalars,
          reductions,
          results,
          span,
          tuning,
          Schedule.NONE);
    }

    public Kernel scheduled(Schedule found) {
      return new Kernel(
          parallel, reduced, rounds, inputs, scalars, reductions, results, span, tuning, found);
    }

    /** Ways to run it beside those that fit all strides. */
    public List<Nest> nests() {
      return schedule.nests();
    }

    public int rank() {
      return parallel + reduced;
    }

    /** The same kernel over operands that follow its axes in other ways. */
    public Kernel withInputs(List<Input> others) {
      return new Kernel(
          parallel, reduced, rounds, others, scalars, reductions, results, span, tuning);
    }

    /** The same kernel, which stores other results. */
    public Kernel withResults(List<Result> others) {
      return new Kernel(
          parallel, reduced, rounds, inputs, scalars, reductions, others, span, tuning);
    }

    /** The same computation without a reduction over so many axes, which its operands follow. */
    public Kernel over(int axes, List<Input> operands) {
      return new Kernel(axes, 0, false, operands, scalars, reductions, results, span, tuning);
    }

    /** The same kernel, whose rows are columns: each lane of a vector is a result of its own. */
    public Kernel columns(List<Input> operands) {
      List<Reduction> down =
          reductions.stream()
              .map(r -> new Reduction(r.op(), r.value(), false, r.contraction()))
              .toList();
      return new Kernel(parallel, reduced, false, operands, scalars, down, results, span, tuning);
    }

    /** Whether the reduced axes include the last one, so that rows are reduced. */
    public boolean reducesRows() {
      return !reductions.isEmpty() && reductions.getFirst().lastAxis();
    }

    /** The axis whose elements lie next to each other. */
    public int innermost() {
      return reductions.isEmpty() || reducesRows() ? rank() - 1 : parallel - 1;
    }

    /** Whether it has one result, of a single point, which it returns. */
    public boolean returns() {
      return parallel == 0 && results.size() == 1 && !results.getFirst().alongRow();
    }

    /** The only reduction, if it is a contraction. */
    public Optional<Contraction> contraction() {
      return reductions.stream().findFirst().flatMap(Reduction::contraction);
    }

    /** Whether an input's address depends on where the kernel stands on an axis. */
    public boolean follows(int input, int axis) {
      return inputs.get(input).axes().get(axis) != AxisUse.NONE;
    }

    /**
     * Whether a tensor is another element at each point of an axis.
     *
     * @param tensor its number, inputs first
     */
    public boolean walks(int tensor, int axis) {
      return tensor < inputs.size()
          ? follows(tensor, axis)
          : axis < parallel || results.get(tensor - inputs.size()).alongRow();
    }

    /** Whether an expression's value depends on the index on an axis; a reduction's always does. */
    public boolean varies(Expr e, int axis) {
      return ExprNodes.of(List.of(e)).stream()
          .anyMatch(
              node ->
                  switch (node) {
                    case Load load -> follows(load.input(), axis);
                    case Gathered g -> follows(g.input(), axis);
                    case AxisIndex index -> index.axis() == axis;
                    case Reduced _ -> true;
                    default -> false;
                  });
    }

    /** Whether it reads elements at places that it computes. */
    public boolean computesPlaces() {
      return ExprNodes.of(roots()).stream().anyMatch(Gathered.class::isInstance);
    }

    /** Whether elements of an input are read at places that it computes. */
    public boolean isGathered(int input) {
      return ExprNodes.of(roots()).stream()
          .anyMatch(e -> e instanceof Gathered g && g.input() == input);
    }

    /** Whether the lanes of a vector along the innermost axis read elements wherever they say. */
    public boolean differsInLanes(Gathered g) {
      return !follows(g.input(), innermost()) && varies(g.distance(), innermost());
    }

    /** The values evaluated at each point of all axes, then the stored ones. */
    public List<Expr> roots() {
      return Stream.concat(
              reductions.stream().flatMap(r -> r.parts().stream()),
              results.stream().map(Result::value))
          .toList();
    }
  }

  /**
   * What a kernel stores.
   *
   * @param alongRow whether at each point of all axes, the reduced ones too, and not once for each
   *     parallel point
   */
  record Result(Expr value, boolean alongRow) {}

  /**
   * A tensor that a kernel reads.
   *
   * @param axes one entry for each axis of the kernel
   */
  record Input(DType dtype, List<AxisUse> axes) {
    public Input {
      axes = List.copyOf(axes);
    }
  }

  /** How a tensor's address depends on an axis of the kernel. */
  enum AxisUse {
    /** Not at all: its stride is 0, known when compiling. */
    NONE,
    /** By a stride, which is 0 only where the storage's own is, or no path walks the axis. */
    FULL,
    /** By a stride that is 0 at run time where the operand stretches. */
    OPEN
  }

  /**
   * @param op SUM, PROD, MAX, MIN, ARGMAX or ARGMIN
   * @param value the reduced value, over all axes
   * @param lastAxis whether the reduced axes include the operand's last one: decides the order in
   *     which floats are added
   */
  record Reduction(
      dev.tensorc.ir.Builtin op, Expr value, boolean lastAxis, Optional<Contraction> contraction) {

    /** A reduction of values that are no products of a contraction. */
    public Reduction(dev.tensorc.ir.Builtin op, Expr value, boolean lastAxis) {
      this(op, value, lastAxis, Optional.empty());
    }

    /** The dtype of what it gives. */
    public DType result() {
      return finds() ? DType.I64 : value.type();
    }

    /** Whether it looks for a place. */
    public boolean finds() {
      return op == Builtin.ARGMAX || op == Builtin.ARGMIN;
    }

    /** The values evaluated at each point: the reduced one, or the factors of a contraction. */
    public List<Expr> parts() {
      return contraction.map(c -> List.of(c.left(), c.right())).orElse(List.of(value));
    }
  }

  /**
   * A sum of products, each added with one rounding. Where all free axes of one factor have extent
   * 1, and no windows overlap, it is added in the order of a sum over the last axis, else one after
   * the other.
   *
   * @param leftFree the parallel axes that only the left factor follows and that may not be 1
   * @param rightFree those of the right
   */
  record Contraction(
      Expr left, Expr right, List<Integer> leftFree, List<Integer> rightFree, boolean windows) {
    public Contraction {
      leftFree = List.copyOf(leftFree);
      rightFree = List.copyOf(rightFree);
    }

    /**
     * Lists of axes; the contraction is added as a sum over the last axis where all axes of either
     * list are 1.
     */
    public List<List<Integer>> free() {
      return windows ? List.of() : List.of(leftFree, rightFree);
    }

    /** Whether it is known when compiling that it is added as a sum over the last axis. */
    public boolean inLanes() {
      return !windows && (leftFree.isEmpty() || rightFree.isEmpty());
    }
  }

  // ---------------------------------------------------------------- expressions

  /** A scalar computation at one point of the iteration space. */
  sealed interface Expr {
    DType type();
  }

  /** The element of the kernel's input with that number. */
  record Load(int input, DType type) implements Expr {}

  /**
   * The element of the kernel's input that lies {@code distance} elements of its array further.
   *
   * @param distance i64, or i32 where it differs between the lanes of a vector
   */
  record Gathered(int input, DType type, Expr distance) implements Expr {
    /** Whether each lane of a vector reads an element of its own place. */
    public boolean inLanes() {
      return distance.type() == DType.I32;
    }
  }

  /**
   * An element that is computed where a condition holds only; else 0 or false.
   *
   * @param condition bool
   */
  record Guarded(Expr condition, Expr element) implements Expr {
    @Override
    public DType type() {
      return element.type();
    }
  }

  /**
   * The place on an axis that an index names, counted from the front; throws where there is none.
   *
   * @param index i64, or i32 in the lanes of a vector; negative from the end
   * @param size the axis's, of the same type
   * @param place the axis and where it is indexed, for the message
   */
  record Subscript(Expr index, Expr size, String place) implements Expr {
    @Override
    public DType type() {
      return index.type();
    }
  }

  /** The kernel's scalar with that number. */
  record ScalarArg(int index, DType type) implements Expr {}

  /**
   * Where a kernel stands on one of its axes.
   *
   * @param type i64, or i32, which holds it too
   */
  record AxisIndex(int axis, DType type) implements Expr {}

  /** A scalar that a plan has computed. */
  record PlanScalar(Value value) implements Expr {
    @Override
    public DType type() {
      return value.dtype();
    }
  }

  /** A dim's size, as i64; in plans only. */
  record DimSize(Dim dim) implements Expr {
    @Override
    public DType type() {
      return DType.I64;
    }
  }

  /** How far the elements along an axis of a tensor in memory lie apart, as i64; in plans only. */
  record AxisStride(Value tensor, int axis) implements Expr {
    @Override
    public DType type() {
      return DType.I64;
    }
  }

  /** The one element of a stored tensor that the access leads to; in plans only. */
  record Element(Argument tensor) implements Expr {
    @Override
    public DType type() {
      return tensor.base().dtype();
    }
  }

  /** Boolean, Integer, Long, Float or Double. */
  record Const(DType type, Object value) implements Expr {}

  /** What the kernel's reduction with that number has given; in later ones and in results. */
  record Reduced(int number, DType type) implements Expr {}

  /**
   * @param amount for shifts: by how many bits
   * @param span for operations that may throw
   */
  record Op(PrimOp op, DType type, List<Expr> args, int amount, Optional<Span> span)
      implements Expr {
    public Op {
      args = List.copyOf(args);
    }
  }

  /** {@code fast}, but where {@code slow} holds the scalar function's value of the arguments. */
  record SlowPath(Expr slow, Expr fast, dev.tensorc.math.MathFunction function, List<Expr> args)
      implements Expr {
    public SlowPath {
      args = List.copyOf(args);
    }

    @Override
    public DType type() {
      return fast.type();
    }
  }

  /**
   * A function as the JDK computes it: {@code VectorOperators} and {@code Math} have the function's
   * name. Its bits may differ between vector and scalar code, and from one run to the next.
   */
  record JdkMath(Builtin function, List<Expr> args) implements Expr {
    public JdkMath {
      args = List.copyOf(args);
    }

    @Override
    public DType type() {
      return args.getFirst().type();
    }
  }

  /** A function of the language, for readers; {@code value} is computed. */
  record Named(String name, List<Expr> arguments, Expr value) implements Expr {
    public Named {
      arguments = List.copyOf(arguments);
    }

    @Override
    public DType type() {
      return value.type();
    }
  }

  /** The operations that scalar and vector code are made of. */
  enum PrimOp {
    ADD,
    SUB,
    MUL,
    DIV,
    /** Of 64-bit integers, like REMAINDER; others are made of what vectors have. */
    FLOOR_DIV,
    REMAINDER,
    /** The integer itself; throws where it is 0. */
    NON_ZERO,
    /** Of integers. */
    POW,
    /** By a count known only at run time; SHL, SHR and USHR have theirs. */
    SHIFT_LEFT,
    SHIFT_RIGHT,
    FMA,
    NEG,
    ABS,
    SQRT,
    MIN,
    MAX,
    LT,
    LE,
    EQ,
    AND,
    OR,
    XOR,
    NOT,
    SHL,
    SHR,
    USHR,
    /** args: condition, value if true, value if false. */
    SELECT,
    /** A numeric conversion, as {@code astype} defines it. */
    CAST,
    /** The bits of a float as the integer of its width, and back. */
    BITS,
    FROM_BITS
  }

  // ---------------------------------------------------------------- plans

  /**
   * What one exported function does.
   *
   * @param buffers the dtype of each array that the plan keeps for its own tensors
   * @param homes where the elements of each tensor are that a kernel or literal makes
   * @param results in the function's order; distinct values that the plan has computed
   */
  record Plan(
      TensorIr.Function function,
      List<DType> buffers,
      Map<Value, Home> homes,
      List<Stmt> body,
      List<Value> results)
      implements LoopIr {

    /** Every statement, those inside others too. */
    public List<Stmt> statements() {
      return Uses.all(body);
    }

    /** Every call of a kernel that computes; copies are statements of their own. */
    public List<Launch> launches() {
      return statements().stream()
          .flatMap(s -> s instanceof Cluster c ? c.launches().stream() : Stream.empty())
          .toList();
    }
  }

  /** Where a tensor's elements are. */
  sealed interface Home {}

  /** An array of the plan's own, made anew where it is too small. */
  record Buffer(int number) implements Home {}

  /** The tensor that holds this result. */
  record Output(Value result) implements Home {}

  sealed interface Stmt extends LoopIr {}

  record Check(TensorIr.Check check) implements Stmt {}

  /** A scalar is computed. */
  record Scalar(Value value, Expr expr) implements Stmt {}

  /** From here on the late dim is the value of an i64 scalar. */
  record Bind(Dim.Late dim, Expr size) implements Stmt {}

  /** An array literal is built from scalars. */
  record Literal(Value value, List<Expr> elements) implements Stmt {}

  /**
   * A value shows the elements of another in another shape.
   *
   * @param otherwise makes what it shows where no strides walk them where they are; absent where
   *     they lie row-major in a buffer
   */
  record Reshape(Value value, Value from, Optional<Copy> otherwise) implements Stmt {}

  /** The runtime goes over whole rows of stored tensors, and stores what it makes of them. */
  record Ordered(TensorIr.Ordered step, Stored reason) implements Stmt {
    public Value value() {
      return step.result();
    }
  }

  /**
   * A scatter: the runtime writes the elements of one stored array into another, or combines them
   * with its elements, one after the other, at the places that arrays of indices give. Its result
   * is stored where a {@link Reuse} before it says.
   */
  record Scatter(TensorIr.Scatter step) implements Stmt {
    public Value value() {
      return step.result();
    }
  }

  /** A value shows the elements of another, without a copy. */
  record Alias(Value value, Value base, Access access) implements Stmt {}

  /** The plan makes storage for a value. Later statements write all of it before any reads it. */
  record Allocate(Value value) implements Stmt {}

  /**
   * A cluster: kernels that share ambiguous joins, run one after the other in one of several
   * versions. A kernel without ambiguous joins is a cluster of its own, with the fallback alone.
   *
   * @param made the values that get their storage here and are needed later, whatever version runs
   */
  record Cluster(List<Value> made, List<Version> versions) implements Stmt {
    public Cluster {
      made = List.copyOf(made);
      versions = List.copyOf(versions);
    }

    /** Every call of a kernel, in all versions. */
    public List<Launch> launches() {
      return versions.stream().flatMap(v -> v.launches().stream()).toList();
    }

    /** The statements that are right for every shape. */
    public Version fallback() {
      return versions.getLast();
    }
  }

  /**
   * What a kernel computes.
   *
   * @param extents the size of each axis of the kernel; more than it has where it loops over merged
   *     axes
   */
  record Target(List<Written> written, List<Dim> extents, Span span) {
    public Target {
      written = List.copyOf(written);
      extents = List.copyOf(extents);
    }

    /** The values that get their storage with the kernel. */
    public List<Value> made() {
      return written.stream().filter(Written::made).map(Written::value).toList();
    }
  }

  /**
   * One of a kernel's results.
   *
   * @param region how the kernel's axes walk the value, where that is not axis by axis
   * @param made whether the value gets its storage with the kernel; else it is a part of one that
   *     has it already
   */
  record Written(Value value, Optional<Access> region, boolean made) {}

  /**
   * @param guard what must hold; the fallback's is empty
   * @param launches in order; they store what the cluster makes, and what only they need
   */
  record Version(List<Facts.Equation> guard, List<Launch> launches) {
    public Version {
      guard = List.copyOf(guard);
      launches = List.copyOf(launches);
    }

    /** The values that get their storage in this version. */
    public List<Value> made() {
      return launches.stream().flatMap(l -> l.target().made().stream()).toList();
    }
  }

  /** A kernel is called. */
  record Launch(Target target, Call call, Origin origin) {}

  /**
   * What a kernel was made of, for readers.
   *
   * @param computed the values that it computes, stored or not, in the program's order
   * @param reasons why each value that it writes is stored
   */
  record Origin(List<Value> computed, List<Stored> reasons) {
    public Origin {
      computed = List.copyOf(computed);
      reasons = List.copyOf(reasons);
    }
  }

  /**
   * @param kernel its number in the program
   */
  record Call(int kernel, List<Argument> inputs, List<Expr> scalars) {}

  /** A tensor handed to a kernel. */
  record Argument(Value base, Access access) {}

  /**
   * A tensor gets storage of its own, filled with the elements of another.
   *
   * @param parts the copied parts: all, or those that the next statement does not write
   * @param why it does not take the other's storage over
   */
  record Copy(Value value, Value from, List<Region> parts, int kernel, String why) implements Stmt {
    public Copy {
      parts = List.copyOf(parts);
    }

    /** Whether it copies all elements. */
    public boolean copiesAll() {
      return parts.equals(List.of(Region.all(value)));
    }

    /** Copies all elements. */
    public Copy(Value value, Value from, int kernel, String why) {
      this(value, from, List.of(Region.all(value)), kernel, why);
    }
  }

  /** A part of a tensor: how axes of these sizes walk it. */
  record Region(Access access, List<Dim> extents) {
    public Region {
      extents = List.copyOf(extents);
    }

    /** All of a tensor. */
    public static Region all(Value v) {
      return new Region(Access.identity(v.rank()), v.shape());
    }
  }

  /**
   * A tensor takes over the storage of another, which is needed no more: the next statement writes
   * it.
   *
   * @param rewritten the part that the next statement writes without reading it
   */
  record Reuse(Value value, Value target, Optional<Region> rewritten) implements Stmt {}

  /** One element of a tensor that has storage is written. */
  record Store(Value value, Access place, Expr element) implements Stmt {}

  /** Both arms define the values: they end in what they yield, in the same order. */
  record Branch(List<Value> values, Expr condition, Arm then, Arm otherwise) implements Stmt {}

  /**
   * @param exchanges at the end
   */
  record Arm(List<Stmt> body, List<Value> yields, List<Exchange> exchanges) {}

  /**
   * The body runs again and again; at its end the carried values become those of the next round.
   *
   * @param exchanges at the end of the body
   * @param span the statement
   */
  record Loop(
      Head head, List<Carried> carried, List<Stmt> body, List<Exchange> exchanges, Span span)
      implements Stmt {}

  /** A buffer's array becomes another's, all at once with the other exchanges beside it. */
  record Exchange(int buffer, int from) {}

  /** What decides whether the body of a loop runs once more. */
  sealed interface Head {}

  /** {@code for index in from:to:step}; the bounds are computed once. */
  record Counted(Value index, Expr from, Expr to, long step) implements Head {}

  /** {@code while condition}; the steps compute it. */
  record Asked(List<Stmt> steps, Expr condition) implements Head {}

  /** What goes round in a loop. */
  sealed interface Carried {
    /** What it is in an iteration. */
    Value value();

    /** What it is in the next one: the body has computed it. */
    Value next();

    /** What it is after the loop. */
    Value result();
  }

  record CarriedScalar(Expr initial, Value value, Value next, Value result) implements Carried {}

  /**
   * @param stays the body only writes to its storage, which is its own: it is there before and
   *     after the loop
   */
  record CarriedTensor(Value initial, Value value, Value next, Value result, boolean stays)
      implements Carried {}

  // ---------------------------------------------------------------- accesses

  /**
   * How each axis of a stored tensor is walked by the axes of a kernel or of a view.
   *
   * @param axes for each axis of the tensor at least one path; the index is the sum of what its
   *     paths give, as in {@code x[i + r]}
   */
  record Access(List<List<AxisPath>> axes) {
    public Access {
      axes = axes.stream().map(List::copyOf).toList();
    }

    /** Each axis of the tensor has one path. */
    public static Access of(List<AxisPath> axes) {
      return new Access(axes.stream().map(List::of).toList());
    }

    public static Access identity(int rank) {
      return of(
          java.util.stream.IntStream.range(0, rank)
              .mapToObj(i -> new AxisPath(i, List.of()))
              .toList());
    }

    /** The paths of all axes. */
    public List<AxisPath> paths() {
      return axes.stream().flatMap(List::stream).toList();
    }
  }

  /**
   * @param axis the axis that walks it; -1 for none
   * @param layers from the storage outwards
   */
  record AxisPath(int axis, List<Layer> layers) {
    public AxisPath {
      layers = List.copyOf(layers);
    }
  }

  sealed interface Layer {}

  /** The index so far is {@code start + step * index}. */
  record Slice(Dim start, long step) implements Layer {}

  /** The stride so far becomes 0 where {@code size} is 1: it stretches to {@code target}. */
  record ZeroIfOne(Dim size, Dim target) implements Layer {}
}
