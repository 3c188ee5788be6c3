package dev.tensorc.golden;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Reads the values of test files.
 *
 * <pre>
 * 2.5:f64   [[1, 2], [3, 4]]:f32   [nan, -inf, -0.0]:f32   [true, false]:bool   []:i64
 * "+-+"   (the units of a text)
 * zeros(0, 3):f32   ones(2):i32   arange(2, 3):f32   (0, 1, 2, ... in row-major order)
 * </pre>
 */
final class ValueReader {

  private final String text;
  private int at;

  private ValueReader(String text) {
    this.text = text;
  }

  /** A value before it has a dtype: its shape and its elements as they are written. */
  record Value(List<Long> shape, List<String> words, Optional<DType> dtype) {

    Value as(DType other) {
      return new Value(shape, words, Optional.of(other));
    }

    /** A tensor of the runtime or, with an empty shape, a boxed scalar. */
    Object toArgument() {
      DType type = dtype.orElseThrow(() -> new IllegalArgumentException("a dtype is missing"));
      List<Object> elements = words.stream().map(w -> element(w, type)).toList();
      return shape.isEmpty() ? elements.getFirst() : TensorBridge.tensor(type, shape, elements);
    }

    private static Object element(String word, DType dtype) {
      String number = word.replace("nan", "NaN").replace("inf", "Infinity");
      return switch (dtype) {
        case BOOL -> bool(word);
        case U8, U16, I8, I16, I32 -> Integer.valueOf(word);
        case U32 -> Integer.parseUnsignedInt(word);
        case U64 -> Long.parseUnsignedLong(word);
        case I64 -> Long.valueOf(word);
        case F16, BF16 -> Scalars.nearest(dtype, Double.parseDouble(number));
        case F32 -> Float.valueOf(number);
        case F64 -> Double.valueOf(number);
      };
    }

    private static Boolean bool(String word) {
      if (!word.equals("true") && !word.equals("false")) {
        throw new IllegalArgumentException("neither true nor false: " + word);
      }
      return Boolean.valueOf(word);
    }
  }

  /** A function and its arguments by name, in the order in which they are written. */
  record Call(String function, Map<String, Value> arguments) {}

  /**
   * A value of a stated dtype, or several of a function's results: {@code (lo=[1]:f32, hi=2:f32)}.
   *
   * @return the results by name; the name of the only one is empty
   */
  static Map<String, Object> readResults(String text) {
    var reader = new ValueReader(text);
    var results = new LinkedHashMap<String, Object>();
    if (reader.next('(')) {
      reader.named().forEach((name, value) -> results.put(name, value.toArgument()));
    } else {
      results.put("", reader.value().toArgument());
    }
    reader.end();
    return results;
  }

  /** {@code f(a=[1, 2]:f32, s=3)}. */
  static Call readCall(String text) {
    var reader = new ValueReader(text);
    String function = reader.word();
    if (reader.next('[')) {
      function += "[" + reader.word() + "]"; // an instance of a generic function
      reader.expect(']');
    }
    reader.expect('(');
    Map<String, Value> arguments = reader.named();
    reader.end();
    return new Call(function, arguments);
  }

  /** {@code a=[1, 2]:f32, s=3)}. */
  private Map<String, Value> named() {
    var values = new LinkedHashMap<String, Value>();
    while (!next(')')) {
      String name = word();
      expect('=');
      values.put(name, value());
      next(',');
    }
    return values;
  }

  private Value value() {
    Value value = next('"') ? text() : next('[') ? list() : single();
    return next(':') ? value.as(DType.named(word()).orElseThrow(this::bad)) : value;
  }

  /** The UTF-16 units of a text. */
  private Value text() {
    var units = new ArrayList<String>();
    while (text.charAt(at) != '"') {
      units.add(Integer.toString(text.charAt(at++)));
    }
    at++;
    return new Value(List.of((long) units.size()), units, Optional.empty());
  }

  private Value list() {
    var items = new ArrayList<Value>();
    while (!next(']')) {
      items.add(next('[') ? list() : single());
      next(',');
    }
    List<Long> inner = items.isEmpty() ? List.of() : items.getFirst().shape();
    var shape = new ArrayList<>(List.of((long) items.size()));
    shape.addAll(inner);
    var words = new ArrayList<String>();
    for (Value item : items) {
      if (!item.shape().equals(inner)) {
        throw bad();
      }
      words.addAll(item.words());
    }
    return new Value(shape, words, Optional.empty());
  }

  private Value single() {
    String word = word();
    if (!next('(')) {
      return new Value(List.of(), List.of(word), Optional.empty());
    }
    var shape = new ArrayList<Long>();
    while (!next(')')) {
      shape.add(Long.valueOf(word()));
      next(',');
    }
    int count = Math.toIntExact(shape.stream().reduce(1L, Math::multiplyExact));
    List<String> words =
        switch (word) {
          case "zeros" -> Collections.nCopies(count, "0");
          case "ones" -> Collections.nCopies(count, "1");
          case "arange" -> LongStream.range(0, count).mapToObj(Long::toString).toList();
          default -> throw bad();
        };
    return new Value(shape, words, Optional.empty());
  }

  private String word() {
    skipSpace();
    int start = at;
    while (at < text.length() && "[](),:= \n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at == start) {
      throw bad();
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
      throw bad();
    }
  }

  private void end() {
    skipSpace();
    if (at < text.length()) {
      throw bad();
    }
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException bad() {
    return new IllegalArgumentException("cannot read at character " + at + " of: " + text);
  }
}
