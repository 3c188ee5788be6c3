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
  SIN32("sin32Slow"),
  COS32("cos32Slow"),
  SIN64("sin64Slow"),
  COS64("cos64Slow"),
  TAN32("tan32Slow"),
  TAN64("tan64Slow"),
  LOGADDEXP32("logaddexp32Slow"),
  LOGADDEXP64("logaddexp64Slow"),
  FLOOR_DIVIDE32("floorDivide32Slow"),
  FLOOR_DIVIDE64("floorDivide64Slow"),
  REMAINDER32("remainder32Slow"),
  REMAINDER64("remainder64Slow"),
  FMOD32("fmod32Slow"),
  FMOD64("fmod64Slow");

  private final String methodName;

  MathFunction(String methodName) {
    this.methodName = methodName;
  }

  /** The name of the method of {@code ScalarMath}. */
  public String methodName() {
    return methodName;
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
