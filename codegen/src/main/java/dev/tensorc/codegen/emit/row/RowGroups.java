package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.AlongRow;
import dev.tensorc.codegen.emit.form.RowPasses;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.PointResults;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Emits reductions of short rows in groups of rows, where eight vectors hold all virtual lanes. The
 * first loop adds up each row of a group to one vector, the second the lanes of as many such
 * vectors as a vector has lanes, and the third computes the results of each row.
 *
 * <p>Each row by itself would end in a chain of some permutations and additions that wait for each
 * other. The last vector of a row is read whole, together with elements behind the row, so that no
 * call for the end of an array stands in the loop; rows at whose end an array has no room go one by
 * one.
 */
public final class RowGroups extends KernelBody {

  private static final int ALL = VectorAccumulators.NARROW;
  private static final int VECTOR_BYTES = 32;

  /** How many vectors forms hold: a row takes the first form that holds it. */
  private static final List<Integer> VECTORS = List.of(1, 2, 3, 4, 6, 8, 10, 12, 14, 16);

  private final Holders holders;
  private final String name;
  private final int vectors;
  private final int axis;
  private final DType lane;
  private final int length;
  private final int groupRows;
  private final Local n;
  private final RowTensors rows;
  private final List<VectorBody> bodies;
  private final List<VectorAccumulators> accumulators;
  private final PointResults results;
  private final List<Local> at = new ArrayList<>();
  private final List<@Nullable Local> masks = new ArrayList<>();

  private RowGroups(Kernel kernel, Code code, Holders holders, String name, int vectors) {
    super(kernel, code);
    this.holders = holders;
    this.name = name;
    this.vectors = vectors;
    this.axis = kernel.parallel() - 1;
    this.lane = Vectorizable.lane(kernel);
    this.length = length(lane);
    this.groupRows = kernel.tuning().rows().groupRows();
    this.n = params.extents().get(kernel.innermost());
    this.rows = new RowTensors(code, kernel, lane);
    this.bodies =
        kernel.reductions().stream()
            .map(r -> new VectorBody(code, kernel, rows, r.parts(), lane, params.scalars()))
            .toList();
    this.accumulators =
        kernel.reductions().stream().map(r -> new VectorAccumulators(code, r)).toList();
    this.results = new PointResults(kernel, code, params.scalars());
  }

  /** Elements of a vector; eight such vectors hold all virtual lanes. */
  static int length(DType lane) {
    return VECTOR_BYTES / lane.bytes();
  }

  // ---------------------------------------------------------------- the kernel's own method

  private static boolean possible(Kernel k, Memory memory) {
    return memory == Memory.ARRAYS
        && k.parallel() > 0
        && !k.rounds()
        && k.reductions().size() <= k.tuning().budgets().sums().narrowReductions()
        && k.reductions().stream().allMatch(r -> isPlain(k, r))
        && k.results().stream().noneMatch(Result::alongRow)
        && new RowPasses(k).all().size() == 1
        && k.inputs().stream().noneMatch(in -> in.axes().get(k.innermost()) == AxisUse.OPEN)
        && k.inputs().size() <= k.tuning().budgets().sums().registerOperands()
        && parts(k).allMatch(RowGroups::isSafe);
  }

  private static boolean isPlain(Kernel k, Reduction r) {
    DType d = r.value().type();
    boolean isInt = (d == DType.I32 || d == DType.I64) && r.contraction().isEmpty();
    return !r.finds()
        && (isInt || d == DType.F32 || d == DType.F64)
        && d == Vectorizable.lane(k)
        && r.goesInLanes();
  }

  /** The expressions whose values change along a row. */
  private static Stream<Expr> parts(Kernel k) {
    List<Expr> parts = k.reductions().stream().flatMap(r -> r.parts().stream()).toList();
    var row = new AlongRow(k);
    return ExprNodes.of(parts).stream().filter(row::changes);
  }

