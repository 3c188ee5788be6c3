package jdk.test.whitebox;

import java.lang.reflect.Executable;

/**
 * HotSpot's interface for its own tests, as far as it is needed here: the JVM knows the class by
 * this name. It works on the boot class path alone, with {@code -XX:+WhiteBoxAPI}.
 */
public final class WhiteBox {

  static {
    registerNatives();
  }

  private WhiteBox() {}

  private static native void registerNatives();

  public static WhiteBox get() {
    return new WhiteBox();
  }

  /** Has a method compiled; with {@code -Xbatch} it is when this returns. */
  public void compile(Executable method, int tier) {
    enqueueMethodForCompilation0(method, tier, -1);
  }

  /** At which tier a method is compiled; 0 if it is not. */
  public int tier(Executable method) {
    return getMethodCompilationLevel0(method, false);
  }

  private native boolean enqueueMethodForCompilation0(Executable method, int tier, int loop);

  private native int getMethodCompilationLevel0(Executable method, boolean loop);
}
