package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;

/**
 * Transposes a matrix of as many vectors as one has lanes. For each bit of a lane's number, rows
 * that differ in that bit exchange the lanes that do not belong to them: both rows' lanes are put
 * into one vector, swapped by one permute, and blended with each row.
 *
 * @param dtype of the vectors
 */
public record LaneMatrix(Code code, DType dtype, LaneConstants constants) {

  private Type vector() {
    return VectorTypes.of(dtype);
  }

  /**
   * The columns of a matrix.
   *
   * @param rows as many as a vector has lanes, a power of two
   */
  public List<Local> columns(List<Local> rows) {
    List<Local> matrix = new ArrayList<>(rows);
    for (int bit = 1; bit < rows.size(); bit *= 2) {
      for (int row = 0; row < rows.size(); row++) {
        if ((row & bit) == 0) {
          exchange(matrix, row, bit);
        }
      }
    }
    return matrix;
  }

  private void exchange(List<Local> matrix, int row, int bit) {
    Local without = matrix.get(row);
    Local with = matrix.get(row + bit);
    Local swapped = swapped(with, without, bit);
    matrix.set(row, mixed(without, swapped, bit));
    matrix.set(row + bit, mixed(swapped, with, bit));
  }

  /** The lanes of {@code with} where the lane's number has a bit, and those of the other. */
  Local mixed(Local without, Local with, int bit) {
    return code.newLocal(vector(), () -> pushMixed(without, with, bit));
  }

  /** The same, each lane then swapped with that whose number differs in the bit. */
  Local swapped(Local without, Local with, int bit) {
    return code.newLocal(
        vector(),
        () -> {
          pushMixed(without, with, bit);
          constants.pushShuffle(code, dtype, dtype, "swapped", bit);
          code.callVirtual(vector(), "rearrange", vector(), VectorTypes.SHUFFLE);
        });
  }

  private void pushMixed(Local without, Local with, int bit) {
    code.load(without);
    code.load(with);
    constants.pushMask(code, dtype, dtype, "withBit", bit);
    code.callVirtual(vector(), "blend", vector(), VectorTypes.VECTOR, VectorTypes.MASK);
  }
}
