package dev.tensorc.benchmarks.population;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Writes a kernel as a C function of plain nested loops, before anything is scheduled. A reduction
 * whose results lie side by side may be added up row by row instead, as a C programmer would: the
 * caller measures both.
 */
final class CKernel {

  /**
   * A tensor that the kernel reads or writes.
   *
   * @param name of the parameter; one that is read and written at the same places has one name
   * @param strides one for each axis, as C; "0" where it does not follow
   */
  record Operand(String name, DType type, boolean written, boolean apart, List<String> strides) {

    private String element() {
      List<String> terms =
          IntStream.range(0, strides.size())
              .filter(a -> !strides.get(a).equals("0"))
              .mapToObj(a -> CSizes.product(List.of("x" + a, strides.get(a))))
              .toList();
      return name + "[" + (terms.isEmpty() ? "0" : String.join(" + ", terms)) + "]";
    }

    private String parameter() {
      return (written ? "" : "const ")
          + CTypes.element(type)
          + " *"
          + (apart ? "restrict " : "")
          + name;
    }
  }

  private final CText out = new CText();
  private final Kernel kernel;
  private final List<String> extents;
  private final List<Operand> inputs;
  private final List<Operand> outputs;
  private final boolean byRows;

  /**
   * @param byRows whether reductions are added up row by row, where that can be
   */
  CKernel(
      Kernel kernel,
      List<String> extents,
      List<Operand> inputs,
      List<Operand> outputs,
      boolean byRows) {
    this.kernel = kernel;
    this.extents = extents;
    this.inputs = inputs;
    this.outputs = outputs;
    this.byRows = byRows && hasRows(kernel);
  }

  /** Whether its results lie side by side, each of one reduction. */
  static boolean hasRows(Kernel k) {
    return k.parallel() > 0
        && k.reductions().size() == 1
        && !k.reductions().getFirst().finds()
        && k.results().stream().noneMatch(Kernel.Result::alongRow);
  }

  /**
   * The whole function.
   *
   * @param sizes the variables of the caller; those that occur become parameters
   * @return the function's text, and the names of its last parameters
   */
  Written write(String name, List<String> sizes) {
    body();
    var params = new ArrayList<String>();
    outputs.forEach(o -> params.add(o.parameter()));
    inputs.stream()
        .filter(i -> outputs.stream().noneMatch(o -> o.name().equals(i.name())))
        .forEach(i -> params.add(i.parameter()));
    for (int s = 0; s < kernel.scalars().size(); s++) {
      params.add(CTypes.value(kernel.scalars().get(s)) + " s" + s);
    }
    String body = out.toString();
    List<String> used =
        sizes.stream()
            .filter(v -> Pattern.compile("\\b" + v + "\\b").matcher(body).find())
            .toList();
    used.forEach(v -> params.add("long " + v));
    String type =
        kernel.returns() ? CTypes.value(kernel.results().getFirst().value().type()) : "void";
    String text =
        "static __attribute__((noinline)) %s %s(%s) {\n%s}\n"
            .formatted(type, name, params.isEmpty() ? "void" : String.join(", ", params), body);
    return new Written(text, used);
  }

  record Written(String text, List<String> sizes) {}

  private void body() {
    if (byRows) {
      openLoops(0, kernel.parallel() - 1);
      rows();
      closeLoops(kernel.parallel() - 1);
      return;
    }
    openLoops(0, kernel.parallel());
    var reduced = new ArrayList<String>();
    for (Reduction r : kernel.reductions()) {
      reduced.add(reduce(r, reduced));
    }
    store(reduced, false);
    if (kernel.results().stream().anyMatch(Kernel.Result::alongRow)) {
      openLoops(kernel.parallel(), kernel.rank());
      store(reduced, true);
      closeLoops(kernel.reduced());
    }
    closeLoops(kernel.parallel());
  }

  private void openLoops(int from, int to) {
    for (int a = from; a < to; a++) {
      out.open("for (long x%1$d = 0; x%1$d < %2$s; x%1$d++)", a, extents.get(a));
    }
  }

  private void closeLoops(int count) {
    for (int a = 0; a < count; a++) {
      out.close();
    }
  }

  private CExpressions expressions(List<String> reduced) {
    return new CExpressions(out, leaf -> leaf(leaf, reduced));
  }

