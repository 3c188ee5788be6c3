package dev.tensorc.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The table has the results of {@code np.result_type} of NumPy 2.4; NumPy has no bf16, which holds
 * integers of 8 bits, and meets f16 in f32.
 */
class DTypeTest {

  private static final String PROMOTED =
      """
            bool u8   u16  u32  u64  i8   i16  i32  i64  bf16 f16  f32  f64
      bool  bool u8   u16  u32  u64  i8   i16  i32  i64  bf16 f16  f32  f64
      u8    u8   u8   u16  u32  u64  i16  i16  i32  i64  bf16 f16  f32  f64
      u16   u16  u16  u16  u32  u64  i32  i32  i32  i64  f32  f32  f32  f64
      u32   u32  u32  u32  u32  u64  i64  i64  i64  i64  f64  f64  f64  f64
      u64   u64  u64  u64  u64  u64  f64  f64  f64  f64  f64  f64  f64  f64
      i8    i8   i16  i32  i64  f64  i8   i16  i32  i64  bf16 f16  f32  f64
      i16   i16  i16  i32  i64  f64  i16  i16  i32  i64  f32  f32  f32  f64
      i32   i32  i32  i32  i64  f64  i32  i32  i32  i64  f64  f64  f64  f64
      i64   i64  i64  i64  i64  f64  i64  i64  i64  i64  f64  f64  f64  f64
      bf16  bf16 bf16 f32  f64  f64  bf16 f32  f64  f64  bf16 f32  f32  f64
      f16   f16  f16  f32  f64  f64  f16  f32  f64  f64  f32  f16  f32  f64
      f32   f32  f32  f32  f64  f64  f32  f32  f64  f64  f32  f32  f32  f64
      f64   f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64
      """;

  @Test
  void promotesAsNumPyDoes() {
    List<List<String>> table =
        PROMOTED.lines().map(line -> List.of(line.strip().split(" +"))).toList();
    List<String> columns = table.getFirst();
    assertThat(columns).containsExactlyInAnyOrderElementsOf(labels());
    for (List<String> row : table.subList(1, table.size())) {
      for (int i = 0; i < columns.size(); i++) {
        DType a = DType.named(row.getFirst()).orElseThrow();
        DType b = DType.named(columns.get(i)).orElseThrow();
        assertThat(DType.promote(a, b).label()).as("%s with %s", a, b).isEqualTo(row.get(i + 1));
      }
    }
  }

  private static List<String> labels() {
    return Arrays.stream(DType.values()).map(DType::label).toList();
  }

  @ParameterizedTest
  @EnumSource
  void promotionNeverLosesARange(DType a) {
    for (DType b : DType.values()) {
      DType both = DType.promote(a, b);
      assertThat(both).isEqualTo(DType.promote(b, a));
      assertThat(both.kind()).isGreaterThanOrEqualTo(a.kind());
      if (both.isInt()) {
        assertThat(both.digits()).isGreaterThanOrEqualTo(a.digits());
      }
    }
  }
}
