package dev.tensorc.codegen.schedule;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A place in a plan where a kernel is called.
 *
 * @param kernel its number in the program
 * @param dtypes of its tensors, inputs first
 * @param strides for each of these the stride along each axis of the kernel, where tensors are
 *     row-major; absent where a size decides that is not known
 * @param elements for each tensor where in rows of another it begins; empty where that is not known
 */
public record Site(
    int kernel,
    List<Dim> extents,
    List<DType> dtypes,
    List<List<OptionalLong>> strides,
    List<Optional<Element>> elements) {

  /**
   * An element of each row.
   *
   * @param rows whose it is: equal for tensors that walk the same rows alike
   * @param place the first one's, in the row
   */
  public record Element(List<Object> rows, long place) {}
}
