package dev.tensorc.partition;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds out whether a function's rows may be given in parts: each operation must keep rows apart,
 * no check may ask how many there are, and the results must have them along their first axis.
 *
 * <p>A function's results for one row may still depend on other arguments: those are the same for
 * all parts. It misses functions that number their rows and undo it, and those whose leading size
 * is a sum.
 */
final class RowAnalysis {

  static final String NO_ROWS = "no parameter has a first axis of any size, for rows";

  private final TensorIr.Function function;
  private int least = 1;

  RowAnalysis(TensorIr.Function function) {
    this.function = function;
  }

  Partitioning partition() {
    Optional<Dim.Sym> leading = leading();
    if (leading.isEmpty()) {
      return Partitioning.refused(NO_ROWS);
    }
    var rows = new RowAxes(leading.get(), function.facts());
    String obstacle = first(obstacle(rows), results(rows));
    return obstacle.isEmpty()
        ? new Partitioning(least, parameters(rows), "")
        : Partitioning.refused(obstacle);
  }

  /** The first parameter, step or check that does not keep rows apart; empty where all do. */
  String obstacle(RowAxes rows) {
    return first(
        atParameter(rows),
        block(function.body(), rows),
        checks(function.entryChecks().stream(), rows));
  }

  /** The parameters that have rows. */
  List<String> parameters(RowAxes rows) {
    return function.params().stream()
        .filter(p -> rows.axis(p.value()) == 0)
        .map(TensorIr.Param::name)
        .toList();
  }

  /** The number of rows: the first size of the result, or of the first parameter that has one. */
  private Optional<Dim.Sym> leading() {
    List<Dim> sizes =
        Stream.concat(
                function.body().yields().stream(),
                function.params().stream().map(TensorIr.Param::value))
            .filter(v -> v.rank() > 0)
            .map(v -> function.facts().resolve(v.shape().getFirst()))
            .toList();
    List<Dim> given =
        function.arguments().stream()
            .map(TensorIr.Param::value)
            .filter(v -> v.rank() > 0)
            .map(v -> function.facts().resolve(v.shape().getFirst()))
            .toList();
    return sizes.stream()
        .filter(given::contains)
        .filter(Dim.Sym.class::isInstance)
        .map(Dim.Sym.class::cast)
        .findFirst();
  }

  private static String first(String... obstacles) {
    return Stream.of(obstacles).filter(o -> !o.isEmpty()).findFirst().orElse("");
  }

  private String atParameter(RowAxes rows) {
    for (TensorIr.DimBinding b : function.bindings()) {
      if (!rows.isOther(b.symbol()) && b.axis() == TensorIr.DimBinding.VALUE) {
        return "parameter %s is %s, the number of rows"
            .formatted(function.params().get(b.param()).name(), rows.name());
      }
    }
    for (TensorIr.Param p : function.params()) {
      String obstacle = rows.obstacle(p.value());
      boolean isWeight = p.weight().isPresent(); // all parts have all of it
      if (!obstacle.isEmpty() || rows.axis(p.value()) > (isWeight ? RowAxes.NONE : 0)) {
        return "%s %s %s"
            .formatted(
                isWeight ? "weight" : "parameter",
                p.name(),
                obstacle.isEmpty()
                    ? "has %s rows along axis %d".formatted(rows.name(), rows.axis(p.value()))
                    : obstacle);
      }
    }
    return "";
  }

  private String results(RowAxes rows) {
    for (int i = 0; i < function.results().size(); i++) {
      int axis = rows.axis(function.body().yields().get(i));
      if (axis != 0) {
        String name = function.results().get(i).name();
        return "the result %s%s"
            .formatted(
                name.isEmpty() ? "" : name + " ",
                axis == RowAxes.NONE
                    ? "does not have " + rows.name() + " rows"
                    : "has its rows along axis " + axis);
      }
    }
    return "";
  }

