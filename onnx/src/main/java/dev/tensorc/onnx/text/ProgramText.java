package dev.tensorc.onnx.text;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Call;
import dev.tensorc.onnx.program.Expr.Index;
import dev.tensorc.onnx.program.Identifiers;
import dev.tensorc.onnx.program.LayerPath;
import dev.tensorc.onnx.program.Loop;
import dev.tensorc.onnx.program.Program;
import dev.tensorc.onnx.program.Statement;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.onnx.text.WeightNames.Named;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program's text. */
public final class ProgramText {
  private static final Set<String> LIBRARY = Set.of("gelu", "layer_norm", "softmax");

  /** The name of the previous layer's result in a function of layers. */
  private static final String STATE = "x";

  private static final String INDENT = "    ";

  /** The exported function. */
  public static final String FUNCTION = "forward";

  private final Program program;
  private final List<Named> weights;
  private final Map<String, String> global = new HashMap<>();
  private final Set<String> used = new HashSet<>(reserved());
  private final Set<String> stacked = new HashSet<>();
  private final Set<String> called = new LinkedHashSet<>();
  private final StringBuilder functions = new StringBuilder();

  private ProgramText(Program program) {
    this.program = program;
    program.inputs().values().forEach(this::useSizes);
    used.remove(STATE);
    program.inputs().keySet().forEach(each -> global.put(each, unique(each, "x")));
    used.add(STATE);
    this.weights = new WeightNames(used).of(program.weights());
    for (Named each : weights) {
      global.put(each.weight().value(), each.name());
      if (each.weight().stacked()) {
        stacked.add(each.weight().value());
      }
    }
  }

  /** Names that neither sizes nor values can have. */
  public static Set<String> reserved() {
    return Stream.of(LIBRARY, Helpers.FUNCTIONS.keySet(), Set.of(FUNCTION, "i", STATE))
        .flatMap(Set::stream)
        .collect(Collectors.toUnmodifiableSet());
  }

  private void useSizes(TensorType type) {
    type.shape().forEach(dim -> used.add(dim.toString()));
  }

  private String unique(String name, String otherwise) {
    return Identifiers.unique(Identifiers.of(name, otherwise), used);
  }

  /**
   * Writes a program.
   *
   * @param origin its source, for its first line
   * @param weightsFile the name of the file of weights
   */
  public static Written write(Program program, String origin, String weightsFile) {
    return new ProgramText(program).write(origin, weightsFile);
  }

  /**
   * A program's text.
   *
   * @param weights the tensors of the weights' file, in order
   */
  public record Written(String text, List<Named> weights) {}

  private Written write(String origin, String weightsFile) {
    String body = forward();
    var text = new StringBuilder("# " + origin + "\n\n");
    if (called.stream().anyMatch(LIBRARY::contains)) {
      text.append("import \"std/nn.tc\"\n\n");
    }
    if (!weights.isEmpty()) {
      text.append("weights \"%s\" {\n".formatted(weightsFile));
      weights.forEach(each -> text.append(INDENT).append(declaration(each)).append('\n'));
      text.append("}\n\n");
    }
    text.append(body).append(functions);
    Helpers.FUNCTIONS.forEach(
        (name, function) -> text.append(called.contains(name) ? "\n" + function : ""));
    return new Written(text.toString(), weights);
  }

  private static String declaration(Named named) {
    String shape = Arrays.toString(named.weight().shape());
    String type = named.weight().first().type().label() + (shape.equals("[]") ? "" : shape);
    String key = named.key().equals(named.name()) ? "" : " = \"%s\"".formatted(named.key());
    return named.name() + ": " + type + key;
  }

  private String forward() {
    List<String> outputs = List.copyOf(program.outputs().keySet());
    var names =
        new ValueNames(used, value -> global.getOrDefault(value, value), UnaryOperator.identity());
    program.inputs().keySet().forEach(each -> names.reuse(each, global.getOrDefault(each, each)));
    String body = body(program.statements(), outputs, names);
    String clauses =
        program.clauses().isEmpty() ? "" : "where " + String.join(", ", program.clauses()) + " ";
    String results =
        outputs.size() == 1
            ? type(outputs.getFirst())
            : outputs.stream()
                .map(each -> label(each, names) + ": " + type(each))
                .collect(Collectors.joining(", ", "(", ")"));
    String parameters =
        program.inputs().entrySet().stream()
            .map(each -> names.of(each.getKey()) + ": " + each.getValue())
            .collect(Collectors.joining(", "));
    String head = "export fn %s(%s) -> %s".formatted(FUNCTION, parameters, results);
    return Lines.head(head, clauses + "{") + body + "}\n";
  }

