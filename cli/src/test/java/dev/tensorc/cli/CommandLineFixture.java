package dev.tensorc.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs command lines in this process, in a folder with a few programs. */
final class CommandLineFixture {

  static final String PROGRAM =
      """
      ## Scales.
      export fn scale(x: f32[n], factor: f32) -> f32[n] { return x * factor }
      export fn total(x: f64[?, ?]) -> f64 { return sum(x) }
      export fn invert(img: f32[h, w, c]) -> f32[h, w, c] { return 1 - img }
      export fn bytes(img: u8[h, w, c]) -> u8[h, w, c] { return img }
      export fn grey(img: f32[h, w]) -> f32[h, w] { return img }
      export fn three(x: f32[3]) -> f32[3] { return x }
      export fn quotient(a: i32[n], b: i32[n]) -> i32[n] { return a // b }
      export fn bounds(x: f32[n]) -> (lo: f32, f32[n]) { return (min(x), x - min(x)) }
      export fn negate(b: bool, k: i64) -> i64 { return if b then -k else k }
      """;

  /** The result of a command line. */
  record Outcome(int code, String out, String err) {}

  private final Path folder;

  CommandLineFixture(Path folder) throws IOException {
    this.folder = folder;
    write("p.tc", PROGRAM);
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  String write(String name, String text) throws IOException {
    Files.writeString(path(name), text);
    return path(name).toString();
  }

  /** Runs a command line in which {@code @name} is a file of the folder. */
  Outcome run(String... words) {
    var args = new String[words.length];
    for (int i = 0; i < words.length; i++) {
      args[i] = words[i].replace("@", folder + "/");
    }
    return runAsWritten(args);
  }

  /** Runs a command line. */
  Outcome runAsWritten(String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        Main.run(
            args,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
