package dev.tensorc.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.io.CsvOptions.Header;
import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CsvTest {

  @TempDir Path folder;

  private static Tensor read(String text, ElementType type, CsvOptions options) throws IOException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return Csv.read(in, "x.csv", type, options);
  }

  private static DoubleTensor matrix(double[][] rows) {
    return DoubleTensor.copyOf(rows);
  }

  private static void reads(String text, double[][] rows) throws IOException {
    assertThat(read(text, ElementType.F64, CsvOptions.DEFAULT)).isEqualTo(matrix(rows));
  }

  @Test
  void rowsWithAndWithoutAHeader() throws IOException {
    reads("1,2\n3,4\n", new double[][] {{1, 2}, {3, 4}});
    reads("a,b\n1,2\n3,4", new double[][] {{1, 2}, {3, 4}});
    reads("\ufeffa,b\r\n1,2\r\n", new double[][] {{1, 2}});
    reads("7", new double[][] {{7}});
    assertThat(read("a,b\n", ElementType.F32, CsvOptions.DEFAULT).shape()).containsExactly(0, 2);
    assertThat(read("1,2\n3,4\n", ElementType.F64, CsvOptions.DEFAULT.withHeader(Header.YES)))
        .isEqualTo(matrix(new double[][] {{3, 4}}));
  }

  @Test
  void quotesBlanksEmptyLinesAndSeparators() throws IOException {
    reads("\"a,b\",\"say \"\"c\"\"\"\n\"1\", 2 \n\n 3 , \"4\"\n", new double[][] {{1, 2}, {3, 4}});
    reads("1;2\n3;4\n", new double[][] {{1, 2}, {3, 4}});
    reads("1\t2\n3\t4\n", new double[][] {{1, 2}, {3, 4}});
    reads("\"a\nb\",c\n1,2\n", new double[][] {{1, 2}});
    Files.writeString(folder.resolve("x.tsv"), "1,5\t2\n".replace(',', '.'));
    assertThat(Csv.read(folder.resolve("x.tsv"), ElementType.F64, CsvOptions.DEFAULT))
        .isEqualTo(matrix(new double[][] {{1.5, 2}}));
  }

  @Test
  void emptyFieldsAreNaN() throws IOException {
    double nan = Double.NaN;
    double inf = Double.POSITIVE_INFINITY;
    reads("a,b\n,2\n3,\n", new double[][] {{nan, 2}, {3, nan}});
    reads("nan,-inf\nNaN,Infinity\n", new double[][] {{nan, -inf}, {nan, inf}});
  }

  @Test
  void columnsByNameAndNumber() throws IOException {
    String text = "id,price,2\n1,1.5,7\n2,2.5,8\n";
    CsvOptions options = CsvOptions.DEFAULT.withColumns(List.of("price"));
    assertThat(read(text, ElementType.F32, options))
        .isEqualTo(FloatTensor.of(new float[] {1.5f, 2.5f}, 2, 1));
    options = CsvOptions.DEFAULT.withColumns(List.of("2", "1"));
    assertThat(read(text, ElementType.F64, options))
        .isEqualTo(matrix(new double[][] {{7, 1}, {8, 2}}));
    options = CsvOptions.DEFAULT.withColumns(List.of("2"));
    assertThat(read("5,6\n", ElementType.F64, options)).isEqualTo(matrix(new double[][] {{6}}));
    options = CsvOptions.DEFAULT.withColumns(List.of("n"));
    assertThat(read("name,n\nBob,1\n", ElementType.F64, options))
        .isEqualTo(matrix(new double[][] {{1}}));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "F64 | a,b;1,x;         | line 2, column 2 (`b`): `x` is no number",
        "F64 | 1,2;;3,4x;       | line 3, column 2: `4x` is no number",
        "F64 | 1,0x1p3;2,1d;    | line 2, column 2 (`0x1p3`): `1d` is no number",
        "I32 | 1,2;3,;          | line 2, column 2: no value, and i32 has no NaN for it",
        "I32 | 1,2;3,4.5;       | line 2, column 2: `4.5` is no integer, and the elements are i32",
        "I8  | 1,128;           | line 1, column 2: `128` is out of range for i8",
        "U8  | 1,-1;            | line 1, column 2: `-1` is out of range for u8",
        "U32 | 4294967296;      | line 1, column 1: `4294967296` is out of range for u32",
        "U64 | 1;-1;            | line 2, column 1: `-1` is out of range for u64",
        "F32 | 1e39;            | line 1, column 1: 1.0E39 is out of range for f32",
        "F16 | 70000;           | line 1, column 1: 70000.0 is out of range for f16",
        "F64 | 1e400;           | line 1, column 1: `1e400` is larger than any f64",
        "BOOL| 1;2;             | line 2, column 1: `2` is neither true nor false",
        "F64 | 1,2;3;           | line 2 has 1 field, and the first row has 2",
        "F64 | 1;2,3,4;         | line 2 has 3 fields, and the first row has 1",
        "F64 | a,b;\"1,2;       | line 2 has 1 field, and the first row has 2",
        "F64 | \"\"             | there is no row in it",
      })
  void mistakesHaveTheirPlace(ElementType type, String text, String message) {
    String lines = text.equals("\"\"") ? "" : text.replace(';', '\n');
    assertThatThrownBy(() -> read(lines, type, CsvOptions.DEFAULT.withSeparator(',')))
        .isInstanceOf(TensorFileException.class)
        .hasMessageStartingWith("x.csv: " + message);
  }

  @Test
  void textOfOtherKinds() {
    var utf16 = new ByteArrayInputStream("1,2\n3,4\n".getBytes(StandardCharsets.UTF_16));
    assertThatThrownBy(() -> Csv.read(utf16, "x.csv", ElementType.F64, CsvOptions.DEFAULT))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(
            "x.csv: no CSV: it has bytes of 0, as UTF-16 and files of other kinds have; save it as"
                + " text in UTF-8");
  }

  @Test
  void fieldsWithoutAnEnd() {
    String message =
        "x.csv: no CSV: the record that begins in line 2 has a field of more than 65,536"
            + " characters; is a quote never closed?";
    for (String field : List.of("9".repeat(70_000), "x".repeat(20_000_000))) {
      assertThatThrownBy(
              () -> read("a,b\n1,\"" + field + "\n", ElementType.F64, CsvOptions.DEFAULT))
          .isInstanceOf(TensorFileException.class)
          .hasMessage(message);
    }
  }

  @Test
  void columnsThatAreNotThere() {
    assertThatThrownBy(
            () ->
                read(
                    "a,b,b\n1,2,3\n",
                    ElementType.F64,
                    CsvOptions.DEFAULT.withColumns(List.of("c"))))
        .hasMessage("x.csv: there is no column `c`; there are `a`, `b`, `b`");
    assertThatThrownBy(
            () ->
                read(
                    "a,b,b\n1,2,3\n",
                    ElementType.F64,
                    CsvOptions.DEFAULT.withColumns(List.of("b"))))
        .hasMessage("x.csv: columns 2 and 3 are both called `b`; give the number of one");
    assertThatThrownBy(
            () -> read("1,2\n", ElementType.F64, CsvOptions.DEFAULT.withColumns(List.of("3"))))
        .hasMessage(
            "x.csv: there is no column `3`; there is no header, and they are numbered from 1 to 2");
    assertThatThrownBy(
            () -> Csv.read(folder.resolve("no.csv"), ElementType.F64, CsvOptions.DEFAULT))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(folder.resolve("no.csv") + ": no such file");
  }

  /** 1, 0 and 1 are elements of every type; they are read back as they were written. */
  @ParameterizedTest
  @EnumSource
  void everyTypeIsWrittenAndReadBack(ElementType type) throws IOException {
    Tensor ones = read("1,0\n0,1\n", type, CsvOptions.DEFAULT);
    assertThat(ones.type()).isEqualTo(type);
    Csv.write(folder.resolve("y.csv"), ones);
    assertThat(Csv.read(folder.resolve("y.csv"), type, CsvOptions.DEFAULT)).isEqualTo(ones);
    Csv.write(folder.resolve("y.tsv"), ones.permute(1, 0));
    assertThat(Csv.read(folder.resolve("y.tsv"), type, CsvOptions.DEFAULT)).isEqualTo(ones);
  }

  @Test
  void whatIsWritten() throws IOException {
    var out = new ByteArrayOutputStream();
    Csv.write(out, FloatTensor.of(new float[] {0.1f, Float.NaN, 1e10f}, 3), ',', "y.csv");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("0.1\nNaN\n1.0E10\n");
    out.reset();
    Tensor bits = Tensors.of(ElementType.U64, new long[] {-1, 1}, 1, 2);
    Csv.write(out, bits, '\t', "y.csv");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("18446744073709551615\t1\n");
    assertThatThrownBy(() -> Csv.write(folder.resolve("z.csv"), FloatTensor.zeros(1, 1, 1)))
        .hasMessageContaining("a table has 1 or 2 axes, not 3");
    assertThat(folder.resolve("z.csv")).doesNotExist();
  }

  @Test
  void refusesMoreThanTheLimit() throws IOException {
    String text = "1\n".repeat(10_000);
    assertThat(read(text, ElementType.F64, CsvOptions.DEFAULT).count()).isEqualTo(10_000);
    assertThatThrownBy(
            () ->
                AllocationLimit.during(
                    40_000, () -> read(text, ElementType.F64, CsvOptions.DEFAULT)))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("x.csv: f64 with more than ")
        .hasMessageContaining("the allocation limit is 40000 bytes");
  }
}
