package dev.tensorc.runtime;

/**
 * Chooses between a program's vector and scalar kernels; both give the same bits.
 *
 * <p>Vector kernels need the module {@code jdk.incubator.vector}, which a JVM has only where it is
 * started with {@code --add-modules jdk.incubator.vector}. No class of it is named here, so that
 * this class loads without it.
 */
public final class Engine {

  /** The system property that switches engines: {@code auto} (the default), vector or scalar. */
  public static final String PROPERTY = "tensorc.engine";

  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  private static final boolean AVAILABLE = ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();

  private Engine() {}

  /** Whether this JVM was started with the vector module. */
  public static boolean vectorAvailable() {
    return AVAILABLE;
  }

  /**
   * Whether a program uses its vector kernels: if the module is there, its class loader decides
   * where it is an {@link EngineChoice}, else the system property {@value #PROPERTY}.
   *
   * @param plan the class that calls the kernels
   * @throws IllegalStateException if the property has no such value, or asks for vector kernels
   *     where the module is missing
   */
  public static boolean useVector(Class<?> plan) {
    if (plan.getClassLoader() instanceof EngineChoice choice) {
      return AVAILABLE && choice.vector();
    }
    String engine = System.getProperty(PROPERTY, "auto");
    return switch (engine) {
      case "auto" -> AVAILABLE;
      case "scalar" -> false;
      case "vector" -> {
        if (!AVAILABLE) {
          throw new IllegalStateException(
              "-D" + PROPERTY + "=vector needs --add-modules " + VECTOR_MODULE);
        }
        yield true;
      }
      default ->
          throw new IllegalStateException(
              "-D" + PROPERTY + "=" + engine + " is none of auto, vector, scalar");
    };
  }
}
