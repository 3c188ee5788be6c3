package dev.tensorc.golden;

import dev.tensorc.runtime.EngineChoice;
import java.util.Map;

/** Defines the classes of one program and chooses its engine. */
final class TestLoader extends ClassLoader implements EngineChoice {

  private final Map<String, byte[]> classFiles;
  private final boolean vector;

  TestLoader(Map<String, byte[]> classFiles, boolean vector) {
    super(TestLoader.class.getClassLoader());
    this.classFiles = classFiles;
    this.vector = vector;
  }

  @Override
  public boolean vector() {
    return vector;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = classFiles.get(name);
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }
}
