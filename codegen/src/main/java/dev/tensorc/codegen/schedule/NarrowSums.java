package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.Division;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.Expr.Reduced;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.ExprRanges;
import dev.tensorc.codegen.loop.ExprRewriter;
import dev.tensorc.codegen.loop.IntegerRange;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Narrowed;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Scalars;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Adds integers in lanes of 32 bits where these hold the sums: twice as many as of 64 bits, and a
 * vector of bytes has as many lanes on machines whose vectors are short.
 *
 * <p>Before: {@code r = sum[i](as_i64(in0[i])); out = r} of u8. After, for at most 8,421,504 points
 * of i: {@code r = sum[i](as_i32(in0[i])); out = as_i64(r)}. Where only the low 32 bits of a sum
 * are used, it is added so for any number of points, since integers wrap around. Sums in f64 of
 * small integers are such sums, too: f64 holds all integers up to 2^53, so no addition rounds.
 * Expressions of the sums that are made shorter or compared, such as {@code as_u8((r + 2) >> 2)},
 * are computed in i32, too.
 *
 * <p>Deliberately missed: contractions, which have tiles, and kernels that go round their reduced
 * axes several times.
 */
public final class NarrowSums {

  /** Bits that each try takes from the number of points, where expressions of the sums need it. */
  private static final int BITS_LEFT_OUT_PER_TRY = 4;

  private static final IntegerRange I32 = new IntegerRange(Integer.MIN_VALUE, Integer.MAX_VALUE);

  /** An expression of type i32, and the numbers that it may give. */
  private record Narrow(Expr expr, IntegerRange range) {}

  private final Kernel kernel;

  /** The narrower sums as the dtypes that they had, by number. */
  private final Map<Integer, Expr> widened = new HashMap<>();

  private final Map<Expr, Optional<Narrow>> narrow = new IdentityHashMap<>();

  /** The terms of the narrower sums, by number. */
  private final Map<Integer, IntegerRange> terms = new HashMap<>();

  /** Points that the reduced axes may have. */
  private long most = Long.MAX_VALUE;

  private NarrowSums(Kernel kernel) {
    this.kernel = kernel;
  }

  /** The program whose plans may call kernels with narrower sums. */
  public static Program run(Program program) {
    List<Kernel> kernels =
        program.kernels().stream()
            .map(k -> new NarrowSums(k).ofLowBits())
            .collect(Collectors.toCollection(ArrayList::new));
    Map<Integer, List<List<Dim>>> reduced = reducedAxes(program, kernels);
    var narrowed = new TreeMap<Integer, Narrowed>();
    int count = kernels.size();
    for (int number = 0; number < count; number++) {
      var sums = new NarrowSums(kernels.get(number));
      List<List<Dim>> calls = reduced.getOrDefault(number, List.of());
      Optional<Kernel> k = sums.ofFewPoints(calls);
      if (k.isEmpty() || calls.stream().allMatch(axes -> hasMore(axes, sums.most))) {
        continue;
      }
      if (calls.stream().allMatch(axes -> hasAtMost(axes, sums.most))) {
        kernels.set(number, k.get());
      } else {
        narrowed.put(number, new Narrowed(kernels.size(), sums.most));
        kernels.add(k.get());
      }
    }
    return new Program(program.plans(), kernels, narrowed, program.tuning(), program.weights());
  }

  /** The reduced axes in all calls of each kernel. */
  private static Map<Integer, List<List<Dim>>> reducedAxes(Program program, List<Kernel> kernels) {
    var axes = new HashMap<Integer, List<List<Dim>>>();
    for (LoopIr.Plan plan : program.plans()) {
      for (LoopIr.Launch l : plan.launches()) {
        List<Dim> extents = l.target().extents();
        int from = Math.min(extents.size(), kernels.get(l.call().kernel()).parallel());
        axes.computeIfAbsent(l.call().kernel(), _ -> new ArrayList<>())
            .add(extents.subList(from, extents.size()));
      }
    }
    return axes;
  }

  private static boolean hasAtMost(List<Dim> axes, long points) {
    return areKnown(axes) && !hasMore(axes, points);
  }

