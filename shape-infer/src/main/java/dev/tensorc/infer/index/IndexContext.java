package dev.tensorc.infer.index;

import dev.tensorc.infer.array.ArrayContext;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.scope.Frame;

/** The classes that find elements by subscripts, beside the parts of the packages below. */
@SuppressWarnings("this-escape") // parts keep the context, and use it when it is complete
public abstract class IndexContext extends ArrayContext {

  public final Indexing indexing = new Indexing(this);
  public final PointExpressions points = new PointExpressions(this);
  final PointGathers pointGathers = new PointGathers(this);
  final PointArms pointArms = new PointArms(this);
  public final Scatters scatters = new Scatters(this);
  public final ArraySubscripts arraySubscripts = new ArraySubscripts(this);
  public final IndexNotation indexNotation = new IndexNotation(this);

  protected IndexContext(Diagnostics diagnostics, Frame frame) {
    super(diagnostics, frame);
  }
}
