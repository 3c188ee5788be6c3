package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.join.Merges;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.Unsupported;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Emitter;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;

/** {@code if then else} and the short-circuit {@code and}, {@code or}: their arms are regions. */
public final class Conditionals {

  /** The value that an arm gives, in its region. */
  record Arm(Emitter.Region region, Typed typed, Span span) {}

  /** The value that a branch gives. */
  record Chosen(Merges.Meeting meeting, boolean weak) {
    Typed typed() {
      return weak ? new Typed.Weak(meeting.result()) : new Typed.Strong(meeting.result());
    }
  }

  private final StatementContext cx;

  Conditionals(StatementContext cx) {
    this.cx = cx;
  }

  public Typed conditional(Ast.Conditional c, Optional<DType> expected) {
    String instead =
        "to choose element by element write `where(%s, %s, %s)`"
            .formatted(
                Names.ofSource(c.condition().span()),
                Names.ofSource(c.then().span()),
                Names.ofSource(c.otherwise().span()));
    Optional<Value> condition = condition(cx.arg(c.condition()), "the condition of `if`", instead);
    Arm then = arm(c.then(), expected);
    Arm otherwise = arm(c.otherwise(), expected);
    if (condition.isEmpty() || then.typed().isUnknown() || otherwise.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    Optional<Chosen> chosen = chosen(then, otherwise, new Merges.Sizes(), c.span());
    chosen.ifPresent(
        value ->
            cx.merges.branch(
                condition.get(),
                then.region(),
                otherwise.region(),
                List.of(value.meeting()),
                c.span()));
    return chosen.map(Chosen::typed).orElse(Typed.UNKNOWN);
  }

  /** The value of two known arms together; empty, and reported, where they do not fit. */
  Optional<Chosen> chosen(Arm then, Arm otherwise, Merges.Sizes sizes, Span span) {
    Optional<Diagnostic> differ = differ(then, otherwise);
    if (differ.isPresent()) {
      cx.report(differ.get());
      return Optional.empty();
    }
    boolean weak = then.typed().isWeak() && otherwise.typed().isWeak();
    DType dtype =
        DTypeRules.common(List.of(then.typed(), otherwise.typed()), cx.frame.discipline());
    int rank = Math.max(then.typed().rank(), otherwise.typed().rank());
    boolean unranked = isUnranked(then.typed()) || isUnranked(otherwise.typed());
    boolean nested = levels(then.typed()).size() > 1 || levels(otherwise.typed()).size() > 1;
    if (unranked && nested) {
      cx.report(
          Unsupported.expression(span, "an unranked value beside a tensor of tensors is", ""));
      return Optional.empty();
    }
    var a = yielded(then, dtype, unranked ? rank : -1);
    var b = yielded(otherwise, dtype, unranked ? rank : -1);
    return a.isEmpty() || b.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Chosen(cx.merges.meet(a.get(), b.get(), sizes, Names.ofSource(span), span), weak));
  }

  public Typed and(Ast.Binary b) {
    return shortCircuit(b, true);
  }

  public Typed or(Ast.Binary b) {
    return shortCircuit(b, false);
  }

