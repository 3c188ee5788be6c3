package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.ForeignNames;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Arguments that are words: {@code true}, a text of several, a dtype, {@code none}. */
public final class WordArguments {

  private final TypeContext cx;

  WordArguments(TypeContext cx) {
    this.cx = cx;
  }

  /** Whether the word {@code none} is written, which no value here has. */
  public boolean isNone(Ast.Expr e) {
    return e instanceof Ast.Ref r
        && r.name().equals("none")
        && !cx.frame.locals().containsKey("none");
  }

  /** A constant true or false, by default false; empty, and reported, where it is none. */
  public Optional<Boolean> flag(String parameter, Optional<Ast.Expr> written) {
    return flag(parameter, written, false);
  }

  /** As {@link #flag(String, Optional)}, with another default. */
  public Optional<Boolean> flag(String parameter, Optional<Ast.Expr> written, boolean otherwise) {
    if (written.isEmpty()) {
      return Optional.of(otherwise);
    }
    Typed typed = cx.infer(written.get());
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
   * The text, of those that a parameter takes, that is written, without its quotes; empty, and
   * reported, where none is.
   */
  public Optional<String> choice(Builtin b, String parameter, Optional<Ast.Expr> written) {
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

  /** The dtype that an argument names; empty, and reported, where it names none. */
  public Optional<DType> dtype(Ast.Expr e) {
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

  /** The dtype that is written, in the words of any language; empty where it is none. */
  public Optional<String> meant(Ast.Expr e) {
    return switch (e) {
      case Ast.Ref r when cx.frame.locals().containsKey(r.name()) -> Optional.empty();
      case Ast.Ref r ->
          cx.ascriptions.dtype(r.name()).map(_ -> r.name()).or(() -> ForeignNames.dtype(r.name()));
      case Ast.StringLit s -> ForeignNames.dtypeOfText('"' + s.value() + '"');
      default -> Optional.empty();
    };
  }
}