  private String leaf(Expr leaf, List<String> reduced) {
    return switch (leaf) {
      case Expr.Load l -> CTypes.loaded(l.type(), inputs.get(l.input()).element());
      case Expr.Gathered g -> {
        String base = inputs.get(g.input()).element();
        String distance = expressions(reduced).value(g.distance());
        yield CTypes.loaded(
            g.type(), base.substring(0, base.length() - 1) + " + " + distance + "]");
      }
      case Expr.ScalarArg s -> "s" + s.index();
      case Expr.Reduced r -> reduced.get(r.number());
      case Expr.AxisIndex x -> "x" + x.axis();
      default -> throw new NotInCException("a leaf " + leaf.getClass().getSimpleName());
    };
  }

  private void store(List<String> reduced, boolean alongRow) {
    CExpressions expressions = expressions(reduced);
    var values = new ArrayList<String>();
    kernel.results().stream()
        .filter(r -> r.alongRow() == alongRow)
        .forEach(r -> values.add(expressions.value(r.value())));
    int next = 0;
    for (int k = 0; k < kernel.results().size(); k++) {
      Kernel.Result r = kernel.results().get(k);
      if (r.alongRow() == alongRow) {
        String value = CTypes.stored(r.value().type(), values.get(next++));
        out.line(kernel.returns() ? "return %2$s;" : "%s = %s;", target(k), value);
      }
    }
  }

  private String target(int result) {
    return kernel.returns() ? "" : outputs.get(result).element();
  }

  private String reduce(Reduction r, List<String> before) {
    DType t = r.value().type();
    String acc = out.fresh("r");
    out.line("%s %s = %s;", CTypes.value(t), acc, start(r.op(), t));
    String place = r.finds() ? out.fresh("p") : "";
    String count = r.finds() ? out.fresh("c") : "";
    if (r.finds()) {
      out.line("int64_t %s = 0, %s = 0;", place, count);
    }
    openLoops(kernel.parallel(), kernel.rank());
    String value = value(r, before);
    if (r.finds()) {
      String better = r.op() == Builtin.ARGMAX ? ">" : "<";
      out.line("if (%s %s %s) { %s = %s; %s = %s; }", value, better, acc, acc, value, place, count);
      out.line("%s++;", count);
    } else {
      out.line("%s", combined(r.op(), acc, value));
    }
    closeLoops(kernel.reduced());
    return r.finds() ? place : acc;
  }

  private String value(Reduction r, List<String> before) {
    CExpressions expressions = expressions(before);
    return r.contraction()
        .map(c -> expressions.value(c.left()) + " * " + expressions.value(c.right()))
        .orElseGet(() -> expressions.value(r.value()));
  }

  /** Sums of a row of results side by side, then the results. */
  private void rows() {
    Reduction r = kernel.reductions().getFirst();
    DType t = r.value().type();
    int last = kernel.parallel() - 1;
    String row = "row_" + CTypes.value(t).replace("_", "");
    String acc = row + "[x" + last + "]";
    out.line(
        "%1$s *restrict %2$s = scratch(%3$s * sizeof(%1$s));",
        CTypes.value(t), row, extents.get(last));
    openLoops(last, last + 1);
    out.line("%s = %s;", acc, start(r.op(), t));
    closeLoops(1);
    openLoops(kernel.parallel(), kernel.rank());
    openLoops(last, last + 1);
    out.line("%s", combined(r.op(), acc, value(r, List.of())));
    closeLoops(1 + kernel.reduced());
    openLoops(last, last + 1);
    store(List.of(acc), false);
    closeLoops(1);
  }

  private static String combined(Builtin op, String acc, String value) {
    return switch (op) {
      case SUM -> acc + " += " + value + ";";
      case PROD -> acc + " *= " + value + ";";
      case MAX -> acc + " = " + acc + " > " + value + " ? " + acc + " : " + value + ";";
      case MIN -> acc + " = " + acc + " < " + value + " ? " + acc + " : " + value + ";";
      default -> throw new IllegalStateException("no reduction: " + op);
    };
  }

  private static String start(Builtin op, DType t) {
    return switch (op) {
      case SUM -> "0";
      case PROD -> "1";
      case MAX, ARGMAX -> t.isFloat() ? "-INFINITY" : CTypes.constant(t, t.lowest());
      case MIN, ARGMIN -> t.isFloat() ? "INFINITY" : CTypes.constant(t, t.highest());
      default -> throw new IllegalStateException("no reduction: " + op);
    };
  }
}
