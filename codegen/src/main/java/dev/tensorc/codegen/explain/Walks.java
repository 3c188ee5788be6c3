package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.LoopIr.Launch;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tensors of a kernel's row that do not lie in one piece, as far as the program says so. */
final class Walks {

  private Walks() {}

  /**
   * The tensors with elements apart, and how they are walked: {@code reads x down its axis 0}.
   *
   * @param inner the kernel's innermost axis
   */
  static List<String> apart(Launch launch, int inner) {
    Stream<Optional<String>> read =
        launch.call().inputs().stream().map(a -> apart(a.base(), a.access(), inner));
    Stream<Optional<String>> written =
        launch.target().written().stream()
            .flatMap(w -> w.region().stream().map(r -> apart(w.value(), r, inner)));
    return Stream.concat(phrase("reads", read), phrase("writes", written)).toList();
  }

  /** One phrase of all walks, if there are any. */
  private static Stream<String> phrase(String verb, Stream<Optional<String>> walks) {
    List<String> all = walks.flatMap(Optional::stream).distinct().toList();
    return all.isEmpty() ? Stream.empty() : Stream.of(verb + " " + String.join(", ", all));
  }

  private static Optional<String> apart(Value v, Access access, int inner) {
    for (int axis = 0; axis < access.axes().size(); axis++) {
      for (AxisPath path : access.axes().get(axis)) {
        if (path.axis() == inner) {
          long step = step(path);
          String name = Names.of(v);
          if (!isLast(v, axis)) {
            return Optional.of("%s down its axis %d".formatted(name, axis));
          }
          if (step != 1) {
            return Optional.of(
                step == -1
                    ? name + " backwards"
                    : "every %s element of %s".formatted(nth(step), name));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static long step(AxisPath path) {
    return path.layers().stream()
        .mapToLong(l -> l instanceof Access.Slice s ? s.step() : 1)
        .reduce(1, (a, b) -> a * b);
  }

  /** Whether the axis's elements lie next to each other where the array is row-major. */
  private static boolean isLast(Value v, int axis) {
    return IntStream.range(axis + 1, v.rank()).allMatch(a -> Dims.isConst(v.shape().get(a), 1));
  }

  private static String nth(long step) {
    long n = Math.abs(step);
    String number =
        n == 2
            ? "second"
            : n == 3
                ? "third"
                : n
                    + switch ((int) (n % 100 / 10 == 1 ? 0 : n % 10)) {
                      case 1 -> "st";
                      case 2 -> "nd";
                      case 3 -> "rd";
                      default -> "th";
                    };
    return step < 0 ? number + " (backwards)" : number;
  }
}
