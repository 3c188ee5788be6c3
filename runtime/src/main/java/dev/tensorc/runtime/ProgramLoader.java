package dev.tensorc.runtime;

import java.util.Map;

/** Defines the classes of one program, which are unloaded with it. */
class ProgramLoader extends ClassLoader {

  private final Map<String, byte[]> classFiles;

  /**
   * @param classFiles by binary class name
   */
  ProgramLoader(Map<String, byte[]> classFiles) {
    super("tensorc", ProgramLoader.class.getClassLoader());
    this.classFiles = classFiles;
  }

  /** One whose program has an engine of its own, whatever the system property says. */
  static ProgramLoader withEngine(Map<String, byte[]> classFiles, boolean vector) {
    return new Choosing(classFiles, vector);
  }

  private static final class Choosing extends ProgramLoader implements EngineChoice {
    private final boolean vector;

    private Choosing(Map<String, byte[]> classFiles, boolean vector) {
      super(classFiles);
      this.vector = vector;
    }

    @Override
    public boolean vector() {
      return vector;
    }
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
