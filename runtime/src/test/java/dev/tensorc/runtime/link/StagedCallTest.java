package dev.tensorc.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tensorc.runtime.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A kernel over arrays, {@code out[i, j] = x[i, j] + 1000 * row[j]}, called on native tensors of
 * all kinds of strides. The expected values are computed here, from the same formula.
 */
class StagedCallTest {

  private static final float HOLE = -1;
  private static final long MOST_NANOS = 20_000_000_000L;

  private final Arena arena = Arena.ofConfined();

  @AfterEach
  void close() {
    arena.close();
  }

  /** A tensor of an element for each place, {@code HOLE} where there is none. */
  private final class Native {
    final MemorySegment memory;
    final long offset;
    final long[] strides;

    Native(int places, long offset, long... strides) {
      this.memory = arena.allocate(4L * places, 64);
      this.offset = offset;
      this.strides = strides;
      for (int i = 0; i < places; i++) {
        memory.setAtIndex(ValueLayout.JAVA_FLOAT, i, HOLE);
      }
    }

    long place(int i, int j) {
      return offset + i * strides[0] + j * strides[1];
    }

    void set(int i, int j, float value) {
      memory.setAtIndex(ValueLayout.JAVA_FLOAT, place(i, j), value);
    }

    float get(int i, int j) {
      return memory.getAtIndex(ValueLayout.JAVA_FLOAT, place(i, j));
    }
  }

  private static StagedCall prepared(int n, int m, Native out, Native x, Native row) {
    StagedCall call = StagedCall.open(3, 2, true);
    call.extent(0, n);
    call.extent(1, m);
    call.tensor(0, ElementType.F32, x.memory, x.offset, false);
    call.stride(0, 0, x.strides[0]);
    call.stride(0, 1, x.strides[1]);
    call.tensor(1, ElementType.F32, row.memory, row.offset, false);
    call.stride(1, 1, row.strides[1]);
    call.tensor(2, ElementType.F32, out.memory, out.offset, true);
    call.stride(2, 0, out.strides[0]);
    call.stride(2, 1, out.strides[1]);
    return call;
  }

  private static int run(int n, int m, Native out, Native x, Native row) {
    StagedCall call = prepared(n, m, out, x, row);
    int blocks = 0;
    while (call.next()) {
      kernel(call);
      blocks++;
    }
    return blocks;
  }

  private static void kernel(StagedCall call) {
    var x = (float[]) call.array(0);
    var row = (float[]) call.array(1);
    var out = (float[]) call.array(2);
    for (int i = 0; i < call.extent(0); i++) {
      for (int j = 0; j < call.extent(1); j++) {
        out[i * call.stride(2, 0) + j * call.stride(2, 1)] =
            x[i * call.stride(0, 0) + j * call.stride(0, 1)] + 1000 * row[j * call.stride(1, 1)];
      }
    }
  }

  private static void fill(int n, int m, Native x, Native row) {
    for (int j = 0; j < m; j++) {
      row.set(0, j, j);
      for (int i = 0; i < n; i++) {
        x.set(i, j, i % 100);
      }
    }
  }

