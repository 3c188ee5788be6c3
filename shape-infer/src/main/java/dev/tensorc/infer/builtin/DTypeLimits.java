package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code finfo(f32).eps}, {@code iinfo(u8).max}: a dtype's limits as weak constants, which are
 * exact and take the dtype that they meet.
 */
public final class DTypeLimits implements BuiltinFamily {

  private final BuiltinContext cx;

  DTypeLimits(BuiltinContext cx) {
    this.cx = cx;
  }

  @Override
  public Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c) {
    return cx.fail(
        ErrorId.NOT_A_VALUE
            .at(c.span(), "`" + b.label() + "` is no value: its attributes are")
            .hint("write `" + Names.ofSource(c.span()) + ".max`"));
  }

  /** The function whose result the attribute is read from, if it is one of these. */
  public static Optional<Builtin> function(Ast.Attribute a) {
    return a.target() instanceof Ast.Call c
        ? Builtin.named(c.function().text()).filter(b -> b.kind() == Builtin.Kind.LIMITS)
        : Optional.empty();
  }

  public Typed attribute(Builtin b, Ast.Attribute a) {
    Ast.Expr written = cx.builtins.only(b, (Ast.Call) a.target()).orElse(null);
    Optional<DType> dtype = written == null ? Optional.empty() : dtype(written);
    if (written == null || dtype.isEmpty()) {
      return Typed.UNKNOWN;
    }
    DType d = dtype.get();
    boolean floats = b == Builtin.FINFO;
    if (floats ? !d.isFloat() : !d.isInt()) {
      return cx.fail(
          ErrorId.DTYPE_MISMATCH
              .at(
                  written.span(),
                  "`%s` takes %s dtypes, not %s"
                      .formatted(b.label(), floats ? "float" : "integer", d))
              .found(d.label())
              .hint(
                  d == DType.BOOL
                      ? "a bool is true or false"
                      : "write `%s(%s)`"
                          .formatted(floats ? "iinfo" : "finfo", Names.ofSource(written.span()))));
    }
    Map<String, Object> limits = floats ? ofFloats(d) : ofIntegers(d);
    Object value = limits.get(a.name().text());
    return value == null
        ? cx.fail(
            ErrorId.UNKNOWN_NAME
                .at(
                    a.name().span(),
                    "`%s` has no attribute `.%s`".formatted(b.label(), a.name().text()))
                .expected("one of ." + String.join(", .", limits.keySet())))
        : new Typed.Const(value, Names.ofSource(a.span()));
  }

  /** A dtype, or that of a value. */
  private Optional<DType> dtype(Ast.Expr e) {
    boolean value = !(e instanceof Ast.Ref r) || cx.frame.locals().get(r.name()) != null;
    if (!value) {
      return cx.words.dtype(e);
    }
    Typed typed = cx.infer(e);
    return typed.isUnknown() ? Optional.empty() : Optional.of(typed.dtype());
  }

  private static Map<String, Object> ofFloats(DType d) {
    double eps = Math.scalb(1.0, 1 - d.digits());
    double max = Math.scalb(2 - eps, d.maxExponent());
    var limits = new LinkedHashMap<String, Object>();
    limits.put("eps", eps);
    limits.put("max", max);
    limits.put("min", -max);
    limits.put("smallest_normal", Math.scalb(1.0, 1 - d.maxExponent()));
    limits.put("bits", 8L * d.bytes());
    return limits;
  }

  private static Map<String, Object> ofIntegers(DType d) {
    var limits = new LinkedHashMap<String, Object>();
    limits.put(
        "max",
        d.highest() < 0
            ? new BigInteger(Long.toUnsignedString(d.highest()))
            : (Object) d.highest());
    limits.put("min", d.lowest());
    limits.put("bits", 8L * d.bytes());
    return limits;
  }
}
