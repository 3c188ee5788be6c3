import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Runs google-java-format over every Java source of the checkout: {@code Format.java
 * check|write|off ROOT}.
 *
 * <p>The formatter parses with the compiler of the JVM it runs in. Maven may run on JDK 17, which
 * rejects record patterns and {@code _}; so this runs in the JDK that the build selected.
 */
final class Format {
  private Format() {}

  public static void main(String[] args) throws Exception {
    if (args[0].equals("off")) {
      return;
    }
    Path root = Path.of(args[1]);
    boolean write = args[0].equals("write");
    List<String> files = sources(root);
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
          .toList();
    }
  }
}
