package dev.tensorc.infer.array;

import dev.tensorc.infer.join.JoinContext;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.scope.Frame;

/** The classes that compute arrays of arrays, beside the parts of the packages below. */
@SuppressWarnings("this-escape") // parts keep the context, and use it when it is complete
public abstract class ArrayContext extends JoinContext {

  final Masks masks = new Masks(this);
  public final Reductions reductions = new Reductions(this);
  public final Concatenation concatenation = new Concatenation(this);
  public final Gathers gathers = new Gathers(this);
  public final ExplicitBroadcasts broadcasts = new ExplicitBroadcasts(this);
  public final Reshapes reshapes = new Reshapes(this);
  public final ArrayLiterals literals = new ArrayLiterals(this);
  public final Products products = new Products(this);
  public final MaskedPlaces maskedPlaces = new MaskedPlaces(this);

  protected ArrayContext(Diagnostics diagnostics, Frame frame) {
    super(diagnostics, frame);
  }
}
