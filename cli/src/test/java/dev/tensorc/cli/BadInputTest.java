package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tensorc.cli.CommandLineFixture.Outcome;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.io.Npy;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every mistake: one clear message, the right exit code, no stack trace, older output intact. */
class BadInputTest {

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
    cli.write("old.npy", "older output");
  }

  private String fails(int code, String... words) throws IOException {
    Outcome outcome = cli.run(words);
    assertThat(outcome.err()).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(outcome.code()).as(outcome.err()).isEqualTo(code);
    assertThat(outcome.out()).isEmpty();
    assertThat(Files.readString(cli.path("old.npy"))).isEqualTo("older output");
    try (var files = Files.list(folder)) {
      assertThat(files.filter(f -> f.toString().endsWith(".tmp"))).isEmpty();
    }
    return outcome.err();
  }

  /** Fails while running {@code function} with {@code argument}. */
  private String runFails(int code, String function, String... arguments) throws IOException {
    var words = new String[arguments.length + 5];
    words[0] = "run";
    words[1] = "@p.tc";
    words[2] = function;
    System.arraycopy(arguments, 0, words, 3, arguments.length);
    words[arguments.length + 3] = "-o";
    words[arguments.length + 4] = "@old.npy";
    return fails(code, words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "export fn f(x: f32[n]) -> f32[n] { return y }                    | y",
        "export fn f(x: f32[n], i: i64[n]) -> f32[n] { return x + i }     | f64",
        "export fn f(a: f32[3], b: f32[4]) -> f32[3] { return a + b }     | 3",
        "export fn f(x: f32[n] -> f32[n] { return x }                     | closed",
      })
  void programsWithMistakesCompileNowhere(String program, String told) throws IOException {
    cli.write("bad.tc", program);
    assertThat(fails(1, "check", "@bad.tc")).contains("bad.tc:1:", told);
    assertThat(fails(1, "run", "@bad.tc", "f", "-o", "@old.npy")).contains("bad.tc:1:");
    assertThat(fails(1, "explain", "@bad.tc")).contains("bad.tc:1:");
    assertThat(fails(1, "compile", "@p.tc", "@bad.tc", "-d", "@out")).contains("bad.tc:1:");
    assertThat(cli.path("out")).doesNotExist();
  }

  @Test
  void filesThatCannotBeRead() throws IOException {
    assertThat(fails(1, "check", "@none.tc")).contains("none.tc: no such file");
    Files.createDirectory(cli.path("empty"));
    assertThat(fails(1, "check", "@empty")).contains("empty: there is no program (.tc) in this");
    assertThat(fails(1, "run", "@empty", "f")).contains("is a directory");
    Files.write(cli.path("latin.tc"), "# \u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(fails(1, "check", "@latin.tc")).contains("not UTF-8");
    assertThat(runFails(1, "total", "x=@none.npy")).contains("`x`", "none.npy: no such file");
    assertThat(runFails(1, "invert", "img=@none.png")).contains("`img`", "none.png: no such file");
    for (String file : new String[] {"none.arrow", "none.feather"}) {
      assertThat(runFails(1, "total", "x=@" + file + ":price"))
          .contains("`x`: cannot read", file + ": no such file");
    }
  }

  @Test
  void damagedNpyFiles() throws IOException {
    Npy.write(cli.path("x.npy"), FloatTensor.of(new float[100], 100));
    byte[] whole = Files.readAllBytes(cli.path("x.npy"));
    for (int length : new int[] {0, 1, 5, 7, 9, 60, whole.length - 1}) {
      Files.write(cli.path("cut.npy"), Arrays.copyOf(whole, length));
      assertThat(runFails(1, "scale", "x=@cut.npy", "factor=1")).contains("`x`", "cut.npy");
    }
    String header = new String(whole, 0, 128, StandardCharsets.ISO_8859_1);
    String[] hostile = {
      header.replace("(100,)", "(9999999999999,)"),
      header.replace("(100,)", "(-5,)"),
      header.replace("'<f4'", "'|O'"),
      header.replace("{", "["),
      header.replace("(100,)", "__import__('os').system('true')"),
    };
    for (String text : hostile) {
      Files.write(cli.path("hostile.npy"), text.getBytes(StandardCharsets.ISO_8859_1));
      assertThat(runFails(1, "scale", "x=@hostile.npy", "factor=1")).contains("`x`", "hostile.npy");
    }
  }

  @Test
  void damagedPictures() throws IOException {
    cli.write("text.png", "not a picture");
    assertThat(runFails(1, "invert", "img=@text.png"))
        .contains("`img`", "text.png: no PNG or JPEG picture: it does not begin as one");
    byte[] whole = Files.readAllBytes(Path.of("..", "samples", "data", "chelsea.png"));
    for (int length : new int[] {0, 10, 30, 1000}) {
      Files.write(cli.path("cut.png"), Arrays.copyOf(whole, length));
      assertThat(runFails(1, "invert", "img=@cut.png")).contains("`img`", "cut.png");
    }
    byte[] huge = whole.clone();
    huge[16] = 0x7f; // the width
    Files.write(cli.path("huge.png"), huge);
    assertThat(runFails(1, "invert", "img=@huge.png")).contains("`img`", "huge.png");
  }

  /** A PNG file of a header and an empty chunk of pixels. */
  private void png(String name, int width, int height, int depth, int colourType, int bytes)
      throws IOException {
    var png = new ByteArrayOutputStream();
    var out = new DataOutputStream(png);
    out.writeLong(0x89504e470d0a1a0aL);
    var header = ByteBuffer.allocate(17).putInt(0x49484452).putInt(width).putInt(height);
    header.put((byte) depth).put((byte) colourType);
    for (ByteBuffer chunk :
        new ByteBuffer[] {header, ByteBuffer.allocate(4 + bytes).putInt(0x49444154)}) {
      var crc = new CRC32();
      crc.update(chunk.array());
      out.writeInt(chunk.capacity() - 4);
      out.write(chunk.array());
      out.writeInt((int) crc.getValue());
    }
    Files.write(cli.path(name), png.toByteArray());
  }

  @Test
  void picturesThatPromiseMoreThanTheFileHolds() throws IOException {
    png("bomb.png", 16384, 16384, 16, 6, 0);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(runFails(1, "invert", "img=@bomb.png"))
        .contains("`img`", "bomb.png", "16384 x 16384 pixels", "2147483648 bytes", "of the file");
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(500_000_000);
    png("many.png", 1 << 20, 1 << 20, 8, 0, 0);
    assertThat(runFails(1, "grey", "img=@many.png"))
        .contains("1048576 x 1048576 pixels are too many", "268435456");
    png("none.png", 0, 1, 8, 0, 0);
    assertThat(runFails(1, "grey", "img=@none.png")).contains("none.png");
    png("kind.png", 1, 1, 8, 5, 0);
    assertThat(runFails(1, "grey", "img=@kind.png")).contains("its colour type is 5");
    png("full.png", 1000, 1000, 8, 0, 2000); // could be, and is not
    assertThat(runFails(1, "grey", "img=@full.png")).contains("`img`", "full.png", "PNG");
    assertThat(runFails(1, "grey", "img=@full.png", "--allocation-limit=1M"))
        .contains("cannot read", "full.png: f32 [1000, 1000, 1] takes 4000000 bytes", "1048576");
  }

  /** Any bytes: a picture or a message, and nothing else. */
  @Test
  void picturesDamagedAtRandom() throws IOException {
    var image = new BufferedImage(9, 7, BufferedImage.TYPE_BYTE_INDEXED);
    var good = new ByteArrayOutputStream();
    assertThat(ImageIO.write(image, "png", good)).isTrue();
    var random = new Random(7);
    for (int round = 0; round < 300; round++) {
      byte[] bytes = good.toByteArray();
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      Files.write(cli.path("damaged.png"), bytes);
      Outcome outcome = cli.run("run", "@p.tc", "bytes", "img=@damaged.png");
      assertThat(outcome.err()).doesNotContain("internal error", "memory");
      if (outcome.code() != 0) {
        assertThat(outcome.err()).startsWith("tensorc: `img`: ").contains("damaged.png");
      }
    }
  }

  @Test
  void argumentsThatAreTooLargeTogether() throws IOException {
    Npy.write(cli.path("x.npy"), IntTensor.zeros(100));
    assertThat(
            cli.run("run", "@p.tc", "quotient", "a=@x.npy", "b=@x.npy", "--allocation-limit=800")
                .err())
        .contains("division by zero");
    assertThat(runFails(1, "quotient", "a=@x.npy", "b=@x.npy", "--allocation-limit=799"))
        .contains("`b`: cannot read", "x.npy: i32 [100] takes 400 bytes, beside 400 bytes", "799");
    assertThat(runFails(1, "scale", "x=@x.npy", "factor=1", "--cast", "--allocation-limit=799"))
        .contains("`x`: ", "x.npy: [100] converted to f32 takes 400 bytes, beside 400 bytes");
  }

  @Test
  void outputsThatCannotBeWritten() throws IOException {
    Files.createDirectory(cli.path("folder.npy"));
    assertThat(fails(1, "run", "@p.tc", "total", "x=[[1]]", "-o", "@folder.npy"))
        .isEqualTo(
            "tensorc: cannot write %s: is a directory; give the name of a file\n"
                .formatted(cli.path("folder.npy")));
    assertThat(fails(1, "run", "@p.tc", "scale", "x=@folder.npy", "factor=1"))
        .contains("`x`: cannot read " + cli.path("folder.npy") + ": is a directory");
    Files.createSymbolicLink(cli.path("full.npy"), Path.of("/dev/full"));
    assertThat(fails(1, "run", "@p.tc", "total", "x=[[1]]", "-o", "@full.npy"))
        .isEqualTo(
            "tensorc: cannot write %s: No space left on device\n".formatted(cli.path("full.npy")));
    Files.delete(cli.path("full.npy"));
  }

  /** Links under names of temporary files that could be guessed lead nowhere. */
  @Test
  void linksThatLieInWaitAreNotFollowed() throws IOException {
    cli.write("victim", "precious");
    String name = ".y.npy." + ProcessHandle.current().pid() + ".tmp";
    Files.createSymbolicLink(cli.path(name), cli.path("victim"));
    assertThat(cli.run("run", "@p.tc", "total", "x=[[1]]", "-o", "@y.npy").code()).isZero();
    assertThat(cli.path("victim")).hasContent("precious");
    assertThat(Npy.read(cli.path("y.npy")).count()).isEqualTo(1);
  }

  /** The old report stays, and of the folders that were made nothing. */
  @Test
  void compilingThatFailsHalfwayLeavesWhatWasThere() throws IOException {
    cli.write("report", "old report");
    Files.createDirectories(cli.path("src/a/b/P.java"));
    String[] words = {
      "compile", "@p.tc", "-d", "@out/c", "--sources=@src", "--package=a.b", "--report=@report"
    };
    assertThat(fails(1, words))
        .contains("cannot write " + cli.path("src/a/b/P.java") + ": is a directory");
    assertThat(cli.path("report")).hasContent("old report");
    assertThat(cli.path("out")).doesNotExist();
    cli.write("file", "a file");
    assertThat(fails(1, "compile", "@p.tc", "-d", "@file", "--package=a", "--report=@report"))
        .contains("cannot write " + cli.path("file/a"));
    assertThat(cli.path("report")).hasContent("old report");
    assertThat(fails(1, "compile", "@p.tc", "-d", "@out", "--report=/dev/full"))
        .contains("cannot write /dev/full: No space left on device");
    assertThat(cli.path("out")).doesNotExist();
  }

  @Test
  void picturesThatDoNotFitTheParameter() throws IOException {
    String colour = "img=" + Path.of("..", "samples", "data", "chelsea.png");
    assertThat(runFails(1, "grey", colour)).contains("`img`", "3 channels", "f32[h, w, c]");
    assertThat(runFails(1, "scale", colour.replace("img", "x"), "factor=1")).contains("`x`");
    assertThat(runFails(1, "quotient", colour.replace("img", "a"), "b=[1]")).contains("`a`", "u8");
  }

  @Test
  void argumentsMissingOrMisspelt() throws IOException {
    assertThat(runFails(2, "scale", "x=[1]")).contains("`factor` is missing", "factor: f32");
    assertThat(runFails(2, "scale", "x=[1]", "facter=2")).contains("did you mean `factor`?");
    assertThat(runFails(2, "scale", "x=[1]", "zzz=2")).contains("no parameter `zzz`");
    assertThat(runFails(2, "scale", "x=[1]", "2")).contains("`2` is not of the form name=value");
    assertThat(runFails(2, "scale", "x=[1]", "x=[2]", "factor=1")).contains("given twice");
    assertThat(runFails(2, "scael")).contains("did you mean `scale`?");
  }

  @Test
  void valuesOfAnotherType() throws IOException {
    assertThat(runFails(1, "scale", "x=1", "factor=2")).contains("`x`", "wants an array");
    assertThat(runFails(1, "scale", "x=[1]", "factor=[2]")).contains("`factor`", "scalar");
    assertThat(runFails(1, "negate", "b=1", "k=1")).contains("`b`", "not of type bool", "--cast");
    assertThat(runFails(1, "negate", "b=true", "k=1.5")).contains("`k`", "not of type i64");
    assertThat(runFails(1, "quotient", "a=[3000000000]", "b=[1]")).contains("`a`", "out of range");
    assertThat(runFails(1, "scale", "x=[1, [2]]", "factor=1")).contains("`x`", "differ in length");
    assertThat(runFails(1, "scale", "x=[1, 2", "factor=1")).contains("`x`", "expected , or ]");
    assertThat(runFails(1, "scale", "x=hello", "factor=1")).contains("`x`", "`hello`");
    assertThat(runFails(1, "scale", "x=", "factor=1")).contains("`x`");
    String deep = "[".repeat(100_000);
    assertThat(runFails(1, "scale", "x=" + deep, "factor=1")).contains("`x`", "deeper");
  }

  @Test
  void shapesThatDoNotFit() throws IOException {
    assertThat(runFails(1, "three", "x=[1, 2]")).contains("x is declared f32[3]", "size 2");
    assertThat(runFails(1, "three", "x=[[1]]")).contains("x is declared f32[3]", "rank 2");
    assertThat(runFails(1, "quotient", "a=[1]", "b=[1, 2]")).contains("dimension n");
    assertThat(runFails(1, "quotient", "a=[1]", "b=[0]"))
        .contains("integer division by zero in `a // b` at ");
  }

  @Test
  void outputsThatCannotBe() throws IOException {
    assertThat(fails(2, "run", "@p.tc", "total", "x=[[1]]", "-o", "@y.gif"))
        .contains(
            "the name of an output ends in .npy, .csv, .tsv, .json, .arrow, .png, .jpg or .wav");
    assertThat(fails(1, "run", "@p.tc", "total", "x=[[1]]", "-o", "@y.png"))
        .contains("2 or 3 axes");
    assertThat(fails(1, "run", "@p.tc", "total", "x=[[1]]", "-o", "@no/y.npy"))
        .contains("cannot write " + cli.path("no/y.npy") + ": no such directory");
    assertThat(fails(1, "run", "@p.tc", "grey", "img=[[]]", "-o", "@y.png")).contains("one pixel");
    assertThat(cli.path("y.png")).doesNotExist();
  }

  /** Signatures show the types of an instance, by which a command line names it. */
  @Test
  void instancesHaveTheirTypesInMessages() throws IOException {
    cli.write("g.tc", "export fn twice[T: f32 | f64](x: T[n]) -> T[n] { return x + x }\n");
    String signature = "\n  twice[f64](x: f64[n]) -> f64[n]\n";
    assertThat(fails(2, "run", "@g.tc", "twice[f64]", "y=1")).contains(signature);
    assertThat(fails(2, "run", "@g.tc", "twice[f64]")).contains(signature);
    assertThat(fails(2, "run", "@g.tc", "twice[f64]", "1")).contains(signature);
  }

  @Test
  void wrongUsage() throws IOException {
    assertThat(fails(2)).contains("which command?", "usage: tensorc");
    assertThat(fails(2, "rnu")).contains("'rnu'", "did you mean `run`?");
    assertThat(fails(2, "run")).contains("FILE", "usage: tensorc run");
    assertThat(fails(2, "run", "--hepl"))
        .startsWith("tensorc: Unknown option: '--hepl'\ndid you mean `--help`?\n");
    assertThat(fails(2, "run", "@p.tc", "scale", "--engien=scalar"))
        .contains("did you mean `--engine`?");
    assertThat(fails(2, "run", "@p.tc", "scale", "--engine=fast")).contains("VECTOR, SCALAR");
    assertThat(fails(2, "run", "@p.tc", "scale", "--versions=-1")).contains("--versions");
    assertThat(fails(2, "run", "@p.tc", "scale", "--dump-after=infre")).contains("`infer`");
    assertThat(fails(2, "compile", "@p.tc", "-d", "@out", "--package=a.class")).contains("a.class");
    assertThat(fails(2, "check")).contains("FILE");
  }

  @Test
  void onlyDebugShowsAStackTrace() {
    Outcome outcome = cli.run("run", "@p.tc", "quotient", "a=[1]", "b=[0]", "--debug");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("integer division by zero", "\tat ");
  }
}
