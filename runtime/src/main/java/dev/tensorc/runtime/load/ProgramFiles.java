package dev.tensorc.runtime.load;

import java.io.Closeable;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The class files in a folder or a jar. */
public final class ProgramFiles implements Closeable {

  private static final String SUFFIX = ".class";

  private final Path given;
  private final Path root;
  private final Optional<FileSystem> jar;
  private final String mark;

  private ProgramFiles(Path given, Path root, Optional<FileSystem> jar, Class<?> mark) {
    this.given = given;
    this.root = root;
    this.jar = jar;
    this.mark = mark.descriptorString();
  }

  /**
   * The class files below a path.
   *
   * @param mark the annotation of each class that the compiler made of a program
   * @throws IllegalArgumentException if the path is a file, but no jar
   */
  public static ProgramFiles open(Path folderOrJar, Class<?> mark) throws IOException {
    if (Files.isDirectory(folderOrJar)) {
      return new ProgramFiles(folderOrJar, folderOrJar, Optional.empty(), mark);
    }
    if (!Files.exists(folderOrJar)) {
      throw new NoSuchFileException(folderOrJar.toString());
    }
    try {
      FileSystem files = FileSystems.newFileSystem(folderOrJar, Map.of());
      return new ProgramFiles(folderOrJar, files.getPath("/"), Optional.of(files), mark);
    } catch (ProviderNotFoundException e) {
      throw new IllegalArgumentException(
          folderOrJar
              + " is neither a folder nor a jar: programs are loaded from the output of `tensorc"
              + " compile` or the Maven plugin; Tensorc.compile compiles the text of a program",
          e);
    }
  }

  /**
   * The binary name of the only class of a program.
   *
   * @throws IllegalArgumentException if there is none, or more than one
   */
  public String onlyProgram() throws IOException {
    List<String> names = programs();
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          given + " holds no class that the compiler has made of a program");
    }
    if (names.size() > 1) {
      throw new IllegalArgumentException(
          "%s holds %d programs: name one, as in Program.load(path, \"%s\"); they are %s"
              .formatted(given, names.size(), names.getFirst(), String.join(", ", names)));
    }
    return names.getFirst();
  }

  private List<String> programs() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      var names = new ArrayList<String>();
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        String name = file.toString();
        if (name.endsWith(SUFFIX) && !simpleName(file).contains("$") && isProgram(file)) {
          names.add(binaryName(file));
        }
      }
      return names;
    }
  }

  private boolean isProgram(Path file) throws IOException {
    try {
      return ClassFile.of()
          .parse(Files.readAllBytes(file))
          .findAttribute(Attributes.runtimeVisibleAnnotations())
          .map(a -> a.annotations().stream().anyMatch(n -> n.className().equalsString(mark)))
          .orElse(false);
    } catch (IllegalArgumentException e) { // not a class file, whatever its name
      return false;
    }
  }

  private String binaryName(Path file) {
    String path = root.relativize(file).toString();
    String slashes = path.replace(file.getFileSystem().getSeparator(), "/");
    return slashes.substring(0, slashes.length() - SUFFIX.length()).replace('/', '.');
  }

  private static String simpleName(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - SUFFIX.length());
  }

  /**
   * The class files of one program, by binary class name.
   *
   * @throws IllegalArgumentException if there is no such class
   */
  public Map<String, byte[]> classesOf(String className) throws IOException {
    Path facade = root.resolve(className.replace('.', '/') + SUFFIX);
    if (!Files.isRegularFile(facade)) {
      List<String> names = programs();
      throw new IllegalArgumentException(
          "%s has no class %s; its programs are %s"
              .formatted(given, className, names.isEmpty() ? "none" : String.join(", ", names)));
    }
    var classes = new LinkedHashMap<String, byte[]>();
    classes.put(className, Files.readAllBytes(facade));
    Path folder = Optional.ofNullable(facade.getParent()).orElse(root);
    String prefix = simpleName(facade) + "$";
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        String name = String.valueOf(file.getFileName());
        if (name.startsWith(prefix) && name.endsWith(SUFFIX)) {
          classes.put(binaryName(file), Files.readAllBytes(file));
        }
      }
    }
    return classes;
  }

  @Override
  public void close() throws IOException {
    if (jar.isPresent()) {
      jar.get().close();
    }
  }
}
