package dev.tensorc.runtime.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The memory that threads keep goes when they have gone, though nobody calls again. */
class PerThreadTest {

  private static final int THREADS = 500;
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private enum Kind {
    PLATFORM(Thread.ofPlatform()),
    VIRTUAL(Thread.ofVirtual());

    private final Thread.Builder builder;

    Kind(Thread.Builder builder) {
      this.builder = builder;
    }
  }

  /** Runs something in so many threads; none ends before all have done it. */
  private static void inThreads(Kind kind, int count, Runnable task) throws InterruptedException {
    var all = new CountDownLatch(count);
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < count; i++) {
      threads.add(
          kind.builder.start(
              () -> {
                task.run();
                all.countDown();
                try {
                  all.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }));
    }
    for (Thread t : threads) {
      t.join();
    }
  }

  /** JDK 25 takes the thread locals of these threads away after each task. */
  @Test
  void threadsOfTheCommonPoolFindTheirsAgain() throws Exception {
    var perThread = new PerThread<>(() -> new byte[10]);
    ThreadLocal<byte[]> local = PerThread.local(() -> new byte[10]);
    Map<Thread, Set<byte[]>> seen = new ConcurrentHashMap<>();
    for (int task = 0; task < 50; task++) {
      ForkJoinPool.commonPool()
          .submit(
              () -> {
                Set<byte[]> mine = seen.computeIfAbsent(Thread.currentThread(), _ -> newSet());
                mine.add(perThread.get());
                mine.add(local.get());
              })
          .get();
    }
    assertThat(seen.values()).isNotEmpty().allMatch(mine -> mine.size() == 2);
  }

  @Test
  void nothingIsKeptOfWorkersThatAreGone() throws Exception {
    var perThread = new PerThread<>(() -> new byte[1000]);
    try (var pool = new ForkJoinPool(2)) {
      pool.submit(perThread::get).get();
      assertThat(perThread.size()).isEqualTo(1);
    }
    long begin = System.nanoTime();
    while (perThread.size() > 0 && System.nanoTime() - begin < PATIENCE_NANOS) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(perThread.size()).isZero();
  }

  private static Set<byte[]> newSet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nothingIsKeptOfThreadsThatAreGone(Kind kind) throws InterruptedException {
    var perThread = new PerThread<>(() -> new byte[1000]);
    Set<byte[]> seen =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    byte[] mine = perThread.get();
    inThreads(
        kind,
        THREADS,
        () -> {
          byte[] first = perThread.get();
          seen.add(first);
          assertThat(perThread.get()).isSameAs(first);
        });
    assertThat(seen).as("one for each thread").hasSize(THREADS);
    assertThat(perThread.size()).isLessThanOrEqualTo(THREADS + 1);
    long begin = System.nanoTime();
    while (perThread.size() > 1 && System.nanoTime() - begin < PATIENCE_NANOS) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(perThread.size()).as("threads that something is kept of").isEqualTo(1);
    assertThat(perThread.get()).isSameAs(mine);
  }

  /**
   * A call inside a call makes another value; a value that is given back is the next thread's, or
   * its own.
   */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void virtualThreadsShareAFewSpares(Kind kind) throws InterruptedException {
    List<byte[]> made = Collections.synchronizedList(new ArrayList<>());
    var softly = Collections.synchronizedMap(new IdentityHashMap<byte[], SoftReference<byte[]>>());
    var spare =
        new Spare<>(
            () -> {
              var one = new byte[1000];
              made.add(one);
              return one;
            },
            b -> softly.computeIfAbsent(b, SoftReference::new));
    var oneAtATime = new Object();
    inThreads(
        kind,
        THREADS,
        () -> {
          synchronized (oneAtATime) {
            byte[] outer = spare.take();
            byte[] inner = spare.take();
            assertThat(inner).isNotSameAs(outer);
            spare.giveBack(inner);
            assertThat(spare.take()).isSameAs(inner);
            spare.giveBack(inner);
          }
        });
    int inner = kind == Kind.VIRTUAL ? 1 : THREADS; // no outer one is ever given back
    assertThat(made).hasSize(THREADS + inner);
  }
}
