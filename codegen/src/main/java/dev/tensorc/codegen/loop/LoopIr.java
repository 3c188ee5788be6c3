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
 * Loops: kernels, fused nests ({@link Kernel}), and the plans that check, allocate and call them.
 *
 * <p>Invariant ({@code LoopIrVerifier}): a plan names a kernel only where every operand's storage
 * is defined before it.
 */
public sealed interface LoopIr {

  /**
   * @param kernels in the order of their numbers, by which plans refer to them
   * @param narrowed kernels that take the place of others, by these
   * @param tuning the thresholds that the program was planned with, and is emitted with
   * @param weights the weights that plans read from a file
   */
  record Program(
      List<Plan> plans,
      List<Kernel> kernels,
      Map<Integer, Narrowed> narrowed,
      Tuning tuning,
      Optional<TensorIr.Weights> weights) {

    /** A program without weights. */
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
  record Narrowed(int kernel, long most) {

    /**
     * Whether the narrowed kernel takes any number of points, piece by piece, and their sums are
     * added in 64 bits.
     *
     * @param wide the other kernel, which gives the sum of a row then
     */
    public boolean takesPieces(Kernel wide) {
      return wide.returns()
          && wide.rank() == 1
          && wide.results().getFirst().value() instanceof Expr.Reduced sum
          && (sum.type() == DType.I64 || sum.type() == DType.U64)
          && wide.reductions().getFirst().op() == Builtin.SUM
          && ExprNodes.of(wide.roots()).stream().noneMatch(Expr.AxisIndex.class::isInstance);
    }
  }

  /**
   * The code of one exported function.
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
      return LiveRanges.all(body);
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
   * @param otherwise makes a copy where no strides walk the elements in their place; absent where
   *     they lie row-major in a buffer
   */
  record Reshape(Value value, Value from, Optional<Copy> otherwise) implements Stmt {}

  /** The runtime goes over whole rows of stored tensors, and stores the result. */
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
   * @param made the values that get their storage here and are needed later, whichever version runs
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
   * The values and axes of a kernel.
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
   * @param guard the condition; the fallback's is empty
   * @param launches in order; they store the cluster's values, and those that only they need
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
   * The values of a kernel and the reasons of its stores, for readers.
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

    /** Whether the copy has all elements. */
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

  /** Both arms define the values: they yield them at their end, in the same order. */
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

  /** The condition under which the body of a loop runs once more. */
  sealed interface Head {}

  /** {@code for index in from:to:step}; the bounds are computed once. */
  record Counted(Value index, Expr from, Expr to, long step) implements Head {}

  /** {@code while condition}; the steps compute it. */
  record Asked(List<Stmt> steps, Expr condition) implements Head {}

  /** A value that goes round in a loop. */
  sealed interface Carried {
    /** The value in an iteration. */
    Value value();

    /** The value in the next iteration: the body has computed it. */
    Value next();

    /** The value after the loop. */
    Value result();
  }

  record CarriedScalar(Expr initial, Value value, Value next, Value result) implements Carried {}

  /**
   * @param stays the body only writes to its storage, which is its own: it is there before and
   *     after the loop
   */
  record CarriedTensor(Value initial, Value value, Value next, Value result, boolean stays)
      implements Carried {}
}
