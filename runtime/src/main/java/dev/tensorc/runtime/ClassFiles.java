package dev.tensorc.runtime;

import dev.tensorc.runtime.load.ProgramFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The class files of one program, which can travel: to another JVM, or into an archive.
 *
 * @param className the binary name of the class with the exported functions
 * @param files by binary class name
 */
public record ClassFiles(String className, Map<String, byte[]> files) {
  public ClassFiles {
    files = Map.copyOf(files);
    if (!files.containsKey(className)) {
      throw new IllegalArgumentException("the class files have no class " + className);
    }
  }

  /**
   * The class files of the program in a folder or a jar.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it holds no program, or several: the message names them
   */
  public static ClassFiles read(Path folderOrJar) throws IOException {
    try (var files = ProgramFiles.open(folderOrJar, TensorProgram.class)) {
      String name = files.onlyProgram();
      return new ClassFiles(name, files.classesOf(name));
    }
  }

  /**
   * The class files of one of the programs in a folder or a jar.
   *
   * @param className the name of the program's class with its package
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it has no such class
   */
  public static ClassFiles read(Path folderOrJar, String className) throws IOException {
    try (var files = ProgramFiles.open(folderOrJar, TensorProgram.class)) {
      return new ClassFiles(className, files.classesOf(className));
    }
  }

  /**
   * The program, in a class loader of its own.
   *
   * @throws IllegalArgumentException if the class is not that of a program
   * @throws ProgramLinkError if it was compiled for another version of the runtime
   */
  public Program load() {
    return Program.of(new ProgramLoader(files).facade(className));
  }
}
