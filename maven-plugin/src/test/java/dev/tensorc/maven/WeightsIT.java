package dev.tensorc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A file of weights beside a program lies beside its class after each build, as it is now. */
class WeightsIT {
  private static final String POM =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.acme</groupId>
        <artifactId>network</artifactId>
        <version>1</version>
        <properties><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
      </project>
      """;
  private static final Path SAMPLES = Path.of("..", "samples");
  private static final String TENSOR = "src/main/tensor/com/acme/";
  private static final String CLASSES = "target/classes/com/acme/";

  @Test
  void weightsLieBesideTheClass() throws Exception {
    Consumer project = Consumer.empty("weights").write("pom.xml", POM);
    project.write(TENSOR + "failures.tc", Files.readString(SAMPLES.resolve("failures.tc")));
    Path weights = project.path(TENSOR + "failures.safetensors");
    Path copy = project.path(CLASSES + "failures.safetensors");

    assertThat(compile(project)).contains("Compiling 1 of 1 array programs");
    assertThat(project.path(CLASSES + "Failures.class")).exists();
    assertThat(copy).doesNotExist(); // the class is the same without

    Files.copy(SAMPLES.resolve("failures.safetensors"), weights);
    assertThat(compile(project)).contains("Compiling 1 of 1 array programs");
    assertThat(copy).hasSameBinaryContentAs(weights);
    assertThat(compile(project)).doesNotContain("Compiling ");

    byte[] trained = Files.readAllBytes(weights);
    trained[trained.length - 1] ^= 1; // of the last element
    Files.write(weights, trained);
    assertThat(compile(project)).contains("Compiling 1 of 1 array programs");
    assertThat(copy).hasBinaryContent(trained);
  }

  private static String compile(Consumer project) throws Exception {
    return project.mvn(Consumer.PLUGIN + "compile").succeeds().text();
  }
}
