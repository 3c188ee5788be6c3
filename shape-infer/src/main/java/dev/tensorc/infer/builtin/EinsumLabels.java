package dev.tensorc.infer.builtin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * The letters of {@code "ij,...j->...i"}.
 *
 * @param operands the labels of each operand's axes; {@link #REST} is {@code ...}
 * @param output those of the result's axes, each once
 */
record EinsumLabels(List<List<Character>> operands, List<Character> output) {

  /** Stands for the axes that have no label. */
  static final char REST = '.';

  /** The error of the text, in a sentence of a message. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(String message) {
      super(message);
    }
  }

  /**
   * Without {@code ->} the result has the axes of {@code ...}, then each label that stands once, in
   * the order of the alphabet.
   */
  static EinsumLabels of(String text) throws Malformed {
    String[] sides = text.replace(" ", "").split("->", -1);
    if (sides.length > 2) {
      throw new Malformed("`->` stands once");
    }
    var operands = new ArrayList<List<Character>>();
    for (String part : Arrays.asList(sides[0].split(",", -1))) {
      operands.add(labels(part));
    }
    List<Character> output = sides.length == 2 ? labels(sides[1]) : implied(operands);
    for (char label : output) {
      if (output.indexOf(label) != output.lastIndexOf(label)) {
        throw new Malformed("the result has `" + label + "` twice");
      }
      if (label != REST && operands.stream().noneMatch(o -> o.contains(label))) {
        throw new Malformed("the result has `" + label + "`, which no operand has");
      }
    }
    return new EinsumLabels(List.copyOf(operands), output);
  }

  private static List<Character> labels(String part) throws Malformed {
    var labels = new ArrayList<Character>();
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (part.startsWith("...", i) && !labels.contains(REST)) {
        labels.add(REST);
        i += 2;
      } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        labels.add(c);
      } else {
        throw new Malformed(
            c == REST ? "`...` stands once for each operand" : "`" + c + "` is no letter");
      }
    }
    return List.copyOf(labels);
  }

  private static List<Character> implied(List<List<Character>> operands) {
    var counts = new TreeMap<Character, Integer>();
    operands.forEach(o -> o.forEach(label -> counts.merge(label, 1, Integer::sum)));
    var output = new ArrayList<Character>();
    if (counts.remove(REST) != null) {
      output.add(REST);
    }
    counts.forEach(
        (label, count) -> {
          if (count == 1) {
            output.add(label);
          }
        });
    return List.copyOf(output);
  }
}
