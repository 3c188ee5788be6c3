import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs google-java-format over Java sources of the checkout: {@code Format.java check|write|off
 * ROOT ALL}. {@code write} takes all; {@code check} takes those that the last commits or nobody has
 * committed, for the others have been checked; all of them with {@code true} and without Git.
 *
 * <p>The formatter parses with the compiler of the JVM it runs in. Maven may run on JDK 17, which
 * rejects record patterns and {@code _}; so this runs in the JDK that the build selected.
 */
final class Format {
  /** More than anybody makes without a build. */
  private static final int COMMITS = 20;

  private Format() {}

  public static void main(String[] args) throws Exception {
    if (args[0].equals("off")) {
      return;
    }
    Path root = Path.of(args[1]);
    boolean write = args[0].equals("write");
    List<String> files = sources(root);
    if (!write && !Boolean.parseBoolean(args[2])) {
      changed(root).ifPresent(files::retainAll);
    }
    List<String> command = new ArrayList<>();
    command.addAll(write ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    command.addAll(files);
    ToolProvider formatter = ToolProvider.findFirst("google-java-format").orElseThrow();
    int status = formatter.run(System.out, System.err, command.toArray(String[]::new));
    if (status != 0 && !write) {
      System.err.println(
          "The files above are not formatted. To format them all: mvn -N verify -Dformat=write");
    }
    System.exit(status);
  }

  private static List<String> sources(Path root) throws IOException {
    try (Stream<Path> walk = Files.walk(root)) {
      return walk.filter(path -> path.toString().endsWith(".java"))
          .filter(path -> !path.startsWith(root.resolve(".git")))
          .filter(path -> !root.relativize(path).toString().contains("target/"))
          .map(Path::toString)
          .sorted()
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }

  /** Files that the last commits name, or that are not committed as they are. */
  private static Optional<Set<String>> changed(Path root) throws InterruptedException {
    var names = new HashSet<String>();
    for (String command :
        List.of(
            "git log --format= --name-only --no-renames -n " + COMMITS,
            "git diff --name-only --no-renames HEAD",
            "git ls-files --others --exclude-standard")) {
      var git = new ProcessBuilder(command.split(" ")).directory(root.toFile());
      try {
        Process process = git.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process.inputReader().lines().forEach(name -> names.add(root.resolve(name).toString()));
        if (process.waitFor() != 0) {
          return Optional.empty();
        }
      } catch (IOException e) { // there is no Git
        return Optional.empty();
      }
    }
    return Optional.of(names);
  }
}
