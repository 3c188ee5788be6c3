package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.BigStack;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.Optional;

/**
 * From syntax to {@link TensorIr}: names, dtypes, shapes. Each exported function becomes one list
 * of steps, with the functions that it calls expanded in place.
 *
 * <p>{@code a + b} of {@code f32[?, ?]} each becomes a check that the two join, at entry, and one
 * Map whose operands' index maps say which axes they follow.
 */
public final class Inference {

  private Inference() {}

  /** Infers a whole file; never throws for a mistake in it. */
  public static InferenceResult infer(Ast.Program program) {
    return BigStack.call(() -> inferHere(program));
  }

  private static InferenceResult inferHere(Ast.Program program) {
    var diagnostics = new Diagnostics();
    var declarations = Declarations.of(program, diagnostics);
    var functions = new ArrayList<TensorIr.Function>();
    if (declarations.usable()) {
      constants(declarations, diagnostics);
      for (Ast.Function f : declarations.functions().values()) {
        if (f.exported() && !declarations.refused(f.name().text())) {
          Signatures.infer(f, declarations, diagnostics).ifPresent(functions::add);
        }
      }
      // What no exported function calls is inferred for its mistakes alone.
      for (Ast.Function f : declarations.functions().values()) {
        String name = f.name().text();
        if (!f.exported() && !declarations.refused(name) && !declarations.wasCalled(name)) {
          Signatures.infer(f, declarations, diagnostics);
        }
      }
    }
    return new InferenceResult(
        diagnostics.hasErrors() ? Optional.empty() : Optional.of(new TensorIr.Module(functions)),
        diagnostics.inSourceOrder());
  }

  /** Evaluates every constant once, so that a wrong one is told even where nothing uses it. */
  private static void constants(Declarations declarations, Diagnostics diagnostics) {
    for (Ast.Const c : declarations.constants().values()) {
      var cx = new Context(declarations, diagnostics, Frame.file(c.span()));
      cx.names.lookup(new Ast.Ref(c.name().text(), c.name().span()), Optional.empty());
    }
  }
}
