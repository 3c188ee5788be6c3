package dev.tensorc.adapters.ojalgo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Tensorc;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.TensorException;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.ojalgo.matrix.MatrixR064;
import org.ojalgo.matrix.store.R032Store;
import org.ojalgo.matrix.store.R064Store;
import org.ojalgo.structure.Access2D;

class OjAlgoMatricesTest {

  private static R064Store twoByThree() {
    return R064Store.wrap(new double[] {1, 4, 2, 5, 3, 6}, 2);
  }

  @Test
  void aProgramAndOjAlgoWorkOnTheSameElements() {
    R064Store a = twoByThree();
    R064Store b = R064Store.FACTORY.copy(Access2D.wrap(new double[][] {{1, 0}, {0, 1}, {3, 2}}));
    R064Store product = R064Store.FACTORY.make(2, 2);
    Tensorc.compile("export fn f(a: f64[n, k], b: f64[k, m]) -> f64[n, m] { return a @ b }")
        .function("f")
        .invokeInto(OjAlgoMatrices.wrap(product), OjAlgoMatrices.wrap(a), OjAlgoMatrices.wrap(b));
    assertThat(OjAlgoMatrices.wrap(product).toRows())
        .isDeepEqualTo(OjAlgoMatrices.copyOf(a.multiply(b)).toRows()) // no rounding
        .isDeepEqualTo(new double[][] {{10, 8}, {22, 17}});
  }

  @Test
  void wrappingSharesBothWays() {
    R064Store a = twoByThree();
    DoubleTensor tensor = OjAlgoMatrices.wrap(a);
    assertThat(tensor.toRows()).isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
    tensor.set(-1, 1, 0);
    assertThat(a.doubleValue(1, 0)).isEqualTo(-1);
    R064Store again = OjAlgoMatrices.wrap(tensor);
    again.set(0, 2, 7);
    assertThat(tensor.get(0, 2)).isEqualTo(7);
    R032Store floats = OjAlgoMatrices.wrap(FloatTensor.zeros(3, 2).permute(1, 0));
    floats.set(1, 2, 5);
    assertThat(OjAlgoMatrices.wrap(floats).get(1, 2)).isEqualTo(5);
  }

  @Test
  void copiesTakeEveryStorage() {
    DoubleTensor rows = DoubleTensor.copyOf(new double[][] {{1, 2, 3}, {4, 5, 6}});
    R064Store copy = OjAlgoMatrices.copyOf(rows);
    assertThat(copy.toRawCopy2D()).isDeepEqualTo(rows.toRows());
    copy.set(0, 0, 9);
    assertThat(rows.get(0, 0)).isEqualTo(1);
    FloatTensor memory = FloatTensor.zeros(Arena.ofAuto(), 2, 2);
    memory.set(3, 1, 0);
    assertThat(OjAlgoMatrices.copyOf(memory).doubleValue(1, 0)).isEqualTo(3);
    assertThat(
            OjAlgoMatrices.copyOf(
                MatrixR064.FACTORY.copy(Access2D.wrap(new double[][] {{1, 2}, {3, 4}}))))
        .isEqualTo(DoubleTensor.copyOf(new double[][] {{1, 2}, {3, 4}}));
    assertThat(OjAlgoMatrices.copyOf(DoubleTensor.zeros(0, 3)).countColumns()).isEqualTo(3);
    assertThat(OjAlgoMatrices.copyOf(FloatTensor.zeros(3, 0)).countRows()).isEqualTo(3);
  }

  @Test
  void whatCannotBeSharedIsRefused() {
    DoubleTensor columns = OjAlgoMatrices.wrap(twoByThree());
    assertThatThrownBy(() -> OjAlgoMatrices.wrap(columns.permute(1, 0)))
        .isInstanceOf(TensorException.class)
        .hasMessage(
            "ojAlgo cannot share the tensor's elements, which do not lie column by column:"
                + " copyOf(tensor) copies them");
    assertThatThrownBy(() -> OjAlgoMatrices.wrap(columns.slice(1, 1, 3)))
        .isInstanceOf(TensorException.class)
        .hasMessageContaining("are a part of their array");
    assertThatThrownBy(() -> OjAlgoMatrices.wrap(DoubleTensor.zeros(Arena.ofAuto(), 1, 1)))
        .isInstanceOf(TensorException.class)
        .hasMessageContaining("which lie in native memory");
    assertThatThrownBy(() -> OjAlgoMatrices.copyOf(FloatTensor.zeros(3)))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("a store of ojAlgo has 2 axes, but the tensor has shape [3]");
  }
}