  /** The numbers of vectors for which there is a form: each stands in its code. */
  private static List<Integer> vectors(Kernel k, Memory memory) {
    if (!possible(k, memory)) {
      return List.of();
    }
    long cost = parts(k).mapToLong(RowGroups::weight).sum() + k.reductions().size();
    int most = k.tuning().budgets().sums().groupOperations();
    return VECTORS.stream().filter(v -> v * cost <= most).toList();
  }

  private static long weight(Expr e) {
    return e instanceof Expr.Op ? Vectorizable.weight(e) : 1;
  }

  /** Whether a value may be computed of elements behind a row. */
  private static boolean isSafe(Expr e) {
    return !(e instanceof Expr.Gathered) && !(e instanceof Expr.Op op && op.span().isPresent());
  }

  /**
   * @param k reduces rows
   * @param name of the kernel's method
   */
  public static void addForms(Kernel k, Memory memory, String name, List<KernelForm> forms) {
    addForms(k, vectors(k, memory), name, forms);
  }

  private static void addForms(
      Kernel k, List<Integer> vectors, String name, List<KernelForm> forms) {
    vectors.forEach(v -> forms.add(form(k, name, v)));
    if (!vectors.isEmpty()) {
      k.reductions().stream()
          .collect(Collectors.toMap(Reduction::op, r -> r, (r, _) -> r, TreeMap::new))
          .values()
          .forEach(r -> forms.add(GroupLanes.form(k, r, name)));
    }
  }

  private static KernelForm form(Kernel k, String name, int vectors) {
    KernelForm.Emitter emitter =
        (kernel, code, holders, _) -> new RowGroups(kernel, code, holders, name, vectors).emit();
    return new KernelForm(method(name, vectors), k, emitter);
  }

  private static String method(String kernel, int vectors) {
    return kernel + "Groups" + vectors;
  }

  /** The vectors of a row up to which there is a form; 0 where there is none. */
  static int mostVectors(Kernel k, Memory memory) {
    return vectors(k, memory).stream().reduce(0, Math::max);
  }

  /** The slots of the thread's memory that the forms of a kernel use. */
  static int scratchSlots(Kernel k) {
    DType lane = Vectorizable.lane(k);
    return firstSlot(k, lane) + k.reductions().size() * area(k, lane);
  }

  /**
   * Adds the forms of rows of more than some vectors, and a method of the kernel's name that
   * chooses one of them.
   */
  static void addChoice(
      Kernel k, Memory memory, int moreThan, String name, List<KernelForm> forms) {
    List<Integer> vectors = vectors(k, memory).stream().filter(v -> v > moreThan).toList();
    addForms(k, vectors, name, forms);
    KernelForm.Emitter choice =
        (kernel, code, holders, _) -> {
          Params params = KernelCall.params(kernel, code.memory());
          var prologue = new KernelPrologue(kernel, code, params, holders, name);
          choose(prologue, vectors);
          prologue.returnScalar();
        };
    forms.add(new KernelForm(name, k, choice, Optional.of(k)));
  }

  /** Hands over rows of few vectors, as many rows as a vector has lanes. */
  static void leave(KernelPrologue prologue) {
    List<Integer> vectors = vectors(prologue.kernel(), prologue.code().memory());
    if (!vectors.isEmpty()) {
      Code.Part choice = () -> choose(prologue, vectors);
      leaveShort(prologue, 0, vectors.getLast(), choice);
    }
  }

