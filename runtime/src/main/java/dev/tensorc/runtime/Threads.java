package dev.tensorc.runtime;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many threads one call of a program may use, and where they come from. The loops of a call are
 * split where that pays: from about 40 microseconds of work on. The results have the same bits
 * whatever the number.
 *
 * <pre>{@code
 * Threads.set(Threads.ONE);                              // plain loops, in the whole JVM
 * Threads.set(Threads.of(4, pool));                      // on a pool of one's own
 * var y = Threads.ONE.during(() -> Pricing.call(x));     // plain loops, in these calls
 * }</pre>
 *
 * <p>The first of these settings that exists counts: {@link #during} around the call; the threads
 * that the program was compiled with ({@code Options.withThreads}); {@link #set}; the system
 * property {@value #PROPERTY}; as many as there are processors, on the common pool.
 *
 * <p>The thread that calls works too, and never waits for a task that nobody has begun: a pool that
 * is busy, full or shut down makes a call slower, and nothing else. At most {@code count - 1} tasks
 * of a {@code Threads} wait in its pool or run there, however many threads make calls.
 */
public final class Threads {

  /** The system property with the number of threads of a call, at least 1. */
  public static final String PROPERTY = "tensorc.threads";

  /** Waking a pool takes 5 to 10 microseconds: a loop that takes less than this is not split. */
  private static final double BREAK_EVEN_NANOS = 40_000;

  /** A loop that takes as long as the break-even is worth so many pieces. */
  private static final int PIECES = 4;

  /** Plain loops. */
  public static final Threads ONE = of(1);

  private static final ScopedValue<Threads> SCOPED = ScopedValue.newInstance();

  /** The least time that any threads used so far split, ... */
  private static volatile double leastEver = Double.POSITIVE_INFINITY;

  /** ... or may turn out to, as long as nobody has asked for the threads of all calls. */
  private static volatile double leastAsked = BREAK_EVEN_NANOS;

  private static volatile Threads global = ONE;
  private static volatile boolean known;

  private final int count;

  /** Empty for the common pool. */
  private final Optional<Executor> pool;

  private final double breakEven;

  /** How many more tasks the pool may get. */
  private final AtomicInteger idle;

  private Threads(int count, Optional<Executor> pool, double breakEven) {
    this.count = count;
    this.pool = pool;
    this.breakEven = breakEven;
    this.idle = new AtomicInteger(count - 1);
  }

  /**
   * So many threads: the one that calls, and others of the common pool.
   *
   * @param count at least 1, which is plain loops
   * @throws IllegalArgumentException if it is less
   */
  public static Threads of(int count) {
    return new Threads(atLeastOne(count), Optional.empty(), BREAK_EVEN_NANOS);
  }

  /**
   * So many threads: the one that calls, and others of a pool.
   *
   * @param count at least 1, which is plain loops
   * @param pool runs tasks that take at most as long as the call; it may be shared with other work,
   *     and may refuse them
   * @throws IllegalArgumentException if the count is less
   */
  public static Threads of(int count, Executor pool) {
    Objects.requireNonNull(pool, "pool");
    return new Threads(atLeastOne(count), Optional.of(pool), BREAK_EVEN_NANOS);
  }

  private static int atLeastOne(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a call needs at least 1 thread, not " + count);
    }
    return count;
  }

  /**
   * The same threads, for loops that take at least so long on one. For pools that are slower or
   * quicker to wake than the common one; a loop's time is an estimate, good to a factor of 3.
   *
   * @param nanos at least 0, which splits every loop that can be split
   * @throws IllegalArgumentException if it is less
   */
  public Threads fromNanos(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("a time is not negative: " + nanos);
    }
    return new Threads(count, pool, nanos);
  }

  /** How many threads a call may use, the one that calls included. */
  public int count() {
    return count;
  }

  /**
   * Sets the threads of all calls of the JVM that have none of their own.
   *
   * @param threads which every thread of the JVM shares from now on
   */
  public static void set(Threads threads) {
    global = threads;
    known = true;
    threads.counts();
  }

  /** Runs something whose calls in this thread use these threads until it returns. */
  public <R, X extends Throwable> R during(ScopedValue.CallableOp<? extends R, X> body) throws X {
    counts();
    return ScopedValue.where(SCOPED, this).<R, X>call(body);
  }

  /**
   * The threads that calls of this thread use, unless their program was compiled with others.
   *
   * @throws ProgramLinkError if the system property is no number, or less than 1
   */
  public static Threads current() {
    return SCOPED.isBound() ? SCOPED.get() : global();
  }

  /** The threads that calls of a program use. */
  static Threads of(Class<?> program) {
    return !SCOPED.isBound() && program.getClassLoader() instanceof ProgramLoader loader
        ? loader.threads().orElseGet(Threads::current)
        : current();
  }

  /** From here on loops are asked about that take as long as these threads split. */
  void counts() {
    synchronized (SCOPED) {
      leastEver = count > 1 ? Math.min(leastEver, breakEven) : leastEver;
      leastAsked = known ? leastEver : Math.min(leastEver, BREAK_EVEN_NANOS);
    }
  }

  private static Threads global() {
    if (!known) {
      set(initial());
    }
    return global;
  }

  private static Threads initial() {
    String property = System.getProperty(PROPERTY);
    if (property == null) {
      return of(Runtime.getRuntime().availableProcessors());
    }
    try {
      return parse(property);
    } catch (IllegalArgumentException e) {
      throw new ProgramLinkError("-D%s: %s".formatted(PROPERTY, e.getMessage()));
    }
  }

  /**
   * Reads a number of threads, which are the common pool's.
   *
   * @throws IllegalArgumentException if it is no number, or less than 1
   */
  public static Threads parse(String text) {
    if (!text.strip().matches("[1-9]\\d{0,5}")) {
      throw new IllegalArgumentException(
          "not a number of threads: `%s`; write 1 for plain loops, or how many a call may use"
              .formatted(text));
    }
    return of(Integer.parseInt(text.strip()));
  }

  /**
   * Whether splitting a loop may pay: generated code asks this before it prepares a split.
   *
   * @param nanos about how long the loop takes on one thread
   */
  public static boolean mayPay(double nanos) {
    return nanos >= leastAsked;
  }

  /**
   * Whether splitting a loop pays: the second question.
   *
   * @param program a class of the program
   * @param nanos about how long the loop takes on one thread
   */
  public static boolean pays(Class<?> program, double nanos) {
    Threads threads = of(program);
    return threads.count > 1 && nanos >= threads.breakEven;
  }

  /** About how many pieces a loop is worth, each long enough to be handed over. */
  long pieces(double nanos) {
    return (long) (nanos / (breakEven / PIECES));
  }

  /** Asks the pool to run as many of some equal tasks as it may; each is told when it is done. */
  void execute(Runnable task, int most) {
    for (int i = 0; i < most && take(); i++) {
      try {
        pool.orElseGet(ForkJoinPool::commonPool).execute(task);
      } catch (Throwable e) { // some languages' pools throw any; whoever calls does it alone
        give();
        return;
      }
    }
  }

  private boolean take() {
    if (idle.getAndDecrement() > 0) {
      return true;
    }
    idle.getAndIncrement();
    return false;
  }

  /** The pool has done a task. */
  void give() {
    idle.getAndIncrement();
  }

  @Override
  public String toString() {
    return count == 1
        ? "plain loops"
        : count + " threads, of " + pool.map(Object::toString).orElse("the common pool");
  }
}
