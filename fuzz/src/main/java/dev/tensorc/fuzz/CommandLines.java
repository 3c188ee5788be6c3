package dev.tensorc.fuzz;

import static dev.tensorc.fuzz.Target.require;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tensorc.cli.Main;
import dev.tensorc.ir.DType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Command lines: each succeeds, or names its error. */
final class CommandLines {

  private static final int MAX_WORDS = 12;

  /** Vector kernels are warmed in the background, which takes time and finds nothing here. */
  private static final String SCALAR = "--engine=scalar";

  private static final String PICTURES =
      """
      export fn colours(img: f32[h, w, c]) -> f32[h, w, c] { return img }
      export fn bytes(img: u8[h, w, c]) -> u8[h, w, c] { return img }
      export fn grey(img: f64[h, w]) -> f64[h, w] { return img }
      """;

  private static final String PROGRAM =
      PICTURES
          + """
          export fn scale(x: f32[n], factor: f32) -> f32[n] { return x * factor }
          export fn bounds(x: f32[n]) -> (lo: f32, f32[n]) { return (min(x), x - min(x)) }
          export fn negate(b: bool, k: i64) -> i64 { return if b then -k else k }
          """;

  /** Each parameter is called x. */
  private static final List<String> IDENTITIES = identities();

  private CommandLines() {}

  private static List<String> identities() {
    var types = new ArrayList<String>();
    for (DType d : DType.values()) {
      types.addAll(List.of(d.label(), d.label() + "[?]", d.label() + "[?, ?]"));
    }
    types.addAll(List.of("f32[...]", "i64[3]", "char", "str"));
    return types;
  }

  private static String identity(String type) {
    String returned = type.equals("char") || type.equals("str") ? "bool" : type;
    String value = returned.equals(type) ? "x" : "true";
    return "export fn f(x: %s) -> %s { return %s }\n".formatted(type, returned, value);
  }

  /** As an argument of every kind that pictures may be. */
  static void picture(byte[] data) throws IOException {
    Scratch.write("p.tc", PICTURES.getBytes(UTF_8));
    Scratch.write("x.png", data);
    for (String function : List.of("colours", "bytes", "grey")) {
      String err = run("run", "p.tc", function, "img=x.png", SCALAR);
      require(!err.contains("not enough memory"), data.length + " bytes took all memory");
    }
  }

  /** The first byte says for which type of parameter, and whether it is cast. */
  static void literal(byte[] data) throws IOException {
    if (data.length == 0) {
      return;
    }
    int choice = data[0] & 0xff;
    String type = IDENTITIES.get(choice / 2 % IDENTITIES.size());
    Scratch.write("p.tc", identity(type).getBytes(UTF_8));
    String x = "x=" + text(Arrays.copyOfRange(data, 1, data.length));
    var words = new ArrayList<>(List.of("run", "p.tc", "f", x, SCALAR));
    if (choice % 2 == 1) {
      words.add("--cast");
    }
    run(words.toArray(String[]::new));
  }

  /** One word on a line. */
  static void command(byte[] data) throws IOException {
    String text = text(data);
    String[] words = text.split("\n");
    if (words.length > MAX_WORDS || text.contains("..")) {
      return;
    }
    Scratch.clear();
    Scratch.write("p.tc", PROGRAM.getBytes(UTF_8));
    Scratch.write("sub/q.tc", "export fn f(x: f32) -> f32 { return y }".getBytes(UTF_8));
    run(Arrays.stream(words).map(CommandLines::relative).toArray(String[]::new));
    Scratch.requireNothingOutside();
  }

  /**
   * A path that stays in the folder: files that the fuzzer names by itself are not to be written.
   */
  private static String relative(String word) {
    return word.replaceAll("(?<!sub)/", "_");
  }

  /** Without the characters that no command line can hold. */
  private static String text(byte[] data) {
    return new String(data, UTF_8).replace('\0', ' ');
  }

  /** The message about it. */
  private static String run(String... words) {
    System.setIn(InputStream.nullInputStream()); // a command that reads it is not to wait
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        Main.run(words, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    String said = err.toString(UTF_8);
    require(code >= 0 && code <= 2, "exit code " + code);
    require(code == 0 || !said.isBlank(), "failed in silence");
    // at the start of a line: a word's text is echoed
    require(!("\n" + said).contains("\ntensorc: internal error"), said);
    return said;
  }
}
