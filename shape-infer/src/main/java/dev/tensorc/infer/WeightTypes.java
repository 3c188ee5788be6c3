package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.Unsupported;
import dev.tensorc.infer.scope.Declarations;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The weights of a program, with their dtypes and sizes. */
final class WeightTypes {

  /** Names of folders and a file, none of them `.` or `..`. */
  private static final Pattern BESIDE =
      Pattern.compile("(?:(?!\\.{1,2}(?:/|$))[^/\\\\:]+(?:/(?=.)|$))+");

  private final FunctionContext cx;
  private final Ast.Weights declared;

  private WeightTypes(FunctionContext cx, Ast.Weights declared) {
    this.cx = cx;
    this.declared = declared;
  }

  /** The weights of a program's files; empty where there are none, or one is wrong. */
  static Optional<TensorIr.Weights> of(Collection<Declarations> files, Diagnostics diagnostics) {
    List<Declarations> having =
        files.stream()
            .filter(f -> f.weights().isPresent())
            .sorted(Comparator.comparing(f -> f.weights().orElseThrow().span().source().name()))
            .toList();
    if (having.isEmpty()) {
      return Optional.empty();
    }
    Declarations file = having.getFirst();
    Ast.Weights declared = file.weights().orElseThrow();
    having.stream()
        .skip(1)
        .flatMap(f -> f.weights().stream())
        .forEach(w -> diagnostics.report(ErrorId.secondWeights(w, declared)));
    return new WeightTypes(
            new FunctionContext(diagnostics, Frame.file(file, declared.span())), declared)
        .weights();
  }

  private Optional<TensorIr.Weights> weights() {
    if (!BESIDE.matcher(declared.file()).matches()) {
      cx.report(
          ErrorId.WEIGHTS
              .at(declared.span(), "\"" + declared.file() + "\" is no file beside the program")
              .hint(
                  "name a file in the program's folder or below: `weights \"model.safetensors\"`"));
      return Optional.empty();
    }
    var tensors = new ArrayList<TensorIr.Weight>();
    declared.tensors().forEach(w -> weight(w).ifPresent(tensors::add));
    return tensors.size() < declared.tensors().size()
        ? Optional.empty()
        : Optional.of(new TensorIr.Weights(declared.file(), List.copyOf(tensors), declared.span()));
  }

  private Optional<TensorIr.Weight> weight(Ast.Weight w) {
    Optional<Declared> type = cx.ascriptions.declared(w.type());
    if (type.isEmpty()) {
      return Optional.empty();
    }
    if (type.get().isText() || type.get().levels().size() > 1) {
      cx.report(
          Unsupported.type(
              w.type().span(),
              "texts and tensors of tensors as weights are",
              "declare the axes of all levels in one bracket: `f32[2, 3]`"));
      return Optional.empty();
    }
    var sizes = new ArrayList<String>();
    for (Ast.Dim d : type.get().dims()) {
      size(d).ifPresent(sizes::add);
    }
    String name = w.name().text();
    return sizes.size() < type.get().dims().size()
        ? Optional.empty()
        : Optional.of(
            new TensorIr.Weight(
                name,
                w.tensor().orElse(name),
                type.get().dtype(),
                List.copyOf(sizes),
                type.get().text(),
                w.span()));
  }

  private Optional<String> size(Ast.Dim dim) {
    return switch (dim) {
      case Ast.DynamicDim d when !d.strict() -> Optional.of("?");
      case Ast.ExprDim e when !e.strict() && cx.dims.alone(e).isPresent() ->
          named(cx.dims.alone(e).get());
      case Ast.ExprDim e when !e.strict() && !mentionsSize(e.value()) ->
          cx.dims.size(e).map(Dim::toString);
      case Ast.ExprDim _, Ast.DynamicDim _, Ast.BcastDim _, Ast.RestDim _ -> {
        cx.report(
            Unsupported.type(
                dim.span(),
                "`" + Names.ofSource(dim.span()) + "` as a size of a weight is",
                "write a number, a constant, a name, or `?`"));
        yield Optional.empty();
      }
    };
  }

  private Optional<String> named(Ast.Ref name) {
    Set<String> weights =
        declared.tensors().stream().map(w -> w.name().text()).collect(Collectors.toSet());
    if (weights.contains(name.name())) {
      cx.report(
          ErrorId.BAD_SIZE
              .at(name.span(), "`" + name.name() + "` is no size: it is a weight")
              .hint("give the size another name"));
      return Optional.empty();
    }
    return Optional.of(name.name());
  }

  private boolean mentionsSize(Ast.Expr e) {
    return switch (e) {
      case Ast.Ref r -> cx.weights.has(r.name());
      case Ast.Unary u -> mentionsSize(u.operand());
      case Ast.Binary b -> mentionsSize(b.left()) || mentionsSize(b.right());
      case Ast.Call c -> c.args().stream().anyMatch(a -> mentionsSize(a.value()));
      default -> false;
    };
  }
}