  /**
   * {@code a and b} is {@code if a then b else false}; {@code a or b}: {@code if a then true else
   * b}.
   */
  private Typed shortCircuit(Ast.Binary b, boolean and) {
    String what = "`" + b.op().symbol() + "`";
    String args = Names.ofSource(b.left().span()) + ", " + Names.ofSource(b.right().span());
    String hint =
        "for arrays write `logical_%s(%s)`"
            .formatted(b.op().symbol(), args.contains("...") ? "a, b" : args);
    Optional<Value> left = condition(cx.arg(b.left()), what, hint);
    Arm right = arm(b.right(), Optional.empty());
    cx.emit.reopen(right.region());
    Optional<Value> value = condition(new Arg(right.typed(), right.span()), what, hint);
    cx.emit.close();
    if (left.isEmpty() || value.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Arm known = new Arm(cx.emit.open(), new Typed.Const(!and, Boolean.toString(!and)), b.opSpan());
    cx.emit.close();
    Value constant = yielded(known, DType.BOOL, -1).orElseThrow();
    Value result = cx.emit.fresh(DType.BOOL, List.of(), Names.ofSource(b.span()), b.span());
    if (and) {
      var meeting = new Merges.Meeting(value.get(), constant, result);
      cx.merges.branch(left.get(), right.region(), known.region(), List.of(meeting), b.span());
    } else {
      var meeting = new Merges.Meeting(constant, value.get(), result);
      cx.merges.branch(left.get(), known.region(), right.region(), List.of(meeting), b.span());
    }
    return new Typed.Strong(result);
  }

  /** Whether the argument is a scalar; reports where it is an array. Unknowns pass. */
  public boolean scalar(Arg arg, String what, String hint) {
    if (arg.typed().isUnknown() || arg.typed().rank() == 0) {
      return true;
    }
    cx.report(
        ErrorId.NEEDS_SCALAR
            .at(arg.span(), what + " takes a scalar, but `" + arg.typed().name() + "` is an array")
            .found(arg.typed().type())
            .expected("bool")
            .hint(hint));
    return false;
  }

  /** The condition of an {@code if}. */
  Optional<Value> condition(Ast.Expr e) {
    String hint = "to choose element by element write `where(c, a, b)`";
    return condition(cx.arg(e), "the condition of `if`", hint);
  }

  /** The condition of a {@code while}. */
  Optional<Value> repeats(Ast.Expr e) {
    String hint = "reduce it to one value first, for example with `max`";
    return condition(cx.arg(e), "the condition of `while`", hint);
  }

  /** The condition of a {@code while} which is not asked once the function has returned. */
  Optional<Value> unless(Value returned, Ast.Expr e) {
    Emitter.Region never = cx.emit.open();
    Value no = cx.weak.as(new Typed.Const(false, "false"), DType.BOOL, e.span()).orElseThrow();
    cx.emit.close();
    Emitter.Region asked = cx.emit.open();
    Optional<Value> condition = repeats(e);
    cx.emit.close();
    return condition.map(
        c -> {
          String name = Names.ofSource(e.span());
          var meeting = cx.merges.meet(no, c, new Merges.Sizes(), name, e.span());
          cx.merges.branch(returned, never, asked, List.of(meeting), e.span());
          return meeting.result();
        });
  }

  /** A bool scalar; empty, and reported, where it is none. */
  private Optional<Value> condition(Arg arg, String what, String hint) {
    Typed typed = arg.typed();
    if (typed.isUnknown() || !scalar(arg, what, hint)) {
      return Optional.empty();
    }
    if (typed.dtype() != DType.BOOL) {
      cx.report(
          ErrorId.NEEDS_BOOL
              .at(
                  arg.span(),
                  what + " takes a bool, but `" + typed.name() + "` is " + typed.dtype())
              .found(typed.type())
              .expected("bool")
              .hint(DTypeRules.asBool(typed)));
      return Optional.empty();
    }
    return cx.weak.as(typed, DType.BOOL, arg.span());
  }

  private Arm arm(Ast.Expr e, Optional<DType> expected) {
    Emitter.Region region = cx.emit.open();
    Typed typed = cx.infer(e, expected);
    cx.emit.close();
    return new Arm(region, typed, e.span());
  }

  private static boolean isUnranked(Typed typed) {
    return typed instanceof Typed.Strong(Value value) && value.isUnranked();
  }

  /**
   * @param axes of an unranked value, or -1 where it is none
   */
  private Optional<Value> yielded(Arm arm, DType dtype, int axes) {
    cx.emit.reopen(arm.region());
    Optional<Value> value = cx.weak.as(arm.typed(), dtype, arm.span());
    if (axes >= 0) {
      value = value.map(v -> cx.ranks.widened(v, axes));
    }
    cx.emit.close();
    return value;
  }

  private static Optional<Diagnostic> differ(Arm then, Arm otherwise) {
    Typed a = then.typed();
    Typed b = otherwise.typed();
    if (DTypeRules.isText(a) != DTypeRules.isText(b)) {
      return Optional.of(
          sides(
              ErrorId.TEXT.at(otherwise.span(), "one arm of `if` is text, the other is not"),
              then,
              otherwise,
              "give both arms numbers, or both texts"));
    }
    Optional<Diagnostic> dtypes = DTypeRules.armsDiffer(a, then.span(), b, otherwise.span());
    if (dtypes.isPresent()) {
      return dtypes;
    }
    if (a.rank() != b.rank() && !isUnranked(a) && !isUnranked(b)) {
      return Optional.of(
          sides(
              ErrorId.ARMS_RANK.at(
                  otherwise.span(),
                  "the arms of `if` have ranks "
                      + a.rank()
                      + " and "
                      + b.rank()
                      + ", not one rank"),
              then,
              otherwise,
              "give both arms as many axes, for example with `newaxis`"));
    }
    if (!isUnranked(a) && !isUnranked(b) && !levels(a).equals(levels(b))) {
      return Optional.of(
          sides(
              ErrorId.NESTING.at(otherwise.span(), "the arms of `if` are nested otherwise"),
              then,
              otherwise,
              "a tensor of tensors and a plain tensor are different types"));
    }
    return Optional.empty();
  }

  private static List<Integer> levels(Typed typed) {
    return typed instanceof Typed.Strong s ? s.value().axes().levels() : List.of(0);
  }

  private static Diagnostic sides(Diagnostic d, Arm then, Arm otherwise, String hint) {
    return d.found(otherwise.typed().type())
        .expected(then.typed().type())
        .related(then.span(), "this arm is " + then.typed().type())
        .hint(hint);
  }
}
