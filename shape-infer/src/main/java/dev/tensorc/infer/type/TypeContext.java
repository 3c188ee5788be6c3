package dev.tensorc.infer.type;

import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.scope.Context;
import dev.tensorc.infer.scope.Frame;

/**
 * The classes that declare and ask for sizes, dtypes and ranks, beside the parts of the packages
 * below.
 */
@SuppressWarnings("this-escape") // parts keep the context, and use it when it is complete
public abstract class TypeContext extends Context {

  public final WordArguments words = new WordArguments(this);
  public final Nesting nesting = new Nesting(this);
  public final AxisArguments axes = new AxisArguments(this);
  public final Fills fills = new Fills(this);
  public final ArrayArguments arrays = new ArrayArguments(this);
  public final Shapes shapes = new Shapes(this);
  public final ScalarDims scalarDims = new ScalarDims(this);
  public final Ascriptions ascriptions = new Ascriptions(this);
  public final StrictResults strictResults = new StrictResults(this);
  public final Ranks ranks = new Ranks(this);
  public final DimExprs dims = new DimExprs(this);
  public final Clauses clauses = new Clauses(this);

  protected TypeContext(Diagnostics diagnostics, Frame frame) {
    super(diagnostics, frame);
  }
}
