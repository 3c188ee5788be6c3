package dev.tensorc.runtime.io;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Temporary files of outputs, left by processes that were killed. */
final class Leftovers {
  private static final int ENTRIES_PER_WRITE = 64;
  private static final int MOST_FOLDERS = 1_000;

  /** How many writes pass until a folder is listed again, so that writing n files is not n^2. */
  private static final LinkedHashMap<Path, Integer> WAIT = new LinkedHashMap<>();

  private final Map<Path, List<Path>> found = new HashMap<>();

  /** Removes those of one output, which no living process writes. */
  void removeOf(Path target) {
    Path folder = target.getParent();
    if (folder != null) {
      for (Path each : foundIn(folder)) {
        if (TemporaryFile.isOf(each, target)) {
          TemporaryFile.removeIfLeft(each);
        }
      }
    }
  }

  private synchronized List<Path> foundIn(Path folder) {
    return found.computeIfAbsent(folder, Leftovers::list);
  }

  private static List<Path> list(Path folder) {
    List<Path> temporary = new ArrayList<>();
    if (isDue(folder)) {
      int entries = 0;
      try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
        for (Path each : all) {
          entries++;
          if (each.toString().endsWith(".tmp")) {
            temporary.add(each);
          }
        }
      } catch (IOException | DirectoryIteratorException _) {
        temporary.clear(); // a folder may be written to and not listed
      }
      defer(folder, entries / ENTRIES_PER_WRITE);
    }
    return temporary;
  }

  private static boolean isDue(Path folder) {
    synchronized (WAIT) {
      int writes = WAIT.getOrDefault(folder, 0);
      if (writes > 0) {
        WAIT.put(folder, writes - 1);
      }
      return writes == 0;
    }
  }

  private static void defer(Path folder, int writes) {
    synchronized (WAIT) {
      WAIT.remove(folder);
      if (writes > 0) {
        WAIT.put(folder, writes);
      }
      if (WAIT.size() > MOST_FOLDERS) {
        WAIT.pollFirstEntry();
      }
    }
  }
}
