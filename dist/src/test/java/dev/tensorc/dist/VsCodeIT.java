package dev.tensorc.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extension for Visual Studio Code, built with the commands of docs/editors.md. */
class VsCodeIT {

  private static final Path EXTENSION = Path.of("../editors/vscode");

  @TempDir private Path folder;

  @Test
  void isPackaged() throws Exception {
    boolean isCi = System.getenv("TENSORC_CI") != null;
    if (!isCi && !Boolean.getBoolean("tensorc.full")) {
      System.out.println("left out: VsCodeIT, which .ci/run and -Pfull have: it takes 20 s");
      return;
    }
    if (System.getProperty("it.maven").equals("offline: true") || !isInstalled("npm")) {
      System.out.println("left out: VsCodeIT, which needs npm and its registry");
      return;
    }
    copyExtension();
    Distribution.Outcome installed = npm("ci --no-audit --no-fund");
    if (installed.exit() != 0) { // .ci/run has the registry
      System.out.println("left out: VsCodeIT, whose packages npm cannot get");
      assertThat(isCi).as(installed.output()).isFalse();
      return;
    }
    assertThat(npm("run check").exit()).isZero();
    assertThat(npm("test").output()).contains("lines have their colours");
    assertThat(npm("run package").exit()).isZero();
    try (var extension = new ZipFile(folder.resolve("tensorc.vsix").toFile())) {
      assertThat(extension.stream().map(Object::toString))
          .contains(
              "extension/package.json",
              "extension/extension.js",
              "extension/syntaxes/tensorc.tmLanguage.json",
              "extension/node_modules/vscode-languageclient/package.json")
          .noneMatch(name -> name.contains("/test/grammar") || name.contains("oniguruma"));
    }
  }

  private static boolean isInstalled(String command) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(path -> Files.isExecutable(Path.of(path, command)));
  }

  private void copyExtension() throws IOException {
    try (Stream<Path> files = Files.walk(EXTENSION)) {
      for (Path file : files.skip(1).filter(f -> !f.toString().contains("node_modules")).toList()) {
        Files.copy(file, folder.resolve(EXTENSION.relativize(file)));
      }
    }
  }

  private Distribution.Outcome npm(String words) throws Exception {
    var builder = new ProcessBuilder(List.of("sh", "-c", "npm " + words + " < /dev/null"));
    return Distribution.outcome(builder.directory(folder.toFile()));
  }
}
