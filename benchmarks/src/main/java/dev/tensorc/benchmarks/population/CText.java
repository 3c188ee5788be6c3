package dev.tensorc.benchmarks.population;

/** Lines of C, indented by blocks. */
final class CText {

  private final StringBuilder text = new StringBuilder();
  private int depth;
  private int names;

  /** A name that nothing else has. */
  String fresh(String prefix) {
    return prefix + names++;
  }

  void line(String format, Object... args) {
    text.append("  ".repeat(depth)).append(format.formatted(args)).append('\n');
  }

  /** Begins a block, behind its head. */
  void open(String head, Object... args) {
    line(head + " {", args);
    depth++;
  }

  void close() {
    depth--;
    line("}");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
