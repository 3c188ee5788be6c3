package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnosticFormatsTest {

  private static final String WRONG =
      """
      export fn f(x: f32[3]) -> f32[3] {
          let unused = x
          return x + [1, 2]
      }
      export fn g(x: f32[2,
        3]) -> f32[3] { return x[(
        1), 9] }
      """;

  private static final String WARNED =
      """
      %sexport fn f(x: f32[3]) -> f32[3] {
          let unused = x
          return x
      }
      """;

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
    cli.write("wrong one.tc", WRONG);
    cli.write("warned.tc", WARNED.formatted(""));
    cli.write("allowed.tc", WARNED.formatted("@allow(\"TC-N011\")\n"));
  }

  @Test
  void jsonHasAllFields() {
    Outcome outcome = cli.run("check", "@wrong one.tc", "--diagnostics=json");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).isEmpty();
    JsonArray found = JsonParser.parseString(outcome.out()).getAsJsonArray();
    JsonObject first = found.get(0).getAsJsonObject();
    assertThat(first.keySet())
        .containsExactlyInAnyOrder(
            "id", "severity", "title", "place", "found", "expected", "because", "related", "hint");
    assertThat(first.get("id").getAsString()).isEqualTo("TC-S001");
    assertThat(first.get("severity").getAsString()).isEqualTo("error");
    JsonObject place = first.getAsJsonObject("place");
    assertThat(place.get("file").getAsString()).isEqualTo(cli.path("wrong one.tc").toString());
    assertThat(numbers(place, "line", "column", "endLine", "endColumn"))
        .containsExactly(3, 12, 3, 22);
    assertThat(found).hasSize(2);
  }

  @Test
  void nothingIsAnEmptyDocument() {
    assertThat(cli.run("check", "@p.tc", "--diagnostics=json"))
        .isEqualTo(new Outcome(0, "[]\n", ""));
    JsonObject log = sarif("check", "@p.tc", "--diagnostics=SARIF");
    assertThat(run(log).getAsJsonArray("results")).isEmpty();
  }

  /** The requirements of the standard's sections 3.13, 3.14, 3.19, 3.27, 3.28, 3.29 and 3.30. */
  @Test
  void sarifHasTheStructureOfTheStandard() {
    JsonObject log = sarif("compile", "@wrong one.tc", "-d", "@out", "--diagnostics=sarif");
    assertThat(log.get("version").getAsString()).isEqualTo("2.1.0");
    assertThat(log.get("$schema").getAsString()).endsWith("sarif-schema-2.1.0.json");
    JsonObject driver = run(log).getAsJsonObject("tool").getAsJsonObject("driver");
    assertThat(driver.get("name").getAsString()).isEqualTo("tensorc");
    JsonArray rules = driver.getAsJsonArray("rules");
    JsonArray results = run(log).getAsJsonArray("results");
    assertThat(results).hasSize(2);
    for (JsonElement each : results) {
      JsonObject result = each.getAsJsonObject();
      JsonObject rule = rules.get(result.get("ruleIndex").getAsInt()).getAsJsonObject();
      assertThat(rule.get("id")).isEqualTo(result.get("ruleId"));
      assertThat(text(rule, "shortDescription")).doesNotContain("TC-");
      assertThat(rule.getAsJsonObject("help").get("markdown").getAsString()).startsWith("# TC-");
      assertThat(result.get("level").getAsString()).isEqualTo("error");
      assertThat(text(result, "message")).isNotBlank();
      JsonObject place =
          result
              .getAsJsonArray("locations")
              .get(0)
              .getAsJsonObject()
              .getAsJsonObject("physicalLocation");
      assertThat(place.getAsJsonObject("artifactLocation").get("uri").getAsString())
          .startsWith("file:///")
          .endsWith("/wrong%20one.tc");
      assertThat(
              numbers(
                  place.getAsJsonObject("region"),
                  "startLine",
                  "startColumn",
                  "endLine",
                  "endColumn"))
          .doesNotContain(0);
    }
    assertThat(cli.path("out")).doesNotExist();
  }

  @Test
  void warningsAreErrorsButThoseThatAFunctionAllows() {
    assertThat(cli.run("check", "@warned.tc").code()).isZero();
    Outcome outcome = cli.run("check", "@warned.tc", "-Werror");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("warning[TC-N011]", "tensorc: warnings are errors");
    assertThat(cli.run("check", "@allowed.tc", "-Werror")).isEqualTo(new Outcome(0, "", ""));
    assertThat(cli.run("compile", "@warned.tc", "-d", "@out", "-Werror").code()).isEqualTo(1);
    assertThat(cli.path("out")).doesNotExist();
  }

  /** The standard's section 3.27.23: where one result has an array of suppressions, all have. */
  @Test
  void sarifHasTheWarningsThatAreSilenced() {
    for (String command : new String[] {"check", "compile"}) {
      JsonObject log =
          sarif(command, "@allowed.tc", "@warned.tc", "--diagnostics=sarif", "-Werror");
      JsonArray results = run(log).getAsJsonArray("results");
      assertThat(results).hasSize(2);
      assertThat(results)
          .extracting(r -> r.getAsJsonObject().get("ruleId").getAsString())
          .containsOnly("TC-N011");
      assertThat(results)
          .extracting(r -> r.getAsJsonObject().getAsJsonArray("suppressions").toString())
          .containsExactly("[]", "[{\"kind\":\"inSource\"}]");
    }
  }

  private JsonObject sarif(String... words) {
    return JsonParser.parseString(cli.run(words).out()).getAsJsonObject();
  }

  private static JsonObject run(JsonObject log) {
    assertThat(log.getAsJsonArray("runs")).hasSize(1);
    return log.getAsJsonArray("runs").get(0).getAsJsonObject();
  }

  private static String text(JsonObject object, String message) {
    return object.getAsJsonObject(message).get("text").getAsString();
  }

  private static int[] numbers(JsonObject object, String... names) {
    var numbers = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      numbers[i] = object.get(names[i]).getAsInt();
    }
    return numbers;
  }
}
