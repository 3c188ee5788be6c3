package dev.tensorc.adapters.ejml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Tensorc;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.TensorException;
import java.lang.foreign.Arena;
import org.ejml.data.DMatrixRMaj;
import org.ejml.data.DMatrixSparseCSC;
import org.ejml.data.FMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class EjmlMatricesTest {

  private static DMatrixRMaj twoByThree() {
    return new DMatrixRMaj(new double[][] {{1, 2, 3}, {4, 5, 6}});
  }

  @Test
  void aProgramAndEjmlWorkOnTheSameElements() {
    DMatrixRMaj a = twoByThree();
    DMatrixRMaj b = new DMatrixRMaj(new double[][] {{1, 0, 2, 0}, {0, 1, 0, 2}, {3, 0, 0, 1}});
    DMatrixRMaj product = new DMatrixRMaj(2, 4);
    Tensorc.compile("export fn f(a: f64[n, k], b: f64[k, m]) -> f64[n, m] { return a @ b }")
        .function("f")
        .invokeInto(EjmlMatrices.wrap(product), EjmlMatrices.wrap(a), EjmlMatrices.wrap(b));
    DMatrixRMaj expected = new DMatrixRMaj(2, 4);
    CommonOps_DDRM.mult(a, b, expected);
    assertThat(product.data).containsExactly(expected.data); // whole numbers: no rounding
  }

  @Test
  void wrappingSharesBothWays() {
    DMatrixRMaj a = twoByThree();
    DoubleTensor tensor = EjmlMatrices.wrap(a);
    tensor.set(-1, 1, 0);
    assertThat(a.get(1, 0)).isEqualTo(-1);
    DMatrixRMaj again = EjmlMatrices.wrap(tensor);
    again.set(0, 2, 7);
    assertThat(tensor.get(0, 2)).isEqualTo(7);
    FMatrixRMaj floats = EjmlMatrices.wrap(FloatTensor.zeros(2, 3));
    floats.set(1, 2, 5);
    assertThat(EjmlMatrices.wrap(floats).get(1, 2)).isEqualTo(5);
  }

  @Test
  void aMatrixMayHaveMoreArrayThanElements() {
    DMatrixRMaj a = twoByThree();
    a.reshape(1, 2);
    assertThat(EjmlMatrices.wrap(a)).isEqualTo(DoubleTensor.of(new double[] {1, 2}, 1, 2));
    DoubleTensor empty = EjmlMatrices.wrap(new DMatrixRMaj(0, 3));
    assertThat(empty.shape()).containsExactly(0, 3);
    assertThat(EjmlMatrices.wrap(empty).getNumCols()).isEqualTo(3);
  }

  @Test
  void copiesTakeEveryStorage() {
    DoubleTensor columns = EjmlMatrices.wrap(twoByThree()).permute(1, 0);
    DMatrixRMaj copy = EjmlMatrices.copyOf(columns);
    assertThat(copy.get2DData()).isDeepEqualTo(new double[][] {{1, 4}, {2, 5}, {3, 6}});
    copy.set(0, 0, 9);
    assertThat(columns.get(0, 0)).isEqualTo(1);
    FloatTensor memory = FloatTensor.zeros(Arena.ofAuto(), 2, 2);
    memory.set(3, 1, 0);
    assertThat(EjmlMatrices.copyOf(memory).get(1, 0)).isEqualTo(3);
    DMatrixSparseCSC sparse = new DMatrixSparseCSC(2, 2);
    sparse.set(1, 0, 4);
    assertThat(EjmlMatrices.copyOf(sparse))
        .isEqualTo(DoubleTensor.copyOf(new double[][] {{0, 0}, {4, 0}}));
    assertThat(EjmlMatrices.copyOf(new FMatrixRMaj(new float[][] {{1, 2}})))
        .isEqualTo(FloatTensor.copyOf(new float[][] {{1, 2}}));
  }

  @Test
  void whatCannotBeSharedIsRefused() {
    DoubleTensor a = EjmlMatrices.wrap(twoByThree());
    assertThatThrownBy(() -> EjmlMatrices.wrap(a.permute(1, 0)))
        .isInstanceOf(TensorException.class)
        .hasMessage(
            "EJML cannot share the tensor's elements, which do not lie row by row from the start of"
                + " their array on: copyOf(tensor) copies them");
    assertThatThrownBy(() -> EjmlMatrices.wrap(a.slice(0, 1, 2)))
        .isInstanceOf(TensorException.class);
    assertThatThrownBy(() -> EjmlMatrices.wrap(DoubleTensor.zeros(Arena.ofAuto(), 1, 1)))
        .isInstanceOf(TensorException.class)
        .hasMessageContaining("which lie in native memory");
    assertThatThrownBy(() -> EjmlMatrices.copyOf(FloatTensor.zeros(3)))
        .isInstanceOf(ShapeException.class)
        .hasMessageContaining("a matrix of EJML has 2 axes, but the tensor has shape [3]");
  }
}
