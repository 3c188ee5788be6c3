package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.ForeignNames;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Calls of builtins by name: arguments by the {@link Builtin} table. */
final class BuiltinCalls {

  /** Parameters of the Array API that are not compiled yet. */
  private static final Set<String> LATER = Set.of("dtype", "copy", "device");

  /** The parameter that every element-wise builtin of two arguments has beside those of its row. */
  private static final Builtin.Param DIMENSIONS =
      new Builtin.Param("broadcast_dimensions", Builtin.ParamKind.AXES, "()");

  private final Context cx;

  BuiltinCalls(Context cx) {
    this.cx = cx;
  }

  Typed call(Builtin b, Ast.Call c) {
    if (sizesApart(b, c)) {
      return cx.fail(
          ErrorId.BAD_ARGUMENTS
              .at(c.args().get(1).span(), "`" + b.label() + "` takes the sizes as one tuple")
              .expected(signature(b))
              .hint(ForeignNames.misuse(b.label(), Names.written(c))));
    }
    return matched(b, c).map(args -> call(b, c, args)).orElse(Typed.UNKNOWN);
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
  Optional<List<Typed>> several(Builtin b, Ast.Call c) {
    return matched(b, c).flatMap(args -> cx.severalArrays.call(b, args, c.span()));
  }

  /** The argument of a function of one; empty, and reported, where it does not fit. */
  Optional<Ast.Expr> only(Builtin b, Ast.Call c) {
    return matched(b, c).map(args -> args.getFirst().orElseThrow());
  }

  /** What is written for each parameter; empty, and reported, where it does not fit. */
  private Optional<List<Optional<Ast.Expr>>> matched(Builtin b, Ast.Call c) {
    List<Builtin.Param> params = params(b);
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
            signature(b),
            cx::report)
        .map(args -> withoutNone(b, params, args));
  }

  /** {@code none} leaves an argument out, but where it says something else than that. */
  private List<Optional<Ast.Expr>> withoutNone(
      Builtin b, List<Builtin.Param> params, List<Optional<Ast.Expr>> args) {
    var given = new ArrayList<>(args);
    for (int i = 0; i < given.size(); i++) {
      boolean meant = b == Builtin.CONCAT && params.get(i).kind() == Builtin.ParamKind.AXIS;
      if (params.get(i).optional() && !meant && given.get(i).filter(this::isNone).isPresent()) {
        given.set(i, Optional.empty());
      }
    }
    return given;
  }

  /** Whether the word {@code none} is written, which no value here has. */
  boolean isNone(Ast.Expr e) {
    return e instanceof Ast.Ref r
        && r.name().equals("none")
        && !cx.frame.locals().containsKey("none");
  }

  /** The call with what is passed for a parameter of any number of arrays as one list. */
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

  private Typed call(Builtin b, Ast.Call c, List<Optional<Ast.Expr>> args) {
    return switch (b.kind()) {
      case ELEMENTWISE -> {
        if (b == Builtin.ASTYPE) {
          var turned = turned(c, args.get(0).orElseThrow(), args.get(1).orElseThrow());
          if (turned.isPresent()) {
            yield cx.fail(turned.get());
          }
          Elementwise.Arg x = cx.expressions.arg(args.get(0).orElseThrow());
          yield dtype(args.get(1).orElseThrow())
              .map(dtype -> cx.elementwise.astype(x, dtype, c.span()))
              .orElse(Typed.UNKNOWN);
        }
        if (b == Builtin.CLIP) {
          yield clip(args, c.span());
        }
        var arrays = new ArrayList<Elementwise.Arg>();
        for (int i = 0; i < b.params().size(); i++) {
          arrays.add(cx.expressions.arg(args.get(i).orElseThrow()));
        }
        Optional<Ast.Expr> written = isBinary(b) ? args.getLast() : Optional.empty();
        if (written.isEmpty()) {
          yield cx.elementwise.apply(b, arrays, c.span());
        }
        var dims = BroadcastDims.of(AxisArguments.listed(written.get()), written.get().span(), cx);
        yield dims.isEmpty() ? Typed.UNKNOWN : cx.elementwise.apply(b, arrays, dims, c.span());
      }
      case REDUCTION -> reduce(b, c, args);
      case ARRANGEMENT -> cx.arrangements.call(b, args, c.span());
      case CREATION -> cx.creation.call(b, args, c.span());
      case RANDOM -> cx.random.call(b, args, c.span());
      case LIMITS ->
          cx.fail(
              ErrorId.NOT_A_VALUE
                  .at(c.span(), "`" + b.label() + "` is no value: its attributes are")
                  .hint("write `" + Names.ofSource(c.span()) + ".max`"));
      case SEVERAL -> throw new CompilerBug("infer", b + " has several results");
      case LINEAR -> cx.linear.call(b, args, c.span());
      case CONTRACTION -> cx.contractions.call(b, args, c.span());
      case ORDER -> cx.orders.call(b, args, c.span());
    };
  }

