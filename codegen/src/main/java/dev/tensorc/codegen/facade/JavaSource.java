package dev.tensorc.codegen.facade;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The class that users call as Java source, for a sources jar and javadoc: signatures and their
 * documentation, from the program's {@code ##} lines, with bodies that only show where the code
 * comes from.
 */
public final class JavaSource {

  private static final String RUNTIME = "dev.tensorc.runtime.";
  private static final Set<String> OF_JAVA = Set.of("NullPointerException", "ArithmeticException");
  private static final int WIDTH = 100;
  private static final Given FILE = new Given("Path", "file", "a safetensors file");
  private static final Given OPTIONS =
      new Given("LoadOptions", "options", "how long the file stays mapped");

  private final Facade facade;
  private final String className;
  private final String sourceFile;
  private final Optional<TensorIr.Weights> weights;
  private final StringBuilder text = new StringBuilder();

  private JavaSource(TensorIr.Module module, String className, String sourceFile) {
    this.facade = Facade.of(module.functions(), className);
    this.weights = module.weights();
    this.className = className;
    this.sourceFile = sourceFile;
  }

  /**
   * @param sourceFile such as {@code pricing.tc}
   * @param packageName dotted, empty for the unnamed package
   * @param className simple name of the class
   */
  public static String of(
      TensorIr.Module module, String sourceFile, String packageName, String className) {
    var source = new JavaSource(module, className, sourceFile);
    if (!packageName.isEmpty()) {
      source.text.append("package ").append(packageName).append(";\n\n");
    }
    source.write();
    return source.text.toString();
  }

  private void write() {
    for (String name : imports()) {
      text.append("import ").append(RUNTIME).append(name).append(";\n");
    }
    if (weights.isPresent()) {
      text.append("import java.io.IOException;\nimport java.nio.file.Path;\n");
    }
    text.append('\n');
    String file = JavadocText.code(sourceFile);
    doc(
        "",
        List.of(
            "The functions of " + file + ".",
            "",
            "<p>The methods keep nothing between calls and may run in several threads at once;"
                + " results never share memory with arguments. This source shows them; their code"
                + " is in the class file, which was compiled from "
                + file
                + "."),
        List.of());
    text.append("@Generated(").append(quoted(sourceFile)).append(")\n");
    text.append("public final class ").append(className);
    text.append(weights.isPresent() ? " implements AutoCloseable {\n\n" : " {\n\n");
    text.append("  private ").append(className).append("() {}\n");
    weights.ifPresent(this::ofWeights);
    facade.records().forEach(this::record);
    facade.entries().forEach(this::method);
    text.append("}\n");
  }

  /** The methods that load the weights, and close them. */
  private void ofWeights(TensorIr.Weights w) {
    String file = JavadocText.code(w.file());
    load(
        List.of(), "The functions with the weights of " + file + ", which lies beside this class.");
    load(
        List.of(FILE),
        "The functions with the weights of a file such as " + file + ", until closed.");
    load(List.of(FILE, OPTIONS), "The functions with the weights of a file such as " + file + ".");
    text.append('\n');
    doc(
        "  ",
        List.of("Ends the use of the weights: the methods that need them throw then."),
        List.of());
    text.append("  @Override\n  public void close() {\n");
    noCode();
  }

  /** A parameter of {@code load}. */
  private record Given(String type, String name, String what) {}

  private void load(List<Given> given, String description) {
    var tags = new ArrayList<String>();
    given.forEach(g -> tags.add("@param " + g.name() + " " + g.what()));
    tags.add("@return an object for any number of threads, to be closed");
    tags.add(
        "@throws IOException if the file cannot be read or is damaged, or tensors are missing or"
            + " have another dtype or shape");
    text.append('\n');
    doc("  ", List.of(description), tags);
    String parameters =
        given.stream()
            .map(g -> (g.equals(OPTIONS) ? name(g.type()) : g.type()) + " " + g.name())
            .collect(Collectors.joining(", ", "(", ")"));
    text.append("  public static ").append(className).append(" load").append(parameters);
    text.append(" throws IOException {\n");
    noCode();
  }

  private void noCode() {
    text.append("    throw new UnsupportedOperationException(\n        ");
    text.append(quoted("the code is in the class file of " + className)).append(");\n  }\n");
  }

  /** The runtime's classes that are named, in order. */
  private Set<String> imports() {
    var names = new TreeSet<String>(Set.of("Generated"));
    weights.ifPresent(_ -> names.add("LoadOptions"));
    Stream<JavaParam> named =
        Stream.concat(
            facade.entries().stream().flatMap(e -> e.all().stream()),
            facade.records().stream().flatMap(r -> r.components().stream()));
    Stream.concat(named.map(JavaParam::type), facade.entries().stream().map(Entry::result))
        .filter(JavaType.TensorOf.class::isInstance)
        .forEach(t -> names.add(t.source()));
    facade.entries().stream()
        .flatMap(e -> Thrown.by(e).stream())
        .map(Thrown.Throw::type)
        .filter(type -> !OF_JAVA.contains(type))
        .forEach(names::add);
    names.remove(className); // where it is called like one of them, that one has its whole name
    return names;
  }