  private static boolean areKnown(List<Dim> axes) {
    return axes.stream().allMatch(Dim.Const.class::isInstance);
  }

  /** Whether axes are known to have more points. */
  private static boolean hasMore(List<Dim> axes, long points) {
    return points(axes) > points;
  }

  /** The points of axes; 0 where one is not known. */
  private static double points(List<Dim> axes) {
    double known = 1;
    for (Dim d : axes) {
      known *= d instanceof Dim.Const c ? c.value() : 0;
    }
    return known;
  }

  private static boolean isSum(Reduction r) {
    return r.op() == Builtin.SUM && r.contraction().isEmpty();
  }

  // ---------------------------------------------------------------- any number of points

  /** The kernel with sums in i32 where no more than their low bits are used. */
  private Kernel ofLowBits() {
    var reductions = new ArrayList<Reduction>();
    for (int number = 0; number < kernel.reductions().size(); number++) {
      Reduction r = kernel.reductions().get(number);
      Optional<Expr> low =
          isSum(r) && r.value().type().isInt() && r.value().type().bytes() == Long.BYTES
              ? lowBits(r.value())
              : Optional.empty();
      if (low.isPresent() && usesLowBits(number)) {
        widened.put(number, wide(number, r.value().type()));
        r = new Reduction(r.op(), low.get(), r.lastAxis());
      }
      reductions.add(r);
    }
    return narrower(reductions).orElse(kernel);
  }

  /** Whether all that a sum is used for is its conversion to integers of at most 32 bits. */
  private boolean usesLowBits(int number) {
    return ExprNodes.of(kernel.roots()).stream()
            .filter(e -> ExprNodes.children(e).stream().anyMatch(c -> isReduced(c, number)))
            .allMatch(e -> e instanceof Op op && op.op() == PrimOp.CAST && isShort(op.type()))
        && kernel.results().stream().noneMatch(r -> isReduced(r.value(), number));
  }

  private static boolean isReduced(Expr e, int number) {
    return e instanceof Reduced r && r.number() == number;
  }

  private static boolean isShort(DType d) {
    return d.isInt() && d.bytes() <= Integer.BYTES;
  }

  /** The low 32 bits of an i64 or u64, without any operation of 64 bits. */
  private static Optional<Expr> lowBits(Expr e) {
    if (e instanceof Op op && op.op() == PrimOp.CAST) {
      Expr from = op.args().getFirst();
      return isShort(from.type()) || from.type() == DType.BOOL
          ? Optional.of(cast(DType.I32, from))
          : from.type().isInt() ? lowBits(from) : Optional.empty();
    }
    if (e instanceof Op op && (op.op() == PrimOp.ADD || op.op() == PrimOp.MUL)) {
      Optional<Expr> left = lowBits(op.args().getFirst());
      Optional<Expr> right = lowBits(op.args().getLast());
      return left.isPresent() && right.isPresent()
          ? Optional.of(op(op.op(), left.get(), right.get()))
          : Optional.empty();
    }
    return Optional.empty();
  }

  // ---------------------------------------------------------------- few points

  /** The kernel with sums in i32 of so few points that they hold them; empty without such sums. */
  private Optional<Kernel> ofFewPoints(List<List<Dim>> calls) {
    if (kernel.rounds()) {
      return Optional.empty();
    }
    var reductions = new ArrayList<Reduction>();
    for (int number = 0; number < kernel.reductions().size(); number++) {
      Reduction r = kernel.reductions().get(number);
      Optional<Narrow> value =
          isSum(r) && r.value().type().bytes() == Long.BYTES ? summed(r.value()) : Optional.empty();
      if (value.isPresent()) {
        most = Math.min(most, Integer.MAX_VALUE / Math.max(1, value.get().range().magnitude()));
        terms.put(number, value.get().range());
        widened.put(number, wide(number, r.value().type()));
        r = new Reduction(r.op(), value.get().expr(), r.lastAxis());
      }
      reductions.add(r);
    }
    int least = Math.max(1, kernel.tuning().budgets().sums().narrowPoints());
    if (most < least) {
      return Optional.empty();
    }
    double called = calls.stream().mapToDouble(NarrowSums::points).max().orElse(0);
    if (calls.stream().allMatch(NarrowSums::areKnown) && called <= most) {
      most = (long) called;
      return narrower(reductions);
    }
    Optional<Kernel> k = narrower(reductions);
    for (; k.isEmpty() && most >> BITS_LEFT_OUT_PER_TRY >= least; k = narrower(reductions)) {
      most >>= BITS_LEFT_OUT_PER_TRY; // expressions of the sums may have numbers beyond theirs
    }
    return k;
  }

