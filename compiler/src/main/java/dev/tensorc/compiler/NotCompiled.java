package dev.tensorc.compiler;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.ErrorId;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;

/** What the interpreter runs and the code generator does not compile yet. */
final class NotCompiled {

  private final List<Diagnostic> found = new ArrayList<>();

  private NotCompiled() {}

  static List<Diagnostic> in(TensorIr.Module module) {
    var search = new NotCompiled();
    module.functions().forEach(search::function);
    return search.found;
  }

  private void report(Span span, String what) {
    found.add(
        ErrorId.UNSUPPORTED_STATEMENT
            .at(span, what + " not compiled yet")
            .hint("`--engine=interpreter` runs it"));
  }

  private void function(TensorIr.Function f) {
    if (f.results().size() != 1) {
      report(f.span(), "several results are");
    }
    for (TensorIr.DimBinding b : f.bindings()) {
      if (b.axis() < 0) {
        report(f.params().get(b.param()).span(), "parameters that are sizes are");
      }
    }
    block(f.body());
  }

  private void block(TensorIr.Block block) {
    for (TensorIr.Step step : block.steps()) {
      switch (step) {
        case TensorIr.Bind b -> report(b.span(), "sizes and indices known only at run time are");
        case TensorIr.IndexCheck c when !(c.index() instanceof Dim.Const) ->
            report(c.span(), "indices known only at run time are");
        case TensorIr.Check _ -> {}
        case TensorIr.Update u -> report(u.span(), "updates of a part are");
        case TensorIr.If i -> {
          if (i.results().size() != 1) {
            report(i.span(), "the statement `if` is");
          }
          i.blocks().forEach(this::block);
        }
        case TensorIr.For f -> report(f.span(), "loops are");
        case TensorIr.While w -> report(w.span(), "loops are");
        case TensorIr.Pure _ -> {}
      }
    }
  }
}
