package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Products of matrices of small integers are exact around the sizes at which floats end. */
class IntegerProductsTest {

  private static final int ROWS = 7;
  private static final int COLUMNS = 5;

  /** As types of the language. */
  private static final List<List<String>> TYPES =
      List.of(
          List.of("u8", "i8"),
          List.of("i8", "i8"),
          List.of("u8", "u8"),
          List.of("i16", "i8"),
          List.of("i16", "i16"));

  /** 2^24 is 514 * 255 * 128 and some, 258 * 255 * 255 and some, 1024 * 128 * 128. */
  private static final List<Integer> DEPTHS = List.of(0, 1, 258, 259, 514, 515, 1024, 1025, 2100);

  private final Random random = new Random(42);

  private static String name(List<String> types, int depth) {
    return "f_%s_%s_%d".formatted(types.getFirst(), types.getLast(), depth);
  }

  private static String function(List<String> types, int depth) {
    return """
    export fn %s(a: %s[n, %d], b: %s[%d, m]) -> i64[n, m] {
        return astype(a, i64) @ astype(b, i64)
    }
    """
        .formatted(name(types, depth), types.getFirst(), depth, types.getLast(), depth);
  }

  @Test
  void sumsAreExact() {
    String source =
        TYPES.stream()
            .flatMap(types -> DEPTHS.stream().map(depth -> function(types, depth)))
            .collect(Collectors.joining());
    for (EngineMode engine : List.of(EngineMode.VECTOR, EngineMode.SCALAR)) {
      Program program = Tensorc.compile(source, Options.DEFAULT.withEngine(engine));
      for (List<String> types : TYPES) {
        for (int depth : DEPTHS) {
          check(program, types, depth, true);
          check(program, types, depth, false);
        }
      }
    }
  }

  /**
   * @param extreme whether all elements have the largest absolute value
   */
  private void check(Program program, List<String> types, int depth, boolean extreme) {
    long[] a = elements(types.getFirst(), ROWS * depth, extreme);
    long[] b = elements(types.getLast(), depth * COLUMNS, extreme);
    var expected = new long[ROWS * COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        for (int k = 0; k < depth; k++) {
          expected[i * COLUMNS + j] += a[i * depth + k] * b[k * COLUMNS + j];
        }
      }
    }
    Object sums =
        program
            .function(name(types, depth))
            .invoke(
                tensor(types.getFirst(), a, ROWS, depth),
                tensor(types.getLast(), b, depth, COLUMNS));
    assertThat(((Tensor) sums).toArray()).as("%s of %d", types, depth).isEqualTo(expected);
  }

  private long[] elements(String type, int count, boolean extreme) {
    return switch (type) {
      case "u8" -> random.longs(count, extreme ? 255 : 0, 256).toArray();
      case "i8" -> random.longs(count, -128, extreme ? -127 : 128).toArray();
      default -> random.longs(count, -32768, extreme ? -32767 : 32768).toArray();
    };
  }

  private static Tensor tensor(String type, long[] elements, long... shape) {
    if (type.equals("i16")) {
      var shorts = new short[elements.length];
      for (int i = 0; i < shorts.length; i++) {
        shorts[i] = (short) elements[i];
      }
      return Tensors.of(ElementType.I16, shorts, shape);
    }
    var bytes = new byte[elements.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) elements[i];
    }
    return Tensors.of(type.equals("u8") ? ElementType.U8 : ElementType.I8, bytes, shape);
  }
}
