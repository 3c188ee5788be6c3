package dev.tensorc.math;

import dev.tensorc.runtime.link.math.ScalarMath;
import java.util.List;

/**
 * The scalar functions that compute the rare lanes which a fast sequence leaves out.
 *
 * <p>Generated code calls the method {@link #methodName()} of {@link ScalarMath}, which defines
 * them: of {@code float} or of {@code double}.
 */
public enum MathFunction {
  SIN32("sin32Slow", true),
  COS32("cos32Slow", true),
  SIN64("sin64Slow", false),
  COS64("cos64Slow", false),
  TAN32("tan32Slow", true),
  TAN64("tan64Slow", false),
  LOGADDEXP32("logaddexp32Slow", true),
  LOGADDEXP64("logaddexp64Slow", false),
  FLOOR_DIVIDE32("floorDivide32Slow", true),
  FLOOR_DIVIDE64("floorDivide64Slow", false),
  REMAINDER32("remainder32Slow", true),
  REMAINDER64("remainder64Slow", false),
  FMOD32("fmod32Slow", true),
  FMOD64("fmod64Slow", false);

  private final String methodName;
  private final boolean single;

  MathFunction(String methodName, boolean single) {
    this.methodName = methodName;
    this.single = single;
  }

  /** The name of the method of {@code ScalarMath}. */
  public String methodName() {
    return methodName;
  }

  /** Whether the method is one of {@code float}; otherwise of {@code double}. */
  public boolean isSingle() {
    return single;
  }

  /** The function's value; a single-precision function rounds it to {@code float} afterwards. */
  double apply(List<? extends Number> args) {
    double x = args.getFirst().doubleValue();
    double y = args.getLast().doubleValue();
    return switch (this) {
      case SIN32, SIN64 -> ScalarMath.sin64Slow(x);
      case COS32, COS64 -> ScalarMath.cos64Slow(x);
      case TAN32, TAN64 -> ScalarMath.tan64Slow(x);
      case LOGADDEXP32, LOGADDEXP64 -> ScalarMath.logaddexp64Slow(x, y);
      case FLOOR_DIVIDE32 -> ScalarMath.floorDivide32Slow((float) x, (float) y);
      case FLOOR_DIVIDE64 -> ScalarMath.floorDivide64Slow(x, y);
      case REMAINDER32 -> ScalarMath.remainder32Slow((float) x, (float) y);
      case REMAINDER64 -> ScalarMath.remainder64Slow(x, y);
      case FMOD32 -> ScalarMath.fmod32Slow((float) x, (float) y);
      case FMOD64 -> ScalarMath.fmod64Slow(x, y);
    };
  }
}
