package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.StaticConditions;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Declarations;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.ir.DType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Constant parameters, {@code const axis = -1}: a call's values for them, and the function with
 * these values.
 */
public final class ConstParams {

  private static final String KINDS =
      "a number, `true` or `false`, a text, a tuple of these, a dtype, or `none`";

  private final StatementContext cx;

  ConstParams(StatementContext cx) {
    this.cx = cx;
  }

  /** A call's value for each constant parameter; empty, and reported, where one is none. */
  Optional<Map<String, Ast.Expr>> constants(Calls.Args args) {
    Ast.Function f = args.function();
    var constants = new LinkedHashMap<String, Ast.Expr>();
    for (Ast.ConstParam p : f.constParams()) {
      Frame here = cx.frame;
      if (!args.isGiven(p)) {
        cx.frame = Frame.file(args.file(), p.span());
      }
      Optional<Ast.Expr> constant = constant(args.of(p), p, f);
      cx.frame = here;
      if (constant.isEmpty()) {
        return Optional.empty();
      }
      constants.put(p.name().text(), constant.get());
    }
    return Optional.of(constants);
  }

  /** The function as a call has it; empty, and reported, where its names clash with constants. */
  Optional<Ast.Function> specialised(Ast.Function f, StaticConditions.Known known) {
    var taken = new ArrayList<Ast.Name>();
    Ast.Function specialised = Specialised.of(f, known, taken::add);
    for (Ast.Name name : taken) {
      cx.diagnostics.report(
          ErrorId.DUPLICATE_NAME
              .at(name.span(), "`" + name.text() + "` is a constant of each call already")
              .related(place(f, name.text()), "the parameter")
              .hint("give the new one another name"));
    }
    return taken.isEmpty() ? Optional.of(specialised) : Optional.empty();
  }

  private static Span place(Ast.Function f, String name) {
    return f.constParams().stream()
        .filter(p -> p.name().text().equals(name))
        .findFirst()
        .orElseThrow()
        .span();
  }

  /** The constant as a literal; empty, and reported, where it is none. */
  private Optional<Ast.Expr> constant(Ast.Expr e, Ast.ConstParam p, Ast.Function f) {
    switch (e) {
      case Ast.StringLit _, Ast.BoolLit _, Ast.FloatLit _ -> {
        return Optional.of(e);
      }
      case Ast.Ref r when cx.words.isNone(r) -> {
        return Optional.of(r);
      }
      case Ast.Ref r when cx.ascriptions.dtype(r.name()).isPresent() -> {
        String dtype = cx.ascriptions.dtype(r.name()).get().label();
        return Optional.of(new Ast.Ref(dtype, r.span()));
      }
      case Ast.TupleLit t -> {
        var items = new ArrayList<Ast.Expr>();
        t.items().forEach(item -> constant(item, p, f).ifPresent(items::add));
        return items.size() < t.items().size()
            ? Optional.empty()
            : Optional.of(new Ast.TupleLit(items, t.span()));
      }
      default -> {
        Typed typed = cx.infer(e);
        if (typed instanceof Typed.Const c) {
          return Optional.of(literal(c.value(), e.span()));
        }
        if (!typed.isUnknown()) {
          cx.report(
              ErrorId.NEEDS_CONSTANT
                  .at(
                      e.span(),
                      "`%s` of `%s` is known when compiling, but `%s` is not"
                          .formatted(p.name().text(), f.name().text(), typed.name()))
                  .found(typed.type())
                  .expected(KINDS)
                  .related(p.span(), "the parameter is a constant of each call"));
        }
        return Optional.empty();
      }
    }
  }

  private static Ast.Expr literal(Object value, Span span) {
    return switch (value) {
      case Long v -> new Ast.IntLit(v, span);
      case BigInteger v -> new Ast.IntLit(v.longValue(), true, span);
      case Boolean v -> new Ast.BoolLit(v, span);
      default -> new Ast.FloatLit((Double) value, span);
    };
  }

  /**
   * A function that is compiled by itself, or looked through for mistakes: its constants are their
   * defaults. Empty where one has no default.
   */
  public Optional<Ast.Function> alone(Declarations file, Ast.Function f, Map<String, DType> types) {
    if (f.constParams().stream().anyMatch(p -> p.otherwise().isEmpty())) {
      return Optional.empty();
    }
    var ranks = new HashMap<String, Integer>();
    for (Ast.Param p : f.params()) {
      List<Ast.DimList> levels = p.type().levels();
      boolean ranked =
          levels.stream().allMatch(l -> l.dims().stream().noneMatch(Ast.RestDim.class::isInstance));
      if (ranked && levels.size() <= 1) {
        ranks.put(p.name().text(), levels.isEmpty() ? 0 : levels.getFirst().dims().size());
      }
    }
    return constants(new Calls.Args(file, f, Map.of()))
        .flatMap(c -> specialised(f, new StaticConditions.Known(c, types, ranks)));
  }
}
