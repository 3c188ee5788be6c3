package dev.tensorc.cli.data;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A number, a truth value or a nested list of them, from a command line.
 *
 * @param shape the lengths of the lists, outermost first; empty for a single value
 * @param elements Boolean, Long, BigInteger (from 2^63 to 2^64-1) or Double, row-major
 */
record Literal(List<Long> shape, List<Object> elements) {

  private static final int MAX_RANK = 32;

  /**
   * @throws IllegalArgumentException if the text is none of these; the message says why
   */
  static Literal parse(String text) {
    var reader = new Reader(text);
    Literal literal = reader.value(0);
    reader.end();
    return literal;
  }

  private static Literal stack(List<Literal> items) {
    List<Long> inner = items.isEmpty() ? List.of() : items.getFirst().shape();
    var shape = new ArrayList<Long>();
    shape.add((long) items.size());
    shape.addAll(inner);
    var elements = new ArrayList<Object>();
    for (Literal item : items) {
      if (!item.shape().equals(inner)) {
        throw new IllegalArgumentException(
            "the lists differ in length: shape " + inner + " beside " + item.shape());
      }
      elements.addAll(item.elements());
    }
    return new Literal(shape, elements);
  }

  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    Literal value(int depth) {
      if (depth > MAX_RANK) {
        throw new IllegalArgumentException("lists nest deeper than " + MAX_RANK);
      }
      return next('[') ? list(depth) : new Literal(List.of(), List.of(word()));
    }

    private Literal list(int depth) {
      var items = new ArrayList<Literal>();
      if (next(']')) {
        return stack(items);
      }
      do {
        items.add(value(depth + 1));
      } while (next(','));
      if (!next(']')) {
        throw new IllegalArgumentException("expected , or ] " + here());
      }
      return stack(items);
    }

    private boolean next(char c) {
      skipSpace();
      boolean there = at < text.length() && text.charAt(at) == c;
      at += there ? 1 : 0;
      return there;
    }

    private void skipSpace() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    private Object word() {
      skipSpace();
      int start = at;
      while (at < text.length() && "[], ".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String word = text.substring(start, at);
      return switch (word) {
        case "true" -> true;
        case "false" -> false;
        case "inf", "+inf" -> Double.POSITIVE_INFINITY;
        case "-inf" -> Double.NEGATIVE_INFINITY;
        case "nan" -> Double.NaN;
        default -> number(word);
      };
    }

    private Object number(String word) {
      if (!word.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?")) {
        throw new IllegalArgumentException(
            "`%s` is no number, true, false, list such as [1, 2], or file (%s)"
                .formatted(
                    word.isEmpty() ? text : word, DataFormat.list(List.of(DataFormat.values()))));
      }
      if (!word.matches("[+-]?\\d+")) {
        double value = Double.parseDouble(word);
        if (Double.isInfinite(value)) {
          throw new IllegalArgumentException(
              word + " is larger than any f64; infinity is written inf");
        }
        return value;
      }
      var integer = new BigInteger(word);
      if (integer.bitLength() < Long.SIZE) {
        return integer.longValue();
      }
      if (integer.signum() > 0 && integer.bitLength() == Long.SIZE) {
        return integer;
      }
      throw new IllegalArgumentException(word + " does not fit 64 bits");
    }

    void end() {
      skipSpace();
      if (at < text.length()) {
        String list = text.startsWith("[") ? "" : "; a list stands in brackets: [1, 2]";
        throw new IllegalArgumentException("nothing may follow " + here() + list);
      }
    }

    private String here() {
      return "at character " + (at + 1) + " of " + text;
    }
  }
}
