package dev.tensorc.golden;

import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Prints a digest of everything that a few programs become: see {@link JavaSourceTest}. */
final class ClassDigests {

  private ClassDigests() {}

  public static void main(String[] args) throws IOException {
    List<Path> programs = programs();
    of(args.length > 0 ? programs.reversed() : programs).forEach(System.out::println);
  }

  /** Programs with many constructs. */
  static List<Path> programs() {
    Path tests = Path.of("src", "test", "tensor");
    return List.of(
        Path.of("..", "samples", "tour.tc"),
        Path.of("..", "samples", "edges.tc"),
        tests.resolve("explain/layer_norm_of_open_sizes.tc"),
        tests.resolve("explain/branches_and_loops.tc"),
        tests.resolve("generics/exported_instances.tc"));
  }

  /** A line for each file. */
  static List<String> of(List<Path> programs) throws IOException {
    var lines = new ArrayList<String>();
    for (Path path : programs) {
      var source = new SourceText(path.toString(), Files.readString(path));
      var program = Tensorc.compile(source, Options.DEFAULT);
      program.classFiles().forEach((name, bytes) -> lines.add(name + " " + digest(bytes)));
      program.stubSources().forEach((name, text) -> lines.add(name + " " + text.hashCode()));
    }
    return lines;
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
