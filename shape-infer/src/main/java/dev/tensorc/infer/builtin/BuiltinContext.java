package dev.tensorc.infer.builtin;

import dev.tensorc.infer.index.IndexContext;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.scope.Frame;

/** The families of builtins, beside the parts of the packages below. */
@SuppressWarnings("this-escape") // parts keep the context, and use it when it is complete
public abstract class BuiltinContext extends IndexContext {

  final Differences differences = new Differences(this);
  final Windows windows = new Windows(this);
  final SortingAndTotals sortingAndTotals = new SortingAndTotals(this);
  final PadRollTile padRollTile = new PadRollTile(this);
  final Creation creation = new Creation(this);
  public final Contractions contractions = new Contractions(this);
  final SeveralResults severalResults = new SeveralResults(this);
  public final DTypeLimits limits = new DTypeLimits(this);
  final Counts counts = new Counts(this);
  public final BuiltinCalls builtins = new BuiltinCalls(this);

  protected BuiltinContext(Diagnostics diagnostics, Frame frame) {
    super(diagnostics, frame);
  }
}
