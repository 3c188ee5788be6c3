package dev.tensorc.runtime.io;

import java.util.Arrays;

/**
 * Parses a header's dictionary: a Python literal with the keys {@code descr}, {@code fortran_order}
 * and {@code shape}. Reads exactly the literals that NumPy's own writer produces, in any order and
 * spacing, and evaluates nothing. Without recursion, so that no input exhausts the stack.
 */
final class NpyHeaderParser extends HeaderParser {
  private String descr = "";
  private boolean fortranOrder;
  private long[] shape = {};
  private boolean hasDescr;
  private boolean hasOrder;
  private boolean hasShape;

  private NpyHeaderParser(String file, String text) {
    super(file, text);
  }

  static NpyHeader parse(String file, String text) throws TensorFileException {
    NpyHeaderParser parser = new NpyHeaderParser(file, text);
    parser.dictionary();
    NpyType type = NpyType.parse(file, parser.descr);
    return new NpyHeader(type.type(), type.littleEndian(), parser.fortranOrder, parser.shape);
  }

  private void dictionary() throws TensorFileException {
    expect('{');
    while (!accept('}')) {
      entry();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    requireEnd("dictionary");
    requireKey(hasDescr, "descr");
    requireKey(hasOrder, "fortran_order");
    requireKey(hasShape, "shape");
  }

  private void requireKey(boolean present, String key) throws TensorFileException {
    if (!present) {
      throw new TensorFileException(file, "malformed header: the key '" + key + "' is missing");
    }
  }

  private void entry() throws TensorFileException {
    String key = string("a key");
    expect(':');
    switch (key) {
      case "descr" -> {
        requireFirst(hasDescr, key);
        hasDescr = true;
        descr = descr();
      }
      case "fortran_order" -> {
        requireFirst(hasOrder, key);
        hasOrder = true;
        fortranOrder = truth();
      }
      case "shape" -> {
        requireFirst(hasShape, key);
        hasShape = true;
        shape = shape();
      }
      default -> throw malformed("unknown key '" + NpyType.printable(key) + "'");
    }
  }

  private void requireFirst(boolean seen, String key) throws TensorFileException {
    if (seen) {
      throw malformed("the key '" + key + "' stands twice");
    }
  }

  private String descr() throws TensorFileException {
    skipBlanks();
    if (peek() == '[' || peek() == '(') {
      throw new TensorFileException(
          file,
          "a structured dtype (an array of records) is not supported: save each field apart"
              + " (x['name'])");
    }
    return string("a dtype");
  }

  private boolean truth() throws TensorFileException {
    skipBlanks();
    for (String word : new String[] {"True", "False"}) {
      if (text.startsWith(word, at)) {
        at += word.length();
        return word.equals("True");
      }
    }
    throw malformed("expected True or False");
  }

  private long[] shape() throws TensorFileException {
    expect('(');
    long[] sizes = new long[NpyHeader.MAX_RANK];
    int rank = 0;
    while (!accept(')')) {
      long size = integer();
      if (rank == sizes.length) {
        throw new TensorFileException(file, "the header promises more than 64 axes");
      }
      sizes[rank++] = size;
      if (!accept(',')) {
        if (rank == 1) {
          throw malformed("expected ',' after a single size");
        }
        expect(')');
        break;
      }
    }
    return Arrays.copyOf(sizes, rank);
  }

  private long integer() throws TensorFileException {
    skipBlanks();
    boolean negative = peek() == '-';
    int start = negative ? at + 1 : at;
    int end = start;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    if (end == start) {
      throw malformed("expected a size");
    }
    String digits = text.substring(start, end);
    if (negative) {
      throw new TensorFileException(
          file, "the header promises a negative size, -" + NpyType.printable(digits));
    }
    at = end;
    if (peek() == 'L') {
      at++; // written by Python 2
    }
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new TensorFileException(
          file, "the header promises a size of " + NpyType.printable(digits) + ", above 2^63-1");
    }
  }

  private String string(String what) throws TensorFileException {
    skipBlanks();
    char quote = peek();
    if (quote != '\'' && quote != '"') {
      throw malformed("expected " + what + " in quotes");
    }
    int end = text.indexOf(quote, at + 1);
    if (end < 0) {
      throw malformed("a quote is not closed");
    }
    String value = text.substring(at + 1, end);
    at = end + 1;
    return value;
  }
}
