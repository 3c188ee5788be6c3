package dev.tensorc.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of a checkout, which has Maven build the command before the first call. */
class CheckoutIT {

  @TempDir private Path folder;

  /** In place of Maven: reads its standard input to the end, and lays built jars in their place. */
  private Distribution checkout() throws IOException, InterruptedException {
    Path built =
        Distribution.unpacked(
                Path.of(System.getProperty("dist.zip")),
                Files.createDirectory(folder.resolve("built")))
            .home();
    Path tools = Files.createDirectory(folder.resolve("tools"));
    String script = "#!/bin/sh\ncat\nmkdir -p cli/target/dist\ncp -r '%s/lib' cli/target/dist\n";
    Files.writeString(tools.resolve("mvn"), script.formatted(built));
    Files.setPosixFilePermissions(
        tools.resolve("mvn"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Path home = Files.createDirectory(folder.resolve("checkout"));
    Files.createFile(home.resolve("pom.xml"));
    Files.copy(
        built.resolve("bin/tensorc"),
        Files.createDirectory(home.resolve("bin")).resolve("tensorc"));
    String path = tools + ":" + System.getenv("PATH");
    return new Distribution(home, Map.of("PATH", path), Path.of("/dev/null"));
  }

  @Test
  void leavesStandardInputToTheProgram() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("bad.tc"), "export fn f(x: f64[n]) -> f64[n] { return y }\n");
    Distribution.Outcome outcome = checkout().withInput(program).call(folder, "check", "-");
    assertThat(outcome.output()).contains("tensorc: building", "TC-N001");
    assertThat(outcome.exit()).isEqualTo(1);
  }
}
