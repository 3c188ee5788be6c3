package dev.tensorc.infer.join;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.SubscriptText;
import dev.tensorc.infer.rule.Joins.Operand;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;

/**
 * The warning for {@code (n, 1)} with {@code (n)}: lined up at the right they make a table of all
 * pairs, where one result for each of the n was probably meant. A {@code bcast} axis, as {@code
 * newaxis} gives, was written for that purpose and is not warned of.
 */
final class OuterJoin {

  private OuterJoin() {}

  static Optional<Diagnostic> warning(List<Operand> operands, JoinContext cx, Span span) {
    Facts facts = cx.emit.facts();
    for (Operand column : operands) {
      for (Operand row : operands) {
        if (outer(column, row, facts)) {
          return Optional.of(warning(column, row, cx, span));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean outer(Operand column, Operand row, Facts facts) {
    Value c = column.value();
    Value r = row.value();
    return c.rank() == 2
        && r.rank() == 1
        && column.axes().equals(List.of(0, 1))
        && row.axes().equals(List.of(1))
        && column.stretches().get(1)
        && c.axes().stretch().get(1) != Stretch.ALWAYS
        && facts.isOne(c.shape().get(1))
        && !facts.isOne(r.shape().get(0))
        && facts.same(c.shape().get(0), r.shape().get(0));
  }

  private static Diagnostic warning(Operand left, Operand right, JoinContext cx, Span span) {
    Value column = left.value();
    Value row = right.value();
    var pairs = List.of(row.shape().getFirst(), row.shape().getFirst());
    String shape = cx.shown(new Value(-1, row.dtype(), pairs, "", span));
    Diagnostic d =
        ErrorId.OUTER_JOIN.warningAt(
            span,
            "`%s` joins every element of `%s` with every element of `%s`"
                .formatted(Names.ofSource(span), column.name(), row.name()));
    for (String line : new AlignedTypes(List.of(left, right), 2, 1, cx.emit.facts()).lines()) {
      d = d.because(line);
    }
    return d.because("lined up at the right, they give " + shape)
        .hint(
            "for one result each, write `%s[:, 0]`; if all pairs are meant, write `%s[newaxis, :]`"
                .formatted(SubscriptText.base(column), SubscriptText.base(row)));
  }
}
