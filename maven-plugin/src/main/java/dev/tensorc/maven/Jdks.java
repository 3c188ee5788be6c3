package dev.tensorc.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;

/** Finds a JDK that can run the compiler. */
final class Jdks {

  /** The oldest JDK that runs the compiler. */
  private static final int MIN_VERSION = 25;

  /** In the file {@code release} of a JDK: so no JVM has to be started to ask it. */
  private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

  /** Folders of JDKs, as they are usual on Linux, macOS and Windows; `~` is the user's home. */
  private static final List<String> USUAL =
      List.of(
          "/usr/lib/jvm",
          "/usr/java",
          "/opt",
          "~/.sdkman/candidates/java",
          "~/.jdks",
          "~/.asdf/installs/java",
          "/Library/Java/JavaVirtualMachines",
          "C:/Program Files/Java",
          "C:/Program Files/Eclipse Adoptium");

  private final Optional<Path> given;
  private final ToolchainManager toolchains;
  private final MavenSession session;
  private final List<String> seen = new ArrayList<>();

  /**
   * @param given the JDK that the user has named
   */
  Jdks(Optional<Path> given, ToolchainManager toolchains, MavenSession session) {
    this.given = given;
    this.toolchains = toolchains;
    this.session = session;
  }

  /** The home of the first one that is new enough. */
  Path find() throws MojoFailureException {
    Stream<Path> candidates = given.map(Stream::of).orElseGet(this::candidates);
    Optional<Path> found = candidates.filter(this::fits).findFirst();
    return found.orElseThrow(() -> new MojoFailureException(missing()));
  }

  private String missing() {
    String looked = seen.isEmpty() ? "none" : String.join(", ", seen);
    return given.isPresent()
        ? "tensorc.jdk names no JDK %d or newer: %s".formatted(MIN_VERSION, given.get())
        : ("The compiler of array programs needs a JDK %d or newer; Maven itself may run on an"
                + " older one. Found: %s. Install one, or name it with -Dtensorc.jdk=FOLDER or in"
                + " ~/.m2/toolchains.xml.")
            .formatted(MIN_VERSION, looked);
  }

  private boolean fits(Path home) {
    int version = version(home);
    if (version > 0) {
      seen.add(home + " (" + version + ")");
    }
    return version >= MIN_VERSION;
  }

  /** The major version of a JDK; 0 if that is none. */
  private static int version(Path home) {
    Path release = home.resolve("release");
    boolean java =
        Stream.of("java", "java.exe").anyMatch(n -> Files.exists(home.resolve("bin/" + n)));
    if (!java || !Files.isRegularFile(release)) {
      return 0;
    }
    try {
      Matcher version = VERSION.matcher(Files.readString(release));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      return 0; // not one that can be used
    }
  }

  /** All that come into question, best first; the later ones are looked for only if need be. */
  private Stream<Path> candidates() {
    return Stream.<Supplier<Stream<Path>>>of(
            () ->
                Stream.ofNullable(toolchains.getToolchainFromBuildContext("jdk", session))
                    .flatMap(Jdks::home),
            () -> Stream.of(Path.of(System.getProperty("java.home"))),
            () ->
                toolchains
                    .getToolchains(session, "jdk", Map.of("version", "[" + MIN_VERSION + ",)"))
                    .stream()
                    .flatMap(Jdks::home),
            () ->
                Stream.of("TENSORC_JAVA_HOME", "JAVA_HOME")
                    .map(System::getenv)
                    .flatMap(Stream::ofNullable)
                    .map(Path::of),
            Jdks::onPath,
            () -> USUAL.stream().flatMap(Jdks::below))
        .flatMap(Supplier::get);
  }

  private static Stream<Path> home(Toolchain toolchain) {
    return Stream.ofNullable(toolchain.findTool("java")).flatMap(Jdks::homeOf);
  }

  private static Stream<Path> onPath() {
    String path = System.getenv("PATH");
    return Stream.ofNullable(path)
        .flatMap(p -> Stream.of(p.split(Pattern.quote(File.pathSeparator))))
        .filter(folder -> !folder.isBlank())
        .map(folder -> folder + File.separator + "java")
        .flatMap(Jdks::homeOf);
  }

  /** {@code HOME/bin/java}, or a link to it, is of the JDK in {@code HOME}. */
  private static Stream<Path> homeOf(String java) {
    try {
      return Optional.ofNullable(Path.of(java).toRealPath().getParent())
          .map(Path::getParent)
          .stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private static Stream<Path> below(String usual) {
    Path folder =
        Path.of(
            usual.replaceFirst("^~", Matcher.quoteReplacement(System.getProperty("user.home"))));
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (var homes = Files.list(folder)) {
      return homes
          .sorted()
          .flatMap(h -> Stream.of(h, h.resolve("Contents/Home")))
          .toList()
          .stream();
    } catch (IOException e) {
      return Stream.empty(); // not one that can be read
    }
  }
}