  private String block(Block block, RowAxes rows) {
    var rules = new RowRules(rows);
    for (TensorIr.Step step : block.steps()) {
      String obstacle =
          switch (step) {
            case TensorIr.Pure p -> {
              if (p instanceof TensorIr.Contract c && rules.oneRowIsOther(c)) {
                least = 2;
              }
              String shape = rows.obstacle(p.result());
              yield said(p, shape.isEmpty() ? rules.of(p) : shape);
            }
            case TensorIr.Control c -> control(c, rows);
            case TensorIr.Bind _, TensorIr.Check _ -> "";
          };
      if (!obstacle.isEmpty()) {
        return obstacle;
      }
    }
    return checks(
        block.steps().stream()
            .filter(TensorIr.Check.class::isInstance)
            .map(TensorIr.Check.class::cast),
        rows);
  }

  private static String said(TensorIr.Step step, String obstacle) {
    return obstacle.isEmpty() ? "" : Partitioning.at(step.span()) + " " + obstacle;
  }

  /**
   * A value that goes into and out of blocks must have its rows along the same axis on both sides.
   */
  private String control(TensorIr.Control c, RowAxes rows) {
    String inside =
        c.blocks().stream()
            .map(b -> block(b, rows))
            .filter(o -> !o.isEmpty())
            .findFirst()
            .orElse("");
    if (!inside.isEmpty()) {
      return inside;
    }
    List<List<Value>> sides =
        switch (c) {
          case TensorIr.If i -> List.of(i.results(), i.then().yields(), i.otherwise().yields());
          case TensorIr.For f -> sides(f.loop(), f.body());
          case TensorIr.While w -> sides(w.loop(), w.body());
        };
    boolean agree =
        sides.stream()
            .allMatch(
                side ->
                    IntStream.range(0, side.size())
                        .allMatch(i -> alike(side.get(i), sides.getFirst().get(i), rows)));
    return agree ? "" : said(c, "has another number of rows at its end");
  }

  private static List<List<Value>> sides(TensorIr.Loop loop, Block body) {
    return List.of(loop.results(), loop.initial(), loop.carried(), body.yields());
  }

  private static boolean alike(Value a, Value b, RowAxes rows) {
    return IntStream.range(0, a.rank())
        .allMatch(k -> rows.kind(a.shape().get(k)) == rows.kind(b.shape().get(k)));
  }

  private static String checks(Stream<? extends TensorIr.Check> checks, RowAxes rows) {
    return checks
        .filter(c -> !holdsForParts(c, rows))
        .map(c -> said(c, "asks how many rows there are"))
        .findFirst()
        .orElse("");
  }

  /** Whether a check holds for parts wherever it holds for all rows, and the other way round. */
  private static boolean holdsForParts(TensorIr.Check check, RowAxes rows) {
    return switch (check) {
      case TensorIr.ParamCheck p -> alike(p.actual(), p.expected(), rows);
      case TensorIr.SizeCheck s -> alike(s.actual(), s.expected(), rows);
      case TensorIr.ExtentCheck e -> alike(e.actual(), e.expected(), rows);
      case TensorIr.ClauseCheck c ->
          rows.isOther(c.left()) && rows.isOther(c.right())
              || c.relation() == TensorIr.Relation.EQUAL && alike(c.left(), c.right(), rows);
      case TensorIr.JoinCheck j ->
          IntStream.range(0, j.rank()).allMatch(axis -> joins(j.sizes(axis), rows));
      case TensorIr.NonEmptyCheck n -> rows.isOther(n.size());
      case TensorIr.IndexCheck i -> rows.isOther(i.size()) && rows.isOther(i.index());
      case TensorIr.LeadingCheck l -> leading(l.one(), rows) && leading(l.other(), rows);
      // an operation that reads or writes there follows the rows, or else is an obstacle itself
      case TensorIr.SubscriptCheck _, TensorIr.RankCheck _ -> true;
    };
  }

  private static boolean leading(TensorIr.Leading l, RowAxes rows) {
    return l.shape().stream().allMatch(rows::isOther);
  }

  private static boolean alike(Dim a, Dim b, RowAxes rows) {
    return rows.kind(a) == rows.kind(b) && rows.kind(a) != RowAxes.Kind.DEPENDS;
  }

  private static boolean joins(List<Dim> sizes, RowAxes rows) {
    return sizes.stream().allMatch(rows::isOther)
        || sizes.stream().allMatch(d -> rows.isRows(d) || rows.facts().isOne(d));
  }
}
