package dev.tensorc;

import com.sun.management.ThreadMXBean;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.UByteTensor;
import dev.tensorc.runtime.warmup.VectorCode;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls a program again and again, in a JVM of its own for {@code WarmupTest}. */
final class WarmingProgram {

  private static final SourceText SOURCE =
      new SourceText(
          "warming.tc",
          """
          export fn chain(x: f32[n, m], mu: f32[n, 1], scale: f32[m]) -> f32[n, m] {
              return maximum((x - mu) * scale, 0.0)
          }
          export fn total(x: f64[n]) -> f64 { return sum(x * x) }
          export fn centred(x: f64[...]) -> f64[...] { return x - max(x, axis=-1, keepdims=true) }
          export fn many(a: f32[i, j, k, l], b: f32[i, j, k, l], c: f32[i, j, k, l], d: f32[i, j, k, l],
                         e: f32[l, k, j, i], f: f32[i, j, k, l]) -> f32[i, j, k, l] {
              return a * b + c * d - permute_dims(e, (3, 2, 1, 0)) * f
          }
          export fn rows(table: f32[n, m], ids: i32[k]) -> f32[k, m] { return table[ids] }
          export fn luma(img: f32[h, w, 3]) -> f32[h, w, 3] {
              let r = img[:, :, 0]
              let g = img[:, :, 1]
              let b = img[:, :, 2]
              let y = 0.299 * r + 0.587 * g + 0.114 * b
              return stack([y, 0.5 + (b - y) * 0.564, 0.5 + (r - y) * 0.713], axis=-1)
          }
          export fn points(x: f32[n, m], p: i32[k], q: i32[k]) -> f32[k] {
              let y[i] = x[p[i], q[i]]
              return y
          }
          export fn largest(x: u8[n, m]) -> u8[m] { return max(x, axis=0) }
          export fn product(v: u8[k], w: i8[k, m]) -> i32[m] {
              return astype(v, i32) @ astype(w, i32)
          }
          """);

  /** The bytes of the largest result and of calls from Java. */
  private static final long MOST_BYTES = 4 * 301 * 203 + (50 << 10);

  private WarmingProgram() {}

