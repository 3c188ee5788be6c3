package dev.tensorc.generated;

import dev.tensorc.generated.Stmt.Clause;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** {@code for} and {@code while}, around blocks that the caller makes. */
final class Loops {

  private static final String COUNTER = "turn";

  private final Scope s;
  private int begun;

  Loops(Scope s) {
    this.s = s;
  }

  /** Whether this is the statement that ends a loop, which no loop may lose. */
  static boolean counts(Stmt statement) {
    return statement.clauses().getFirst().text().matches(COUNTER + "\\d+ \\+= 1");
  }

  /**
   * A loop, with the statements that it needs before it.
   *
   * @param outermost whether it may run often
   */
  List<Stmt> make(boolean outermost, Supplier<List<Stmt>> block) {
    return s.chance(30) ? whileLoop(block) : List.of(forLoop(outermost, block));
  }

  private Stmt forLoop(boolean outermost, Supplier<List<Stmt>> block) {
    String index = "k" + begun++;
    long from = s.between(-1, 2);
    long to = s.between(from - 1, from + 3);
    long step = s.pick(1L, 1L, 1L, 2L, -1L);
    String first = Long.toString(from);
    String last = Long.toString(to);
    if (step < 0) {
      return loop(index, last, first, step, from + 1, to, block);
    }
    var ends = s.places().stream().filter(p -> p.known() && p.most() < 6).toList();
    if (outermost && !ends.isEmpty() && s.chance(40)) {
      Place end = s.pick(ends);
      to = s.between(end.most() - 1, end.most());
      last = end.moved(end.most(), to);
    }
    return loop(index, first, last, step, from, to - 1, block);
  }

  private Stmt loop(
      String index,
      String from,
      String to,
      long step,
      long least,
      long most,
      Supplier<List<Stmt>> block) {
    String by = step == 1 ? "" : ":" + step;
    return new Stmt(
        List.of(
            new Clause(
                "for %s in %s:%s%s".formatted(index, from, to, by),
                "for %s in range(%s, %s, %d):".formatted(index, from, to, step),
                List.of(),
                true,
                counted(new Place(index, least, Math.max(least, most), true), block))));
  }

  /** {@code var turn = 0; while turn < 3 and c { turn += 1 ... }}. */
  private List<Stmt> whileLoop(Supplier<List<Stmt>> block) {
    String turn = COUNTER + begun++;
    long most = s.between(1, 3);
    String bound = turn + " < " + most;
    boolean both = s.chance(50);
    var body = new ArrayList<Stmt>();
    body.add(Stmt.simple(turn + " += 1", turn + " += 1"));
    List<Expr> condition = both ? List.of(s.test(1)) : List.of();
    body.addAll(counted(new Place(turn, 1, most, false), block));
    String test = both ? bound + " and $1" : bound;
    return List.of(
        Stmt.simple("var " + turn + " = 0", turn + " = 0"),
        new Stmt(
            List.of(new Clause("while " + test, "while " + test + ":", condition, true, body))));
  }

  private List<Stmt> counted(Place place, Supplier<List<Stmt>> block) {
    var number = Expr.leaf("astype(" + place.name() + ", i64)", Type.scalar(DType.I64));
    return s.with(place, () -> s.generic.isPresent() ? block.get() : s.with(number, block));
  }
}
