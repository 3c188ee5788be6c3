package dev.tensorc.codegen.step;

import dev.tensorc.codegen.loop.IntegerRange;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * Multiplies matrices of small integers as floats: where all sums are integers that a float holds,
 * they are exact in any order, and products of floats have tiles and half the lanes' width or less.
 *
 * <p>Before: {@code sum(astype(a, i64)[i, k] * astype(b, i64)[k, j])} of u8 and i8. After: {@code
 * astype(astype(a, f32) @ astype(b, f32), i64)}. A product of such bytes is less than 2^15, and f32
 * holds all integers up to 2^24: sums of more than 514 products are parts that are added as
 * integers. Where the parts would be many, or their number is not known, f64 takes the place of
 * f32. A conversion of the sums is computed from the floats.
 *
 * <p>Deliberately missed: a vector by a matrix, dot products, and windows of a convolution, whose
 * lanes are others.
 */
public final class IntegerProducts implements StepRewriter {

  /** All integers up to this one are f32. */
  private static final long F32_INTEGERS = 1L << 24;

  private static final long F64_INTEGERS = 1L << 53;

  /** Parts with fewer products are not worth a loop of their own. */
  private static final long LEAST_PRODUCTS_OF_PART = 256;

  private static final long MOST_PARTS = 16;

  /** So many steps before a factor are looked at. */
  private static final int MOST_STEPS_LOOKED_AT = 6;

  /**
   * Two factors whose sums of products floats hold.
   *
   * @param left over the axes of the result, then the reduced ones
   * @param most the largest absolute value of a sum
   * @param parts how many sums of floats there are for each sum
   */
  private record Factors(
      DType dtype, Operand left, Operand right, List<Dim> reduced, long most, long parts) {}

  /** The sum as matrices of floats that are added. */
  private record Product(Factors of, List<TensorIr.Contract> parts) {}

  private final Facts facts;
  private final IntSupplier ids;
  private final IntegerRanges ranges = new IntegerRanges();
  private final Map<Value, TensorIr.Pure> definitions = new HashMap<>();
  private final Map<Value, Integer> uses = new HashMap<>();

  /** By the sums of integers. */
  private final Map<Value, Factors> factors = new HashMap<>();

  /** Tables of all products, which nothing else needs. */
  private final Set<Value> tables = new HashSet<>();

  /** The floats' products by the values that they stand for: sums, and conversions of these. */
  private final Map<Value, Product> products = new HashMap<>();

  private IntegerProducts(Facts facts, IntSupplier ids) {
    this.facts = facts;
    this.ids = ids;
  }

  public static TensorIr.Module run(TensorIr.Module module) {
    return module.withFunctions(module.functions().stream().map(IntegerProducts::of).toList());
  }

  private static TensorIr.Function of(TensorIr.Function f) {
    var products = new IntegerProducts(f.facts(), FreshIds.of(f));
    products.learn(f.body());
    products.choose();
    return products.factors.isEmpty() ? f : f.withBody(products.rewritten(f.body()));
  }

  // ---------------------------------------------------------------- which sums

  private void learn(Block block) {
    for (Step step : block.steps()) {
      if (step instanceof TensorIr.Instr i) {
        i.uses().forEach(v -> uses.merge(v, 1, Integer::sum));
        i.blocks().forEach(this::learn);
      }
      if (step instanceof TensorIr.Pure p) {
        definitions.put(p.result(), p);
        ranges.learn(p);
      }
    }
    block.yields().forEach(v -> uses.merge(v, 1, Integer::sum));
  }

  private void choose() {
    for (TensorIr.Pure p : definitions.values()) {
      if (p instanceof TensorIr.Reduce r
          && r.builtin() == Builtin.SUM
          && !r.keepdims()
          && definitions.get(r.operand()) instanceof TensorIr.Map m
          && m.builtin() == Builtin.MULTIPLY
          && m.result().dtype().isInt()
          && !m.result().isUnranked()
          && uses.getOrDefault(m.result(), 0) == 1) {
        factors(r, m)
            .ifPresent(
                f -> {
                  factors.put(r.result(), f);
                  tables.add(m.result());
                });
      }
    }
  }

