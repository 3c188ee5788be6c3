package dev.tensorc.infer.scope;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.InlineBudget;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The state that the parts of inference share while one exported function is inferred. The context
 * of each package above has its own parts besides, and the classes there are made with it.
 */
@SuppressWarnings("this-escape") // parts keep the context, and use it when it is complete
public abstract class Context {

  /** How deep calls and expressions may nest: {@code BigStack} holds more. */
  private static final int MAX_DEPTH = 40_000;

  public final Diagnostics diagnostics;
  public final Emitter emit = new Emitter();
  public final Names names = new Names(this);
  public final WeakScalars weak = new WeakScalars(this);
  public final WeightValues weights = new WeightValues(this);

  /** The functions that are being expanded: none of them may be called. */
  public final Set<Span> expanding = new HashSet<>();

  /** The function whose text is being inferred. */
  public Frame frame;

  private int depth;
  private boolean exhausted;

  protected Context(Diagnostics diagnostics, Frame frame) {
    this.diagnostics = diagnostics;
    this.frame = frame;
    expanding.add(frame.home());
  }

  /**
   * The type of an expression, with the steps that compute it; unknown, and reported, where the
   * expression is wrong.
   *
   * @param expected the declared dtype, which array literals of weak scalars take
   */
  public abstract Typed infer(Ast.Expr e, Optional<DType> expected);

  /** The expression as if it did not stand in index notation; its subexpressions still do. */
  public abstract Typed plain(Ast.Expr e, Optional<DType> expected);

  public final Typed infer(Ast.Expr e) {
    return infer(e, Optional.empty());
  }

  public final Arg arg(Ast.Expr e) {
    return new Arg(infer(e), e.span());
  }

  /** The top level of the file whose text is being inferred. */
  public Declarations declarations() {
    return frame.declarations();
  }

  /**
   * Reports, and says through which calls the place was reached; an error in the library is
   * reported at the call of the library.
   */
  public void report(Diagnostic d) {
    var ofLibrary = LibraryCalls.told(d, frame);
    Diagnostic told = ofLibrary.map(LibraryCalls.Told::diagnostic).orElse(d);
    Frame first = ofLibrary.map(LibraryCalls.Told::frame).orElse(frame);
    int shown = 0;
    for (Frame f = first; f != null && f.caller() != null && shown < 3; f = f.caller(), shown++) {
      told = told.related(f.callSite(), "in this call of `" + f.functionName() + "`");
    }
    diagnostics.report(told);
  }

  /** Reports a message and gives an unknown. */
  public Typed fail(Diagnostic d) {
    report(d);
    return Typed.UNKNOWN;
  }

  /** The value's type with the facts about its sizes. */
  public String shown(Value value) {
    DType dtype = emit.written(value).dtype();
    return ShapeText.type(dtype, emit.resolve(value.shape()), value.axes());
  }

  /** Tells the observer the type of an expression or a name. */
  protected final void observe(Span span, Typed typed) {
    if (!typed.isUnknown()) {
      diagnostics
          .observer()
          .type(span, () -> typed instanceof Typed.Strong s ? shown(s.value()) : typed.type());
    }
  }

  /** Adds where the value's sizes come from: its declaration, and later declarations of them. */
  public Diagnostic origin(Diagnostic d, Value computed, Span operation) {
    Value value = emit.written(computed);
    Diagnostic told = d;
    if (emit.isParameter(value)) {
      var note =
          new Diagnostic.Related(
              value.span(), "`" + value.name() + "` is declared " + value.type());
      told = d.related().contains(note) ? d : d.related(note.span(), note.text());
    } else if (value.span().start() < operation.start() || value.span().end() > operation.end()) {
      told = told.related(value.span(), "`" + value.name() + "` is computed here: " + value.type());
    }
    for (int axis = 0; axis < value.rank(); axis++) {
      Dim dim = value.shape().get(axis);
      var reason = emit.reason(dim);
      if (reason.isPresent()) {
        String size = ShapeText.dim(dim);
        String axisOf = "axis " + value.axisName(axis) + " of `" + value.name() + "`";
        String what = size.equals("?") ? axisOf : size;
        String is = ShapeText.dim(emit.resolve(dim));
        if (!is.equals("?")) {
          String by = what + " is " + is + " by this " + reason.get().by();
          told = told.related(reason.get().span(), by);
        }
      }
    }
    return told;
  }

  /**
   * Refuses an operation that has to know the rank of an unranked value.
   *
   * @param why half a sentence that names the operation
   */
  public Diagnostic needsRank(Value value, String why, Span span) {
    Diagnostic d =
        ErrorId.UNRANKED
            .at(span, "how many axes `" + value.name() + "` has is found at run time only")
            .found(value.type())
            .because(why);
    return origin(d, value, span)
        .hint(
            "say how many it has, which is checked then: `let y: %s[?, ?] = %s`"
                .formatted(value.dtype(), value.name()));
  }

  /** Whether one more expression may be expanded; says so once where not. */
  public boolean enter(Span span) {
    CompilationInterruptedException.check();
    depth++;
    boolean fits = (frame.caller() == null || diagnostics.budget().spend()) && depth <= MAX_DEPTH;
    if (!fits && !exhausted && (depth > MAX_DEPTH || diagnostics.budget().tellOnce())) {
      tooMuch(span);
    }
    exhausted |= !fits;
    return !exhausted;
  }

  /** Told at the call in the exported function's own text. */
  private void tooMuch(Span span) {
    Frame outer = frame;
    for (Frame f = frame.caller(); f != null && f.caller() != null; f = f.caller()) {
      outer = f;
    }
    if (outer.caller() == null) {
      diagnostics.report(
          ErrorId.INLINE_BUDGET
              .at(span, "this expression is nested too deeply")
              .hint("name parts of it with `let`"));
      return;
    }
    diagnostics.report(
        ErrorId.INLINE_BUDGET
            .at(
                outer.callSite(),
                "the call of `" + outer.functionName() + "` expands to too much code")
            .because(
                "calls are expanded where they stand, to at most %d expressions in a program: %s"
                    .formatted(InlineBudget.MAX_EXPRESSIONS, diagnostics.budget().expanded()))
            .hint("compute the repeated expression once, with `let`, and pass its value on"));
  }

  public void leave() {
    depth--;
  }
}
