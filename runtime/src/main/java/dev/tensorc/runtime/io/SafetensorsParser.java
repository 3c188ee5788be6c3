package dev.tensorc.runtime.io;

import dev.tensorc.runtime.ElementType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parses the header of a safetensors file: JSON (RFC 8259) of one form, objects two deep. Without
 * recursion, so that no input exhausts the stack.
 */
final class SafetensorsParser extends HeaderParser {
  static final String METADATA = "__metadata__";
  private static final int MAX_RANK = 64;

  private Map<String, String> metadata = Map.of();
  private final List<SafetensorsHeader.Entry> entries = new ArrayList<>();

  private SafetensorsParser(String file, String text) {
    super(file, text);
  }

  static SafetensorsHeader parse(String file, String text) throws TensorFileException {
    SafetensorsParser parser = new SafetensorsParser(file, text);
    parser.object(parser::tensor);
    parser.requireEnd("object");
    return new SafetensorsHeader(parser.metadata, parser.entries);
  }

  /** A reader of a key's value. */
  private interface Value {
    void read(String key) throws TensorFileException;
  }

  private void object(Value value) throws TensorFileException {
    Set<String> keys = new HashSet<>();
    expect('{');
    if (accept('}')) {
      return;
    }
    do {
      String key = string("a name");
      if (!keys.add(key)) {
        throw malformed("the name '" + NpyType.printable(key) + "' stands twice");
      }
      expect(':');
      value.read(key);
    } while (accept(','));
    expect('}');
  }

  private void tensor(String name) throws TensorFileException {
    if (name.equals(METADATA)) {
      Map<String, String> read = new LinkedHashMap<>();
      object(key -> read.put(key, string("a text")));
      metadata = read;
      return;
    }
    List<String> dtype = new ArrayList<>(1);
    List<long[]> shape = new ArrayList<>(1);
    List<long[]> offsets = new ArrayList<>(1);
    object(
        key -> {
          switch (key) {
            case "dtype" -> dtype.add(string("a dtype"));
            case "shape" -> shape.add(integers());
            case "data_offsets" -> offsets.add(integers());
            default -> throw malformed("unknown key '" + NpyType.printable(key) + "'");
          }
        });
    if (dtype.isEmpty() || shape.isEmpty() || offsets.isEmpty()) {
      throw malformed(
          "tensor '%s' needs dtype, shape and data_offsets".formatted(NpyType.printable(name)));
    }
    long[] range = offsets.getFirst();
    if (range.length != 2) {
      throw malformed("data_offsets are two numbers, not " + range.length);
    }
    ElementType type = SafetensorsHeader.type(file, name, dtype.getFirst());
    entries.add(new SafetensorsHeader.Entry(name, type, shape.getFirst(), range[0], range[1]));
  }

  private long[] integers() throws TensorFileException {
    long[] values = new long[4]; // most have no more; there may be many
    int count = 0;
    expect('[');
    if (accept(']')) {
      return new long[0];
    }
    do {
      if (count == MAX_RANK) {
        throw malformed("more than 64 numbers");
      }
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = integer();
    } while (accept(','));
    expect(']');
    return Arrays.copyOf(values, count);
  }

  private long integer() throws TensorFileException {
    skipBlanks();
    int end = at;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    String digits = text.substring(at, end);
    if (digits.isEmpty() || digits.length() > 1 && digits.charAt(0) == '0') {
      throw malformed("expected a number, from 0 on and without a fraction,");
    }
    try {
      long value = Long.parseLong(digits);
      at = end;
      return value;
    } catch (NumberFormatException e) {
      throw malformed("a number above 2^63-1");
    }
  }

  private String string(String what) throws TensorFileException {
    skipBlanks();
    if (peek() != '"') {
      throw malformed("expected " + what + " in double quotes");
    }
    StringBuilder value = new StringBuilder();
    int next = at + 1;
    while (next < text.length() && text.charAt(next) != '"') {
      char c = text.charAt(next++);
      if (c < ' ') {
        throw malformed("a control character in a text");
      }
      if (c == '\\') {
        char code = next < text.length() ? text.charAt(next++) : '\0';
        if (code == 'u') {
          value.append(unit(next));
          next += 4;
        } else {
          value.append(escaped(code));
        }
      } else {
        value.append(c);
      }
    }
    if (next >= text.length()) {
      throw malformed("a quote is not closed");
    }
    at = next + 1;
    return value.toString();
  }

  private char escaped(char code) throws TensorFileException {
    return switch (code) {
      case '"', '\\', '/' -> code;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> throw malformed("an unknown escape in a text");
    };
  }

  private char unit(int from) throws TensorFileException {
    int unit = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = i < text.length() ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0 || text.charAt(i) > 'f') {
        throw malformed("\\u needs four hexadecimal digits");
      }
      unit = unit << 4 | digit;
    }
    return (char) unit;
  }
}
