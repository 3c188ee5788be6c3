package dev.tensorc.runtime.link;

import dev.tensorc.runtime.EngineChoice;
import dev.tensorc.runtime.LinkVersion;
import dev.tensorc.runtime.ProgramLinkError;
import dev.tensorc.runtime.Threads;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Chooses between a program's vector and scalar kernels; both give the same bits.
 *
 * <p>Vector kernels need the module {@code jdk.incubator.vector}, which a JVM has only where it is
 * started with {@code --add-modules jdk.incubator.vector}. No class of it is named here, so that
 * this class loads without it.
 */
public final class Engine {

  /**
   * The system property that switches engines: {@code vector}, {@code scalar}, or {@code auto} (the
   * default), which is scalar at first and vector where the module is there and as soon as the JIT
   * has compiled that. It is read when the class of a program is first used.
   */
  public static final String PROPERTY = "tensorc.engine";

  /** The result of {@link #link} for programs that run scalar kernels, ... */
  public static final int SCALAR = 0;

  /** ... vector kernels, ... */
  public static final int VECTOR = 1;

  /** ... or scalar kernels until the JIT has compiled the vector kernels. */
  public static final int WARM_UP = 2;

  private static final boolean AVAILABLE = VectorModule.isThere();
  private static final AtomicBoolean SAID = new AtomicBoolean();

  private Engine() {}

  /** Whether this JVM has the vector module. */
  public static boolean vectorAvailable() {
    return AVAILABLE;
  }

  /**
   * Generated classes call this before anything else; it decides which kernels they run. If the
   * module is there, their class loader decides where it is an {@link EngineChoice}, else the
   * system property {@value #PROPERTY}.
   *
   * @param plan the class that calls the kernels
   * @param linkVersion the version of the runtime that it expects
   * @return {@link #SCALAR}, {@link #VECTOR}, or {@link #WARM_UP} to begin with scalar code
   * @throws ProgramLinkError if it was compiled for another version of the runtime, if the property
   *     has no such value, or if it asks for vector kernels where the module is missing
   */
  public static int link(Class<?> plan, int linkVersion) {
    LinkVersion.require(linkVersion, plan.getName());
    if (System.getProperty(Threads.PROPERTY) != null) {
      Threads.current(); // a mistake in the property shows at once
    }
    if (plan.getClassLoader() instanceof EngineChoice choice) {
      return AVAILABLE && choice.vector() ? vector() : SCALAR;
    }
    String engine = System.getProperty(PROPERTY, "auto");
    int chosen =
        switch (engine) {
          case "auto" -> AVAILABLE ? WARM_UP : SCALAR;
          case "scalar" -> SCALAR;
          case "vector" -> VECTOR;
          default ->
              throw new ProgramLinkError(
                  "-D%s=%s is none of auto, vector, scalar".formatted(PROPERTY, engine));
        };
    if (chosen == VECTOR && !AVAILABLE) {
      throw new ProgramLinkError(
          "-D%s=vector needs a JVM that is started with --add-modules %s"
              .formatted(PROPERTY, VectorModule.NAME));
    }
    if (!SAID.getAndSet(true)) {
      sayWhatRuns(chosen, engine.equals("auto"));
    }
    return chosen == VECTOR ? vector() : chosen;
  }

  private static int vector() {
    VectorModule.load();
    return VECTOR;
  }

  /**
   * The kernels that run as vector code: generated code reads this before each call, and the
   * warm-up sets the kernels that are ready.
   *
   * @param engine the result of {@link #link}
   * @param kernels how many there are
   */
  public static boolean[] ready(int engine, int kernels) {
    boolean[] ready = new boolean[kernels];
    Arrays.fill(ready, engine == VECTOR);
    return ready;
  }

  /**
   * The module that a program's module has to read to use its vector kernels: a named module reads
   * only the modules that it requires, any other all.
   *
   * @param plan the class that calls the kernels
   * @return the vector module; the program's own where it is missing or need not be read
   */
  public static Module vectorModule(Class<?> plan) {
    Module own = plan.getModule();
    return AVAILABLE && own.isNamed() ? VectorModule.load() : own;
  }

  /** Is said once in each JVM; aloud only where programs could be faster. */
  private static void sayWhatRuns(int engine, boolean unasked) {
    if (engine == WARM_UP) {
      return; // the warm-up says so when it begins, and a short process needs no logger
    }
    System.Logger log = System.getLogger("dev.tensorc");
    if (engine == SCALAR && unasked) {
      log.log(
          Level.WARNING,
          "tensorc runs scalar code, slower and with the same results: this JVM lacks the"
              + " module {0}. Start it with --add-modules {0}, or with -D{1}=scalar to say that"
              + " this is wanted.",
          VectorModule.NAME,
          PROPERTY);
    } else {
      log.log(
          Level.DEBUG,
          "tensorc runs {0} code, as -D{1} says.",
          engine == VECTOR ? "vector" : "scalar",
          PROPERTY);
    }
  }
}
