package dev.tensorc.compiler;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.ir.TensorIr;
import java.util.LinkedHashMap;
import java.util.List;

/** Warnings about whole functions only: of all of their joins, and beside each other. */
final class LintPass implements TensorPass<TensorIr.Module> {

  @Override
  public String name() {
    return "lint";
  }

  @Override
  public String purpose() {
    return "refuses names that Java cannot take, warns of sizes without a name that cost versions";
  }

  @Override
  public TensorIr.Module run(TensorIr.Module in, PassContext cx) {
    List<Diagnostic> errors =
        JavaMethods.errors(in, ClassNames.simpleName(cx.source(), cx.options()));
    if (!errors.isEmpty()) {
      cx.report(errors);
      throw cx.failure();
    }
    // The instances of a generic function, and its parts, have one place: it is told of once.
    var warnings = new LinkedHashMap<Integer, Diagnostic>();
    for (TensorIr.Function f : in.functions()) {
      VersionLint.warning(f, cx.options().versions())
          .ifPresent(d -> warnings.putIfAbsent(f.span().start(), d));
    }
    cx.report(List.copyOf(warnings.values()));
    return in;
  }
}
