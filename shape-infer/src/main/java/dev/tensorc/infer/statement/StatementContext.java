package dev.tensorc.infer.statement;

import dev.tensorc.infer.builtin.BuiltinContext;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.scope.Frame;

/** The classes that infer statements and calls, beside the parts of the packages below. */
@SuppressWarnings("this-escape") // parts keep the context, and use it when it is complete
public abstract class StatementContext extends BuiltinContext {

  public final Conditionals conditionals = new Conditionals(this);
  final IndexUpdates indexUpdates = new IndexUpdates(this);
  final Updates updates = new Updates(this);
  final ArrayUpdates arrayUpdates = new ArrayUpdates(this);
  final BroadcastAssignments broadcastAssignments = new BroadcastAssignments(this);
  final Assignments assignments = new Assignments(this);
  final Loops loops = new Loops(this);
  final Statements statements = new Statements(this);
  public final Bodies bodies = new Bodies(this);
  public final ConstParams constParams = new ConstParams(this);
  public final Calls calls = new Calls(this);

  protected StatementContext(Diagnostics diagnostics, Frame frame) {
    super(diagnostics, frame);
  }
}
