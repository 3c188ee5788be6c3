package dev.tensorc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.maven.shared.invoker.DefaultInvocationRequest;
import org.apache.maven.shared.invoker.DefaultInvoker;
import org.apache.maven.shared.invoker.MavenInvocationException;

/**
 * A project outside this build, on which a real Maven is run. It sees this build's artifacts in a
 * repository of files, and shares a local repository with the other consumers that is empty when
 * the tests begin.
 */
final class Consumer {

  static final String PLUGIN = "dev.tensorc:tensorc-maven-plugin:" + property("version") + ":";

  private static final Path WORK = Path.of("target", "it").toAbsolutePath();
  private static final Path LOCAL = emptied(WORK.resolve("local-repository"));

  /** The result of one run of Maven. */
  record Outcome(int code, List<String> log) {

    String text() {
      return String.join("\n", log);
    }

    Outcome succeeds() {
      assertThat(code).as(text()).isZero();
      return this;
    }

    Outcome fails() {
      assertThat(code).as(text()).isNotZero();
      return this;
    }
  }

  private final Path folder;
  private Path jdk = Path.of(property("java.home"));

  private Consumer(Path folder) {
    this.folder = folder;
  }

  /** A project with no files. */
  static Consumer empty(String name) {
    return new Consumer(emptied(WORK.resolve(name)));
  }

  /** A copy of {@code src/it/NAME}; {@code @version@} stands for the version of this build. */
  static Consumer of(String name) throws IOException {
    Consumer consumer = empty(name);
    Path template = Path.of("src", "it", name);
    try (var files = Files.walk(template)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        consumer.write(template.relativize(file).toString(), Files.readString(file));
      }
    }
    return consumer;
  }

  private static String property(String name) {
    return System.getProperty("it." + name);
  }

  /** Maven itself runs in that JDK from now on; in the one of this build unless told. */
  Consumer on(Path javaHome) {
    jdk = javaHome;
    return this;
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  Consumer write(String name, String text) throws IOException {
    Files.createDirectories(path(name).getParent());
    Files.writeString(path(name), text.replace("@version@", property("version")));
    return this;
  }

  /** Runs Maven with these words behind {@code mvn}. */
  Outcome mvn(String... words) throws IOException, MavenInvocationException {
    var log = new ArrayList<String>();
    var request = new DefaultInvocationRequest();
    request.setBaseDirectory(folder.toFile());
    request.setBatchMode(true);
    request.setNoTransferProgress(true);
    request.addArgs(List.of(words));
    request.setLocalRepositoryDirectory(LOCAL.toFile());
    request.setUserSettingsFile(settings());
    request.setJavaHome(jdk.toFile());
    request.setMavenOpts("-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    request.setInputStream(java.io.InputStream.nullInputStream());
    request.setOutputHandler(log::add);
    request.setErrorHandler(log::add);
    var invoker = new DefaultInvoker();
    invoker.setMavenHome(new File(property("maven.home")));
    return new Outcome(invoker.execute(request).getExitCode(), log);
  }

  /** This build's artifacts, then the repository of this build's Maven, then the usual places. */
  private static File settings() throws IOException {
    Files.createDirectories(WORK);
    String repositories = repository("staging") + repository("repository");
    String text =
        """
        <settings>
          <profiles>
            <profile>
              <id>here</id>
              <repositories>%s</repositories>
              <pluginRepositories>%s</pluginRepositories>
            </profile>
          </profiles>
          <activeProfiles><activeProfile>here</activeProfile></activeProfiles>
        </settings>
        """
            .formatted(
                repositories,
                repositories
                    .replace("<repository>", "<pluginRepository>")
                    .replace("</repository>", "</pluginRepository>"));
    return Files.writeString(WORK.resolve("settings.xml"), text).toFile();
  }

  private static String repository(String name) {
    String policy = "<enabled>true</enabled><checksumPolicy>ignore</checksumPolicy>";
    return "<repository><id>%s</id><url>%s</url><releases>%s</releases><snapshots>%s</snapshots></repository>"
        .formatted(name, Path.of(property(name)).toUri(), policy, policy);
  }

  /** The class files below a folder, by their path in it, with when each was written. */
  Map<String, Long> classes(String name) throws IOException {
    var found = new java.util.TreeMap<String, Long>();
    if (Files.isDirectory(path(name))) {
      try (var files = Files.walk(path(name))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
          String relative = path(name).relativize(file).toString().replace(File.separatorChar, '/');
          found.put(relative, Files.getLastModifiedTime(file).toMillis());
        }
      }
    }
    return found;
  }

  private static Path emptied(Path folder) {
    try {
      if (Files.exists(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
      }
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
