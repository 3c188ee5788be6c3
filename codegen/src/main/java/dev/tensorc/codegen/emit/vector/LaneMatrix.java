package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;

/**
 * Transposes a matrix of as many vectors as one has lanes. For each bit of a lane's number, rows
 * that differ in that bit exchange the lanes that do not belong to them: both rows' lanes are put
 * into one vector, swapped by one permute, and blended with each row.
 */
public final class LaneMatrix {

  private LaneMatrix() {}

  /**
   * The columns of a matrix.
   *
   * @param rows as many as a vector of {@code d} has lanes, a power of two
   */
  public static List<Local> columns(Code code, DType d, List<Local> rows, LaneConstants constants) {
    List<Local> matrix = new ArrayList<>(rows);
    for (int bit = 1; bit < rows.size(); bit *= 2) {
      for (int row = 0; row < rows.size(); row++) {
        if ((row & bit) == 0) {
          exchange(code, d, matrix, row, bit, constants);
        }
      }
    }
    return matrix;
  }

  private static void exchange(
      Code code, DType d, List<Local> matrix, int row, int bit, LaneConstants constants) {
    Local without = matrix.get(row);
    Local with = matrix.get(row + bit);
    Local swapped =
        code.newLocal(
            VectorTypes.of(d),
            () -> {
              pushBlended(code, d, with, without, bit, constants);
              constants.pushShuffle(code, d, d, "swapped", bit);
              code.callVirtual(
                  VectorTypes.of(d), "rearrange", VectorTypes.of(d), VectorTypes.SHUFFLE);
            });
    matrix.set(row, blended(code, d, without, swapped, bit, constants));
    matrix.set(row + bit, blended(code, d, swapped, with, bit, constants));
  }

  private static Local blended(
      Code code, DType d, Local without, Local with, int bit, LaneConstants constants) {
    return code.newLocal(
        VectorTypes.of(d), () -> pushBlended(code, d, without, with, bit, constants));
  }

  /** Pushes a vector whose lanes with a bit in their number are those of {@code with}. */
  private static void pushBlended(
      Code code, DType d, Local without, Local with, int bit, LaneConstants constants) {
    code.load(without);
    code.load(with);
    constants.pushMask(code, d, d, "withBit", bit);
    code.callVirtual(
        VectorTypes.of(d), "blend", VectorTypes.of(d), VectorTypes.VECTOR, VectorTypes.MASK);
  }
}