  private Optional<Factors> factors(TensorIr.Reduce r, TensorIr.Map m) {
    Operand left = over(r, m.operands().get(0));
    Operand right = over(r, m.operands().get(1));
    List<Dim> reduced = r.reduced();
    var tried = new TensorIr.Contract(r.result(), left, right, reduced, false);
    if (tried.leftFree().isEmpty()
        || tried.rightFree().isEmpty()
        || isOfWindows(left.value(), MOST_STEPS_LOOKED_AT)
        || isOfWindows(right.value(), MOST_STEPS_LOOKED_AT)
        || !IntStream.range(r.result().rank(), tried.space().size())
            .allMatch(a -> left.axes().contains(a) && right.axes().contains(a))) {
      return Optional.empty();
    }
    long product = magnitude(left.value()) * magnitude(right.value());
    OptionalLong count = count(reduced);
    long products = count.orElse(Integer.MAX_VALUE);
    long most = Math.max(1, product) * products;
    if (product > F32_INTEGERS
        || !fits(product, m.result().dtype())
        || !fits(most, r.result().dtype())) {
      return Optional.empty(); // floats would not hold all products, or they or their sums may wrap
    }
    long part = F32_INTEGERS / Math.max(1, product);
    if (products <= part) {
      return Optional.of(new Factors(DType.F32, left, right, reduced, most, 1));
    }
    long parts = (products - 1) / part + 1;
    if (count.isPresent()
        && part >= LEAST_PRODUCTS_OF_PART
        && parts <= MOST_PARTS
        && isCut(left, r.result().rank(), products)
        && isCut(right, r.result().rank(), products)) {
      return Optional.of(new Factors(DType.F32, left, right, reduced, most, parts));
    }
    return most <= F64_INTEGERS
        ? Optional.of(new Factors(DType.F64, left, right, reduced, most, 1))
        : Optional.empty();
  }

  private static boolean fits(long magnitude, DType dtype) {
    return new IntegerRange(-magnitude, magnitude).fits(dtype);
  }

  /** The operand over the axes of the sum, then the reduced ones, without conversions. */
  private Operand over(TensorIr.Reduce r, Operand o) {
    List<Integer> kept =
        IntStream.range(0, r.operand().rank()).filter(a -> !r.axes().contains(a)).boxed().toList();
    List<Integer> axes =
        o.axes().stream()
            .map(a -> r.axes().contains(a) ? kept.size() + r.axes().indexOf(a) : kept.indexOf(a))
            .toList();
    return new Operand(narrow(o.value()), axes);
  }

  /** The integers that a value has converted to other dtypes, or has subtracted 0 from. */
  private Value narrow(Value v) {
    Value narrow = v;
    while (definitions.get(narrow) instanceof TensorIr.Map m && ranges.isSame(m)) {
      narrow = m.operands().getFirst().value();
    }
    return narrow;
  }

  /** 2^24 + 1 for all that is more, so that a product of two is no overflow. */
  private long magnitude(Value v) {
    long more = F32_INTEGERS + 1;
    return ranges.of(v).map(r -> Math.min(r.magnitude(), more)).orElse(more);
  }

  private boolean isOfWindows(Value v, int depth) {
    return depth > 0
        && switch (definitions.get(v)) {
          case TensorIr.View view ->
              view.axes().stream().anyMatch(a -> a.walks().size() > 1)
                  || isOfWindows(view.operand(), depth - 1);
          case TensorIr.Map m ->
              m.operands().stream().anyMatch(o -> isOfWindows(o.value(), depth - 1));
          case null, default -> false;
        };
  }

  private OptionalLong count(List<Dim> dims) {
    long count = 1;
    for (Dim d : dims) {
      if (!(facts.resolve(d) instanceof Dim.Const c) || c.value() > Integer.MAX_VALUE) {
        return OptionalLong.empty();
      }
      count = Math.min(count * c.value(), Integer.MAX_VALUE);
    }
    return OptionalLong.of(count);
  }

  /** Whether an operand walks the one reduced axis, and does not stretch there. */
  private boolean isCut(Operand o, int axis, long size) {
    int own = o.axes().indexOf(axis);
    return o.axes().stream().noneMatch(a -> a > axis)
        && facts.resolve(o.value().shape().get(own)) instanceof Dim.Const c
        && c.value() == size;
  }

  // ---------------------------------------------------------------- the steps

  @Override
  public void rewrite(TensorIr.Pure step, List<Step> steps) {
    if (tables.contains(step.result())) {
      return;
    }
    Optional<Product> product = product(step, steps);
    if (product.isEmpty() || !isGiven(product.get(), step.result(), steps)) {
      steps.add(step);
    }
  }

