package dev.tensorc.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Neovim with the configuration of docs/editors.md, where it is installed. */
class NeovimIT {

  private static final Path NEOVIM = Path.of("/usr/bin/nvim");
  private static final Pattern LUA = Pattern.compile("```lua\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path unpacked;
  @TempDir private Path user;

  @Test
  void showsWhatThePageSays() throws Exception {
    if (!Files.exists(NEOVIM)) { // .ci/run installs it
      System.out.println("left out: NeovimIT, which needs Neovim");
      assertThat(System.getenv("TENSORC_CI")).as("Neovim is missing").isNull();
      return;
    }
    JsonObject answers = answers();
    assertThat(answers.has("failure")).as(answers.toString()).isFalse();
    assertThat(texts(answers, "opened")).containsExactly("2:12 nothing named `totl` is in sight");
    assertThat(texts(answers, "mended")).isEmpty();
    assertThat(answers.get("hover").getAsString()).contains("total: f64\n", "`scaled`, line 1");
    JsonObject place = answers.getAsJsonArray("definition").get(0).getAsJsonObject();
    assertThat(place.get("uri").getAsString()).endsWith("/p.tc");
    assertThat(texts(answers, "halfTyped")).containsExactly("2:12 nothing named `su` is in sight");
    assertThat(texts(answers, "completion")).contains("sum").doesNotContain("total", "mean");
    assertThat(texts(answers, "formatted"))
        .containsExactly(
            "export fn scaled(x: f64[n], total: f64) -> f64[n] {", "    return total * x", "}");
  }

  private JsonObject answers() throws Exception {
    Files.writeString(
        user.resolve("p.tc"),
        "export fn scaled(x: f64[n], total: f64) -> f64[n] {\n    return totl * x\n}\n");
    Matcher configuration = LUA.matcher(Files.readString(Path.of("../docs/editors.md")));
    assertThat(configuration.find()).isTrue();
    Files.writeString(user.resolve("init.lua"), configuration.group(1));
    Path keys = Path.of("src/test/resources/editor.lua").toAbsolutePath();
    List<String> command =
        new ArrayList<>(List.of(NEOVIM.toString(), "--headless", "-n", "-i", "NONE"));
    command.addAll(List.of("-u", "init.lua", "p.tc", "-c", "luafile " + keys));
    Distribution tensorc = Distribution.unpacked(Path.of(System.getProperty("dist.zip")), unpacked);
    ProcessBuilder editor = tensorc.process(user, command);
    for (String kind : List.of("CONFIG", "DATA", "STATE", "CACHE")) {
      editor.environment().put("XDG_" + kind + "_HOME", user.toString());
    }
    assertThat(Distribution.outcome(editor).exit()).isZero();
    return JsonParser.parseString(Files.readString(user.resolve("answers.json"))).getAsJsonObject();
  }

  private static List<String> texts(JsonObject answers, String name) {
    JsonArray list = answers.getAsJsonArray(name);
    return list.asList().stream().map(JsonElement::getAsString).toList();
  }
}
