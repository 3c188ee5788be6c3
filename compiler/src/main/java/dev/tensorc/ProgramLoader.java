package dev.tensorc;

import dev.tensorc.runtime.EngineChoice;
import java.util.Map;

/** Defines the classes of one program and chooses its engine. */
final class ProgramLoader extends ClassLoader implements EngineChoice {

  private final Map<String, byte[]> classFiles;
  private final boolean vector;

  ProgramLoader(Map<String, byte[]> classFiles, boolean vector) {
    super("tensorc", EngineChoice.class.getClassLoader());
    this.classFiles = classFiles;
    this.vector = vector;
  }

  @Override
  public boolean vector() {
    return vector;
  }

  /** The program's class of that binary name. */
  Class<?> facade(String name) {
    try {
      return loadClass(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("code generation made no class " + name, e);
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
