// Made from link/order/XTotals.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link.order;

import java.util.Arrays;

/** Running sums or products of {@code double} elements. */
class DoubleTotals extends Totals.Piece {
  final double[] elements = new double[Totals.PIECE];
  private final double[] totals = new double[Totals.PIECE];
  private final boolean sum;

  DoubleTotals(boolean sum) {
    this.sum = sum;
  }

  @Override
  void begin(int n) {
    Arrays.fill(totals, 0, n, sum ? -0.0 : 1);
  }

  @Override
  void beginning(int n) {
    Arrays.fill(elements, 0, n, sum ? 0 : 1);
  }

  @Override
  void load(Rows in, long at, long stride, int n) {
    in.load(at, stride, elements, n);
  }

  @Override
  void along(int n) {
    double total = totals[0];
    if (sum) {
      for (int i = 0; i < n; i++) {
        total += elements[i];
        elements[i] = total;
      }
    } else {
      for (int i = 0; i < n; i++) {
        total *= elements[i];
        elements[i] = total;
      }
    }
    totals[0] = total;
  }

  @Override
  void across(int n) {
    if (sum) {
      for (int i = 0; i < n; i++) {
        totals[i] += elements[i];
      }
    } else {
      for (int i = 0; i < n; i++) {
        totals[i] *= elements[i];
      }
    }
    System.arraycopy(totals, 0, elements, 0, n);
  }

  @Override
  void store(Rows out, long at, long stride, int n) {
    out.store(elements, at, stride, n);
  }
}
