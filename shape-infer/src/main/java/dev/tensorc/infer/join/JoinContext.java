package dev.tensorc.infer.join;

import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.type.TypeContext;

/** The classes that join operands and values, beside the parts of the packages below. */
@SuppressWarnings("this-escape") // parts keep the context, and use it when it is complete
public abstract class JoinContext extends TypeContext {

  public final WrongAxis wrongAxis = new WrongAxis();
  public final Broadcasting broadcasting = new Broadcasting(this);
  public final Elementwise elementwise = new Elementwise(this);
  public final Merges merges = new Merges(this);
  public final Arithmetic arithmetic = new Arithmetic(this);

  protected JoinContext(Diagnostics diagnostics, Frame frame) {
    super(diagnostics, frame);
  }
}
