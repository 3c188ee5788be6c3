package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.loop.Kernel;

/** The elements that are the lanes of a vector kernel. */
public enum VectorForm {
  /** Elements of the results that lie next to each other. */
  ELEMENTS,
  /** Elements of a row that is reduced. */
  ROWS,
  /** Results that lie next to each other, each reducing a column of its own. */
  COLUMNS,
  /**
   * The lanes that one of the kernel's nests names: elements at computed places have no other form,
   * and rows whose elements are never neighbours need none.
   */
  NESTS;

  public static VectorForm of(Kernel k) {
    return k.computesPlaces() || needsNests(k) ? NESTS : ofLoops(k);
  }

  private static boolean needsNests(Kernel k) {
    return k.schedule().writesApart() && !k.nests().isEmpty() && k.reductions().isEmpty();
  }

  private static VectorForm ofLoops(Kernel k) {
    return k.reductions().isEmpty() ? ELEMENTS : k.reducesRows() ? ROWS : COLUMNS;
  }
}