  /** The terms of a sum: integers, or integers as f64. */
  private Optional<Narrow> summed(Expr e) {
    if (e.type() == DType.F64) {
      return e instanceof Op op
              && op.op() == PrimOp.CAST
              && (op.args().getFirst().type().isInt() || op.args().getFirst().type() == DType.BOOL)
          ? narrow(op.args().getFirst())
          : Optional.empty();
    }
    return narrow(e);
  }

  /** The same numbers as i32; empty where they may be others than i32 has. */
  private Optional<Narrow> narrow(Expr e) {
    Optional<Narrow> known = narrow.get(e);
    if (known == null) {
      known = e.type().bytes() == Long.BYTES ? wide(e) : converted(e);
      narrow.put(e, known);
    }
    return known;
  }

  /** An expression of 64 bits. */
  private Optional<Narrow> wide(Expr e) {
    return switch (e) {
      case Expr.Named n -> narrow(n.value());
      case Expr.Const c when c.type().isInt() ->
          constant(c.type(), Scalars.integer(c.type(), c.value()));
      case Reduced r when r.type().isInt() && terms.containsKey(r.number()) ->
          Objects.requireNonNull(terms.get(r.number()))
              .times(new IntegerRange(most, most))
              .filter(NarrowSums::isWithin)
              .map(range -> new Narrow(new Reduced(r.number(), DType.I32), range));
      case Op op -> rebuilt(op);
      default -> none();
    };
  }

  /**
   * @param bits of the constant: a u64 beyond i64 is negative here
   */
  private static Optional<Narrow> constant(DType type, long bits) {
    var range = new IntegerRange(bits, bits);
    return isWithin(range) && range.fits(type)
        ? Optional.of(new Narrow(new Expr.Const(DType.I32, (int) bits), range))
        : none();
  }

  /** An expression of at most 32 bits, which stays as it is. */
  private Optional<Narrow> converted(Expr e) {
    IntegerRange range =
        e.type() == DType.BOOL
            ? new IntegerRange(0, 1)
            : IntegerRange.of(e.type()).orElse(new IntegerRange(Long.MIN_VALUE, Long.MAX_VALUE));
    IntegerRange known = range(e).filter(r -> r.fits(e.type())).orElse(range);
    return isWithin(known) ? Optional.of(new Narrow(cast(DType.I32, e), known)) : Optional.empty();
  }

  private static boolean isWithin(IntegerRange r) {
    return I32.least() <= r.least() && r.most() <= I32.most();
  }

  /** The numbers that an operation on short integers gives before it wraps around. */
  private Optional<IntegerRange> range(Expr e) {
    if (!(e instanceof Op op) || !e.type().isInt()) {
      return Optional.empty();
    }
    List<Optional<IntegerRange>> args =
        op.args().stream().map(a -> narrow(a).map(Narrow::range)).toList();
    return args.stream().allMatch(Optional::isPresent)
        ? ExprRanges.of(op, args.stream().map(Optional::orElseThrow).toList())
        : Optional.empty();
  }

