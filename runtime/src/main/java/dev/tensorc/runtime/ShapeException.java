package dev.tensorc.runtime;

import java.util.Arrays;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * A shape differs from its declaration, or does not allow an operation. Generated code calls the
 * factories: {@code throw ShapeException.rank(...)}. Axes count from 0; locations read {@code
 * file.tc:line:column}.
 */
public class ShapeException extends TensorException {
  private static final long serialVersionUID = 1L;

  /** An exception with a message for the user. */
  public ShapeException(String message) {
    super(message);
  }

  /** A parameter has another number of axes than its type declares. */
  public static ShapeException rank(String param, String declaredType, long[] actualShape) {
    return new ShapeException(
        "%s is declared %s, but the argument has shape %s (rank %d)"
            .formatted(param, declaredType, Arrays.toString(actualShape), actualShape.length));
  }

  /**
   * A value whose rank is found at run time has too many axes, or too few.
   *
   * @param demand the operation that asks for another rank, such as {@code x[..., n] needs at least
   *     1 axis}
   */
  public static ShapeException rank(String what, String location, long rank, String demand) {
    return new ShapeException(
        "%s has rank %d at %s, but %s".formatted(what, rank, location, demand));
  }

  /**
   * Two values differ in their leading sizes; see {@code Unranked.requireSameLeading} in {@code
   * link}.
   */
  public static ShapeException leading(
      String what,
      String location,
      String[] names,
      String[] types,
      long[][] shapes,
      long[][] leading) {
    var lines =
        new StringBuilder("%s at %s, but the leading sizes differ".formatted(what, location));
    String[] heads = {sizes(leading[0]), sizes(leading[1])};
    String[] labels = {names[0] + " : " + types[0], names[1] + " : " + types[1]};
    int head = Math.max(heads[0].length(), heads[1].length());
    int label = Math.max(labels[0].length(), labels[1].length());
    for (int i = 0; i < names.length; i++) {
      lines.append(
          "\n    %s   %s   of shape %s"
              .formatted(
                  labels[i] + " ".repeat(label - labels[i].length()),
                  " ".repeat(head - heads[i].length()) + heads[i],
                  Arrays.toString(shapes[i])));
    }
    return new ShapeException(lines.toString());
  }

  private static String sizes(long[] sizes) {
    return Arrays.stream(sizes)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /**
   * A parameter's axis has another size than its type, or something computed from it, demands.
   *
   * @param reason why {@code expected} is expected, as half a sentence; may be empty
   */
  public static ShapeException size(
      String param, String declaredType, int axis, long actual, long expected, String reason) {
    String because = reason.isEmpty() ? "" : " (" + reason + ")";
    return new ShapeException(
        "%s is declared %s: axis %d must have size %d%s, but the argument has size %d there"
            .formatted(param, declaredType, axis, expected, because, actual));
  }

  /** A named dimension stands for one size, but two places of the signature have different ones. */
  public static ShapeException named(
      String function,
      String location,
      String dimName,
      String firstParam,
      int firstAxis,
      long firstSize,
      String param,
      int axis,
      long size) {
    return new ShapeException(
        """
        the sizes of dimension %1$s of %8$s differ at %9$s
            %1$s = %2$d   axis %3$d of %4$s
            %1$s = %5$d   axis %6$d of %7$s
        a named dimension is one size wherever it stands in a signature; where the sizes may differ, \
        give them different names\
        """
            .formatted(
                dimName, firstSize, firstAxis, firstParam, size, axis, param, function, location));
  }

  /**
   * A result, or a value with an ascribed type, does not have the shape that was declared for it.
   *
   * @param what the declared value, such as {@code the result of f} or {@code x}
   */
  public static ShapeException result(
      String what, String declaredType, String location, long[] actualShape) {
    return new ShapeException(
        "%s is declared %s at %s, but has shape %s"
            .formatted(what, declaredType, location, Arrays.toString(actualShape)));
  }

  /** One axis of a result, or of a value with an ascribed type, does not have the declared size. */
  public static ShapeException result(
      String what, String declaredType, String location, int axis, long actual, long expected) {
    return new ShapeException(
        "%s is declared %s at %s: axis %d must have size %d, but has size %d"
            .formatted(what, declaredType, location, axis, expected, actual));
  }

  /** A maximum or minimum over an axis without elements. */
  public static ShapeException empty(String function, String location, String operand, int axis) {
    return new ShapeException(
        "%s at %s: axis %d of %s is empty, and %s of nothing has no value"
            .formatted(function, location, axis, operand, function));
  }

  /** An index outside an axis. */
  public static ShapeException index(
      String location, String operand, int axis, long index, long size) {
    return index("axis %d of %s at %s".formatted(axis, operand, location), index, size);
  }

  /**
   * An index outside an axis.
   *
   * @param place the axis, and where it is indexed
   */
  public static ShapeException index(String place, long index, long size) {
    String allowed =
        size == 0 ? "the axis is empty" : "indices go from %d to %d".formatted(-size, size - 1);
    return new ShapeException(
        "index %d is out of bounds for %s: size %d, %s".formatted(index, place, size, allowed));
  }

  /**
   * A subscript of index notation runs beyond an axis.
   *
   * @param subscript as written
   * @param least the lowest index that it takes
   * @param most the highest one
   */
  public static ShapeException subscript(
      String location,
      String operand,
      int axis,
      String subscript,
      long least,
      long most,
      long size) {
    String allowed =
        size == 0 ? "the axis is empty" : "indices go from 0 to %d".formatted(size - 1);
    return new ShapeException(
        "the subscript %s at %s runs from %d to %d on axis %d of %s: size %d, %s"
            .formatted(subscript, location, least, most, axis, operand, size, allowed));
  }

  /**
   * Two axes that must have one size have two.
   *
   * @param title the error, and its place
   * @param rule why the sizes must be equal
   * @param first has the size that is expected of the other
   */
  public static ShapeException extents(
      String title,
      String rule,
      String first,
      int firstAxis,
      long firstSize,
      String operand,
      int axis,
      long size) {
    return new ShapeException(
        """
        %s
            %s has size %d on axis %d
            %s has size %d on axis %d
        %s\
        """
            .formatted(title, first, firstSize, firstAxis, operand, size, axis, rule));
  }

  /**
   * A function's {@code where} clause does not hold.
   *
   * @param names of the sizes in the clause
   * @param values of these sizes
   */
  public static ShapeException clause(
      String function, String clause, String location, String[] names, long[] values) {
    var found = new StringJoiner(", ");
    for (int i = 0; i < names.length; i++) {
      found.add(names[i] + " = " + values[i]);
    }
    return new ShapeException(
        "%s requires %s at %s, but %s".formatted(function, clause, location, found));
  }

  /**
   * The output given to an {@code ...Into} method cannot be used.
   *
   * @param output its name; empty for the only one
   */
  public static ShapeException output(String output, String detail) {
    String which = output.isEmpty() ? "" : " " + output;
    return new ShapeException("cannot write to the output" + which + ": " + detail);
  }
}
