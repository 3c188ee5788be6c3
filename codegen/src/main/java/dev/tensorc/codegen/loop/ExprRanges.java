package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.ir.Scalars;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The integers that expressions may give for all elements that tensors may have: those of their
 * dtypes, and fewer where the operation says so. {@code as_i64(x)} of a u8 is 0 to 255.
 */
public final class ExprRanges {

  private final Map<Expr, Optional<IntegerRange>> ranges = new IdentityHashMap<>();

  /** Empty for floats, truth values and u64. */
  public Optional<IntegerRange> of(Expr e) {
    Optional<IntegerRange> known = ranges.get(e);
    if (known == null) {
      known = narrower(e).filter(r -> r.fits(e.type())).or(() -> IntegerRange.of(e.type()));
      ranges.put(e, known);
    }
    return known;
  }

  private Optional<IntegerRange> narrower(Expr e) {
    return switch (e) {
      case Expr.Named n -> of(n.value());
      case Expr.Const c when c.type().isInt() -> {
        long number = Scalars.integer(c.type(), c.value());
        yield Optional.of(new IntegerRange(number, number));
      }
      case Op op when op.type().isInt() -> {
        List<Optional<IntegerRange>> args = op.args().stream().map(this::of).toList();
        yield args.stream().allMatch(Optional::isPresent)
            ? of(op, args.stream().map(Optional::orElseThrow).toList())
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  /**
   * The numbers that an operation gives before it wraps around.
   *
   * @param args the numbers of its operands
   */
  public static Optional<IntegerRange> of(Op op, List<IntegerRange> args) {
    IntegerRange first = args.getFirst();
    IntegerRange last = args.getLast();
    return switch (op.op()) {
      case CAST -> Optional.of(first);
      case ADD -> first.plus(last);
      case SUB -> last.negated().flatMap(first::plus);
      case MUL -> first.times(last);
      case NEG -> first.negated();
      case ABS -> first.negated().map(_ -> new IntegerRange(0, first.magnitude()));
      case MIN ->
          Optional.of(
              new IntegerRange(
                  Math.min(first.least(), last.least()), Math.min(first.most(), last.most())));
      case MAX ->
          Optional.of(
              new IntegerRange(
                  Math.max(first.least(), last.least()), Math.max(first.most(), last.most())));
      case SHR ->
          Optional.of(new IntegerRange(first.least() >> op.amount(), first.most() >> op.amount()));
      case USHR ->
          first.least() >= 0
              ? Optional.of(new IntegerRange(0, first.most() >> op.amount()))
              : Optional.empty();
      case FLOOR_DIV ->
          last.least() == last.most() && last.least() > 0
              ? Optional.of(
                  new IntegerRange(
                      Math.floorDiv(first.least(), last.least()),
                      Math.floorDiv(first.most(), last.least())))
              : Optional.empty();
      case REMAINDER ->
          last.least() == last.most() && last.least() > 0
              ? Optional.of(new IntegerRange(0, last.least() - 1))
              : Optional.empty();
      case AND ->
          last.least() == last.most() && last.least() >= 0
              ? Optional.of(new IntegerRange(0, last.most()))
              : Optional.empty();
      default -> Optional.empty();
    };
  }
}
