package dev.tensorc.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JsonTest {

  @TempDir Path folder;

  private static Tensor read(String text, ElementType type, String... member) throws IOException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return Json.read(
        in, "x.json", type, Optional.of(member).filter(m -> m.length > 0).map(m -> m[0]));
  }

  @Test
  void nestedArrays() throws IOException {
    assertThat(read("[[1, 2.5], [3, -4e0]]", ElementType.F64))
        .isEqualTo(DoubleTensor.of(new double[] {1, 2.5, 3, -4}, 2, 2));
    assertThat(read(" 7 ", ElementType.F32)).isEqualTo(FloatTensor.of(new float[] {7}));
    assertThat(read("[[[]], [[]]]", ElementType.F32).shape()).containsExactly(2, 1, 0);
    assertThat(read("[9223372036854775807]", ElementType.I64))
        .isEqualTo(LongTensor.of(new long[] {Long.MAX_VALUE}, 1));
    assertThat(read("[null, NaN, -Infinity, 1e999]", ElementType.F64))
        .isEqualTo(
            DoubleTensor.of(
                new double[] {
                  Double.NaN, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY
                },
                4));
  }

  @Test
  void membersOfAnObject() throws IOException {
    String text = "{\"meta\": {\"x\": [9]}, \"x\": [1, 2], \"y\": 3}";
    assertThat(read(text, ElementType.F64, "x")).isEqualTo(DoubleTensor.of(new double[] {1, 2}, 2));
    assertThat(read(text, ElementType.F64, "y")).isEqualTo(DoubleTensor.of(new double[] {3}));
    assertThatThrownBy(() -> read(text, ElementType.F64, "z"))
        .hasMessage("x.json: there is no member `z`; there are: `meta`, `x`, `y`");
    assertThatThrownBy(() -> read("[1]", ElementType.F64, "z"))
        .hasMessage("x.json: line 1, column 1: no object, so there is no member `z`");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "F64 | [[1, 2], [3]]   | line 1, column 12: this array has length 1, and one before it 2",
        "F64 | [[1], 2]        | line 1, column 7: a number, where those before it are arrays",
        "F64 | [1, [2]]        | line 1, column 5: an array, where those before it have numbers",
        "F64 | [[], 1]         | line 1, column 6: a number, where those before it are arrays",
        "F64 | [1,/ \"a\"]     | line 2, column 2: the text `a`, where a number is wanted",
        "F64 | {\"a\": 1}      | line 1, column 1: an object, where a number or an array is wanted",
        "F64 | [1              | line 1, column ",
        "F64 | [1,]            | line 1, column ",
        "F64 | 1 2             | line 1, column 3: there is more behind the array",
        "F64 | [1e]            | line 1, column ",
        "F64 | [true]          | line 1, column 2: true is no f64",
        "F32 | [1e39]          | line 1, column 2: 1.0E39 is out of range for f32",
        "I32 | [1.5]           | line 1, column 2: `1.5` is no integer, and the elements are i32",
        "I32 | [null]          | line 1, column 2: no value, and i32 has no NaN for it",
        "I32 | [3000000000]    | line 1, column 2: `3000000000` is out of range for i32",
        "BOOL| [true, 2]       | line 1, column 8: `2` is neither true nor false",
        "F64 | ``              | the file is empty",
      })
  void mistakesHaveTheirPlace(ElementType type, String text, String message) {
    assertThatThrownBy(() -> read(text.replace('/', '\n'), type))
        .isInstanceOf(TensorFileException.class)
        .hasMessageStartingWith("x.json: " + message)
        .message()
        .doesNotContain("Source", "\n");
  }

  @Test
  void deepNestingIsRefused() {
    assertThatThrownBy(() -> read("[".repeat(65), ElementType.F64))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("arrays nest deeper than 64");
    assertThatThrownBy(() -> read("{\"a\":".repeat(100_000), ElementType.F64, "b"))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("nest");
  }

  /** 1 and 0 are elements of every type; they are read back as they were written. */
  @ParameterizedTest
  @EnumSource
  void everyTypeIsWrittenAndReadBack(ElementType type) throws IOException {
    boolean truth = type == ElementType.BOOL;
    Tensor ones = read(truth ? "[[true, false]]" : "[[1, 0]]", type);
    Json.write(folder.resolve("y.json"), ones);
    assertThat(Json.read(folder.resolve("y.json"), type, Optional.empty())).isEqualTo(ones);
  }

  @Test
  void whatIsWritten() throws IOException {
    var out = new ByteArrayOutputStream();
    double[] values = {1, Double.NaN, Double.NEGATIVE_INFINITY, 0.1};
    Json.write(out, DoubleTensor.of(values, 2, 2));
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("[[1.0, null],\n [-1e999, 0.1]]\n");
    assertThat(read(out.toString(StandardCharsets.UTF_8), ElementType.F64))
        .isEqualTo(DoubleTensor.of(values, 2, 2));
  }
}
