package dev.tensorc.infer;

import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashSet;
import java.util.Set;

/** What the parts of inference share while one exported function is inferred. */
final class Context {

  /** How deep calls and expressions may nest: what {@code BigStack} holds with room to spare. */
  private static final int MAX_DEPTH = 40_000;

  final Diagnostics diagnostics;
  final Emitter emit = new Emitter();
  final Names names = new Names(this);
  final WeakScalars weak = new WeakScalars(this);
  final WrongAxis wrongAxis = new WrongAxis();
  final Broadcasting broadcasting = new Broadcasting(this);
  final Elementwise elementwise = new Elementwise(this);
  final Masks masks = new Masks(this);
  final Reductions reductions = new Reductions(this);
  final WordArguments words = new WordArguments(this);
  final Nesting nesting = new Nesting(this);
  final AxisArguments axes = new AxisArguments(this);
  final Fills fills = new Fills(this);
  final ArrayArguments arrays = new ArrayArguments(this);
  final Concatenation concatenation = new Concatenation(this);
  final Gathers gathers = new Gathers(this);
  final Differences differences = new Differences(this);
  final Windows windows = new Windows(this);
  final Orders orders = new Orders(this);
  final Shapes shapes = new Shapes(this);
  final Broadcasts broadcasts = new Broadcasts(this);
  final Reshapes reshapes = new Reshapes(this);
  final Places places = new Places(this);
  final Creation creation = new Creation(this);
  final ScalarDims scalarDims = new ScalarDims(this);
  final Indexing indexing = new Indexing(this);
  final ArrayLiterals literals = new ArrayLiterals(this);
  final Ascriptions ascriptions = new Ascriptions(this);
  final Conditionals conditionals = new Conditionals(this);
  final Contractions contractions = new Contractions(this);
  final SeveralArrays severalArrays = new SeveralArrays(this);
  final DTypeLimits limits = new DTypeLimits(this);
  final BuiltinCalls builtins = new BuiltinCalls(this);
  final Products products = new Products(this);
  final PointExpressions points = new PointExpressions(this);
  final PointGathers pointGathers = new PointGathers(this);
  final PointArms pointArms = new PointArms(this);
  final Scatters scatters = new Scatters(this);
  final MaskedPlaces maskedPlaces = new MaskedPlaces(this);
  final Counts counts = new Counts(this);
  final ArraySubscripts arraySubscripts = new ArraySubscripts(this);
  final IndexUpdates indexUpdates = new IndexUpdates(this);
  final IndexNotation indexNotation = new IndexNotation(this);
  final Expressions expressions = new Expressions(this);
  final Merges merges = new Merges(this);
  final Updates updates = new Updates(this);
  final ArrayUpdates arrayUpdates = new ArrayUpdates(this);
  final BroadcastAssignments broadcastAssignments = new BroadcastAssignments(this);
  final Assignments assignments = new Assignments(this);
  final Loops loops = new Loops(this);
  final Statements statements = new Statements(this);
  final Bodies bodies = new Bodies(this);
  final ConstParams constParams = new ConstParams(this);
  final Calls calls = new Calls(this);
  final StrictResults strictResults = new StrictResults(this);
  final Ranks ranks = new Ranks(this);
  final DimExprs dims = new DimExprs(this);
  final Clauses clauses = new Clauses(this);

  /** The functions that are being expanded: none of them may be called. */
  final Set<Span> expanding = new HashSet<>();

  /** The function whose text is being inferred. */
  Frame frame;

  private int depth;
  private boolean exhausted;

  Context(Diagnostics diagnostics, Frame frame) {
    this.diagnostics = diagnostics;
    this.frame = frame;
    expanding.add(frame.home());
  }

  /** The top level of the file whose text is being inferred. */
  Declarations declarations() {
    return frame.declarations();
  }

  /**
   * Reports, and says through which calls the place was reached; what is wrong in the library, at
   * the call of it.
   */
  void report(Diagnostic d) {
    var ofLibrary = LibraryCalls.told(d, frame);
    Diagnostic told = ofLibrary.map(LibraryCalls.Told::diagnostic).orElse(d);
    Frame first = ofLibrary.map(LibraryCalls.Told::frame).orElse(frame);
    int shown = 0;
    for (Frame f = first; f != null && f.caller() != null && shown < 3; f = f.caller(), shown++) {
      told = told.related(f.callSite(), "in this call of `" + f.functionName() + "`");
    }
    diagnostics.report(told);
  }

  /** Reports, and what it gives is an unknown. */
  Typed fail(Diagnostic d) {
    report(d);
    return Typed.UNKNOWN;
  }

  /** The value's type with what is known of its sizes. */
  String shown(Value value) {
    DType dtype = emit.written(value).dtype();
    return ShapeText.type(dtype, emit.resolve(value.shape()), value.axes());
  }

  /**
   * Adds where the value's sizes come from: its declaration, and what was declared of them since.
   */
  Diagnostic origin(Diagnostic d, Value computed, Span operation) {
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
   * Refuses what an unranked value has no answer for.
   *
   * @param why half a sentence: what has to know the rank
   */
  Diagnostic needsRank(Value value, String why, Span span) {
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
  boolean enter(Span span) {
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
                    .formatted(InlineBudget.MOST, diagnostics.budget().expanded()))
            .hint("compute what repeats once, with `let`, and pass it on"));
  }

  void leave() {
    depth--;
  }
}
