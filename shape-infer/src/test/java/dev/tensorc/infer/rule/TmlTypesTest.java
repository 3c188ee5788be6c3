package dev.tensorc.infer.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.ir.DType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** TML orders bool, uint, int and real; dtypes that it has not meet as everywhere. */
class TmlTypesTest {

  private static final List<DType> ORDER = List.of(DType.BOOL, DType.U32, DType.I32, DType.F64);

  @Test
  void theGreaterOfTwoIsTheirDType() {
    for (int i = 0; i < ORDER.size(); i++) {
      for (int j = 0; j < ORDER.size(); j++) {
        assertThat(TmlTypes.promote(ORDER.get(i), ORDER.get(j)))
            .isEqualTo(ORDER.get(Math.max(i, j)));
        assertThat(TmlTypes.assignable(ORDER.get(i), ORDER.get(j))).isEqualTo(i <= j);
      }
    }
  }

  @Test
  void othersMeetAsEverywhere() {
    for (DType tml : List.of(DType.I32, DType.F64)) {
      for (DType other : List.of(DType.F32, DType.I8, DType.I64)) {
        assertThat(TmlTypes.promote(tml, other)).isEqualTo(DType.promote(tml, other));
        assertThat(TmlTypes.promote(other, tml)).isEqualTo(DType.promote(other, tml));
        assertThat(TmlTypes.assignable(tml, other)).isFalse();
        assertThat(TmlTypes.assignable(other, tml)).isFalse();
      }
    }
    assertThat(TmlTypes.assignable(DType.F32, DType.F32)).isTrue();
  }
}