  private static boolean isBinary(Builtin b) {
    return b.kind() == Builtin.Kind.ELEMENTWISE
        && b.params().size() == 2
        && b.params().getLast().kind() == Builtin.ParamKind.ARRAY;
  }

  private static List<Builtin.Param> params(Builtin b) {
    var params = new ArrayList<>(b.params());
    if (isBinary(b)) {
      params.add(DIMENSIONS);
    }
    return params;
  }

  private static String signature(Builtin b) {
    return params(b).stream()
        .map(
            p ->
                switch (p.kind()) {
                  case ARRAYS -> "[" + p.name() + "]";
                  case VARIADIC -> p.name() + "...";
                  default -> p.optional() ? p.name() + "=" + p.otherwise() : p.name();
                })
        .collect(Collectors.joining(", ", b.label() + "(", ")"));
  }

  /** {@code clip} with one bound is a maximum or a minimum. */
  private Typed clip(List<Optional<Ast.Expr>> args, Span span) {
    var arrays = new ArrayList<Elementwise.Arg>();
    args.forEach(a -> a.ifPresent(e -> arrays.add(cx.expressions.arg(e))));
    Builtin b =
        switch (arrays.size()) {
          case 1 -> Builtin.POSITIVE;
          case 2 -> args.get(1).isPresent() ? Builtin.MAXIMUM : Builtin.MINIMUM;
          default -> Builtin.CLIP;
        };
    return cx.elementwise.apply(b, arrays, span);
  }

  private Typed reduce(Builtin b, Ast.Call c, List<Optional<Ast.Expr>> args) {
    Elementwise.Arg x = cx.expressions.arg(args.get(0).orElseThrow());
    Optional<Boolean> keepdims = flag("keepdims", written(b, "keepdims", args));
    if (keepdims.isEmpty()) {
      return Typed.UNKNOWN;
    }
    var options =
        new Reductions.Options(
            keepdims.get(),
            written(b, "correction", args).map(cx.expressions::arg),
            written(b, "initial", args).map(cx.expressions::arg),
            written(b, "where", args).map(cx.expressions::arg));
    Optional<Ast.Expr> dtype = written(b, "dtype", args);
    if (args.get(1).isEmpty()) {
      return cx.reductions.sum(b, x, Optional.empty(), options, dtype, c.span());
    }
    Ast.Expr written = args.get(1).get();
    if ((b == Builtin.MAX || b == Builtin.MIN) && isSecondOperand(c, written, x.typed())) {
      String shown = Names.ofSource(written.span());
      return cx.fail(
          ErrorId.BAD_ARGUMENTS
              .at(
                  written.span(),
                  "`%s` is over axes of one array, and `%s` is none of them"
                      .formatted(b.label(), shown))
              .expected(signature(b))
              .hint(ForeignNames.misuse(b.label(), Names.written(c))));
    }
    boolean one = b.types() == Builtin.Types.INDEX;
    if (one && written instanceof Ast.TupleLit t && t.items().size() != 1) {
      return cx.fail(
          ErrorId.AXIS
              .at(written.span(), "`" + b.label() + "` takes one axis")
              .because("the result is an index along it")
              .hint("leave `axis` out for the index in the flattened array"));
    }
    Optional<List<Integer>> axes =
        cx.axes.list(written, x.typed()).map(list -> list.stream().sorted().toList());
    return axes.isEmpty() || x.typed().isUnknown()
        ? Typed.UNKNOWN
        : cx.reductions.sum(b, x, axes, options, dtype, c.span());
  }

  /** {@code max(a, b)} of what can be no axis: the larger of two was meant. */
  private boolean isSecondOperand(Ast.Call c, Ast.Expr written, Typed x) {
    boolean named = c.args().get(1).keyword().isPresent();
    if (named || x.isUnknown() || written instanceof Ast.TupleLit) {
      return false;
    }
    if (written instanceof Ast.StringLit || x instanceof Typed.Strong(Value v) && v.isUnranked()) {
      return false;
    }
    return switch (cx.expressions.infer(written)) {
      case Typed.Const(Long axis, String _) -> axis < -x.rank() || axis >= x.rank();
      case Typed.Unknown _ -> false;
      case Typed.Const _, Typed.Weak _, Typed.Strong _ -> true;
    };
  }

