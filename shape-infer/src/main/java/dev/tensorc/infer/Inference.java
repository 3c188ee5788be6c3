package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.BigStack;
import dev.tensorc.frontend.SourceUnit;
import dev.tensorc.infer.report.Annotations;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.Observer;
import dev.tensorc.infer.rule.Discipline;
import dev.tensorc.infer.rule.Generics;
import dev.tensorc.infer.scope.Declarations;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.ir.DisciplineName;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.partition.Split;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
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

  /** Infers a file that imports nothing; never throws for a mistake in it. */
  public static InferenceResult infer(Ast.Program program) {
    return infer(new SourceUnit(program, List.of()), DisciplineName.NUMPY, false);
  }

  /**
   * Infers a file with all that it imports; never throws for a mistake in it.
   *
   * @param broadcasting the discipline of the files that name none
   * @param strictResults whether a declaration that only the run can confirm is an error
   */
  public static InferenceResult infer(
      SourceUnit unit, DisciplineName broadcasting, boolean strictResults) {
    return infer(unit, broadcasting, strictResults, Observer.NONE);
  }

  /** As {@link #infer(SourceUnit, DisciplineName, boolean)}, and tells its findings. */
  public static InferenceResult infer(
      SourceUnit unit, DisciplineName broadcasting, boolean strictResults, Observer observer) {
    var diagnostics = new Diagnostics(strictResults, observer);
    return BigStack.call(() -> inferHere(unit, Discipline.of(broadcasting), diagnostics));
  }

  private static InferenceResult inferHere(
      SourceUnit unit, Discipline discipline, Diagnostics diagnostics) {
    var files = new IdentityHashMap<SourceUnit, Declarations>();
    var main = Declarations.of(unit, files, discipline, diagnostics);
    var functions = new ArrayList<TensorIr.Function>();
    Optional<TensorIr.Weights> weights = WeightTypes.of(files.values(), diagnostics);
    constants(main, diagnostics);
    for (Ast.Function f : main.functions().values()) {
      if (f.exported() && !main.refused(f.name().text())) {
        for (var types : Generics.instances(f, diagnostics::report)) {
          Signatures.infer(f, types, main, weights, diagnostics)
              .ifPresent(
                  made -> {
                    functions.add(made);
                    functions.addAll(stages(f, made, main, diagnostics));
                  });
        }
      }
    }
    mistakes(main, weights, diagnostics);
    return new InferenceResult(
        diagnostics.hasErrors()
            ? Optional.empty()
            : Optional.of(new TensorIr.Module(functions, weights)),
        diagnostics.inSourceOrder());
  }

  /** The functions that {@code @parts} asks for. */
  private static List<TensorIr.Function> stages(
      Ast.Function f, TensorIr.Function made, Declarations main, Diagnostics diagnostics) {
    if (!Annotations.parts(f)) {
      return List.of();
    }
    Optional<String> taken =
        Split.names(made.name()).stream().filter(main.functions()::containsKey).findFirst();
    Split split = Split.of(made);
    if (taken.isPresent()) {
      diagnostics.report(
          ErrorId.DUPLICATE_NAME
              .at(f.name().span(), "`@parts` makes a function `%s`".formatted(taken.get()))
              .hint("give the function of this name another one"));
    } else if (split.stages().isEmpty()) {
      diagnostics.report(
          ErrorId.ANNOTATION
              .at(f.name().span(), "`%s` has no parts: %s".formatted(made.name(), split.obstacle()))
              .hint("drop `@parts`, or reduce along the rows alone"));
    }
    return split.stages().map(s -> List.of(s.part(), s.finish())).orElse(List.of());
  }

  /** Infers functions that no exported function calls for their mistakes alone. */
  private static void mistakes(
      Declarations file, Optional<TensorIr.Weights> weights, Diagnostics diagnostics) {
    for (Ast.Function f : file.functions().values()) {
      String name = f.name().text();
      if (!f.exported() && !file.refused(name) && !file.wasCalled(name)) {
        Generics.instances(f, _ -> {}).stream()
            .findFirst()
            .ifPresent(types -> Signatures.infer(f, types, file, weights, diagnostics));
      }
    }
  }

  /** Evaluates every constant once, so that a wrong one is told even where nothing uses it. */
  private static void constants(Declarations declarations, Diagnostics diagnostics) {
    for (Ast.Const c : declarations.constants().values()) {
      var cx = new FunctionContext(diagnostics, Frame.file(declarations, c.span()));
      cx.names.lookup(new Ast.Ref(c.name().text(), c.name().span()), Optional.empty());
    }
  }
}
