package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;

/**
 * {@code --strict-results}: a declared number that inference cannot confirm is an error, where it
 * is a check at run time otherwise; so is a rank above that of the ranked operands. A value whose
 * operands are all unranked is accepted, as is a value that is declared unranked.
 */
public final class StrictResults {

  private final TypeContext cx;

  StrictResults(TypeContext cx) {
    this.cx = cx;
  }

  /**
   * Reports declared sizes that only the run can confirm.
   *
   * @param known the sizes of the value as they were known before it met its declaration
   */
  public void confirm(Value value, List<Dim> known, Declared declared, String subject, Span span) {
    if (!cx.diagnostics.strictResults() || (value.isUnranked() && Ranks.least(value) == 0)) {
      return;
    }
    if (value.isUnranked() && declared.rest().isEmpty()) {
      int rank = declared.dims().size();
      int least = Ranks.least(value);
      if (rank != least) {
        report(
            "%s may have rank %d or more, but %s has rank %d"
                .formatted(Ascriptions.quoted(subject), least, declared.text(), rank),
            value,
            declared,
            span);
        return;
      }
    }
    List<Ast.Dim> dims = declared.dims();
    for (int fromEnd = 1; fromEnd <= dims.size(); fromEnd++) {
      if (dims.get(dims.size() - fromEnd) instanceof Ast.ExprDim e
          && cx.dims.size(e).orElse(null) instanceof Dim.Const expected) {
        int axis = value.rank() - fromEnd;
        Dim size = known.get(axis);
        if (!size.equals(expected)) {
          report(
              "%s has size %s on axis %d, but %s says %s"
                  .formatted(
                      Ascriptions.quoted(subject),
                      ShapeText.dim(size),
                      value.axisName(axis),
                      declared.text(),
                      expected),
              value,
              declared,
              span);
          return;
        }
      }
    }
  }

  private void report(String title, Value value, Declared declared, Span span) {
    cx.report(
        ErrorId.STRICT_RESULTS
            .at(span, title)
            .found(value.type())
            .expected(declared.text())
            .related(declared.span(), "declared here")
            .because("with --strict-results a declaration is confirmed when compiling")
            .hint("declare unknown sizes as `?`, or declare the sizes of the parameters"));
  }
}
