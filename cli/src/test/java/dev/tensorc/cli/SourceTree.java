package dev.tensorc.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The files of the project that people write. */
final class SourceTree {

  private SourceTree() {}

  /** Files below a folder, but not in folders that a build makes, nor in hidden ones. */
  static List<Path> files(Path root, Predicate<Path> skipsFolder, Predicate<Path> takesFile)
      throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean isMade = name.equals("target") || name.equals("node_modules");
            boolean isHidden = name.startsWith(".") && !folder.equals(root);
            return isMade || isHidden || skipsFolder.test(folder)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (takesFile.test(file)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
