package dev.tensorc.adapters.arrow;

import dev.tensorc.runtime.ShapeException;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;

/** Vectors of lists: FixedSizeList, List and LargeList. */
final class Lists {
  private Lists() {}

  /** Whether a vector is one of lists that lie one after the other, as those of a view do not. */
  static boolean isList(FieldVector vector) {
    return switch (vector.getMinorType()) {
      case FIXED_SIZE_LIST, LIST, LARGELIST -> true;
      default -> false;
    };
  }

  /** The elements of the lists. */
  static FieldVector elements(FieldVector lists) {
    return switch (lists) {
      case FixedSizeListVector fixed -> fixed.getDataVector();
      case ListVector list -> list.getDataVector();
      case LargeListVector large -> large.getDataVector();
      default -> throw new AssertionError(lists.getMinorType());
    };
  }

  /** Where a list begins among the elements of all. */
  static int start(FieldVector lists, int row) {
    return switch (lists) {
      case FixedSizeListVector fixed -> fixed.getElementStartIndex(row);
      case ListVector list -> list.getElementStartIndex(row);
      case LargeListVector large -> Math.toIntExact(large.getElementStartIndex(row));
      default -> throw new AssertionError(lists.getMinorType());
    };
  }

  /** Where a list ends among the elements of all. */
  static int end(FieldVector lists, int row) {
    return switch (lists) {
      case FixedSizeListVector fixed -> fixed.getElementEndIndex(row);
      case ListVector list -> list.getElementEndIndex(row);
      case LargeListVector large -> Math.toIntExact(large.getElementEndIndex(row));
      default -> throw new AssertionError(lists.getMinorType());
    };
  }

  private static int length(FieldVector lists, int row) {
    return end(lists, row) - start(lists, row);
  }

  /**
   * The length of all lists of some rows that are not null.
   *
   * @throws ShapeException if two of them differ
   */
  static int commonLength(FieldVector lists, int from, int to, String column) {
    if (lists instanceof FixedSizeListVector fixed) {
      return fixed.getListSize();
    }
    int first = from;
    while (first < to && lists.isNull(first)) {
      first++;
    }
    int common = first < to ? length(lists, first) : 0;
    for (int row = first + 1; row < to; row++) {
      if (length(lists, row) != common && !lists.isNull(row)) {
        throw new ShapeException(
            "the lists of column %s differ in length: list %d has %d elements, list %d has %d; a tensor's rows have one length"
                .formatted(column, first, common, row, length(lists, row)));
      }
    }
    return common;
  }

  /** Whether all lists of some rows have that length, the null ones too. */
  static boolean allHave(int length, FieldVector lists, int from, int to) {
    if (lists instanceof FixedSizeListVector || lists.getNullCount() == 0) {
      return true;
    }
    for (int row = from; row < to; row++) {
      if (length(lists, row) != length) {
        return false;
      }
    }
    return true;
  }
}
