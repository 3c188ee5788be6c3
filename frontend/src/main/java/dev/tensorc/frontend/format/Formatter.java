package dev.tensorc.frontend.format;

import dev.tensorc.frontend.BigStack;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.SourceText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a program in the one layout: four blanks a level, blanks between tokens by {@link
 * Spacing}, at most one empty line in a row and none at the edges of a block, a block that takes
 * several lines apart from its braces. Where else lines end is the author's choice. Comments stay
 * with the line that they are on; the sections of expectations at the end stay as they are.
 *
 * <p>Before and after: {@code let y=x [1:]*-2 # twice} becomes {@code let y = x[1:] * -2 # twice}.
 */
public final class Formatter {

  private static final String LEVEL = "    ";

  private final SourceText source;
  private final String program;
  private final List<Leaf> leaves;
  private final Set<Leaf> edges;
  private final Indents indents = new Indents();
  private final StringBuilder out = new StringBuilder();

  private Formatter(SourceText source) {
    this.source = source;
    this.program = source.text().substring(0, Parser.endOfProgram(source));
    this.leaves = Leaf.of(Parser.syntaxTree(source));
    this.edges = edges();
  }

  /**
   * The text of a program in the one layout; formatted again, it stays as it is.
   *
   * @throws CompilationException if the program has mistakes of syntax
   */
  public static String format(SourceText source) {
    Parser.parse(source).orThrow();
    return BigStack.call(
        () -> {
          var before = new Formatter(source);
          String text = before.run();
          var after = new Formatter(new SourceText(source.name(), text));
          if (!before.words().equals(after.words())) {
            throw new IllegalStateException("the layout would change the program");
          }
          return text;
        });
  }

  /** Braces of blocks that take several lines. */
  private Set<Leaf> edges() {
    var edges = new HashSet<Leaf>();
    var open = new ArrayList<Leaf>();
    for (Leaf leaf : leaves) {
      if (leaf.opensBlock()) {
        open.add(leaf);
      } else if (leaf.closesBlock()) {
        Leaf opener = open.removeLast();
        if (source.text().substring(opener.end(), leaf.start()).contains("\n")) {
          edges.add(opener);
          edges.add(leaf);
        }
      }
    }
    return edges;
  }

  private String run() {
    Leaf last = null;
    boolean begins = true;
    for (Leaf leaf : leaves) {
      if (leaf.endsStatement()) {
        begins = true;
        continue;
      }
      if (begins) {
        indents.beginStatement();
      }
      Gap gap = gap(last, leaf);
      if (leaf.endsFile()) {
        writeLines(gap, leaf, begins);
        break;
      }
      write(gap, last, leaf, begins);
      last = leaf;
      begins = leaf.opensBlock();
    }
    if (!out.isEmpty()) {
      out.append('\n');
    }
    return out + source.text().substring(program.length());
  }

  private Gap gap(@Nullable Leaf last, Leaf next) {
    int end = next.endsFile() ? program.length() : next.start();
    String text =
        last == null ? "\n" + program.substring(0, end) : program.substring(last.end(), end);
    boolean atBeginning = last == null || last.opens() || next.isElseOfStatement();
    boolean atEnd =
        next.endsFile()
            ? program.length() == source.text().length()
            : next.closes() || next.isElseOfStatement();
    return Gap.of(text).trimmed(atBeginning, atEnd);
  }

  private void write(Gap gap, @Nullable Leaf last, Leaf next, boolean begins) {
    writeLines(gap, next, begins);
    if (isBroken(gap, last, next)) {
      int level = indents.of(next, begins, false);
      indents.beginLine(level);
      newLine(level);
    } else if (last != null && Spacing.between(last, next)) {
      out.append(' ');
    }
    out.append(source.text(), next.start(), next.end());
    indents.wrote(next);
  }

  /** The comments and empty lines of a gap. */
  private void writeLines(Gap gap, Leaf next, boolean begins) {
    if (!gap.behind().isEmpty()) {
      out.append(' ').append(gap.behind());
    }
    for (String line : gap.lines()) {
      newLine(line.isEmpty() ? 0 : indents.of(next, begins, true));
      out.append(line);
    }
  }

  private boolean isBroken(Gap gap, @Nullable Leaf last, Leaf next) {
    if (gap.hasComments()) {
      return true;
    }
    boolean opened = last != null && last.opensBlock();
    if (next.isElseOfStatement() && edges.contains(last) || opened && next.closesBlock()) {
      return false;
    }
    boolean atEdge = opened && edges.contains(last) || next.closesBlock() && edges.contains(next);
    return gap.broken() || atEdge;
  }

  private void newLine(int level) {
    if (!out.isEmpty()) {
      out.append('\n');
    }
    out.append(LEVEL.repeat(level));
  }

  /** Everything that must not change: tokens and comments in order, and the ends of statements. */
  private List<String> words() {
    var words = new ArrayList<String>();
    Leaf last = null;
    for (Leaf leaf : leaves) {
      if (leaf.endsStatement()) {
        words.add("\n");
        continue;
      }
      Gap gap = gap(last, leaf);
      words.add(gap.behind());
      gap.lines().stream().filter(line -> !line.isEmpty()).forEach(words::add);
      words.add(source.text().substring(leaf.start(), leaf.end()));
      last = leaf;
    }
    return words;
  }
}
