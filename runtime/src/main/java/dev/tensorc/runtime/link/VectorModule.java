package dev.tensorc.runtime.link;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;

/**
 * The module of the JDK that vector code needs. It is there where the JVM is started with {@code
 * --add-modules jdk.incubator.vector}, or where {@code --add-exports
 * java.base/jdk.internal.module=ALL-UNNAMED} allows to load it when it is first needed: that JVM
 * starts sooner ({@code docs/decisions/0064-start-times.md}).
 */
public final class VectorModule {

  static final String NAME = "jdk.incubator.vector";

  private static final Optional<Module> AT_START = ModuleLayer.boot().findModule(NAME);
  private static final Optional<Method> LOADER =
      AT_START.isPresent() ? Optional.empty() : findLoader();

  private VectorModule() {}

  static boolean isThere() {
    return AT_START.isPresent() || LOADER.isPresent();
  }

  /**
   * The module; loads it where that has not been done. Code that names a class of it runs after
   * this.
   *
   * @throws IllegalStateException if it is not there
   */
  public static Module load() {
    return AT_START.orElseGet(VectorModule::loadLate);
  }

  private static Module loadLate() {
    try {
      Method loader = LOADER.orElseThrow(() -> new IllegalStateException("no module " + NAME));
      return (Module) loader.invoke(null, NAME);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("the module " + NAME + " cannot be loaded", e);
    }
  }

  /** The method by which the JDK loads modules late itself, such as that of agents. */
  private static Optional<Method> findLoader() {
    String holder = "jdk.internal.module";
    if (!Object.class.getModule().isExported(holder, VectorModule.class.getModule())) {
      return Optional.empty();
    }
    try {
      return Optional.of(Class.forName(holder + ".Modules").getMethod("loadModule", String.class));
    } catch (ClassNotFoundException | NoSuchMethodException e) {
      return Optional.empty();
    }
  }
}
