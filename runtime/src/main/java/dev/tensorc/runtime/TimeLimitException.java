package dev.tensorc.runtime;

import java.time.Duration;

/** A call was stopped since it took longer than {@link TimeLimit} allows. */
public final class TimeLimitException extends TensorException {
  private static final long serialVersionUID = 1L;

  TimeLimitException(Duration limit, CallInterruptedException cause) {
    super("%s; the time limit is %s s".formatted(cause.getMessage(), seconds(limit)), cause);
  }

  /** {@code 2} or {@code 0.5}. */
  private static String seconds(Duration limit) {
    return java.math.BigDecimal.valueOf(limit.toMillis(), 3).stripTrailingZeros().toPlainString();
  }
}
