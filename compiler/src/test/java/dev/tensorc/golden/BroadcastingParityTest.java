package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Sample;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.runtime.Broadcast;
import dev.tensorc.runtime.BroadcastException;
import dev.tensorc.runtime.Broadcasting;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.Shape;
import dev.tensorc.runtime.Tensor;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Row D17: {@code Broadcasting} decides for hand-written Java as compiled code does in every
 * engine, for all pairs of shapes of ranks 0 to 2 and sizes 0 to 3.
 */
class BroadcastingParityTest {

  /** The library's verdict. */
  private interface Library {
    Broadcast join(long[] a, long[] b);
  }

  private static final int MOST = 3;

  @Test
  void d17_numpy() {
    assertThat(agree("broadcasting numpy", "a + b", Broadcasting::numpy)).isZero();
  }

  @Test
  void d17_strict() {
    assertThat(agree("broadcasting strict", "a + b", Broadcasting::strict)).isZero();
  }

  @Test
  void d17_equalRanks() {
    assertThat(
            agree(
                "@broadcasting(numpy, rank=off)",
                "a + b",
                (a, b) -> Broadcasting.numpyEqualRanks(shape(a), shape(b))))
        .isEqualTo(2);
    assertThat(
            agree(
                "@broadcasting(strict, rank=off)",
                "a + b",
                (a, b) -> Broadcasting.strictEqualRanks(shape(a), shape(b))))
        .isEqualTo(2);
  }

  @Test
  void d17_xla() {
    assertThat(agree("broadcasting xla", "a + b", (a, b) -> Broadcasting.xla(a, b))).isEqualTo(2);
    for (int axis = 0; axis < 2; axis++) {
      int to = axis;
      String operation = "a +{%d} b".formatted(to);
      Engines f = engines("broadcasting xla", operation, 2, 1).orElseThrow();
      Engines g = engines("broadcasting xla", operation, 1, 2).orElseThrow();
      for (long[] a : shapes(2)) {
        for (long[] b : shapes(1)) {
          same(f, operation, (x, y) -> Broadcasting.xla(x, y, to), a, b);
          same(g, operation, (x, y) -> Broadcasting.xla(x, y, to), b, a);
        }
      }
    }
  }

  @Test
  void d17_tml() {
    assertThat(agree("broadcasting tml", "a + b", Broadcasting::tml)).isZero();
    assertThat(agree("broadcasting tml", "a < b", Broadcasting::tmlRelational)).isEqualTo(2);
  }

  private static Shape shape(long... sizes) {
    return Shape.of(sizes);
  }

  /** Compares over all shapes; how many pairs of ranks do not compile: the library refuses them. */
  private static int agree(String discipline, String operation, Library library) {
    int refused = 0;
    for (int left = 0; left <= 2; left++) {
      for (int right = 0; right <= 2; right++) {
        Optional<Engines> f = engines(discipline, operation, left, right);
        var sample = new Sample("broadcasting", discipline, operation, left, right);
        for (long[] a : shapes(left)) {
          for (long[] b : shapes(right)) {
            if (!sample.takesOneOf(4)) {
              continue;
            }
            if (f.isPresent()) {
              same(f.get(), operation, library, a, b);
            } else {
              assertThat(verdict(library, a, b)).contains("ranks");
            }
          }
        }
        refused += f.isEmpty() ? 1 : 0;
      }
    }
    return refused;
  }

  private static void same(Engines f, String operation, Library library, long[] a, long[] b) {
    Object[] arguments = {argument(a), argument(b)};
    String compiled =
        switch (Engines.run(f.reference("f"), arguments)) {
          case String _ -> f.agreeOnFailure("f", arguments);
          case Tensor t -> {
            f.agree("f", arguments);
            yield text(t.shape());
          }
          default -> text();
        };
    assertThat(verdict(library, a, b))
        .as(() -> operation + " of " + text(a) + " with " + text(b))
        .isEqualTo(withoutPlace(compiled));
  }

  /** The joined shape, or the message. */
  private static String verdict(Library library, long[] a, long[] b) {
    try {
      return text(library.join(a, b).shape());
    } catch (BroadcastException e) {
      return withoutPlace("BroadcastException: " + e.getMessage());
    }
  }

  /** The first line names the place; only compiled code knows the declarations. */
  private static String withoutPlace(String text) {
    return text.startsWith("BroadcastException: ")
        ? text.replaceFirst(".* at [^:]*:[\\d:]+ ", "").replaceAll(" +declared .*", "")
        : text;
  }

  private static String text(long... shape) {
    return LongStream.of(shape).boxed().toList().toString();
  }

  private static Object argument(long... shape) {
    return shape.length == 0 ? 1.0 : DoubleTensor.zeros(shape);
  }

  private static List<long[]> shapes(int rank) {
    long count = Math.round(Math.pow(MOST + 1, rank));
    return LongStream.range(0, count)
        .mapToObj(
            code -> {
              var sizes = new long[rank];
              long rest = code;
              for (int axis = 0; axis < rank; axis++) {
                sizes[axis] = rest % (MOST + 1);
                rest /= MOST + 1;
              }
              return sizes;
            })
        .toList();
  }

  /** Empty where the ranks do not go together. */
  private static Optional<Engines> engines(
      String discipline, String operation, int left, int right) {
    String result = type(operation.contains("<") ? "bool" : "f64", Math.max(left, right));
    String program =
        "%s\nexport fn f(a: %s, b: %s) -> %s { return %s }"
            .formatted(discipline, type("f64", left), type("f64", right), result, operation);
    try {
      return Optional.of(Engines.of(program));
    } catch (CompilationException e) {
      assertThat(e.diagnostics()).allSatisfy(d -> assertThat(d.id()).startsWith("TC-B"));
      return Optional.empty();
    }
  }

  private static String type(String dtype, int rank) {
    return rank == 0
        ? dtype
        : Collections.nCopies(rank, "?").stream()
            .collect(Collectors.joining(", ", dtype + "[", "]"));
  }
}
