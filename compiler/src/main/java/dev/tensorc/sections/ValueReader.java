package dev.tensorc.sections;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Reads the values of sections.
 *
 * <pre>
 * 2.5:f64   [[1, 2], [3, 4]]:f32   [nan, -inf, -0.0]:f32   [true, false]:bool   []:i64
 * "+-+"   (the units of a text)
 * zeros(0, 3):f32   ones(2):i32   arange(2, 3):f32   (0, 1, 2, ... in row-major order)
 * </pre>
 *
 * <p>All methods throw a {@link SectionException} where the text is no value.
 */
final class ValueReader {

  private static final int MAX_RANK = 32;

  /** Characters of the text that a message shows. */
  private static final int SHOWN = 20;

  private final String text;
  private int at;

  private ValueReader(String text) {
    this.text = text;
  }

  /**
   * A value, or several of a function's results: {@code (lo=[1]:f32, hi=2:f32)}.
   *
   * @return the results by name; the name of the only one is empty
   */
  static Map<String, Value> readResults(String text) {
    var reader = new ValueReader(text);
    Map<String, Value> results =
        reader.next('(') ? reader.named() : new LinkedHashMap<>(Map.of("", reader.value()));
    reader.end();
    return results;
  }

  /** {@code f(a=[1, 2]:f32, s=3)}. */
  static Call readCall(String text) {
    var reader = new ValueReader(text);
    var function = new StringBuilder(reader.word("a function"));
    if (reader.next('[')) { // an instance of a generic function
      function.append('[').append(reader.word("a dtype"));
      while (reader.next(',')) {
        function.append(", ").append(reader.word("a dtype"));
      }
      function.append(']');
      reader.expect(']');
    }
    reader.expect('(');
    Map<String, Value> arguments = reader.named();
    reader.end();
    return new Call(function.toString(), arguments);
  }

  /** {@code a=[1, 2]:f32, s=3)}. */
  private Map<String, Value> named() {
    var values = new LinkedHashMap<String, Value>();
    while (!next(')')) {
      String name = word("name=value");
      expect('=');
      if (values.put(name, value()) != null) {
        throw new SectionException("`" + name + "` is given twice");
      }
      separator(')');
    }
    return values;
  }

  private Value value() {
    Value value = next('"') ? text() : next('[') ? list(1) : single();
    if (!next(':')) {
      return value;
    }
    String dtype = word("a dtype");
    return value.as(
        DType.named(dtype).orElseThrow(() -> new SectionException("`" + dtype + "` is no dtype")));
  }

  /** The UTF-16 units of a text. */
  private Value text() {
    int end = text.indexOf('"', at);
    if (end < 0) {
      throw new SectionException("a text is not closed: \"" + shown(at));
    }
    List<String> units = text.substring(at, end).chars().mapToObj(Integer::toString).toList();
    at = end + 1;
    return new Value(List.of((long) units.size()), units, Optional.empty());
  }

  private Value list(int depth) {
    if (depth > MAX_RANK) {
      throw new SectionException("lists nest deeper than " + MAX_RANK);
    }
    var items = new ArrayList<Value>();
    while (!next(']')) {
      items.add(next('[') ? list(depth + 1) : single());
      separator(']');
    }
    List<Long> inner = items.isEmpty() ? List.of() : items.getFirst().shape();
    var shape = new ArrayList<>(List.of((long) items.size()));
    shape.addAll(inner);
    var words = new ArrayList<String>();
    for (Value item : items) {
      if (!item.shape().equals(inner)) {
        throw new SectionException(
            "the lists differ in length: shape " + inner + " beside " + item.shape());
      }
      words.addAll(item.words());
    }
    return new Value(shape, words, Optional.empty());
  }

  private Value single() {
    String word = word("a value");
    if (!next('(')) {
      return new Value(List.of(), List.of(word), Optional.empty());
    }
    var shape = new ArrayList<Long>();
    while (!next(')')) {
      shape.add(size(word("a size")));
      separator(')');
    }
    int count = count(shape);
    List<String> words =
        switch (word) {
          case "zeros" -> Collections.nCopies(count, "0");
          case "ones" -> Collections.nCopies(count, "1");
          case "arange" -> LongStream.range(0, count).mapToObj(Long::toString).toList();
          default ->
              throw new SectionException(
                  "`" + word + "` makes no values here: zeros, ones and arange do");
        };
    return new Value(shape, words, Optional.empty());
  }

  private static long size(String word) {
    if (!word.matches("\\d{1,10}")) {
      throw new SectionException("`" + word + "` is no size");
    }
    return Long.parseLong(word);
  }

  private static int count(List<Long> shape) {
    try {
      return Math.toIntExact(shape.stream().reduce(1L, Math::multiplyExact));
    } catch (ArithmeticException e) {
      throw new SectionException(shape + " has too many elements");
    }
  }

  private String word(String what) {
    skipSpace();
    int start = at;
    while (at < text.length() && "[](),:= \n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at == start) {
      throw expected(what);
    }
    return text.substring(start, at);
  }

  private boolean next(char c) {
    skipSpace();
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private void expect(char c) {
    if (!next(c)) {
      throw expected("`" + c + "`");
    }
  }

  /** Between items; before the end it may be left out. */
  private void separator(char end) {
    if (!next(',') && !(at < text.length() && text.charAt(at) == end)) {
      throw expected("`,` or `" + end + "`");
    }
  }

  private void end() {
    skipSpace();
    if (at < text.length()) {
      throw new SectionException("nothing may follow here: `" + shown(at) + "`");
    }
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private SectionException expected(String what) {
    if (at < text.length()) {
      return new SectionException("expected " + what + " before `" + shown(at) + "`");
    }
    String end = text.substring(Math.max(0, at - SHOWN)).strip();
    return new SectionException(
        "expected " + what + (end.isEmpty() ? "" : " behind `" + end + "`"));
  }

  private String shown(int from) {
    return text.length() - from <= SHOWN
        ? text.substring(from)
        : text.substring(from, from + SHOWN) + "...";
  }
}
