package dev.tensorc.runtime.link.order;

/** Where the true elements of a mask are. */
public final class Finding {

  /** So many elements are looked at, or stored, at once. */
  private static final int PIECE = 1024;

  private final Rows out;
  private final Rows mask;
  private final long[] places = new long[PIECE];
  private int waiting;
  private int stored;

  private Finding(Rows out, Rows mask) {
    this.out = out;
    this.mask = mask;
  }

  /**
   * The places of the true elements among all of them, in row-major order.
   *
   * @param out i64, of rank 1: of as many elements as are true; further places are left out, as
   *     where the mask has changed since its elements were counted
   */
  public static void places(Rows out, Rows mask) {
    if (!mask.isEmpty()) {
      new Finding(out, mask).run();
    }
  }

  private void run() {
    var piece = new boolean[PIECE];
    int last = mask.rank() - 1;
    int length = mask.size(last);
    long place = 0;
    var walk = new Rows.Walk(mask, mask, last);
    do {
      for (int from = 0; from < length; from += PIECE) {
        int n = Math.min(PIECE, length - from);
        mask.load(walk.one() + from * mask.stride(last), mask.stride(last), piece, n);
        for (int i = 0; i < n; i++) {
          places[waiting] = place + i;
          waiting += piece[i] ? 1 : 0;
          if (waiting == PIECE) {
            store();
          }
        }
        place += n;
      }
    } while (walk.advance());
    store();
  }

  private void store() {
    int n = Math.min(waiting, out.size(0) - stored);
    out.store(places, out.offset() + stored * out.stride(0), out.stride(0), n);
    stored += n;
    waiting = 0;
  }
}
