package dev.tensorc.ir;

import dev.tensorc.frontend.Span;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The typed, shaped program: one straight list of steps for each exported function, with calls
 * inlined and every implicit rule made explicit.
 *
 * <p>Invariants ({@link TensorIrVerifier}): single assignment; every value is defined before its
 * use in the same block or an enclosing one; operands of a {@link Map} have the dtypes that its
 * builtin computes in (casts are Maps of their own); broadcasting is only in the operands' index
 * maps, a join that may fail at run time has a {@link JoinCheck} before it (one check for equal
 * joins; none where a size meets a {@link Dim.Join} that it went into); checks on entry dims of
 * unconditional steps stand in {@link Function#entryChecks}, in source order, those of an arm at
 * the start of its block, unless they ask for a joined size that only an arm has checked.
 */
public sealed interface TensorIr {

  /**
   * A module: the exported functions of a program.
   *
   * @param weights the tensors that they read from a file
   */
  record Module(List<Function> functions, Optional<Weights> weights) {

    /** A module without weights. */
    public Module(List<Function> functions) {
      this(functions, Optional.empty());
    }

    public Module withFunctions(List<Function> others) {
      return new Module(others, weights);
    }
  }

  /**
   * The tensors that a program reads from a file once, all of them, in the program's order.
   *
   * @param file as the program writes it
   */
  record Weights(String file, List<Weight> tensors, Span span) {

    /** The position of the weight called that. */
    public Optional<Integer> number(String name) {
      return positions(w -> w.name().equals(name)).stream().findFirst();
    }

    /** The positions of the weights that have an axis of that size. */
    public List<Integer> having(String size) {
      return positions(w -> w.sizes().contains(size));
    }

    private List<Integer> positions(Predicate<Weight> wanted) {
      return IntStream.range(0, tensors.size())
          .filter(i -> wanted.test(tensors.get(i)))
          .boxed()
          .toList();
    }
  }

  /**
   * A tensor of a file.
   *
   * @param tensor its name in the file
   * @param sizes of each axis a number, a name that stands for one size in the whole file, or
   *     {@code ?}
   * @param declaredType as written
   */
  record Weight(
      String name,
      String tensor,
      DType dtype,
      List<String> sizes,
      String declaredType,
      Span span) {}

  /**
   * @param types the dtypes of its type parameters, in order; functions of one name differ in them
   * @param bindings where each symbolic dim gets its size at entry, in order
   * @param entryChecks checked in this order before anything is allocated or written
   * @param facts the equations that hold once the entry checks have passed
   * @param results parallel to {@code body.yields()}
   */
  record Function(
      String name,
      List<DType> types,
      String doc,
      List<Param> params,
      List<DimBinding> bindings,
      List<Check> entryChecks,
      Facts facts,
      Block body,
      List<Result> results,
      Span span)
      implements TensorIr {

    /** The parameters that callers give. */
    public List<Param> arguments() {
      return params.stream().filter(p -> p.weight().isEmpty()).toList();
    }

    /** The weights that it uses: they are its last parameters. */
    public List<Param> weights() {
      return params.stream().filter(p -> p.weight().isPresent()).toList();
    }

    /** Where its name stands, behind annotations and {@code fn}. */
    public Span nameSpan() {
      var declared = Pattern.compile("\\bfn\\s+(?=" + name + "\\b)").matcher(span.text());
      if (!declared.find()) {
        return span;
      }
      String before = span.text().substring(0, declared.end());
      int lines = (int) before.chars().filter(c -> c == '\n').count();
      int column =
          lines == 0 ? span.column() + before.length() : before.length() - before.lastIndexOf('\n');
      int start = span.start() + before.length();
      return new Span(span.source(), start, start + name.length(), span.line() + lines, column);
    }

    public Function withBody(Block other) {
      return new Function(
          name, types, doc, params, bindings, entryChecks, facts, other, results, span);
    }

    /**
     * The same function under other facts: as a version of it is, or with the facts that a
     * declaration would add.
     */
    public Function under(Facts others) {
      return new Function(
          name, types, doc, params, bindings, entryChecks, others, body, results, span);
    }
  }

  /**
   * @param declaredType as written, for messages
   * @param value its shape has a symbol, a number or an expression for each axis
   * @param weight its position among the program's {@link Weights}, where it is one: then its sizes
   *     were checked when it was loaded
   */
  record Param(String name, String declaredType, Value value, Optional<Integer> weight, Span span) {

    /** One that callers give. */
    public Param(String name, String declaredType, Value value, Span span) {
      this(name, declaredType, value, Optional.empty(), span);
    }
  }

  /**
   * The symbol is the size of that axis of that parameter.
   *
   * @param axis {@link #VALUE} where the symbol is the value of an i64 parameter; such a symbol may
   *     be negative until a check says otherwise. {@link #RANK} where it is the rank of an unranked
   *     one
   */
  record DimBinding(Dim.Sym symbol, int param, int axis) {
    public static final int VALUE = -1;
    public static final int RANK = -2;
  }

  /**
   * @param name empty where the program does not name it
   * @param declaredType as written, or the inferred type where nothing is declared
   */
  record Result(String name, String declaredType, DType dtype, List<Dim> shape) {}

  /**
   * A tensor or, with an empty shape, a scalar. An unranked one may have fewer axes than its shape:
   * see {@link Axes#ranks}.
   *
   * @param id unique in the function
   * @param axes the marks of its axes for broadcasting, beside their sizes
   * @param name its name in messages: its {@code let} name, else its source text
   */
  record Value(int id, DType dtype, List<Dim> shape, Axes axes, String name, Span span) {
    public Value {
      shape = List.copyOf(shape);
    }

    /** A value whose axes are nothing special. */
    public Value(int id, DType dtype, List<Dim> shape, String name, Span span) {
      this(id, dtype, shape, Axes.plain(shape.size()), name, span);
    }

    public int rank() {
      return shape.size();
    }

    public boolean isScalar() {
      return shape.isEmpty();
    }

    /** Whether its rank is found at run time. */
    public boolean isUnranked() {
      return axes.isUnranked();
    }

    /** The name of an axis in messages: those of an unranked value are counted from the end. */
    public int axisName(int axis) {
      return isUnranked() ? axis - rank() : axis;
    }

    /** {@code f32[n, ?]}, as a program would write it. */
    public String type() {
      return ShapeText.type(dtype, shape, axes);
    }

    /** The id alone: values are looked up more often than they are made. */
    @Override
    public int hashCode() {
      return id;
    }

    @Override
    public String toString() {
      return "%" + id;
    }
  }

  /** Straight-line code under one control dependence, and the values that it yields. */
  record Block(List<Step> steps, List<Value> yields) {
    public Block {
      steps = List.copyOf(steps);
      yields = List.copyOf(yields);
    }
  }

  sealed interface Step permits Instr, Check, Bind {
    Span span();
  }

  /**
   * From here on the late dim is the value of an i64 scalar: a loop's index, a run-time slice
   * bound, a computed size. It may be negative until a check says otherwise.
   */
  record Bind(Dim.Late dim, Value scalar) implements Step {
    @Override
    public Span span() {
      return scalar.span();
    }
  }

  // ---------------------------------------------------------------- instructions

  sealed interface Instr extends Step, TensorIr permits Pure, Control {
    List<Value> results();

    /** The values that it names itself; its blocks may name others. */
    default List<Value> uses() {
      return switch (this) {
        case Constant _, DimValue _, Iota _ -> List.of();
        case Literal l -> l.elements();
        case Map m -> m.operands().stream().map(Operand::value).toList();
        case Reduce r -> List.of(r.operand());
        case Contract c -> List.of(c.left().value(), c.right().value());
        case View v -> List.of(v.operand());
        case Reshape r -> List.of(r.operand());
        case Gather g -> g.operands().stream().map(Operand::value).toList();
        case Ordered o -> o.operands();
        case Update u -> List.of(u.target(), u.value().value());
        case Scatter s -> Stream.concat(Stream.of(s.target()), s.operands().stream()).toList();
        case If i -> List.of(i.condition());
        case For f -> Stream.concat(Stream.of(f.from(), f.to()), initial(f.loop())).toList();
        case While w -> w.loop().initial();
      };
    }

    default List<Block> blocks() {
      return switch (this) {
        case Pure _ -> List.of();
        case If i -> List.of(i.then(), i.otherwise());
        case For f -> List.of(f.body());
        case While w -> List.of(w.condition(), w.body());
      };
    }

    private static Stream<Value> initial(Loop loop) {
      return loop.initial().stream();
    }
  }

  /** An instruction that computes one value of others and has no blocks. */
  sealed interface Pure extends Instr {
    Value result();

    @Override
    default List<Value> results() {
      return List.of(result());
    }

    @Override
    default Span span() {
      return result().span();
    }
  }

  /** An instruction with blocks of its own; its results are the values that the blocks yield. */
  sealed interface Control extends Instr {}

  /** A scalar constant: Boolean, Integer (u8, i32), Long, Float or Double as the dtype asks. */
  record Constant(Value result, Object value) implements Pure {}

  /** An array literal: one scalar value of the result's dtype for each element, row-major. */
  record Literal(Value result, List<Value> elements) implements Pure {}

  /** The size of a dim as an i64 scalar. */
  record DimValue(Value result, Dim dim) implements Pure {}

  /**
   * Each element is its own index on one axis, as i64.
   *
   * @param axis of the result
   */
  record Iota(Value result, int axis) implements Pure {}

  /**
   * An element-wise operation. Its iteration space is the result's shape. Its operands are of one
   * dtype, but for the condition of {@code where}; a comparison also takes u64 with i64.
   *
   * @param builtin of kind ELEMENTWISE; ASTYPE converts to the result's dtype
   * @param fastmath whether it may give other bits than {@link Builtin#sequence}, if it has one
   */
  record Map(Value result, Builtin builtin, List<Operand> operands, boolean fastmath)
      implements Pure {
    public Map {
      operands = List.copyOf(operands);
    }

    /** An operation whose bits are fixed. */
    public Map(Value result, Builtin builtin, List<Operand> operands) {
      this(result, builtin, operands, false);
    }
  }

  /**
   * An operand and its indexing map.
   *
   * @param axes for each axis of the value, the axis of the iteration space that it follows; an
   *     axis whose size is 1 while the space's is not is read at 0 throughout
   */
  record Operand(Value value, List<Integer> axes) {
    public Operand {
      axes = List.copyOf(axes);
    }

    /** A value whose axes are those of the result, or a scalar. */
    public static Operand whole(Value value) {
      return new Operand(value, Axes.indices(value.rank()));
    }
  }

  /** An instruction that runs over axes which its result does not have. */
  sealed interface Fold extends Pure {
    /** The sizes of those axes. */
    List<Dim> reduced();
  }

  /**
   * A reduction. The fixed order of float sums is {@code docs/decisions}' and the interpreter's.
   *
   * @param builtin SUM, PROD, MAX, MIN, whose argument and result have the same dtype, and which of
   *     nothing are 0, 1, and the lowest and the highest number, of floats -inf and inf; ANY, ALL,
   *     of bool; or ARGMAX, ARGMIN, whose result is i64 and counts the reduced axes' elements in
   *     row-major order (means are lowered to a sum and a division)
   * @param axes ascending, from 0
   * @param keepdims reduced axes stay with size 1
   */
  record Reduce(Value result, Builtin builtin, Value operand, List<Integer> axes, boolean keepdims)
      implements Fold {
    public Reduce {
      axes = List.copyOf(axes);
    }

    @Override
    public List<Dim> reduced() {
      return axes.stream().map(a -> operand.shape().get(a)).toList();
    }
  }

  /**
   * A sum of products of floats, each added with one rounding. The order is {@code docs/decisions}'
   * and the interpreter's.
   *
   * <p>The iteration space is the result's axes, then the reduced ones. An axis of the result that
   * only one factor follows is a <em>free</em> axis of that factor.
   *
   * @param left of the result's dtype, as the right
   * @param windows whether a factor's elements are those of windows that overlap, {@code x[i + r]}:
   *     the products are then added one after the other whatever the other factor's free axes
   */
  record Contract(Value result, Operand left, Operand right, List<Dim> reduced, boolean windows)
      implements Fold {
    public Contract {
      reduced = List.copyOf(reduced);
    }

    /** The sizes of the iteration space. */
    public List<Dim> space() {
      return Stream.concat(result.shape().stream(), reduced.stream()).toList();
    }

    public List<Integer> leftFree() {
      return free(left, right);
    }

    public List<Integer> rightFree() {
      return free(right, left);
    }

    private List<Integer> free(Operand one, Operand other) {
      return IntStream.range(0, result.rank())
          .filter(axis -> one.axes().contains(axis) && !other.axes().contains(axis))
          .boxed()
          .toList();
    }
  }

  /**
   * The same elements seen through other axes: slices, subscripts, newaxis, transposes, windows,
   * explicit broadcasts.
   *
   * @param axes one entry for each axis of the operand; result axes that none names have size 1 (or
   *     stretch: broadcast_to)
   */
  record View(Value result, Value operand, List<ViewAxis> axes) implements Pure {
    public View {
      axes = List.copyOf(axes);
    }
  }

  /**
   * The operand's index on this axis is {@code start} and, for each walk, {@code step} times the
   * result's index on its axis: {@code x[2 * i + r - 1]} has the walks (i, 2), (r, 1).
   *
   * @param walks on distinct axes; none where the axis is read at {@code start} alone
   * @param start in range wherever the result has elements; anything, also -1, where it has none
   * @param stretches whether the axis, if its size is 1, is read at 0 throughout; else it is an
   *     axis of the result
   */
  record ViewAxis(List<Walk> walks, Dim start, boolean stretches) {
    public ViewAxis {
      walks = List.copyOf(walks);
    }

    /** An axis that does not stretch. */
    public ViewAxis(List<Walk> walks, Dim start) {
      this(walks, start, false);
    }

    /** The axis is an axis of the result, or has size 1 and stretches to its size. */
    public static ViewAxis stretching(int axis) {
      return new ViewAxis(List.of(new Walk(axis, 1)), Dims.ZERO, true);
    }

    /** The axis is read at one place. */
    public static ViewAxis at(Dim start) {
      return new ViewAxis(List.of(), start);
    }

    /** The axis follows one axis of the result. */
    public static ViewAxis along(int axis, Dim start, long step) {
      return new ViewAxis(List.of(new Walk(axis, step)), start);
    }

    /** The axis is an axis of the result. */
    public static ViewAxis whole(int axis) {
      return along(axis, Dims.ZERO, 1);
    }
  }

  /** A step of 0 is none. */
  record Walk(int axis, long step) {}

  /**
   * The target, but where the region lies it has other elements. Values are values: code generation
   * writes in place where nobody can tell.
   *
   * @param result of the target's dtype and shape
   * @param region a view of the target, which is written: one entry for each axis of the target,
   *     each axis of the region walks exactly one of them
   * @param extents the sizes of the region's axes
   * @param value the written value, by its index map from the region's axes; it does not depend on
   *     elements that have been written already
   */
  record Update(Value result, Value target, List<ViewAxis> region, List<Dim> extents, Operand value)
      implements Pure {
    public Update {
      region = List.copyOf(region);
      extents = List.copyOf(extents);
    }
  }

  /**
   * The target, but with elements written to it, or combined with its own, one after the other: at
   * each point of the extents, in row-major order, at the place that other elements name. Throws
   * where one of the places is not on its axis, before anything is written. Later elements win, or
   * are combined with the result of earlier ones.
   *
   * @param result of the target's dtype and shape
   * @param combine one of {@link #COMBINING}, of the value at the place and the element; empty
   *     where the element replaces the value
   * @param places one for each axis of the target, by index maps from the extents; none is a scalar
   * @param value of the target's dtype, by its index map from the extents; no scalar
   */
  record Scatter(
      Value result,
      Value target,
      Optional<Builtin> combine,
      List<Dim> extents,
      List<Place> places,
      Operand value)
      implements Pure {

    /** The operations that combine elements with the values at their places: they never throw. */
    public static final Set<Builtin> COMBINING =
        EnumSet.of(
            Builtin.ADD,
            Builtin.SUBTRACT,
            Builtin.MULTIPLY,
            Builtin.DIVIDE,
            Builtin.MAXIMUM,
            Builtin.MINIMUM,
            Builtin.BITWISE_AND,
            Builtin.BITWISE_OR,
            Builtin.BITWISE_XOR);

    public Scatter {
      extents = List.copyOf(extents);
      places = List.copyOf(places);
    }

    /** The values that it reads beside the target. */
    public List<Value> operands() {
      return Stream.concat(places.stream().map(p -> p.index().value()), Stream.of(value.value()))
          .toList();
    }
  }

  /** The same elements in row-major order, in another shape of as many elements. */
  record Reshape(Value result, Value operand) implements Pure {}

  /**
   * Elements at places that other elements name: {@code take}, {@code x[p[i], j]}. Throws where one
   * of them is not on the axis: at each element of the result, in row-major order, the places are
   * looked at in theirs.
   *
   * @param source the array that is read; its index map is of the result's axes, -1 for the
   *     gathered axes
   * @param places by index maps from the result's axes
   * @param guard bool, by its index map from the result's axes: where it is false nothing is read,
   *     no place is looked at, and the element is 0 or false; empty where all are read
   */
  record Gather(Value result, Operand source, List<Place> places, Optional<Operand> guard)
      implements Pure {
    public Gather {
      places = List.copyOf(places);
    }

    /** All that it reads. */
    public List<Operand> operands() {
      var operands = new ArrayList<Operand>();
      operands.add(source);
      places.forEach(p -> operands.add(p.index()));
      guard.ifPresent(operands::add);
      return operands;
    }
  }

  /**
   * Where elements lie on an axis.
   *
   * @param axis of the array that is read or written
   * @param index i64; negative places count from the end
   * @param text the indexed axis and its place, for messages: {@code axis 0 of x at f.tc:2:14}
   */
  record Place(int axis, Operand index, String text) {
    /**
     * The place on an axis of the value with the name {@code name} in the program.
     *
     * @param named the number of the axis there
     */
    public static Place of(int axis, Operand index, String name, int named, Span span) {
      return new Place(
          axis, index, "axis %d of %s at %s".formatted(named, name, span.runtimeLocation()));
    }
  }

  /**
   * An instruction that takes the elements along an axis in an order, so that none is computed
   * alone: the runtime does whole rows of it ({@code docs/decisions/0031-rows-in-order.md}).
   */
  sealed interface Ordered extends Pure {
    /** The function that it computes. */
    Builtin builtin();

    /** The arrays that it reads. */
    List<Value> operands();

    /** The same step of other values, which have the same types. */
    Ordered of(Value result, List<Value> operands);
  }

  /**
   * Running totals: each element of the result combines the elements up to there, one after the
   * other from the first.
   *
   * @param builtin CUMULATIVE_SUM, CUMULATIVE_PROD, CUMULATIVE_MAX or CUMULATIVE_MIN
   * @param operand of the result's dtype, in which it is computed; or of a narrower one that is
   *     exact there: integers and bool to 64 bits, short floats to f32
   * @param initial whether the result begins with the total of no elements, 0 or 1: it is one
   *     longer; not of extremes
   */
  record Scan(Value result, Builtin builtin, Value operand, int axis, boolean initial)
      implements Ordered {
    @Override
    public List<Value> operands() {
      return List.of(operand);
    }

    @Override
    public Scan of(Value other, List<Value> operands) {
      return new Scan(other, builtin, operands.getFirst(), axis, initial);
    }
  }

  /**
   * Elements from the smallest to the largest, or where they are; equal ones (-0.0 equals 0.0) as
   * they stand in the operand, and NaN last.
   *
   * @param builtin SORT; ARGSORT, whose result is i64; or TOP_K, whose result is the first places
   *     of ARGSORT, as many as its axis has
   * @param descending from the largest to the smallest; NaN last too
   */
  record Sort(Value result, Builtin builtin, Value operand, int axis, boolean descending)
      implements Ordered {
    @Override
    public List<Value> operands() {
      return List.of(operand);
    }

    @Override
    public Sort of(Value other, List<Value> operands) {
      return new Sort(other, builtin, operands.getFirst(), axis, descending);
    }
  }

  /**
   * Where each element would stand in a sorted array of rank 1, by halving the rest of the array.
   *
   * @param sought of the dtype of {@code sorted}, and the shape of the result, which is i64
   * @param right whether behind the elements that are equal, and not before them
   */
  record Search(Value result, Value sorted, Value sought, boolean right) implements Ordered {
    @Override
    public Builtin builtin() {
      return Builtin.SEARCHSORTED;
    }

    @Override
    public List<Value> operands() {
      return List.of(sorted, sought);
    }

    @Override
    public Search of(Value other, List<Value> operands) {
      return new Search(other, operands.get(0), operands.get(1), right);
    }
  }

  /**
   * Where a mask is true: the places of its true elements among all of them, in row-major order.
   *
   * @param mask of bools
   * @param result i64, of as many elements as are true
   */
  record Find(Value result, Value mask) implements Ordered {
    @Override
    public Builtin builtin() {
      return Builtin.NONZERO;
    }

    @Override
    public List<Value> operands() {
      return List.of(mask);
    }

    @Override
    public Find of(Value other, List<Value> operands) {
      return new Find(other, operands.getFirst());
    }
  }

  // ---------------------------------------------------------------- control

  /**
   * Runs one of two blocks. Each yields one value of the dtype and rank of each result; dims that
   * differ are {@link Dim.Late} in the result's shape and become the size of the yielded value.
   */
  record If(List<Value> results, Value condition, Block then, Block otherwise, Span span)
      implements Control {
    public If {
      results = List.copyOf(results);
    }
  }

  /**
   * A counted loop: {@code for index in from:to:step}. The bounds are evaluated once.
   *
   * @param index an i64 scalar, defined in the body
   * @param step not 0; the loop ends before the index reaches or passes {@code to}
   * @param loop the carried values; the body yields the next values
   */
  record For(Value index, Value from, Value to, long step, Loop loop, Block body, Span span)
      implements Control {
    @Override
    public List<Value> results() {
      return loop.results();
    }
  }

  /**
   * @param condition yields one bool scalar; sees the carried values
   * @param body sees the carried values and yields the next ones
   */
  record While(Loop loop, Block condition, Block body, Span span) implements Control {
    @Override
    public List<Value> results() {
      return loop.results();
    }
  }

  /**
   * The values that a loop carries: {@code initial} the first time, then those that the body
   * yielded; the last become the results. The lists are parallel, with equal dtypes and ranks. Dims
   * that may change are {@link Dim.Late} in the shapes of {@code carried} and, another one, of
   * {@code results}; they become the size of the carried value when an iteration begins and when
   * the loop ends.
   */
  record Loop(List<Value> initial, List<Value> carried, List<Value> results) {
    public Loop {
      initial = List.copyOf(initial);
      carried = List.copyOf(carried);
      results = List.copyOf(results);
    }
  }

  // ---------------------------------------------------------------- checks

  sealed interface Check extends Step {}

  /** The size of a parameter's axis must be as its type says. */
  record ParamCheck(int param, int axis, Dim actual, Dim expected, Span span) implements Check {}

  /**
   * Two sizes that must be equal: an argument's dim against the callee's, a value against its
   * ascription or the declared result.
   *
   * @param subject the value with the size, e.g. {@code result of f} or {@code x}
   * @param expectedType the declared type, as written
   */
  record SizeCheck(
      String subject, String expectedType, int axis, Dim actual, Dim expected, Span span)
      implements Check {}

  /**
   * Sizes that must fit together on every axis: the joined size is that of the operands that may
   * not stretch there (which must agree), else the first that is not 1, else 1; each size must be
   * that, or 1 where its operand may stretch. Axes are checked from the last to the first, as the
   * Array API's algorithm does.
   *
   * @param operation source text, e.g. {@code a + b}
   * @param discipline for the message
   * @param joining for the message: the role of the first operand
   * @param equalRanks whether operands that are no scalars must have equal ranks, where these are
   *     found at run time
   * @param operands names, types and shapes, for the check and for the message
   * @param rank of the joined shape
   */
  record JoinCheck(
      String operation,
      DisciplineName discipline,
      Joining joining,
      boolean equalRanks,
      List<JoinOperand> operands,
      int rank,
      Span span)
      implements Check {
    public JoinCheck {
      operands = List.copyOf(operands);
    }

    /** A check of operands that are lined up. */
    public JoinCheck(
        String operation,
        DisciplineName discipline,
        Joining joining,
        List<JoinOperand> operands,
        int rank,
        Span span) {
      this(operation, discipline, joining, false, operands, rank, span);
    }

    /** The sizes on one axis of the joined shape. */
    public List<Dim> sizes(int axis) {
      var sizes = new ArrayList<Dim>();
      for (JoinOperand o : operands) {
        for (int own = 0; own < o.axes().size(); own++) {
          if (o.axes().get(own) == axis) {
            sizes.add(o.shape().get(own));
          }
        }
      }
      return sizes;
    }

    /** Whether the rank of an operand is found at run time. */
    public boolean isUnranked() {
      return operands.stream().anyMatch(o -> !o.ranks().isEmpty());
    }

    /** The joined shape. */
    public List<Dim> joined() {
      return IntStream.range(0, rank).mapToObj(axis -> Dims.join(sizes(axis))).toList();
    }
  }

  /** The kinds of joins. */
  enum Joining {
    /** The operands of an element-wise operation. */
    OPERATION,
    /** A target, which keeps its shape, and the written value. */
    UPDATE,
    /** A shape, and the value that is explicitly broadcast to it. */
    SHAPE
  }

  /**
   * @param axes for each axis of the operand, the axis of the joined shape
   * @param stretches for each axis of the operand, whether a size of 1 may stretch there
   * @param ranks those of an unranked operand ({@link Axes#ranks}): axes that it has not stretch
   */
  record JoinOperand(
      String name,
      String type,
      List<Dim> shape,
      List<Integer> axes,
      List<Boolean> stretches,
      List<Dim> ranks) {
    public JoinOperand {
      shape = List.copyOf(shape);
      axes = List.copyOf(axes);
      stretches = List.copyOf(stretches);
      ranks = List.copyOf(ranks);
    }

    /** An operand that has all of its axes. */
    public JoinOperand(
        String name, String type, List<Dim> shape, List<Integer> axes, List<Boolean> stretches) {
      this(name, type, shape, axes, stretches, List.of());
    }

    /** Whether a size of 1 may stretch there, if only because the operand lacks the axis. */
    public boolean mayStretch(int own) {
      return stretches.get(own) || !ranks.isEmpty();
    }

    /** The rank of the operand is the largest of these. */
    public List<Dim> rankIsLargestOf() {
      return ranks.isEmpty() ? List.of(Dims.of(shape.size())) : ranks;
    }

    /**
     * The operand's axes that follow an axis of the joined shape: none, one, or several as in a
     * diagonal.
     */
    public List<Integer> feeding(int axis) {
      return IntStream.range(0, axes.size()).filter(k -> axes.get(k) == axis).boxed().toList();
    }
  }

  /**
   * An unranked value must have a certain number of axes.
   *
   * @param ranks its rank is the largest of these
   * @param relation EQUAL, GREATER_EQUAL or LESS_EQUAL
   * @param demand for the message: the operation that asks for that
   */
  record RankCheck(
      String subject, List<Dim> ranks, Relation relation, Dim rank, String demand, Span span)
      implements Check {
    public RankCheck {
      ranks = List.copyOf(ranks);
    }
  }

  /**
   * Two values must have the same leading sizes, and as many of them, where ranks are found at run
   * time.
   *
   * @param what for the message: the operation that asks for that
   */
  record LeadingCheck(String what, Leading one, Leading other, Span span) implements Check {}

  /**
   * A value whose leading sizes are compared.
   *
   * @param ranks its rank is the largest of these
   * @param trailing how many of its last axes are not compared
   */
  record Leading(String name, String type, List<Dim> shape, List<Dim> ranks, int trailing) {
    public Leading {
      shape = List.copyOf(shape);
      ranks = List.copyOf(ranks);
    }

    /** A value, which may be ranked. */
    public static Leading of(Value v, String name, String type, int trailing) {
      List<Dim> ranks = v.isUnranked() ? v.axes().ranks() : List.of(Dims.of(v.rank()));
      return new Leading(name, type, v.shape(), ranks, trailing);
    }

    /** The compared size that is so far from the last of them; 1 where it has none there. */
    public Dim size(int fromEnd) {
      int axis = shape.size() - trailing - fromEnd;
      return axis < 0 ? Dims.ONE : shape.get(axis);
    }

    /** How many sizes may be compared. */
    public int count() {
      return shape.size() - trailing;
    }
  }

  /** An axis that max or min reduces must have elements. */
  record NonEmptyCheck(String function, String operand, int axis, Dim size, Span span)
      implements Check {}

  /**
   * An integer subscript must lie on the axis.
   *
   * @param index as written, negative from the end
   */
  record IndexCheck(String operand, int axis, Dim index, Dim size, Span span) implements Check {}

  /**
   * The range of a subscript of index notation must lie on the axis, unless an index that it
   * follows runs through nothing.
   *
   * @param subscript as written
   * @param least the lowest index that is read or written
   * @param most the highest one
   * @param extents of the indices that stand in it
   */
  record SubscriptCheck(
      String operand,
      int axis,
      String subscript,
      Dim least,
      Dim most,
      List<Dim> extents,
      Dim size,
      Span span)
      implements Check {
    public SubscriptCheck {
      extents = List.copyOf(extents);
    }
  }

  /** The ways in which axes of one size meet, without stretching. */
  enum Meeting {
    /** An index of index notation runs over the axes whole. */
    INDEX,
    /** A contraction adds up the products along the axes. */
    CONTRACTION,
    /** The axes belong to the arrays that are put together, or to a source and its indices. */
    PARTS,
    /** A mask chooses along the axes. */
    MASK
  }

  /**
   * Two axes that must have one size.
   *
   * @param index its name; where there is none the source text
   * @param operand has the size {@code actual}
   * @param first gave the index its extent, {@code expected}
   */
  record ExtentCheck(
      Meeting meeting,
      String index,
      String operand,
      int axis,
      Dim actual,
      String first,
      int firstAxis,
      Dim expected,
      Span span)
      implements Check {}

  /**
   * A demand of a function on sizes: a comparison of a {@code where} clause, or that a number which
   * is a size is not negative.
   *
   * @param function whose demand it is
   * @param clause as written
   * @param sizes of the clause, for the message
   */
  record ClauseCheck(
      String function,
      String clause,
      List<ClauseSize> sizes,
      Dim left,
      Relation relation,
      Dim right,
      Span span)
      implements Check {
    public ClauseCheck {
      sizes = List.copyOf(sizes);
    }
  }

  /** A name in a clause and its size. */
  record ClauseSize(String name, Dim size) {}

  /** How two numbers compare. */
  enum Relation {
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_EQUAL("<="),
    GREATER(">"),
    GREATER_EQUAL(">=");

    private final String symbol;

    Relation(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }

    public boolean holds(long left, long right) {
      return switch (this) {
        case EQUAL -> left == right;
        case NOT_EQUAL -> left != right;
        case LESS -> left < right;
        case LESS_EQUAL -> left <= right;
        case GREATER -> left > right;
        case GREATER_EQUAL -> left >= right;
      };
    }
  }

  /** The function called that; the first one where there are several. */
  static Optional<Function> function(Module module, String name) {
    return module.functions().stream().filter(f -> f.name().equals(name)).findFirst();
  }
}
