package dev.tensorc.math;

/**
 * The scalar functions that compute the rare lanes which a fast sequence leaves out.
 *
 * <p>They are defined by {@link StrictMath}, which promises the results of fdlibm on every machine.
 * Generated code calls the method {@link #methodName()} of {@code dev.tensorc.runtime.ScalarMath},
 * which maps one {@code float} (or {@code double}) to one.
 */
public enum MathFunction {
  SIN32("sin32Slow", true),
  COS32("cos32Slow", true),
  SIN64("sin64Slow", false),
  COS64("cos64Slow", false),
  TAN32("tan32Slow", true),
  TAN64("tan64Slow", false);

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

  /** Whether the method maps {@code float} to {@code float}; otherwise both are {@code double}. */
  public boolean isSingle() {
    return single;
  }

  /** The function's value; a single-precision function rounds it to {@code float} afterwards. */
  double apply(double x) {
    return switch (this) {
      case SIN32, SIN64 -> StrictMath.sin(x);
      case COS32, COS64 -> StrictMath.cos(x);
      case TAN32, TAN64 -> StrictMath.tan(x);
    };
  }
}
