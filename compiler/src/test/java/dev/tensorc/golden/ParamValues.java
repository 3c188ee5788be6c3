package dev.tensorc.golden;

import dev.tensorc.ir.Builtin.Param;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The kinds of a parameter's arguments in the table of builtins, as values that a program can
 * write.
 */
public final class ParamValues {

  private ParamValues() {}

  /** A dtype of each kind, and of each way to compute. */
  private static final List<DType> DTYPES =
      List.of(DType.BOOL, DType.U8, DType.I32, DType.I64, DType.F16, DType.F32, DType.F64);

  /**
   * Values of an optional parameter that are not its default; most functions take all of them.
   *
   * @param rank how many axes the array has that is the function's first argument, {@code x}
   */
  public static List<String> of(Param p, int rank) {
    List<String> values =
        switch (p.kind()) {
          case ARRAY -> List.of("x");
          case MASK -> List.of("true", "x == x");
          case INDICES -> List.of("[0, -1]");
          case DTYPE -> DTYPES.stream().map(DType::label).toList();
          case AXIS -> axes(rank).toList();
          case AXES -> Stream.concat(axes(rank), all(rank)).toList();
          case NUMBER -> List.of("0", "1", "3", "-1", "0.5", "inf", "-inf");
          case INTEGER -> List.of("0", "1", "2", "-1");
          case FLAG -> List.of("false", "true");
          case CHOICE -> p.choices();
          case ARRAYS, VARIADIC, SHAPE, VALUE ->
              throw new IllegalArgumentException(p + " is not optional in any function");
        };
    return values.stream().filter(v -> !v.equals(p.otherwise())).toList();
  }

  private static Stream<String> axes(int rank) {
    return IntStream.range(-rank, rank).mapToObj(Integer::toString);
  }

  /** All axes, the last one first. */
  private static Stream<String> all(int rank) {
    String list =
        IntStream.range(0, rank)
            .mapToObj(i -> Integer.toString(rank - 1 - i))
            .collect(Collectors.joining(", ", "(", ")"));
    return rank > 1 ? Stream.of(list) : Stream.empty();
  }
}
