package dev.tensorc.models;

import dev.tensorc.embeddings.Pooling;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.shared.invoker.DefaultInvocationRequest;
import org.apache.maven.shared.invoker.DefaultInvoker;
import org.apache.maven.shared.invoker.MavenInvocationException;

/** The packages of models, which Maven brings where it can. */
public final class Packages {
  private static final String GROUP = "dev.langchain4j";

  private Packages() {}

  /**
   * All of them, whether their files are there or not.
   *
   * @param home the folder of this module
   */
  public static List<ModelPackage> all(Path home) {
    return List.of(
        model(home, "all-minilm-l6-v2", Pooling.MEAN),
        model(home, "all-minilm-l6-v2-q", Pooling.MEAN),
        model(home, "bge-small-en-v15-q", Pooling.CLS),
        model(home, "e5-small-v2-q", Pooling.MEAN));
  }

  /** The one with an id. */
  public static ModelPackage of(Path home, String id) {
    return all(home).stream().filter(model -> model.id().equals(id)).findAny().orElseThrow();
  }

  private static ModelPackage model(Path home, String id, Pooling pooling) {
    return new ModelPackage(id, pooling, home.resolve("target").resolve(id));
  }

  /**
   * The packages of a test whose files are there, or come now. Each other one is printed as left
   * out; it is an error in continuous integration.
   *
   * @param ids which; none for all
   */
  public static List<ModelPackage> forTest(Path home, Class<?> test, String... ids)
      throws IOException, MavenInvocationException {
    List<ModelPackage> wanted =
        all(home).stream()
            .filter(model -> ids.length == 0 || List.of(ids).contains(model.id()))
            .toList();
    unpack(home, missing(wanted)); // all at once: it stops at the first that Maven does not bring
    List<ModelPackage> available = new ArrayList<>();
    for (ModelPackage model : wanted) {
      List<String> log = unpack(home, missing(List.of(model)));
      if (isUnpacked(model)) {
        available.add(model);
        continue;
      }
      String reason =
          "left out: %s of %s, whose package Maven does not bring: %s"
              .formatted(test.getSimpleName(), model.id(), problem(log));
      System.out.println(reason);
      if (System.getenv("TENSORC_CI") != null) {
        throw new IOException(reason);
      }
    }
    return available;
  }

  private static List<ModelPackage> missing(List<ModelPackage> models) throws IOException {
    List<ModelPackage> missing = new ArrayList<>();
    for (ModelPackage model : models) {
      if (!isUnpacked(model)) {
        missing.add(model);
      }
    }
    return missing;
  }

  /** Maven writes a file of the artifact's name when all others are there. */
  private static boolean isUnpacked(ModelPackage model) throws IOException {
    if (!Files.isDirectory(model.files())) {
      return false;
    }
    try (Stream<Path> files = Files.list(model.files())) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith(GROUP));
    }
  }

  /** Runs the executions in the Maven of this build, and gives its output. */
  private static List<String> unpack(Path home, List<ModelPackage> models)
      throws MavenInvocationException {
    List<String> log = new ArrayList<>();
    if (models.isEmpty()) {
      return log;
    }
    var request = new DefaultInvocationRequest();
    request.setBaseDirectory(home.toAbsolutePath().normalize().toFile());
    request.setBatchMode(true);
    request.setNoTransferProgress(true);
    request.setOffline(System.getProperty("it.maven", "").equals("offline: true"));
    request.setLocalRepositoryDirectory(Path.of(System.getProperty("it.repository")).toFile());
    request.setJavaHome(Path.of(System.getProperty("java.home")).toFile());
    request.setMavenOpts("-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    request.addArgs(models.stream().map(model -> "dependency:unpack@" + model.id()).toList());
    request.setInputStream(InputStream.nullInputStream());
    request.setOutputHandler(log::add);
    request.setErrorHandler(log::add);
    var invoker = new DefaultInvoker();
    invoker.setMavenHome(Path.of(System.getProperty("it.maven.home")).toFile());
    invoker.execute(request);
    return log;
  }

  private static String problem(List<String> log) {
    return log.stream()
        .filter(line -> line.startsWith("[ERROR]"))
        .findFirst()
        .orElseGet(() -> String.join("\n", log));
  }
}
