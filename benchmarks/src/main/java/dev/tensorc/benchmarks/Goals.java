package dev.tensorc.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The goals. They stand here alone; the table says whether each holds. */
final class Goals {

  /** The time that the first call in a JVM may take, as a multiple of one in scalar code. */
  static final double FIRST_CALL_RATIO = 4;

  /** The time that the first call may take, in milliseconds. */
  static final double FIRST_CALL_MILLIS = 45;

  /** When calls are as fast as they get, in milliseconds after the first one began. */
  static final double FULL_SPEED_MILLIS = 1500;

  /**
   * The time that {@code tensorc compile} of 500 lines may take as a whole process, in
   * milliseconds.
   */
  static final double COMPILE_MILLIS = 1500;

  private static final Map<String, Map<Storage, Goal>> AGAINST_C = new LinkedHashMap<>();

  /** Over arrays. */
  private static final Map<String, Goal> AGAINST_OPENBLAS =
      Map.of(
          "matmul-f32-1024", new Goal.Ratio(0.85),
          "matmul-f32-2048", new Goal.Ratio(0.70),
          "matmul-f64-1024", new Goal.Ratio(0.75),
          "attention", new Goal.Ratio(0.80));

  static {
    c("chain-16MiB", 0.95, 0.95);
    c("chain-L2", 0.80, 0.95);
    c("add-1e3", 0.80, 0.95);
    c("add-1e5", 0.80, 0.95);
    c("add-1e7", 0.80, 0.95);
    c("sum-last", 0.90, 0.90);
    c("sum-first", 0.90, 0.90);
    c("sum-all", 0.90, 0.90);
    c("softmax", 1.0, 1.0);
    c("layer-norm", 1.0, 1.0);
    c("black-scholes", 0.75, 0.75);
    c("haversine", 0.75, 0.75);
    c("convolution-index", 0.85, 0.85);
    c("convolution-slices", 0.85, 0.85);
    c("heat", 0.85, 0.85);
    c("picture", 0.85, 0.85);
    c("grey", 0.85, 0.85);
    AGAINST_C.put("distances", Map.of(Storage.ARRAYS, new Goal.Ratio(0.90)));
    AGAINST_C.put("matmul-batched", Map.of(Storage.ARRAYS, new Goal.Ratio(1.0)));
    AGAINST_C.put("matrix-by-vector", Map.of(Storage.ARRAYS, new Goal.Ratio(1.0)));
  }

  /** Kernels whose inner dim has 3 to 8 elements. */
  private static final Set<String> SHORT_ROWS = Set.of("picture", "grey");

  private static final Set<String> ON_TWO_THREADS =
      Set.of("threads-black-scholes", "threads-matmul-f32-1024");

  private Goals() {}

  private static void c(String key, double arrays, double segments) {
    AGAINST_C.put(
        key,
        Map.of(Storage.ARRAYS, new Goal.Ratio(arrays), Storage.SEGMENTS, new Goal.Ratio(segments)));
  }

  /** The kernels that have a goal against C. */
  static Set<String> keys() {
    return AGAINST_C.keySet();
  }

  /** The goal of a function that is compared with NumPy's, if it has one. */
  static Optional<Goal> againstNumpy(String key) {
    return switch (key) {
      case "sort", "cumulative_sum", "take" -> Optional.of(new Goal.Ratio(0.4));
      default -> Optional.empty();
    };
  }

  /** The goal of a line, if it has one: over native memory, only those against C have. */
  static Optional<Goal> of(String key, Storage storage, Claim claim) {
    if (claim == Claim.C) {
      return Optional.ofNullable(AGAINST_C.getOrDefault(key, Map.of()).get(storage));
    }
    return storage == Storage.ARRAYS ? overArrays(key, claim) : Optional.empty();
  }

  private static Optional<Goal> overArrays(String key, Claim claim) {
    boolean isCall = key.startsWith("call-");
    return Optional.ofNullable(
        switch (claim) {
          case C -> null;
          case BLAS -> AGAINST_OPENBLAS.get(key);
          case DYNAMIC -> isCall ? null : new Goal.Ratio(SHORT_ROWS.contains(key) ? 0.85 : 0.95);
          case FALLBACK -> isCall || SHORT_ROWS.contains(key) ? null : new Goal.Ratio(0.75);
          case THREADS -> ON_TWO_THREADS.contains(key) ? new Goal.Ratio(1.7) : null;
          case FASTMATH -> null;
          case HOISTED -> new Goal.Ratio(0.95);
          case JAVA -> isCall ? new Goal.Extra(20) : null;
        });
  }
}
