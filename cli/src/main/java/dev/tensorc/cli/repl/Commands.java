package dev.tensorc.cli.repl;

import dev.tensorc.CompiledProgram;
import dev.tensorc.cli.data.DataFiles;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.StagedFiles;
import dev.tensorc.runtime.io.TensorFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The lines that begin with a colon. */
final class Commands {

  /** The commands, with a word on each. */
  static final Map<String, String> ALL = all();

  private static final Pattern NAMED = Pattern.compile("(\\w+)\\s*=\\s*(.+)");
  private static final int ROWS = 12;
  private static final int MAX_COLUMNS = 100;

  private final Session session;
  private final int width;
  private final boolean colours;

  /**
   * @param width columns of the terminal
   * @param colours whether it shows them
   */
  Commands(Session session, int width, boolean colours) {
    this.session = session;
    this.width = Math.min(MAX_COLUMNS, Math.max(20, width - 14));
    this.colours = colours;
  }

  private static Map<String, String> all() {
    var all = new LinkedHashMap<String, String>();
    all.put("help", "these lines");
    all.put("names", "the values with their types, and the definitions");
    all.put("type", ":type EXPRESSION: its type, without running it");
    all.put("explain", ":explain EXPRESSION: how long its loops take, slow loops, stored arrays");
    all.put("load", ":load x=FILE: a value of a file, or of a word such as random:[3,4]");
    all.put("save", ":save x=FILE: a value to a file, in the format that its name ends in");
    all.put("plot", ":plot x [FILE.png]: a line, or a picture, here or in a file");
    all.put("forget", ":forget x: a value or a definition");
    all.put("quit", "the end");
    return all;
  }

  /** The text that a command prints. */
  String run(Entered.Command c) {
    return switch (c.name()) {
      case "help" -> help();
      case "names" -> names();
      case "type" ->
          types(session.compiled(session.generated(expression(c))).functions().getFirst());
      case "explain" -> explain(expression(c));
      case "load" -> load(named(c));
      case "save" -> save(named(c));
      case "plot" -> plot(c.rest().split("\\s+", 2));
      case "forget" -> forget(c.rest());
      default -> throw unknown(c.name());
    };
  }

  private static Failure unknown(String name) {
    String advice =
        Spelling.closest(name, ALL.keySet())
            .map(best -> "; did you mean `:" + best + "`?")
            .orElse("; `:help` lists them");
    return Failure.data("there is no command `:" + name + "`" + advice);
  }

  private static String help() {
    String commands =
        ALL.entrySet().stream()
            .map(c -> "  :%-8s %s\n".formatted(c.getKey(), c.getValue()))
            .collect(Collectors.joining());
    return """
    An expression prints its value, which is called `it` afterwards. `let x = ...` names a value,
    `fn f(x: f32[n]) { ... }` a function, `const` a constant; `import "file.tc"` brings the
    functions of a file. Open brackets go on in the next line. Tab completes.
    """
        + commands;
  }

  private String names() {
    String values =
        session.values().entrySet().stream()
            .map(v -> "%s: %s\n".formatted(v.getKey(), v.getValue().type()))
            .collect(Collectors.joining());
    String definitions =
        session.definitions().values().stream()
            .map(d -> d.lines().findFirst().orElse("") + "\n")
            .collect(Collectors.joining());
    return values.isEmpty() && definitions.isEmpty() ? "nothing yet\n" : values + definitions;
  }

  private static String expression(Entered.Command c) {
    if (c.rest().isEmpty()) {
      throw Failure.data(usage(c));
    }
    return c.rest();
  }

  private static String usage(Entered.Command c) {
    return Objects.requireNonNull(ALL.get(c.name()));
  }

  private static String types(Function f) {
    return f.results().stream().map(r -> r.declaredType() + "\n").collect(Collectors.joining());
  }

  /** The summary, under the expression instead of the function that was made of it. */
  private String explain(String expression) {
    CompiledProgram program = session.compiled(session.generated(expression));
    String summary = program.explain().summary();
    String type = types(program.functions().getFirst()).strip().replace("\n", ", ");
    return expression + ": " + type + summary.substring(summary.indexOf('\n'));
  }

  private static Matcher named(Entered.Command c) {
    Matcher named = NAMED.matcher(c.rest());
    if (!named.matches()) {
      throw Failure.data(usage(c));
    }
    return named;
  }

  private String load(Matcher named) {
    Tensor tensor = DataFiles.read(named.group(1), named.group(2));
    Named value = Named.of(tensor);
    session.put(named.group(1), value);
    return named.group(1) + ": " + value.type() + "\n";
  }

  private String save(Matcher named) {
    return DataFiles.write(named.group(1), tensor(named.group(1)), named.group(2)) + "\n";
  }

  private Tensor tensor(String name) {
    Named value = session.value(name);
    if (value.value() instanceof Tensor t) {
      return t;
    }
    DType dtype = DType.named(value.element()).orElseThrow();
    return TensorBridge.tensor(dtype, List.of(), List.of(value.value()));
  }

  private String forget(String name) {
    boolean value = session.values().remove(name) != null;
    boolean definition = session.definitions().remove(name) != null;
    if (!value && !definition) {
      session.value(name); // throws: there is no such value
    }
    return "";
  }

  // ---------------------------------------------------------------- plots

  private String plot(String[] words) {
    Tensor tensor = tensor(words[0]);
    boolean here = words.length == 1;
    double[] elements = elements(tensor);
    if (elements.length == 0) {
      throw Failure.data("`" + words[0] + "` has no elements to plot");
    }
    boolean pixels = tensor.rank() == 3 && List.of(1L, 3L, 4L).contains(tensor.size(2));
    if (tensor.rank() == 1 && here) {
      return Chart.of(elements, width, ROWS);
    }
    if (tensor.rank() != 1 && tensor.rank() != 2 && !pixels) {
      throw Failure.data(
          "`%s` is %s: a vector is plotted as a line, a matrix and pixels [h, w, 3] as a picture"
              .formatted(words[0], session.value(words[0]).type()));
    }
    if (tensor.rank() == 1) {
      return written(words[1], new LinePlot(elements).picture());
    }
    Picture picture = Picture.of(tensor.shape(), elements, tensor.type() == ElementType.U8);
    return here ? picture.text(width, 2 * ROWS, colours) : written(words[1], picture);
  }

  private static String written(String name, Picture picture) {
    if (!name.endsWith(".png")) {
      throw Failure.data(name + ": a plot is a .png file");
    }
    try {
      StagedFiles.write(Path.of(name), out -> DataFiles.png(out, picture.tensor(), name));
    } catch (TensorFileException e) {
      throw Failure.data("cannot write " + e.getMessage());
    }
    return "wrote %s: %d by %d pixels\n".formatted(name, picture.width(), picture.height());
  }

  private static double[] elements(Tensor tensor) {
    return TensorBridge.elements(tensor).stream().mapToDouble(Commands::number).toArray();
  }

  private static double number(Object element) {
    return switch (element) {
      case Boolean b -> b ? 1 : 0;
      case Number n -> n.doubleValue();
      default -> throw new IllegalStateException("no element: " + element);
    };
  }
}
