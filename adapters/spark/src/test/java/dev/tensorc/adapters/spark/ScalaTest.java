package dev.tensorc.adapters.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.tools.nsc.Main;

/** The example of docs/spark.md in Scala, compiled by Scala's own compiler. */
class ScalaTest {

  private static final int ROWS = 30;
  private static final int WIDTH = 7;

  @Test
  void theExampleFindsTheMostSimilarRows(@TempDir Path folder)
      throws IOException, ReflectiveOperationException {
    Path source = folder.resolve("Similar.scala");
    Files.writeString(source, SparkPage.blocks("scala").getFirst());
    String[] options = {
      "-classpath",
      System.getProperty("java.class.path"),
      "-Werror",
      "-d",
      folder.toString(),
      source.toString()
    };
    assertThat(Main.process(options)).isTrue();
    for (Map.Entry<String, byte[]> file : SparkPage.program("scores.tc", 0).files().entrySet()) {
      Files.write(folder.resolve(file.getKey() + ".class"), file.getValue());
    }
    float[][] vectors = TestTables.vectors(ROWS, WIDTH);
    Dataset<Row> table = TestTables.ofVectors(vectors).withColumnRenamed("x", "vectors");
    try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Object most =
          loader
              .loadClass("com.acme.Similar")
              .getMethod("mostSimilar", Path.class, Dataset.class, float[].class, int.class)
              .invoke(null, folder, table, vectors[7], 3);
      assertThat(((Dataset<?>) most).collectAsList())
          .hasSize(3)
          .first()
          .satisfies(row -> assertThat(((Row) row).getInt(0)).isEqualTo(7));
    }
  }
}