  /** The name of an output in the model, or in the program. */
  private static String label(String output, ValueNames names) {
    return ValueNames.hasLetters(output) ? Identifiers.of(output, "result") : names.of(output);
  }

  private String type(String output) {
    return String.valueOf(program.outputs().get(output));
  }

  /** The statements of a function, with their names and its return. */
  private String body(
      List<? extends Statement> statements, List<String> results, ValueNames names) {
    Set<String> outputs = new HashSet<>(results);
    var trial = names.copy();
    statements.forEach(each -> name(each, trial, outputs));
    Inlining inlining = Inlining.of(statements, results, trial::of);
    var text = new StringBuilder();
    for (Statement each : statements) {
      if (each instanceof Definition d && inlining.isInlined(d.result())) {
        names.pass(d);
        continue;
      }
      name(each, names, outputs);
      var expressions = new ExprText(names::of);
      switch (each) {
        case Definition d -> {
          String left = String.join(", ", d.results().stream().map(names::of).toList());
          String target = d.results().size() == 1 ? left : "(" + left + ")";
          text.append(let("let " + target, inlining.of(d), expressions));
        }
        case Loop l -> text.append(loop(l, names, inlining, expressions));
      }
    }
    var expressions = new ExprText(names::of);
    List<String> returned =
        results.stream().map(r -> expression(inlining.taken(r), expressions)).toList();
    String value =
        returned.size() == 1 ? returned.getFirst() : "(" + String.join(", ", returned) + ")";
    return text + Lines.wrapped(INDENT, "return " + value);
  }

  private static void name(Statement statement, ValueNames names, Set<String> outputs) {
    switch (statement) {
      case Definition d -> names.define(d, outputs);
      case Loop l -> names.put(l.result(), "hidden");
    }
  }

  private String let(String left, Expr value, ExprText expressions) {
    return Lines.wrapped(INDENT, left + " = " + expression(value, expressions));
  }

  private String expression(Expr expr, ExprText expressions) {
    note(expr);
    return expressions.of(expr);
  }

  private void note(Expr expr) {
    if (expr instanceof Call call) {
      called.add(call.function());
    }
    expr.parts().forEach(this::note);
  }

  private String loop(Loop loop, ValueNames names, Inlining inlining, ExprText expressions) {
    String state = names.of(loop.result());
    String function = layer(loop, names);
    String shared =
        loop.shared().keySet().stream()
            .map(each -> names.of(each) + ", ")
            .collect(Collectors.joining());
    return let("var " + state, inlining.taken(loop.initial()), expressions)
        + Lines.wrapped(
            INDENT,
            "for i in 0:%d { %s = %s(%s, %si) }"
                .formatted(loop.count(), state, function, state, shared));
  }

  /** The function of layers. */
  private String layer(Loop loop, ValueNames caller) {
    Loop.Layer layer = loop.layer();
    String last = layer.path().substring(layer.path().lastIndexOf('/') + 1);
    String function = unique(last.substring(last.lastIndexOf('.') + 1), "layer");
    Set<String> taken = new HashSet<>(used);
    var names =
        new ValueNames(taken, value -> global.getOrDefault(value, value), LayerPath::withoutLayer);
    Set<String> shared = new HashSet<>();
    loop.shared().keySet().forEach(each -> shared.add(caller.of(each)));
    String state = Identifiers.unique(STATE, shared);
    names.reuse(layer.carried(), state);
    var parameters = new StringBuilder(state + ": " + layer.carriedType());
    loop.shared()
        .forEach(
            (value, type) -> {
              names.reuse(value, caller.of(value));
              parameters.append(", %s: %s".formatted(caller.of(value), type));
            });
    List<Definition> body = layer.body().stream().map(d -> d.with(indexed(d.value()))).toList();
    String statements = body(body, List.of(layer.result()), names);
    String head = "fn %s(%s, i: i64) -> %s {".formatted(function, parameters, layer.carriedType());
    functions.append('\n').append(Lines.wrapped("", head)).append(statements).append("}\n");
    return function;
  }

  /** Weights of layers by the number of the layer. */
  private Expr indexed(Expr expr) {
    return expr instanceof Expr.Ref(String value) && stacked.contains(value)
        ? new Index(expr, "i")
        : expr.mapParts(this::indexed);
  }
}
