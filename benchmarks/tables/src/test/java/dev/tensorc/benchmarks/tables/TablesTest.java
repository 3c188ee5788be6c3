package dev.tensorc.benchmarks.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Tiny tables: that all ways run and agree, since figures of so few rows say nothing. */
class TablesTest {

  private static final Pace ONCE = new Pace(0, 1);
  private static final Vectors FEW = new Vectors(60, 24);

  @Test
  void kernelsOverArrowGiveWhatLoopsGive() throws IOException, InterruptedException {
    JsonNode figures = MeasuringJvm.measure("arrow", settings("arrow"));
    assertThat(figures.findValuesAsText("title"))
        .containsExactly("Cosine", "Great-circle distances, two columns of f64");
    assertThat(figures.findValues("seconds"))
        .hasSize(4)
        .allSatisfy(s -> assertThat(s.asDouble()).isPositive());
  }

  /** A driver, and two executors in processes of their own. */
  @Test
  @EnabledIfSystemProperty(named = "tensorc.full", matches = "true")
  void kernelsOverSparkGiveWhatSparkGives() throws IOException, InterruptedException {
    JsonNode figures = MeasuringJvm.measure("local-cluster[2,1,1024]", settings("spark"));
    assertThat(figures.findValuesAsText("title"))
        .containsExactly(
            "Cosine",
            "Cosine of half of the rows",
            "Where the time goes",
            "Covariance",
            "Five rounds of k-means, 16 clusters");
    assertThat(figures.get(0).findValuesAsText("name"))
        .contains("built-in vector_cosine_similarity", "Java UDF over Seq");
    assertThat(figures.findValues("seconds"))
        .hasSize(17)
        .allSatisfy(s -> assertThat(s.asDouble()).isPositive());
  }

  private static Settings settings(String tables) {
    return new Settings(tables, FEW, ONCE, List.of(), "all", Path.of("unused"));
  }

  @Test
  void anotherResultIsNoTime() {
    var comparison =
        new Comparison("here", "Sums", FEW, 0.5).add("first", () -> 1).add("second", () -> 2);
    assertThatThrownBy(() -> comparison.measure(ONCE))
        .hasMessage("Sums: second gives 2.0, first gives 1.0");
  }

  @Test
  void optionsAreReadOrTheUsageIsPrinted() {
    Settings of =
        Settings.of(
            List.of("spark", "--rows", "10", "--master", "local[3]", "--table", "half"),
            Path.of("target"));
    assertThat(of.vectors()).isEqualTo(new Vectors(10, 384));
    assertThat(of.masters()).containsExactly("local[3]");
    assertThat(of.only()).isEqualTo("half");
    assertThat(of.json()).isEqualTo(Path.of("target", "spark.json"));
    assertThat(Settings.of(List.of("spark"), Path.of("t")).masters()).hasSize(3);
    for (List<String> words :
        List.of(
            List.<String>of(),
            List.of("parquet"),
            List.of("spark", "--rows"),
            List.of("spark", "--rows", "0"),
            List.of("spark", "--master", "yarn"),
            List.of("arrow", "--master", "local[2]"),
            List.of("arrow", "--table", "cosine"),
            List.of("spark", "--table", "sums"),
            List.of("arrow", "--colour", "red"))) {
      assertThatThrownBy(() -> Settings.of(words, Path.of("t")))
          .as("%s", words)
          .hasMessage(Settings.USAGE);
    }
  }
}