  private static Tensor floats(boolean inNative, long... shape) {
    FloatTensor heap = FloatTensor.zeros(shape);
    FloatTensor x = inNative ? FloatTensor.zeros(Arena.ofAuto(), shape) : heap;
    float[] values = heap.toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 97 * 0.37f - 11;
    }
    Tensors.copy(FloatTensor.of(values, shape), x);
    return x;
  }

  private static DoubleTensor doubles(long... shape) {
    double[] values = DoubleTensor.zeros(shape).toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.sin(i);
    }
    return DoubleTensor.of(values, shape);
  }

  /** Places all over an axis, some counted from the end. */
  private static IntTensor places(int count, int size) {
    int[] places = new int[count];
    for (int i = 0; i < count; i++) {
      places[i] = i * 53 % size - (i % 2) * size;
    }
    return IntTensor.of(places, count);
  }

  private static byte[] bytes(int count) {
    var bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (i * 31);
    }
    return bytes;
  }

  private static Map<String, Object[]> calls() {
    var calls = new LinkedHashMap<String, Object[]>();
    for (boolean inNative : new boolean[] {false, true}) {
      String where = inNative ? " native" : "";
      calls.put(
          "chain" + where,
          new Object[] {
            floats(inNative, 301, 203), floats(inNative, 301, 1), floats(inNative, 203)
          });
      Object[] many = new Object[6];
      for (int i = 0; i < 6; i++) {
        many[i] = i == 4 ? floats(inNative, 33, 7, 5, 3) : floats(inNative, 3, 5, 7, 33);
      }
      calls.put("many" + where, many);
    }
    calls.put("rows", new Object[] {floats(false, 301, 203), places(97, 301)});
    calls.put(
        "points", new Object[] {floats(false, 301, 203), places(1017, 301), places(1017, 203)});
    calls.put("luma", new Object[] {floats(false, 37, 41, 3)});
    calls.put("largest", new Object[] {UByteTensor.of(bytes(45 * 101), 45, 101)});
    calls.put(
        "product",
        new Object[] {UByteTensor.of(bytes(301), 301), ByteTensor.of(bytes(301 * 101), 301, 101)});
    calls.put("total", new Object[] {doubles(1017)});
    calls.put("centred", new Object[] {doubles(13, 7, 65)});
    return calls;
  }

  /** Follows the system property, as classes on a class path do. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classFiles =
        Tensorc.compileAnew(SOURCE, Options.DEFAULT).classFiles();

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classFiles.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  /** Which kernels run as vector code. */
  private static boolean[] ready(Loader loader) throws ReflectiveOperationException {
    Field ready = loader.loadClass("Warming$Plan").getDeclaredField("READY");
    ready.setAccessible(true);
    return (boolean[]) ready.get(null);
  }

  private static int count(boolean[] ready) {
    int count = 0;
    for (boolean b : ready) {
      count += b ? 1 : 0;
    }
    return count;
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "switch" -> switchOver(Integer.parseInt(args[1]));
      case "unload" -> unload();
      case "prepare" -> prepare();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** Calls until so many kernels run as vector code, or for long enough. */
  private static void switchOver(int wanted) throws ReflectiveOperationException {
    var loader = new Loader();
    Program program = Program.of(loader.loadClass("Warming"));
    Map<String, Object[]> calls = calls();
    Map<String, Object> first = new LinkedHashMap<>();
    calls.forEach((name, a) -> first.put(name, call(program, name, a)));
    int before = count(ready(loader));
    long end = System.nanoTime() + (wanted > before ? 60_000_000_000L : 500_000_000L);
    List<String> different = new ArrayList<>();
    int again = 0;
    while (System.nanoTime() < end && again < 20) {
      calls.forEach(
          (name, a) -> {
            if (!call(program, name, a).equals(first.get(name))) {
              different.add(name);
            }
          });
      again += wanted > before && count(ready(loader)) >= wanted ? 1 : 0;
    }
    System.out.printf(
        "before %d, then %d, different %s, making objects %s%n",
        before, count(ready(loader)), different, wanted > before ? makers(program, calls) : "");
  }

  /**
   * The calls that make more objects than their results: code of the JIT's last compiler has none.
   */
  private static List<String> makers(Program program, Map<String, Object[]> calls) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<String> makers = new ArrayList<>();
    calls.forEach(
        (name, a) -> {
          // of some calls: the JIT may compile the callers of the kernel again
          long least = Long.MAX_VALUE;
          for (int i = 0; i < 50 && least > MOST_BYTES; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            call(program, name, a);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
          }
          if (least > MOST_BYTES) {
            makers.add(name);
          }
        });
    return makers;
  }

  private static Object call(Program program, String name, Object[] arguments) {
    return program.function(name.replaceFirst(" .*", "")).invoke(arguments);
  }

  /** Has vector code ready for two functions, and then again. */
  private static void prepare() throws ReflectiveOperationException, InterruptedException {
    var loader = new Loader();
    Program program = Program.of(loader.loadClass("Warming"));
    Map<String, Object[]> calls = calls();
    int[] made = {0};
    Runnable call =
        () -> {
          made[0]++;
          call(program, "chain", calls.get("chain"));
          call(program, "total", calls.get("total"));
        };
    VectorCode.State none = VectorCode.prepare(Duration.ZERO, call);
    VectorCode.State state = VectorCode.prepare(Duration.ofSeconds(60), call);
    int ready = count(ready(loader));
    made[0] = 0;
    VectorCode.prepare(Duration.ofSeconds(60), call);
    System.out.printf(
        "at first %s, then waiting %s, scalar %s, ready %d, again %d call%n",
        none.waiting(), state.waiting(), state.scalar(), ready, made[0]);
  }

  /** Drops a program whose kernels are being warmed. */
  private static void unload() throws InterruptedException {
    WeakReference<?> dropped = begun();
    for (int i = 0; i < 200 && dropped.get() != null; i++) {
      System.gc();
      Thread.sleep(20);
    }
    System.out.println(dropped.get() == null ? "unloaded" : "still there");
    begun(); // which the JVM does not wait for
  }

  private static WeakReference<?> begun() {
    Program program = Tensorc.compileAnew(SOURCE, Options.DEFAULT);
    program
        .function("chain")
        .invoke(floats(false, 2000, 500), floats(false, 2000, 1), floats(false, 500));
    boolean warming =
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(t -> t.getName().equals("tensorc-warm-up") && t.isDaemon());
    if (!warming) {
      throw new IllegalStateException("nothing is warmed");
    }
    return new WeakReference<>(program.function("chain"));
  }
}