  /** The product whose sums the step computes or converts. */
  private Optional<Product> product(TensorIr.Pure step, List<Step> steps) {
    Factors f = factors.get(step.result());
    if (f != null) {
      return Optional.of(new Product(f, parts(f, step.result(), steps)));
    }
    return step instanceof TensorIr.Map m && m.builtin() == Builtin.ASTYPE
        ? Optional.ofNullable(products.get(m.operands().getFirst().value()))
        : Optional.empty();
  }

  /** The sums of floats; the values that they define stand for none of the program's. */
  private List<TensorIr.Contract> parts(Factors f, Value sum, List<Step> steps) {
    var parts = new ArrayList<TensorIr.Contract>();
    if (f.parts() == 1) {
      Operand left = floats(f, f.left(), steps);
      Operand right = floats(f, f.right(), steps);
      parts.add(new TensorIr.Contract(like(sum, f.dtype()), left, right, f.reduced(), false));
      return parts;
    }
    Operand left = isShort(f.left()) ? f.left() : floats(f, f.left(), steps);
    Operand right = isShort(f.right()) ? f.right() : floats(f, f.right(), steps);
    long count = count(f.reduced()).orElseThrow();
    long size = (count - 1) / f.parts() + 1;
    for (long from = 0; from < count; from += size) {
      long to = Math.min(count, from + size);
      parts.add(
          new TensorIr.Contract(
              like(sum, f.dtype()),
              floats(f, cut(left, sum.rank(), from, to, steps), steps),
              floats(f, cut(right, sum.rank(), from, to, steps), steps),
              List.of(Dims.of(to - from)),
              false));
    }
    return parts;
  }

  /** Whether elements take less memory than floats, so that parts had better be converted alone. */
  private static boolean isShort(Operand o) {
    return o.value().dtype().bytes() < DType.F32.bytes();
  }

  private Operand floats(Factors f, Operand o, List<Step> steps) {
    if (o.value().dtype() == f.dtype()) {
      return o;
    }
    Value v = like(o.value(), f.dtype());
    steps.add(new TensorIr.Map(v, Builtin.ASTYPE, List.of(Operand.whole(o.value()))));
    return new Operand(v, o.axes());
  }

  private Operand cut(Operand o, int axis, long from, long to, List<Step> steps) {
    Value v = o.value();
    int own = o.axes().indexOf(axis);
    var shape = new ArrayList<>(v.shape());
    shape.set(own, Dims.of(to - from));
    var part = new Value(ids.getAsInt(), v.dtype(), shape, v.axes(), v.name(), v.span());
    List<ViewAxis> axes =
        IntStream.range(0, v.rank())
            .mapToObj(a -> a == own ? ViewAxis.along(a, Dims.of(from), 1) : ViewAxis.whole(a))
            .toList();
    steps.add(new TensorIr.View(part, v, axes));
    return new Operand(part, o.axes());
  }

  /** Gives a value the sums, where its dtype holds them. */
  private boolean isGiven(Product p, Value result, List<Step> steps) {
    long most = p.of().most();
    if (result.dtype() == p.of().dtype() && p.parts().size() == 1) {
      steps.add(into(p.parts().getFirst(), result));
    } else if (fits(most, result.dtype())) {
      addUp(p, result, steps);
    } else {
      return false;
    }
    products.put(result, p);
    return true;
  }

  private static TensorIr.Contract into(TensorIr.Contract c, Value result) {
    return new TensorIr.Contract(result, c.left(), c.right(), c.reduced(), c.windows());
  }

  private void addUp(Product p, Value result, List<Step> steps) {
    DType type = p.of().most() <= Integer.MAX_VALUE ? DType.I32 : DType.I64;
    Value all = result.dtype() == type ? result : like(result, type);
    int last = p.parts().size() - 1;
    Value sum = result;
    for (int i = 0; i <= last; i++) {
      Value floats = like(result, p.of().dtype());
      steps.add(into(p.parts().get(i), floats));
      Value part = last == 0 ? all : like(result, type);
      steps.add(new TensorIr.Map(part, Builtin.ASTYPE, List.of(Operand.whole(floats))));
      if (i > 0) {
        Value more = i == last ? all : like(result, type);
        steps.add(
            new TensorIr.Map(more, Builtin.ADD, List.of(Operand.whole(sum), Operand.whole(part))));
        sum = more;
      } else {
        sum = part;
      }
    }
    if (all != result) {
      steps.add(new TensorIr.Map(result, Builtin.ASTYPE, List.of(Operand.whole(all))));
    }
  }

  private Value like(Value v, DType dtype) {
    return new Value(ids.getAsInt(), dtype, v.shape(), v.axes(), v.name(), v.span());
  }
}
