package dev.tensorc.cli;

import dev.tensorc.runtime.Generated;
import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Class files that an earlier compilation of a program left, and that it no longer has: {@code
 * Edges$Segments.class} where {@code Edges} had a form for native memory once. Nothing calls them;
 * they would only be packed.
 */
final class StaleClasses {

  private static final String GENERATED = Generated.class.descriptorString();
  private static final String SUFFIX = ".class";

  private StaleClasses() {}

  /**
   * Deletes a program's stale class files: those called {@code Edges$...} that say that they were
   * generated from a file of the program's name, and that are none of its classes now.
   *
   * @param directory where the class files are in folders for their packages
   */
  static void delete(Path directory, Compiled program) throws IOException {
    if (program.className().isEmpty()) {
      return;
    }
    String facade = program.className().get();
    String packagePrefix = facade.substring(0, facade.lastIndexOf('.') + 1);
    String prefix = facade.substring(packagePrefix.length()) + "$";
    String source = String.valueOf(program.file().getFileName());
    var stale = new ArrayList<Path>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory.resolve(packagePrefix.replace('.', '/')))) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        if (name.startsWith(prefix)
            && name.endsWith(SUFFIX)
            && !program.classFiles().containsKey(packagePrefix + withoutSuffix(name))
            && isGeneratedFrom(source, file)) {
          stale.add(file);
        }
      }
    }
    for (Path file : stale) {
      Files.deleteIfExists(file);
    }
  }

  private static String withoutSuffix(String name) {
    return name.substring(0, name.length() - SUFFIX.length());
  }

  private static boolean isGeneratedFrom(String source, Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      List<Annotation> annotations =
          ClassFile.of()
              .parse(Files.readAllBytes(file))
              .findAttribute(Attributes.runtimeInvisibleAnnotations())
              .map(a -> a.annotations())
              .orElse(List.of());
      return annotations.stream()
          .filter(a -> a.className().equalsString(GENERATED))
          .flatMap(a -> a.elements().stream())
          .anyMatch(
              e ->
                  e.value() instanceof AnnotationValue.OfString text
                      && text.stringValue().equals(source));
    } catch (IllegalArgumentException e) { // no class file, whatever its name
      return false;
    }
  }
}
