package dev.tensorc.frontend.format;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How far lines are indented, in levels. A block is one level deeper than the statement that it
 * belongs to, text in brackets one deeper than the line of the opening bracket, and the further
 * lines of a statement one deeper than its first, those of {@code where} two.
 */
final class Indents {

  /**
   * An open bracket.
   *
   * @param content the level of lines inside
   * @param closer the level of a line that begins with its closing bracket
   */
  private record Open(int content, int closer, boolean block) {}

  private final Deque<Open> open = new ArrayDeque<>();
  private int statement;
  private int line;
  private int further;

  /** The next token begins a statement. */
  void beginStatement() {
    statement = open.isEmpty() ? 0 : open.peek().content();
    further = 1;
  }

  /**
   * The level of a line.
   *
   * @param next the token that the line begins with, or that follows the comment on it
   * @param begins whether that token begins a statement, or the end of a block
   * @param comment whether the line is a comment
   */
  int of(Leaf next, boolean begins, boolean comment) {
    if (next.closes() && !comment) {
      return open.getFirst().closer();
    }
    if (!open.isEmpty() && !open.peek().block()) {
      return open.peek().content();
    }
    return begins || next.isElseOfStatement() ? statement : statement + further;
  }

  void beginLine(int level) {
    line = level;
  }

  /** After a token was written. */
  void wrote(Leaf leaf) {
    if (leaf.beginsClauses()) {
      further = 2;
    } else if (leaf.opensBlock()) {
      open.push(new Open(statement + 1, statement, true));
    } else if (leaf.opens()) {
      open.push(new Open(line + 1, line, false));
    } else if (leaf.closes()) {
      Open closed = open.pop();
      statement = closed.block() ? closed.closer() : statement;
    }
  }
}
