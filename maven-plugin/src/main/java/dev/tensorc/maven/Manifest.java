package dev.tensorc.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The results of one execution of a goal, so that the next one compiles only changed files: the
 * hashes of all files that went in, and the classes that came out. It is text:
 *
 * <pre>{@code
 * settings  HASH
 * program   FILE  HASH
 * import    FILE  HASH    of the program above
 * class     BINARY NAME   of the program above
 * }</pre>
 */
final class Manifest {

  private record Entry(String hash, Map<Path, String> imports, List<String> classes) {}

  private final Path file;
  private final Path outputDirectory;
  private final Path stubDirectory;
  private String settings = "";
  private final Map<Path, Entry> entries = new LinkedHashMap<>();
  private final Set<String> classesBefore = new HashSet<>();

  /** Each file is read once. */
  private final Map<Path, String> hashes = new HashMap<>();

  private Manifest(Path file, Path outputDirectory, Path stubDirectory) {
    this.file = file;
    this.outputDirectory = outputDirectory;
    this.stubDirectory = stubDirectory;
  }

  /** The manifest that {@link #write} wrote; an empty one if there is none, or no whole one. */
  static Manifest read(Path file, Path outputDirectory, Path stubDirectory) throws IOException {
    var manifest = new Manifest(file, outputDirectory, stubDirectory);
    if (Files.exists(file)) {
      try {
        manifest.read();
      } catch (RuntimeException e) { // not written by this version of the plugin
        return new Manifest(file, outputDirectory, stubDirectory);
      }
    }
    return manifest;
  }

  private void read() throws IOException {
    Entry last = new Entry("", Map.of(), List.of());
    for (String line : Files.readAllLines(file)) {
      String[] fields = Fields.split(line);
      switch (fields[0]) {
        case "settings" -> settings = fields[1];
        case "program" -> {
          last = new Entry(fields[2], new LinkedHashMap<>(), new ArrayList<>());
          entries.put(Path.of(fields[1]), last);
        }
        case "import" -> last.imports().put(Path.of(fields[1]), fields[2]);
        case "class" -> {
          last.classes().add(fields[1]);
          classesBefore.add(fields[1]);
        }
        default -> throw new IllegalStateException("not a manifest: " + line);
      }
    }
  }

  /**
   * The programs to compile. All of them where the settings have changed, and where one is new:
   * only together do they show that two would become one class.
   */
  List<Path> changed(List<Path> programs, String now) throws IOException {
    if (!settings.equals(now) || !entries.keySet().containsAll(programs)) {
      return programs;
    }
    var changed = new ArrayList<Path>();
    for (Path program : programs) {
      Entry entry = entries.get(program);
      if (entry == null || !isUpToDate(program, entry)) {
        changed.add(program);
      }
    }
    return changed;
  }

  private boolean isUpToDate(Path program, Entry entry) throws IOException {
    if (!entry.hash().equals(hash(program))) {
      return false;
    }
    for (var imported : entry.imports().entrySet()) {
      if (!imported.getValue().equals(hash(imported.getKey()))) {
        return false;
      }
    }
    return entry.classes().stream().allMatch(name -> Files.exists(classFile(name)));
  }

  /**
   * Takes in the compiled programs.
   *
   * @return the programs among them that are of no use: no class came out, and nothing imports them
   */
  List<Path> compiled(List<CompilerReport.Program> programs) throws IOException {
    for (CompilerReport.Program program : programs) {
      var imports = new LinkedHashMap<Path, String>();
      for (String imported : program.imports()) {
        imports.put(Path.of(imported), hash(Path.of(imported)));
      }
      Path path = Path.of(program.file());
      entries.put(path, new Entry(hash(path), imports, program.classes()));
    }
    return programs.stream()
        .filter(program -> program.classes().isEmpty())
        .map(program -> Path.of(program.file()))
        .filter(path -> entries.values().stream().noneMatch(e -> e.imports().containsKey(path)))
        .toList();
  }

  /**
   * Forgets the other programs, and deletes the classes that no program has any more, with their
   * Java sources.
   *
   * @return how many classes were deleted
   */
  int forgetAllBut(List<Path> programs) throws IOException {
    entries.keySet().retainAll(Set.copyOf(programs));
    var orphans = new HashSet<>(classesBefore);
    entries.values().forEach(entry -> orphans.removeAll(Set.copyOf(entry.classes())));
    for (String name : orphans) {
      delete(outputDirectory, classFile(name));
      delete(stubDirectory, stubDirectory.resolve(name.replace('.', '/') + ".java"));
    }
    return orphans.size();
  }

  private static void delete(Path root, Path old) throws IOException {
    Files.deleteIfExists(old);
    deleteIfEmpty(root, old.getParent());
  }

  /** Deletes a folder below the root if nothing is in it, and those that this empties. */
  private static void deleteIfEmpty(Path root, @Nullable Path folder) throws IOException {
    if (folder == null || folder.equals(root) || !Files.isDirectory(folder)) {
      return;
    }
    try (var files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        return;
      }
    }
    Files.delete(folder);
    deleteIfEmpty(root, folder.getParent());
  }

  /** Keeps all this for the next time. */
  void write(String now) throws IOException {
    var lines = new ArrayList<String>();
    lines.add(Fields.join("settings", now));
    entries.forEach(
        (program, entry) -> {
          lines.add(Fields.join("program", program.toString(), entry.hash()));
          entry
              .imports()
              .forEach((f, hash) -> lines.add(Fields.join("import", f.toString(), hash)));
          entry.classes().forEach(name -> lines.add(Fields.join("class", name)));
        });
    Files.createDirectories(file.getParent());
    Path whole = file.resolveSibling(file.getFileName() + ".new");
    Files.write(whole, lines);
    Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private Path classFile(String name) {
    return outputDirectory.resolve(name.replace('.', '/') + ".class");
  }

  /** The hash of a file's content; one that no file has if it is not there. */
  private String hash(Path path) throws IOException {
    String known = hashes.get(path);
    if (known == null) {
      known = Files.isRegularFile(path) ? Hash.of(path) : "";
      hashes.put(path, known);
    }
    return known;
  }
}