  /** A constant true or false, by default false; empty, and reported, where it is none. */
  Optional<Boolean> flag(String parameter, Optional<Ast.Expr> written) {
    return flag(parameter, written, false);
  }

  /** As {@link #flag(String, Optional)}, with another default. */
  Optional<Boolean> flag(String parameter, Optional<Ast.Expr> written, boolean otherwise) {
    if (written.isEmpty()) {
      return Optional.of(otherwise);
    }
    Typed typed = cx.expressions.infer(written.get());
    if (typed instanceof Typed.Const k && k.value() instanceof Boolean value) {
      return Optional.of(value);
    }
    if (!typed.isUnknown()) {
      cx.report(
          ErrorId.NEEDS_CONSTANT
              .at(
                  written.get().span(),
                  "`" + parameter + "` is `true` or `false`, known when compiling")
              .found(typed.type()));
    }
    return Optional.empty();
  }

  /**
   * Which of the texts that a parameter takes is written, without its quotes; empty, and reported,
   * where none is.
   */
  Optional<String> choice(Builtin b, String parameter, Optional<Ast.Expr> written) {
    Builtin.Param p = b.param(parameter);
    String text =
        written.isEmpty()
            ? p.otherwise()
            : written.get() instanceof Ast.StringLit s ? '"' + s.value() + '"' : "";
    if (p.choices().contains(text)) {
      return Optional.of(text.substring(1, text.length() - 1));
    }
    Span span = written.orElseThrow().span();
    String found = Names.ofSource(span);
    cx.report(
        ErrorId.BAD_ARGUMENTS
            .at(span, "`%s` has no %s `%s`".formatted(b.label(), parameter, found))
            .expected("one of " + String.join(", ", p.choices())));
    return Optional.empty();
  }

  /** What is written for a parameter, where the function has it. */
  private static Optional<Ast.Expr> written(
      Builtin b, String parameter, List<Optional<Ast.Expr>> args) {
    for (int i = 0; i < args.size(); i++) {
      if (b.params().get(i).name().equals(parameter)) {
        return args.get(i);
      }
    }
    return Optional.empty();
  }

  /** {@code astype(f32, x)}. */
  private Optional<Diagnostic> turned(Ast.Call c, Ast.Expr x, Ast.Expr dtype) {
    return meant(dtype).isPresent()
        ? Optional.empty()
        : meant(x)
            .map(
                name ->
                    ErrorId.BAD_ARGUMENTS
                        .at(c.span(), "`astype` takes the array first, then the dtype")
                        .expected(signature(Builtin.ASTYPE))
                        .hint(
                            "write `astype(%s, %s)`"
                                .formatted(Names.ofSource(dtype.span()), name)));
  }

  /** The dtype that is written, in whatever language's words; empty where it is none. */
  private Optional<String> meant(Ast.Expr e) {
    return switch (e) {
      case Ast.Ref r when cx.frame.locals().containsKey(r.name()) -> Optional.empty();
      case Ast.Ref r ->
          cx.ascriptions.dtype(r.name()).map(_ -> r.name()).or(() -> ForeignNames.dtype(r.name()));
      case Ast.StringLit s -> ForeignNames.dtypeOfText('"' + s.value() + '"');
      default -> Optional.empty();
    };
  }

  /** The dtype that an argument names; empty, and reported, where it names none. */
  Optional<DType> dtype(Ast.Expr e) {
    if (e instanceof Ast.Ref r) {
      Optional<DType> dtype = cx.ascriptions.dtype(r.name());
      if (dtype.isEmpty()) {
        cx.report(cx.ascriptions.unknownDType(new Ast.Name(r.name(), r.span())));
      }
      return dtype;
    }
    String written =
        e instanceof Ast.StringLit t ? '"' + t.value() + '"' : Names.ofSource(e.span());
    Diagnostic d = ErrorId.NEEDS_CONSTANT.at(e.span(), "`" + written + "` is no dtype");
    String all = Arrays.stream(DType.values()).map(DType::label).collect(Collectors.joining(", "));
    cx.report(
        meant(e)
            .map(name -> d.hint("a dtype is a word without quotes: `" + name + "`"))
            .orElseGet(() -> d.expected("one of " + all)));
    return Optional.empty();
  }
}