  /**
   * Emits the branch for rows of more than some and at most some vectors, where eight vectors hold
   * all virtual lanes and there are as many rows as a vector has lanes.
   */
  static void leaveShort(KernelPrologue prologue, int moreThan, int most, Code.Part taken) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    DType lane = Vectorizable.lane(k);
    int length = length(lane);
    Local n = prologue.extent(k.innermost());
    Local many = prologue.extent(k.parallel() - 1);
    code.ifThen(
        Code.and(
            Code.intsEqual(() -> VectorTypes.pushLength(code, lane), () -> code.pushInt(length)),
            Code.and(Code.atLeast(n, moreThan * length + 1), Code.atMost(n, most * length))),
        () -> {
          prologue.collapseInto(k.parallel() - 1, 0);
          code.ifThen(Code.atLeast(many, length), taken);
        });
  }

  private static void choose(KernelPrologue prologue, List<Integer> vectors) {
    Kernel k = prologue.kernel();
    int length = length(Vectorizable.lane(k));
    Local n = prologue.extent(k.innermost());
    for (int v : vectors) {
      prologue.leaveIf(Code.atMost(n, v * length), method(prologue.name(), v));
    }
  }

  // ---------------------------------------------------------------- the form's method

  private void emit() {
    int whole = VECTORS.stream().filter(v -> v < vectors).reduce(0, Math::max);
    for (int v = 0; v < vectors; v++) {
      int number = v;
      Local place = code.newInt(number * length);
      at.add(place);
      masks.add(v < whole ? null : VectorLoop.tailMask(code, lane, place, n));
    }
    rows.prologue(params.tensors());
    rows.padStill(n, rowSlots(lane), 2);
    bodies.forEach(b -> b.prologue(params.tensors()));
    Local scratch =
        code.newLocal(
            JvmTypes.array(lane),
            () -> new RowMemory(code).pushScratch(lane, scratchSlots(kernel)));
    nest.loops(axis, params.tensors(), outer -> rows(outer, scratch));
    code.op(Opcodes.RETURN);
  }

  /** Slots of a row. */
  private static int rowSlots(DType lane) {
    return Math.ceilDiv(VECTORS.getLast() * length(lane), RowMemory.SLOT);
  }

  /** The first slot behind the copies of operands that are the same for all rows. */
  private static int firstSlot(Kernel k, DType lane) {
    return k.inputs().size() * (rowSlots(lane) + 2);
  }

  /** Slots that a reduction needs for a group: a vector for each row, and then an element. */
  private static int area(Kernel k, DType lane) {
    return k.tuning().rows().groupRows() * (length(lane) + 1) / RowMemory.SLOT;
  }

  /** The rows along the last outer axis. */
  private void rows(List<Tensor> outer, Local scratch) {
    Local all = params.extents().get(axis);
    Local readable = code.newInt(() -> code.load(all));
    for (int k = 0; k < kernel.inputs().size(); k++) {
      Tensor t = outer.get(k);
      if (t.follows(kernel.innermost()) && !rows.isPadded(k)) {
        code.assign(readable, () -> pushReadable(t, readable));
      }
    }
    code.forLoop(
        readable,
        groupRows,
        from -> {
          Local count = code.newInt(() -> Steps.pushRest(code, readable, from, groupRows));
          each(outer, from, count, (r, tensors) -> fold(tensors, r, scratch));
          IntStream.range(0, bodies.size()).forEach(k -> addLanes(k, count, scratch));
          each(outer, from, count, (r, tensors) -> results.store(tensors, sums(r, scratch)));
        });
    code.ifThen(
        Code.less(readable, all),
        () -> {
          boolean narrow = NarrowRows.possible(kernel, code.memory());
          new KernelPrologue(kernel, code, params, holders, name)
              .callFrom(
                  narrow ? holders.vector() : holders.scalar(),
                  narrow ? NarrowRows.method(name, NarrowRows.Form.ONE_CHUNK) : name,
                  outer,
                  axis,
                  readable,
                  all,
                  a -> a > axis);
        });
  }

  /** Pushes how many rows can be read in whole vectors: behind the last ones the array ends. */
  private void pushReadable(Tensor t, Local most) {
    Local stride = t.strides()[axis];
    Local room =
        code.newInt(
            () ->
                code.load(t.array()).length().minus(t.offset()).minus(at.getLast()).minus(length));
    Local readable = code.newInt(() -> code.load(most));
    code.ifElse(
        Code.atMost(room, -1),
        () -> code.assign(readable, 0),
        () -> {
          if (t.follows(axis)) {
            code.ifThen(
                Code.atLeast(stride, 1),
                () -> code.assign(readable, () -> code.load(room).by(stride).plus(1).min(most)));
          }
        });
    code.load(readable);
  }

  /** Emits the work on one row of a group. */
  private interface OfRow {
    /**
     * @param r its number in the group
     * @param tensors where it begins
     */
    void emit(Local r, List<Tensor> tensors);
  }

  private void each(List<Tensor> outer, Local from, Local count, OfRow part) {
    code.forLoop(count, 1, r -> part.emit(r, nest.advance(outer, axis, code.sum(from, r))));
  }

  // ---------------------------------------------------------------- the first loop

  /** Adds up a row to one vector for each reduction. */
  private void fold(List<Tensor> tensors, Local r, Local scratch) {
    List<RowTensor> row = rows.row(tensors);
    for (int k = 0; k < bodies.size(); k++) {
      int number = k;
      VectorBody.Row values = bodies.get(k).row(tensors, row, List.of());
      List<Local> leaves = leaves(number, values);
      accumulators
          .get(k)
          .store(
              tree(accumulators.get(k), leaves),
              () -> code.load(scratch),
              () -> pushPlace(number, r),
              0);
    }
  }

  /** The element of the thread's memory that the area of a reduction begins with. */
  private int place(int number) {
    return (firstSlot(kernel, lane) + number * area(kernel, lane)) * RowMemory.SLOT;
  }

  private void pushPlace(int number, Local r) {
    code.load(r).times(length).plus(place(number));
  }

  /** A row in vectors; later ones than the first eight are added to these. */
  private List<Local> leaves(int number, VectorBody.Row row) {
    Reduction r = kernel.reductions().get(number);
    VectorAccumulators its = accumulators.get(number);
    var leaves = new ArrayList<Local>();
    for (int v = 0; v < vectors; v++) {
      List<Local> values = bodies.get(number).values(row, r.parts(), at.get(v), null);
      if (v < ALL) {
        leaves.add(its.padded(values, masks.get(v)));
      } else {
        its.feed(leaves.get(v - ALL), values, masks.get(v));
      }
    }
    return leaves;
  }

  /** The virtual lanes' tree down to one vector; lanes without an element change nothing. */
  private static Local tree(VectorAccumulators accumulators, List<Local> leaves) {
    for (int half = ALL / 2; half > 0; half /= 2) {
      int left = Math.min(half, leaves.size());
      List<Local> right = leaves.subList(left, leaves.size());
      accumulators.combineWith(leaves.subList(0, right.size()), right);
      leaves = leaves.subList(0, left);
    }
    return leaves.getFirst();
  }

  // ---------------------------------------------------------------- the second and third loop

  private void addLanes(int number, Local count, Local scratch) {
    Local first = code.newInt(0);
    code.load(scratch);
    pushSumPlace(number, first);
    code.pushInt(1);
    code.load(count);
    code.pushInt(length);
    code.load(scratch);
    pushPlace(number, first);
    code.pushInt(length);
    code.pushInt(1);
    GroupLanes.call(kernel, kernel.reductions().get(number), code, holders.vector(), name);
  }

  private void pushSumPlace(int number, Local r) {
    code.load(r).plus(place(number) + groupRows * length);
  }

  /** Each reduction's result for a row. */
  private List<Local> sums(Local r, Local scratch) {
    var reduced = new ArrayList<Local>();
    for (int k = 0; k < bodies.size(); k++) {
      int number = k;
      Builtin op = kernel.reductions().get(k).op();
      reduced.add(
          code.newLocal(
              JvmTypes.scalar(lane),
              () -> {
                code.load(scratch);
                pushSumPlace(number, r);
                code.memory().loadElement(code, lane);
                if (op == Builtin.SUM
                    && lane.isFloat()) { // each virtual lane starts from 0.0, which ends -0.0
                  JvmTypes.pushConstant(code, lane, ScalarKernel.start(op, lane));
                  code.op(JvmTypes.scalar(lane).getOpcode(Opcodes.IADD));
                }
              }));
    }
    return reduced;
  }
}
