package dev.tensorc.runtime;

import java.util.Map;
import java.util.Optional;

/** Defines the classes of one program, which are unloaded with it. */
class ProgramLoader extends ClassLoader {

  private final Map<String, byte[]> classFiles;
  private final Optional<Threads> threads;

  /**
   * @param classFiles by binary class name
   */
  ProgramLoader(Map<String, byte[]> classFiles) {
    this(classFiles, Optional.empty());
  }

  private ProgramLoader(Map<String, byte[]> classFiles, Optional<Threads> threads) {
    super("tensorc", ProgramLoader.class.getClassLoader());
    this.classFiles = classFiles;
    this.threads = threads;
    threads.ifPresent(Threads::counts);
  }

  /** One whose program may have an engine of its own, whatever the system property. */
  static ProgramLoader with(
      Map<String, byte[]> classFiles, Optional<Boolean> vector, Optional<Threads> threads) {
    return vector
        .<ProgramLoader>map(v -> new Choosing(classFiles, v, threads))
        .orElseGet(() -> new ProgramLoader(classFiles, threads));
  }

  private static final class Choosing extends ProgramLoader implements EngineChoice {
    private final boolean vector;

    private Choosing(Map<String, byte[]> classFiles, boolean vector, Optional<Threads> threads) {
      super(classFiles, threads);
      this.vector = vector;
    }

    @Override
    public boolean vector() {
      return vector;
    }
  }

  /** The threads that calls of its program use; empty where the JVM decides. */
  Optional<Threads> threads() {
    return threads;
  }

  /**
   * The program's class of that binary name.
   *
   * @throws IllegalArgumentException if there is none
   */
  Class<?> facade(String name) {
    try {
      return loadClass(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("there is no class " + name, e);
    }
  }

  /** The program's own classes come first: its name may be that of a class in sight. */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      byte[] bytes = classFiles.get(name);
      if (bytes == null) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
    }
  }
}
