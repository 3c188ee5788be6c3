package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.ForeignNames;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Arguments;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CompilerBug;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Calls of builtins by name: arguments by the {@link Builtin} table. */
public final class BuiltinCalls {

  /** Parameters of the Array API that are not compiled yet. */
  private static final Set<String> LATER = Set.of("dtype", "copy", "device");

  private final BuiltinContext cx;

  private final Map<Builtin.Kind, BuiltinFamily> families = new EnumMap<>(Builtin.Kind.class);

  BuiltinCalls(BuiltinContext cx) {
    this.cx = cx;
    families.put(Builtin.Kind.ELEMENTWISE, new ElementwiseCalls(cx));
    families.put(Builtin.Kind.REDUCTION, new ReductionCalls(cx));
    families.put(Builtin.Kind.ARRANGEMENT, new Arrangements(cx));
    families.put(Builtin.Kind.CREATION, cx.creation);
    families.put(Builtin.Kind.CONTRACTION, cx.contractions);
    families.put(Builtin.Kind.LINEAR, new LinearAlgebra(cx));
    families.put(Builtin.Kind.RANDOM, new RandomNumbers(cx));
    families.put(Builtin.Kind.LIMITS, cx.limits);
    families.put(Builtin.Kind.ORDER, cx.sortingAndTotals);
  }

  public Typed call(Builtin b, Ast.Call c) {
    if (sizesApart(b, c)) {
      return cx.fail(
          ErrorId.BAD_ARGUMENTS
              .at(c.args().get(1).span(), "`" + b.label() + "` takes the sizes as one tuple")
              .expected(BuiltinSignature.of(b))
              .hint(ForeignNames.misuse(b.label(), Names.written(c))));
    }
    return matched(b, c).map(args -> family(b).call(b, args, c)).orElse(Typed.UNKNOWN);
  }

  private BuiltinFamily family(Builtin b) {
    BuiltinFamily family = families.get(b.kind());
    if (family == null) {
      throw new CompilerBug("infer", b + " has several results");
    }
    return family;
  }

  /** {@code zeros(n, m)}: a size where a dtype would stand. */
  private boolean sizesApart(Builtin b, Ast.Call c) {
    if ((b != Builtin.ZEROS && b != Builtin.ONES) || c.args().size() < 2) {
      return false;
    }
    Ast.Arg second = c.args().get(1);
    boolean named =
        second.value() instanceof Ast.Ref r
            && !cx.frame.locals().containsKey(r.name())
            && !cx.frame.dims().containsKey(r.name());
    return second.keyword().isEmpty() && !named;
  }

  /** The results of a builtin that has several; empty, and reported, where something is wrong. */
  public Optional<List<Typed>> several(Builtin b, Ast.Call c) {
    return matched(b, c).flatMap(args -> cx.severalResults.call(b, args, c.span()));
  }

  /** The argument of a function of one; empty, and reported, where it does not fit. */
  Optional<Ast.Expr> only(Builtin b, Ast.Call c) {
    return matched(b, c).map(args -> args.getFirst().orElseThrow());
  }

  /** The argument of each parameter; empty, and reported, where the arguments do not fit. */
  private Optional<List<Optional<Ast.Expr>>> matched(Builtin b, Ast.Call c) {
    List<Builtin.Param> params = BuiltinSignature.params(b);
    for (Ast.Arg a : c.args()) {
      String word = a.keyword().map(Ast.Name::text).orElse("");
      if (LATER.contains(word) && params.stream().noneMatch(p -> p.name().equals(word))) {
        cx.report(
            ErrorId.UNSUPPORTED_BUILTIN.at(
                a.span(),
                "the argument `" + word + "` of `" + b.label() + "` is not supported yet"));
        return Optional.empty();
      }
    }
    return Arguments.match(
            gathered(params, c),
            params.stream().map(Builtin.Param::name).toList(),
            params.stream().map(Builtin.Param::optional).toList(),
            BuiltinSignature.of(b),
            cx::report)
        .map(args -> withoutNone(b, params, args));
  }

  /** {@code none} leaves an argument out, but where it says something else than that. */
  private List<Optional<Ast.Expr>> withoutNone(
      Builtin b, List<Builtin.Param> params, List<Optional<Ast.Expr>> args) {
    var given = new ArrayList<>(args);
    for (int i = 0; i < given.size(); i++) {
      boolean meant = b == Builtin.CONCAT && params.get(i).kind() == Builtin.ParamKind.AXIS;
      if (params.get(i).optional() && !meant && given.get(i).filter(cx.words::isNone).isPresent()) {
        given.set(i, Optional.empty());
      }
    }
    return given;
  }

  /** The call with the arrays for a parameter of any number of arrays as one list. */
  private static Ast.Call gathered(List<Builtin.Param> params, Ast.Call c) {
    int from = 0;
    while (from < params.size() && params.get(from).kind() != Builtin.ParamKind.VARIADIC) {
      from++;
    }
    List<Ast.Arg> several =
        c.args().stream().filter(a -> a.keyword().isEmpty()).skip(from).toList();
    if (from == params.size() || several.isEmpty()) {
      return c;
    }
    Span span = several.getFirst().span().to(several.getLast().span());
    var row = several.stream().map(Ast.Arg::value).toList();
    var args = new ArrayList<>(c.args());
    args.removeAll(several);
    var list = new Ast.ArrayLit(List.of(row), false, span);
    args.add(from, new Ast.Arg(Optional.empty(), list, span));
    return new Ast.Call(c.function(), args, c.span());
  }
}
