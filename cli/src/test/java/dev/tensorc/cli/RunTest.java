package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.Float16Tensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.UByteTensor;
import dev.tensorc.runtime.ULongTensor;
import dev.tensorc.runtime.io.Npy;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest {

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
  }

  private void runs(String expected, String... words) {
    Outcome outcome = cli.run(words);
    assertThat(outcome.err()).matches("(tensorc: wrote \\S+: \\w+(\\[[\\d, ]*\\])?\n)*");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out().strip()).isEqualTo(expected);
  }

  private void picture(String name, int type, int... rgb) throws IOException {
    var image = new BufferedImage(rgb.length, 1, type);
    for (int i = 0; i < rgb.length; i++) {
      image.setRGB(i, 0, rgb[i]);
    }
    assertThat(ImageIO.write(image, "png", new File(folder.toFile(), name))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "vector", "scalar", "interpreter"})
  void printsResultsAsNumPyDoes(String engine) {
    runs(
        "[2. 4. 6.] : f32[3]",
        "run",
        "@p.tc",
        "scale",
        "x=[1,2,3]",
        "factor=2",
        "--engine=" + engine);
  }

  @Test
  void readsLiteralsAndScalars() {
    runs("10.0 : f64", "run", "@p.tc", "total", "x=[[1, 2], [3, 4]]");
    runs("-5 : i64", "run", "@p.tc", "negate", "k=5", "b=true");
    runs("[inf nan] : f32[2]", "run", "@p.tc", "scale", "x=[inf, nan]", "factor=1e-3");
    runs("0.0 : f64", "run", "@p.tc", "total", "x=[[],[]]", "--versions=0");
  }

  @Test
  void readsAndWritesNpy() throws IOException {
    Npy.write(cli.path("x.npy"), FloatTensor.of(new float[] {1, 2}, 2));
    runs("", "run", "@p.tc", "scale", "x=@x.npy", "factor=3", "-o", "@y.npy");
    assertThat(Npy.read(cli.path("y.npy"))).isEqualTo(FloatTensor.of(new float[] {3, 6}, 2));
    runs("", "run", "@p.tc", "total", "x=[[4]]", "-o", "@t.npy");
    assertThat(Npy.read(cli.path("t.npy"))).isEqualTo(DoubleTensor.of(new double[] {4}));
  }

  @Test
  void severalResultsHaveNames() throws IOException {
    runs("lo = 2.0 : f32\nresult1 = [1. 0.] : f32[2]", "run", "@p.tc", "bounds", "x=[3,2]");
    runs("lo = 2.0 : f32", "run", "@p.tc", "bounds", "x=[3,2]", "-o", "result1=@r.npy");
    assertThat(Npy.read(cli.path("r.npy"))).isEqualTo(FloatTensor.of(new float[] {1, 0}, 2));
    Outcome which = cli.run("run", "@p.tc", "bounds", "x=[3,2]", "-o", "@r.npy");
    assertThat(which.code()).isEqualTo(2);
    assertThat(which.err())
        .contains("bounds has several results; say which: -o lo=FILE, -o result1=FILE");
    Outcome twice =
        cli.run("run", "@p.tc", "bounds", "x=[3]", "-o", "lo=@r.npy", "-o", "result1=@r.npy");
    assertThat(twice.err()).contains("two results cannot have one file");
  }

  @Test
  void refusesArraysAboveTheLimit() {
    runs(
        "[2. 4.] : f32[2]", "run", "@p.tc", "scale", "x=[1,2]", "factor=2", "--allocation-limit=8");
    Outcome refused =
        cli.run("run", "@p.tc", "scale", "x=[1,2,3]", "factor=2", "--allocation-limit=8");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("f32[3]: 3 elements, 12 bytes");
    Outcome wrong =
        cli.run("run", "@p.tc", "scale", "x=[1]", "factor=2", "--allocation-limit=lots");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .isEqualTo(
            "tensorc: --allocation-limit: not an allocation limit: `lots`; write a number of bytes"
                + " such as 4096, 512M or 2G\n");
  }

  @Test
  void takesANumberOfThreads() {
    for (String threads : new String[] {"1", "2"}) {
      runs(
          "[2. 4.] : f32[2]",
          "run",
          "@p.tc",
          "scale",
          "x=[1,2]",
          "factor=2",
          "--threads=" + threads);
    }
    Outcome wrong = cli.run("run", "@p.tc", "scale", "x=[1]", "factor=2", "--threads=0");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .isEqualTo(
            "tensorc: --threads: not a number of threads: `0`; write 1 for plain loops, or how many"
                + " a call may use\n");
  }

  @Test
  void takesAndGivesEveryInteger() throws IOException {
    Files.writeString(
        cli.path("i.tc"),
        """
        export fn next(x: u64[n], s: u64) -> u64[n] { return x + s }
        export fn bytes(x: i8[n]) -> i8[n] { return -x }
        export fn wide(x: u32) -> u32 { return x * 2 }
        """);
    runs(
        "[18446744073709551615                    3] : u64[2]",
        "run",
        "@i.tc",
        "next",
        "x=[18446744073709551613, 1]",
        "s=2");
    runs("[-128  127] : i8[2]", "run", "@i.tc", "bytes", "x=[-128, -127]");
    runs("4294967294 : u32", "run", "@i.tc", "wide", "x=4294967295");
    Npy.write(cli.path("u.npy"), ULongTensor.of(new long[] {-3}, 1));
    runs("", "run", "@i.tc", "next", "x=@u.npy", "s=1", "-o", "@v.npy");
    assertThat(Npy.read(cli.path("v.npy"))).isEqualTo(ULongTensor.of(new long[] {-2}, 1));
    Outcome large = cli.run("run", "@i.tc", "bytes", "x=[18446744073709551615]");
    assertThat(large.err()).contains("18446744073709551615 is out of range for i8");
    Outcome larger = cli.run("run", "@i.tc", "next", "x=[1]", "s=18446744073709551616");
    assertThat(larger.err()).contains("18446744073709551616 does not fit 64 bits");
  }

  @Test
  void takesAndGivesShortFloats() throws IOException {
    Files.writeString(
        cli.path("h.tc"),
        """
        export fn add_half(x: f16[n], s: f16) -> f16[n] { return x + s }
        export fn brains(x: f32[n]) -> bf16[n] { return astype(x, bf16) }
        export fn widened(x: bf16) -> f32 { return astype(x, f32) }
        """);
    runs("[0.2998 2.2    0.2998] : f16[3]", "run", "@h.tc", "add_half", "x=[0.1,2,0.1]", "s=0.2");
    runs("0.100097656 : f32", "run", "@h.tc", "widened", "x=0.1");
    runs("[0.1 3. ] : bf16[2]", "run", "@h.tc", "brains", "x=[0.1, 3.001]");
    Npy.write(cli.path("h.npy"), Float16Tensor.of(new short[] {0x3c00}, 1));
    runs("", "run", "@h.tc", "add_half", "x=@h.npy", "s=1", "-o", "@r.npy");
    assertThat(Npy.read(cli.path("r.npy"))).isEqualTo(Float16Tensor.of(new short[] {0x4000}, 1));
    Outcome refused = cli.run("run", "@h.tc", "brains", "x=[1]", "-o", "@b.npy");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("NumPy has no bf16");
  }

  @Test
  void convertsOnlyWhenAsked() throws IOException {
    Npy.write(cli.path("d.npy"), DoubleTensor.of(new double[] {1.5}, 1));
    Outcome refused = cli.run("run", "@p.tc", "scale", "x=@d.npy", "factor=1");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("`x`", "holds f64", "f32[n]", "--cast");
    runs("[1.5] : f32[1]", "run", "@p.tc", "scale", "x=@d.npy", "factor=1", "--cast");
    runs("1 : i64", "run", "@p.tc", "negate", "b=false", "k=1.9", "--cast");
    IntTensor counts = IntTensor.zeros(3, 20_000);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 20_000; j++) {
        counts.set(i + 10 * j, i, j);
      }
    }
    Npy.write(cli.path("counts.npy"), counts.slice(1, 0, 20_000, 2));
    runs("2999730000.0 : f64", "run", "@p.tc", "total", "x=@counts.npy", "--cast");
  }

  @Test
  void picturesAreFloatsFromZeroToOneOrBytes() throws IOException {
    picture("rgb.png", BufferedImage.TYPE_INT_RGB, 0xff0033, 0x000000);
    runs(
        "[[[0.  1.  0.8]\n  [1.  1.  1. ]]] : f32[1, 2, 3]",
        "run",
        "@p.tc",
        "invert",
        "img=@rgb.png");
    runs(
        "[[[255   0  51]\n  [  0   0   0]]] : u8[1, 2, 3]",
        "run",
        "@p.tc",
        "bytes",
        "img=@rgb.png");
  }

  @Test
  void greyPicturesHaveOneChannelAndMayHaveNoAxisForIt() throws IOException {
    picture("grey.png", BufferedImage.TYPE_BYTE_GRAY, 0xffffff, 0x000000);
    runs("[[1. 0.]] : f32[1, 2]", "run", "@p.tc", "grey", "img=@grey.png");
    runs("[[[255]\n  [  0]]] : u8[1, 2, 1]", "run", "@p.tc", "bytes", "img=@grey.png");
  }

  @Test
  void coloursOfAPaletteAreLookedUp() throws IOException {
    picture("few.png", BufferedImage.TYPE_BYTE_INDEXED, 0xff0033, 0x000000);
    runs(
        "[[[255   0  51]\n  [  0   0   0]]] : u8[1, 2, 3]",
        "run",
        "@p.tc",
        "bytes",
        "img=@few.png");
    picture("two.png", BufferedImage.TYPE_BYTE_BINARY, 0xffffff, 0x000000, 0xffffff);
    runs("[[1. 0. 1.]] : f32[1, 3]", "run", "@p.tc", "grey", "img=@two.png");
  }

  @Test
  void alphaIsKeptOnlyIfPresent() throws IOException {
    picture("a.png", BufferedImage.TYPE_INT_ARGB, 0x80ff0033);
    runs("[[[255   0  51 128]]] : u8[1, 1, 4]", "run", "@p.tc", "bytes", "img=@a.png");
  }

  @Test
  void picturesOfSixteenBitsAreFloatsOrRefused() throws IOException {
    var image = new BufferedImage(1, 1, BufferedImage.TYPE_USHORT_GRAY);
    image.getRaster().setSample(0, 0, 0, 65535);
    assertThat(ImageIO.write(image, "png", cli.path("deep.png").toFile())).isTrue();
    runs("[[1.]] : f32[1, 1]", "run", "@p.tc", "grey", "img=@deep.png");
    Outcome refused = cli.run("run", "@p.tc", "bytes", "img=@deep.png");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("16 bits a channel");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void bytePicturesSurviveTheRoundTrip(int channels) throws IOException {
    var data = new byte[2 * 3 * channels];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (i * 37 + 100);
    }
    var picture = UByteTensor.of(data, 2, 3, channels);
    Npy.write(cli.path("p.npy"), picture);
    runs("", "run", "@p.tc", "bytes", "img=@p.npy", "-o", "@p.png");
    runs("", "run", "@p.tc", "bytes", "img=@p.png", "-o", "@q.npy");
    assertThat(Npy.read(cli.path("q.npy"))).isEqualTo(picture);
  }

  @Test
  void floatPicturesAreClipped() {
    runs("", "run", "@p.tc", "grey", "img=[[-1, 0.5, 2, nan]]", "-o", "@c.png");
    Outcome outcome = cli.run("run", "@p.tc", "bytes", "img=@c.png");
    assertThat(outcome.out().replaceAll("\\s+", " ")).startsWith("[[[ 0] [128] [255] [ 0]]]");
  }

  @Test
  void dumpsGoToTheErrorStream() {
    Outcome outcome = cli.run("run", "@p.tc", "negate", "b=true", "k=1", "--dump-after=infer");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).startsWith("== after infer\nfn scale(");
    assertThat(outcome.out()).isEqualTo("-1 : i64\n");
  }

  @Test
  void theSampleFindsEdgesWithTheSameBitsInEveryEngine() throws IOException {
    Path samples = Path.of("..", "samples");
    for (String engine : new String[] {"vector", "scalar", "interpreter"}) {
      runs(
          "",
          "run",
          samples.resolve("edges.tc").toString(),
          "edges",
          "img=" + samples.resolve("data/chelsea.png"),
          "--engine=" + engine,
          "-o",
          "@" + engine + ".npy");
    }
    assertThat(Npy.read(cli.path("vector.npy")).shape()).containsExactly(298, 449);
    assertThat(cli.path("vector.npy")).hasSameBinaryContentAs(cli.path("interpreter.npy"));
    assertThat(cli.path("scalar.npy")).hasSameBinaryContentAs(cli.path("interpreter.npy"));
  }

  @Test
  void outputsKeepNoTemporaryFiles() throws IOException {
    runs("", "run", "@p.tc", "total", "x=[[4]]", "-o", "@t.npy");
    try (var files = Files.list(folder)) {
      assertThat(files.map(p -> p.getFileName().toString()))
          .containsExactlyInAnyOrder("p.tc", "t.npy");
    }
  }
}