  private String name(String type) {
    return type.equals(className) ? RUNTIME + type : type;
  }

  private String name(JavaType type) {
    return type instanceof JavaType.TensorOf ? name(type.source()) : type.source();
  }

  private void record(ResultClass r) {
    text.append('\n');
    doc(
        "  ",
        List.of(
            "The results of "
                + JavadocText.code(r.function().name())
                + instance(r.function())
                + "."),
        r.components().stream().map(c -> param(c, "")).toList());
    text.append("  @Generated(").append(quoted(sourceFile)).append(")\n");
    text.append("  public record ").append(r.simpleName());
    text.append(list(r.components())).append(" {}\n");
  }

  private void method(Entry e) {
    TensorIr.Function f = e.function();
    text.append('\n');
    doc("  ", description(e), tags(e));
    text.append(f.weights().isEmpty() ? "  public static " : "  public ");
    text.append(name(e.result())).append(' ').append(e.name());
    text.append(list(e.all())).append(" {\n");
    text.append("    // ").append(JavadocText.place(f, sourceFile)).append('\n');
    noCode();
  }

  private String list(List<JavaParam> params) {
    return params.stream()
        .map(p -> name(p.type()) + " " + p.name())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  // ---------------------------------------------------------------- documentation

  private List<String> description(Entry e) {
    TensorIr.Function f = e.function();
    var lines = new ArrayList<>(JavadocText.of(f.doc()));
    if (lines.isEmpty()) {
      lines.add("The function " + JavadocText.code(f.name()) + instance(f) + ".");
    }
    lines.add("");
    lines.add("<p>" + JavadocText.code(signature(f)));
    if (e.isInto()) {
      lines.add("");
      lines.add("<p>Writes to outputs that it is given, and allocates none.");
    }
    return lines;
  }

  /** The dtypes for which the function is an instance of a generic one. */
  private static String instance(TensorIr.Function f) {
    return f.types().isEmpty()
        ? ""
        : " for " + f.types().stream().map(DType::label).collect(Collectors.joining(", "));
  }

  private static String signature(TensorIr.Function f) {
    String params =
        f.arguments().stream()
            .map(p -> p.name() + ": " + p.declaredType())
            .collect(Collectors.joining(", ", "(", ")"));
    String results =
        IntStream.range(0, f.results().size())
            .mapToObj(i -> named(f.results().get(i).name()) + Facade.resultType(f, i))
            .collect(Collectors.joining(", "));
    return f.name() + params + " -> " + (f.results().size() == 1 ? results : "(" + results + ")");
  }

  private static String named(String result) {
    return result.isEmpty() ? "" : result + ": ";
  }

  private static List<String> tags(Entry e) {
    var tags = new ArrayList<String>();
    e.outs().forEach(p -> tags.add(param(p, ", where the result is written")));
    e.params().forEach(p -> tags.add(param(p, "")));
    if (!e.isInto()) {
      TensorIr.Function f = e.function();
      String type =
          f.results().size() == 1 ? JavadocText.code(Facade.resultType(f, 0)) : "the results";
      boolean isNew = !(e.result() instanceof JavaType.Scalar);
      tags.add("@return " + type + (isNew ? ", in new memory" : ""));
    }
    Thrown.by(e).forEach(t -> tags.add("@throws " + t.type() + " " + t.when()));
    return tags;
  }

  private static String param(JavaParam p, String more) {
    String named =
        p.name().equals(p.label()) ? "" : ", " + JavadocText.code(p.label()) + " of the program";
    return "@param " + p.name() + " " + JavadocText.code(p.declaredType()) + more + named;
  }

  private void doc(String indent, List<String> lines, List<String> tags) {
    text.append(indent).append("/**\n");
    lines.forEach(line -> line(indent, line, ""));
    if (!tags.isEmpty()) {
      line(indent, "", "");
      tags.forEach(tag -> line(indent, tag, "    "));
    }
    text.append(indent).append(" */\n");
  }

  /** A line, folded where it is too long. */
  private void line(String indent, String line, String behind) {
    String start = indent + " *";
    var folded = new StringBuilder(start);
    for (String word : line.isEmpty() ? List.<String>of() : List.of(line.split(" "))) {
      if (folded.length() + 1 + word.length() > WIDTH && folded.length() > start.length()) {
        text.append(folded).append('\n');
        folded = new StringBuilder(start + behind);
      }
      folded.append(' ').append(word);
    }
    text.append(folded).append('\n');
  }

  private static String quoted(String s) {
    return "\"" + s.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