  /** An operation of 64 bits, done in 32. */
  private Optional<Narrow> rebuilt(Op op) {
    if (!op.type().isInt()) {
      return none();
    }
    List<Optional<Narrow>> args =
        op.args().stream()
            .map(a -> a.type().isInt() || a.type() == DType.BOOL ? narrow(a) : none())
            .toList();
    if (args.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    List<Narrow> all = args.stream().map(Optional::orElseThrow).toList();
    return ExprRanges.of(op, all.stream().map(Narrow::range).toList())
        .filter(r -> isWithin(r) && r.fits(op.type()))
        .map(
            r ->
                switch (op.op()) {
                  case CAST -> new Narrow(all.getFirst().expr(), r);
                  case FLOOR_DIV, REMAINDER -> new Narrow(divided(op, all), r);
                  default ->
                      new Narrow(
                          new Op(
                              op.op(),
                              DType.I32,
                              all.stream().map(Narrow::expr).toList(),
                              op.amount(),
                              op.span()),
                          r);
                });
  }

  /** A division by a constant, in integers of 16 bits where these hold all its numbers. */
  private static Expr divided(Op op, List<Narrow> args) {
    IntegerRange all = args.getFirst().range().or(args.getLast().range());
    DType type = Stream.of(DType.U16, DType.I16).filter(all::fits).findFirst().orElse(DType.I32);
    Expr x = cast(type, args.getFirst().expr());
    long divisor = args.getLast().range().least();
    return cast(DType.I32, Division.byConstant(op.op() == PrimOp.FLOOR_DIV, x, divisor));
  }

  private static Optional<Narrow> none() {
    return Optional.empty();
  }

  // ---------------------------------------------------------------- the kernel

  private static Expr op(PrimOp op, Expr... args) {
    return new Op(op, DType.I32, List.of(args), 0, Optional.empty());
  }

  private static Expr wide(int number, DType type) {
    return cast(type, new Reduced(number, DType.I32));
  }

  /** The kernel with those sums, where its lanes are narrower or it had no vector code. */
  private Optional<Kernel> narrower(List<Reduction> reductions) {
    if (widened.isEmpty()) {
      return Optional.empty();
    }
    narrow.clear();
    Kernel k = kernel.rewritten(reductions, new ExprRewriter((e, _) -> ofSums(e)));
    return Vectorizable.obstacleInLoops(k).isEmpty()
            && (Vectorizable.obstacleInLoops(kernel).isPresent()
                || Vectorizable.lane(k).bytes() < Vectorizable.lane(kernel).bytes())
        ? Optional.of(k)
        : Optional.empty();
  }

  /** An expression of the old sums as one of the narrow sums. */
  private Optional<Expr> ofSums(Expr e) {
    return e instanceof Reduced r && widened.containsKey(r.number())
        ? Optional.of(Objects.requireNonNull(widened.get(r.number())))
        : lowBitsOfSum(e).or(() -> ofNarrow(e));
  }

  /** A conversion or a comparison of expressions of sums; empty where i32 does not hold these. */
  private Optional<Expr> ofNarrow(Expr e) {
    if (!(e instanceof Op op) || !op.args().stream().allMatch(NarrowSums::isLong)) {
      return Optional.empty();
    }
    return switch (op.op()) {
      case CAST ->
          isShort(op.type()) || op.type() == DType.F32
              ? narrow(op.args().getFirst()).map(n -> cast(op.type(), n.expr()))
              : Optional.empty();
      case LT, LE, EQ ->
          narrow(op.args().getFirst())
              .flatMap(
                  left ->
                      narrow(op.args().getLast())
                          .map(right -> compared(op, left.expr(), right.expr())));
      default -> Optional.empty();
    };
  }

  private static boolean isLong(Expr e) {
    return e.type().isInt() && e.type().bytes() == Long.BYTES;
  }

  private static Expr compared(Op op, Expr left, Expr right) {
    return new Op(op.op(), DType.BOOL, List.of(left, right), op.amount(), op.span());
  }

  /** A sum of integers in no more than 32 bits: there is no detour by 64. */
  private Optional<Expr> lowBitsOfSum(Expr e) {
    return e instanceof Op op
            && op.op() == PrimOp.CAST
            && isShort(op.type())
            && op.args().getFirst() instanceof Reduced r
            && r.type().isInt()
            && widened.containsKey(r.number())
        ? Optional.of(cast(op.type(), new Reduced(r.number(), DType.I32)))
        : Optional.empty();
  }

  private static Expr cast(DType type, Expr e) {
    return e.type() == type ? e : new Op(PrimOp.CAST, type, List.of(e), 0, Optional.empty());
  }
}
