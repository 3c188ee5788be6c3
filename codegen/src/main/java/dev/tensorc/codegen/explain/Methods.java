package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.code.JvmLimits;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The generated methods, as they stand in the class files. */
final class Methods {

  private static final Pattern KERNEL = Pattern.compile("kernel(\\d+)(?!\\d).*");

  /**
   * @param holder which class has it: {@code Vector} of {@code Name$Vector}, empty for the one that
   *     users call
   */
  private record Method(String holder, String name, String descriptor, int bytes) {
    String qualified() {
      return holder + "." + name;
    }
  }

  private static final Set<String> PLANS = Set.of("Plan", "Segments");

  /**
   * The classes in the order in which calls go through them, but for the one that leads to scalar
   * kernels at first.
   */
  private static final List<String> HOLDERS =
      List.of("", "Plan", "Vector", "Scalar", "Segments", "SegmentVector", "Staged");

  /** In the place of a kernel's number: the methods that kernels share, such as tiles. */
  private static final int SHARED = Integer.MAX_VALUE;

  private static final String ENTRY = "entry";
  private static final String INTO = "Into";

  private final List<Method> all;
  private final Set<String> names = new HashSet<>();

  private Methods(List<Method> all) {
    this.all = all;
    all.forEach(m -> names.add(m.qualified()));
  }

  /**
   * @param facade binary name of the class that users call
   */
  Methods(Map<String, byte[]> classFiles, String facade) {
    this.all = new ArrayList<>();
    classFiles.forEach(
        (name, bytes) -> {
          String holder = name.equals(facade) ? "" : name.substring(facade.length() + 1);
          if (!holder.contains(".")) {
            read(holder, ClassFile.of().parse(bytes));
          }
        });
  }

  private void read(String holder, ClassModel parsed) {
    parsed
        .methods()
        .forEach(
            m -> {
              String name = m.methodName().stringValue();
              if (!name.startsWith("<")) {
                int bytes = m.code().map(c -> ((CodeAttribute) c).codeLength()).orElse(0);
                var method = new Method(holder, name, m.methodType().stringValue(), bytes);
                all.add(method);
                names.add(method.qualified());
              }
            });
  }

  /** Whether the class {@code Name$holder} has a method called that. */
  boolean has(String holder, String name) {
    return names.contains(holder + "." + name);
  }

  /** The bytes of the largest one. */
  int largest() {
    return all.stream().mapToInt(Method::bytes).max().orElse(0);
  }

  /** The methods that some functions call, by their names, and some kernels. */
  Methods of(Set<String> functions, Set<Integer> kernels) {
    return new Methods(
        all.stream()
            .filter(
                m -> {
                  return PLANS.contains(m.holder())
                      ? functions.contains(m.name().replaceFirst("\\$.*", ""))
                      : m.holder().isEmpty()
                          ? functions.contains(m.name()) || functions.contains(intoOf(m.name()))
                          : kernels.contains(number(m.name())) || number(m.name()) == SHARED;
                })
            .toList());
  }

  /** {@code f} of {@code fInto}. */
  private static String intoOf(String name) {
    return name.endsWith(INTO) ? name.substring(0, name.length() - INTO.length()) : name;
  }

  /** A table: a line for each name, a column for each class. */
  String table() {
    List<String> holders =
        HOLDERS.stream().filter(h -> all.stream().anyMatch(m -> m.holder().equals(h))).toList();
    Map<String, Long> counts =
        all.stream().collect(Collectors.groupingBy(Method::qualified, Collectors.counting()));
    var rows = new LinkedHashMap<Row, Map<String, Integer>>();
    for (String holder : holders) {
      for (Method m : all) {
        if (m.holder().equals(holder)) {
          rows.computeIfAbsent(row(m, counts), _ -> new TreeMap<>())
              .merge(holder, m.bytes(), Math::max);
        }
      }
    }
    var text = new StringBuilder();
    int width = rows.keySet().stream().mapToInt(r -> r.label().length()).max().orElse(0);
    text.append(line("", width, holders, h -> h.isEmpty() ? ENTRY : h));
    rows.entrySet().stream()
        .sorted(Comparator.comparingInt(row -> row.getKey().kernel()))
        .forEach(
            row ->
                text.append(
                    line(row.getKey().label(), width, holders, h -> cell(row.getValue().get(h)))));
    return text.toString();
  }

  /**
   * @param kernel its number; -1 of a function, which may be called as a kernel is
   */
  private record Row(int kernel, String label) {}

  private static Row row(Method m, Map<String, Long> counts) {
    boolean ofFunction = m.holder().isEmpty() || PLANS.contains(m.holder());
    return new Row(ofFunction ? -1 : number(m.name()), label(m, counts));
  }

  /** A kernel's. */
  private static int number(String name) {
    Matcher kernel = KERNEL.matcher(name);
    return kernel.matches() ? Integer.parseInt(kernel.group(1)) : SHARED;
  }

  private static String cell(@Nullable Integer bytes) {
    return bytes == null ? "" : bytes + (bytes > JvmLimits.COMPILED_BYTES ? "!" : "");
  }

  private static String line(
      String label, int width, List<String> holders, Function<String, String> cell) {
    var line = new StringBuilder("  ").append(label).append(" ".repeat(width - label.length()));
    for (String holder : holders) {
      String text = cell.apply(holder);
      int column = Math.max(7, (holder.isEmpty() ? ENTRY : holder).length() + 2);
      line.append(" ".repeat(column - text.length())).append(text);
    }
    return line.toString().stripTrailing() + "\n";
  }

  /**
   * The name; of several of one name in a class, their parameters as well. The methods that users
   * call are small: of those of one name the largest is told of.
   */
  private static String label(Method m, Map<String, Long> counts) {
    return m.holder().isEmpty() || counts.getOrDefault(m.qualified(), 0L) == 1
        ? m.name()
        : m.name()
            + MethodTypeDesc.ofDescriptor(m.descriptor()).parameterList().stream()
                .map(ClassDesc::displayName)
                .collect(Collectors.joining(", ", "(", ")"));
  }
}
