package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.Spelling;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Declared types against inferred ones, by the rows of the MLIR trait: {@code ?} accepts any size,
 * two constants must be equal, anything else is checked at run time; nothing broadcasts. What was
 * checked is a fact from there on.
 */
final class Ascriptions {

  /**
   * @param text as written
   */
  record Declared(DType dtype, List<Ast.Dim> dims, String text, Span span) {}

  private final Context cx;

  Ascriptions(Context cx) {
    this.cx = cx;
  }

  /** The type as declared; empty, and reported, where it is not compiled or does not exist. */
  Optional<Declared> declared(Ast.Type type) {
    String name = type.dtype().text();
    Optional<DType> dtype = DType.named(name);
    if (dtype.isEmpty()) {
      cx.report(unknownDType(type.dtype()));
      return Optional.empty();
    }
    if (type.levels().size() > 1) {
      cx.report(
          Unsupported.type(type.span(), "a tensor of tensors is", "list all dims in one bracket"));
      return Optional.empty();
    }
    List<Ast.Dim> dims = type.levels().isEmpty() ? List.of() : type.levels().getFirst().dims();
    for (Ast.Dim d : dims) {
      Optional<Diagnostic> refused = refuse(d);
      if (refused.isPresent()) {
        cx.report(refused.get());
        return Optional.empty();
      }
    }
    return Optional.of(new Declared(dtype.get(), dims, Names.ofSource(type.span()), type.span()));
  }

  Diagnostic unknownDType(Ast.Name name) {
    String text = name.text();
    if (Unsupported.isDType(text)) {
      return Unsupported.type(
          name.span(), "the dtype `" + text + "` is", "compiled so far: bool u8 i32 i64 f32 f64");
    }
    var known = Arrays.stream(DType.values()).map(DType::label).toList();
    Diagnostic d = ErrorId.UNKNOWN_DTYPE.at(name.span(), "there is no dtype `" + text + "`");
    String alias =
        switch (text) {
          case "float", "float64", "double" -> "f64";
          case "float32", "single" -> "f32";
          case "int64", "long" -> "i64";
          case "int32" -> "i32";
          case "uint8", "byte" -> "u8";
          case "boolean" -> "bool";
          default -> Spelling.closest(text, known).orElse("");
        };
    return alias.isEmpty()
        ? d.hint("dtypes are " + String.join(", ", known))
        : d.hint("did you mean `" + alias + "`?");
  }

  private static Optional<Diagnostic> refuse(Ast.Dim d) {
    boolean strict =
        switch (d) {
          case Ast.DynamicDim dynamic -> dynamic.strict();
          case Ast.ExprDim e -> e.strict();
          case Ast.BcastDim _, Ast.RestDim _ -> false;
        };
    if (strict) {
      return Optional.of(
          Unsupported.type(d.span(), "a `strict` dim is", "give the dim a name instead"));
    }
    return switch (d) {
      case Ast.BcastDim b ->
          Optional.of(Unsupported.type(b.span(), "a `bcast` dim is", "write `1`"));
      case Ast.RestDim r ->
          Optional.of(
              Unsupported.type(
                  r.span(), "a type of any rank (`...`) is", "write one `?` for each axis"));
      case Ast.DynamicDim _, Ast.ExprDim _ -> Optional.empty();
    };
  }

  /**
   * Checks that the value has the declared rank and sizes.
   *
   * @param subject what messages and checks call the value, such as {@code result of f}
   * @param binds whether names that are not bound yet take the value's sizes
   * @return whether no error was found
   */
  boolean check(Value value, Declared declared, String subject, boolean binds, Span span) {
    String hint = "a declared type never broadcasts: add or drop axes, or change the declaration";
    if (!rank(value, declared.dims().size(), declared, subject, hint, span)) {
      return false;
    }
    if (binds) {
      bindNames(value, declared);
    }
    boolean good = true;
    for (int axis = 0; axis < value.rank(); axis++) {
      if (declared.dims().get(axis) instanceof Ast.ExprDim e) {
        Optional<Dim> expected = cx.dims.size(e);
        good &= expected.isPresent() && size(value, axis, expected.get(), declared, subject, span);
      }
    }
    return good;
  }

  /**
   * Checks that the value has the variable's rank and the sizes that it keeps.
   *
   * @param declared where and as what the variable was defined
   * @return whether no error was found
   */
  boolean assigned(Value value, Frame.Variable variable, Declared declared, Span span) {
    String subject = "value assigned to " + variable.name();
    String hint =
        value.rank() < variable.shape().size()
            ? "to write it to every place, write `" + variable.name() + "[...] = ...`"
            : "a variable keeps its rank: add or drop axes, or define another one";
    boolean good = rank(value, variable.shape().size(), declared, subject, hint, span);
    for (int axis = 0; good && axis < value.rank(); axis++) {
      Optional<Dim> kept = variable.shape().get(axis);
      good = kept.isEmpty() || size(value, axis, kept.get(), declared, subject, span);
    }
    return good;
  }

  private boolean rank(
      Value value, int rank, Declared declared, String subject, String hint, Span span) {
    if (value.rank() == rank) {
      return true;
    }
    cx.report(
        ErrorId.RANK
            .at(
                span,
                quoted(subject)
                    + " has rank "
                    + value.rank()
                    + ", but "
                    + declared.text()
                    + " has rank "
                    + rank)
            .found(cx.shown(value))
            .expected(declared.text())
            .related(declared.span(), "declared here")
            .hint(hint));
    return false;
  }

  /** Names that stand alone and are new are the sizes of the value. */
  void bindNames(Value value, Declared declared) {
    for (int axis = 0; axis < value.rank(); axis++) {
      Dim size = cx.emit.resolve(value.shape().get(axis));
      cx.dims
          .alone(declared.dims().get(axis))
          .filter(name -> !cx.frame.dims().containsKey(name.name()))
          .filter(name -> !cx.frame.isParameter(name.name()))
          .ifPresent(name -> cx.dims.bind(name, size));
    }
  }

  private boolean size(
      Value value, int axis, Dim expected, Declared declared, String subject, Span span) {
    Dim actual = value.shape().get(axis);
    Dim left = cx.emit.resolve(actual);
    Dim right = cx.emit.resolve(expected);
    if (left.equals(right)) {
      return true;
    }
    if (Dims.sub(left, right) instanceof Dim.Const) {
      cx.report(
          ErrorId.SIZE
              .at(
                  span,
                  quoted(subject)
                      + " has size "
                      + ShapeText.dim(left)
                      + " on axis "
                      + axis
                      + ", but "
                      + declared.text()
                      + " asks for "
                      + ShapeText.dim(right))
              .found(cx.shown(value))
              .expected(declared.text())
              .related(declared.span(), "declared here")
              .hint("a declared type never broadcasts: sizes must be equal; `?` accepts any size"));
      return false;
    }
    cx.emit.check(
        new TensorIr.SizeCheck(subject, declared.text(), axis, actual, expected, span),
        List.of(actual, expected));
    cx.emit.learn(actual, expected, declared.span());
    return true;
  }

  private static String quoted(String subject) {
    return subject.contains(" ") ? "the " + subject : "`" + subject + "`";
  }
}