  /** Every element is there, and nothing else was written. */
  private static void check(int n, int m, Native out) {
    int elements = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        assertThat(out.get(i, j)).as("%d, %d", i, j).isEqualTo(i % 100 + 1000 * j);
        elements++;
      }
    }
    long holes =
        Arrays.stream(toDoubles(out.memory.toArray(ValueLayout.JAVA_FLOAT)))
            .filter(e -> e == HOLE)
            .count();
    assertThat(holes).isEqualTo(out.memory.byteSize() / 4 - elements);
  }

  private static double[] toDoubles(float[] a) {
    double[] all = new double[a.length];
    Arrays.setAll(all, i -> a[i]);
    return all;
  }

  @Test
  void stridesOfAllKindsInSeveralBlocks() {
    int n = 5000;
    int m = 13;
    var row = new Native(2 * m, 1, 0, 2);
    Native[] xs = {
      new Native(n * m, 0, m, 1), // packed
      new Native(n * m, 0, 1, n), // transposed
      new Native(2 * n * m, 1, 2L * m, 2), // every second column
      new Native(n * m, (n - 1L) * m, -m, 1), // upside down
    };
    for (Native x : xs) {
      fill(n, m, x, row);
      Native[] outs = {new Native(n * m, 0, m, 1), new Native(3 * n * m, 2, 3, 3L * n)};
      for (Native out : outs) {
        assertThat(run(n, m, out, x, row)).isGreaterThan(1);
        check(n, m, out);
      }
    }
  }

  @Test
  void nothingAndOneElement() {
    for (int[] sizes : new int[][] {{0, 3}, {3, 0}, {0, 0}, {1, 1}, {1, 4}, {4, 1}}) {
      int n = sizes[0];
      int m = sizes[1];
      var x = new Native(n * m + 1, 0, 1, n);
      var row = new Native(m + 1, 0, 0, 1);
      var out = new Native(n * m + 1, 0, m, 1);
      fill(n, m, x, row);
      run(n, m, out, x, row);
      check(n, m, out);
    }
  }

  @Test
  void aTensorWithoutAxes() {
    MemorySegment memory = arena.allocate(8, 64);
    memory.setAtIndex(ValueLayout.JAVA_FLOAT, 1, 5);
    StagedCall call = StagedCall.open(2, 0, false);
    call.tensor(0, ElementType.F32, memory, 1, false);
    call.tensor(1, ElementType.F32, memory, 0, true);
    assertThat(call.next()).isTrue();
    ((float[]) call.array(1))[0] = 2 * ((float[]) call.array(0))[0];
    assertThat(call.next()).isFalse();
    assertThat(memory.toArray(ValueLayout.JAVA_FLOAT)).containsExactly(10, 5);
  }

  /** Elements are counted once, however often they repeat; those of an output count, too. */
  @Test
  void moreThan16MiBStayInPlace() {
    int axis = 1 << 20;
    assertThat(staysInPlace(axis, 3, 1, 0)).isFalse();
    assertThat(staysInPlace(axis, 4, 0, 1)).isFalse();
    assertThat(staysInPlace(axis, 2, 1, axis)).isTrue();
    assertThat(staysInPlace(Integer.MAX_VALUE, 1, 0, 0)).isFalse();
    assertThat(staysInPlace(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 1)).isTrue();
  }

  /** Of two tensors of f64 that follow the axes with such strides; the second is an output. */
  private static boolean staysInPlace(int n, int m, long stride0, long stride1) {
    StagedCall call = StagedCall.open(2, 2, false);
    call.extent(0, n);
    call.extent(1, m);
    for (int t = 0; t < 2; t++) {
      call.tensor(t, ElementType.F64, MemorySegment.NULL, 0, t == 1);
      call.stride(t, 0, stride0);
      call.stride(t, 1, stride1);
    }
    return call.staysInPlace();
  }

  /** As after a kernel that has thrown: the call was never finished. */
  @Test
  void oneThatWasLeftDoesNotDisturbTheNext() {
    int n = 40;
    int m = 5;
    var x = new Native(n * m, 0, 1, n);
    var row = new Native(m, 0, 0, 1);
    fill(n, m, x, row);
    var left = new Native(n * m, 0, 1, n);
    StagedCall first = prepared(n, m, left, x, row);
    assertThat(first.next()).isTrue();
    var out = new Native(n * m, 0, 1, n);
    run(n, m, out, x, row);
    check(n, m, out);
    assertThat(left.get(0, 0)).isEqualTo(HOLE);
    kernel(first); // and the one around is as it was
    assertThat(first.next()).isFalse();
    check(n, m, left);
  }

  @Test
  void callsAllocateNothing() {
    int n = 300;
    int m = 7;
    var x = new Native(n * m, 0, 1, n);
    var row = new Native(m, 0, 0, 1);
    var out = new Native(n * m, 0, 1, n);
    fill(n, m, x, row);
    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    bean.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    long allocated;
    do { // only interpreted code allocates
      long before = bean.getCurrentThreadAllocatedBytes();
      for (int call = 0; call < 200; call++) {
        run(n, m, out, x, row);
      }
      allocated = bean.getCurrentThreadAllocatedBytes() - before;
    } while (allocated > 0 && System.nanoTime() - start < MOST_NANOS);
    assertThat(allocated).isZero();
  }
}
