package dev.tensorc.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Tensorc;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Npy;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.tools.ToolProvider;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples behave as the README says. */
class SamplesTest {

  private static final Path EDGES = Path.of("edges.tc");

  @Test
  void edgesAreWhatSobelsMasksGive() throws IOException {
    FloatTensor img = PictureEdges.read(new File("data/chelsea.png"));

    FloatTensor edges = Edges.edges(img);

    int h = (int) img.size(0);
    int w = (int) img.size(1);
    assertThat(edges.shape()).containsExactly(h - 2, w - 2);
    for (int y = 0; y < h - 2; y++) {
      for (int x = 0; x < w - 2; x++) {
        assertThat((double) edges.get(y, x)).isCloseTo(sobel(img, y, x), Offset.offset(1e-5));
      }
    }
  }

  /** The definition, in double: two masks of 3 by 3, with the pixel's upper left corner. */
  private static double sobel(FloatTensor img, int y, int x) {
    double[][] mask = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
    double dx = 0;
    double dy = 0;
    for (int r = 0; r < 3; r++) {
      for (int s = 0; s < 3; s++) {
        dx += mask[r][s] * grey(img, y + r, x + s);
        dy += mask[s][r] * grey(img, y + r, x + s);
      }
    }
    return Math.sqrt(dx * dx + dy * dy);
  }

  private static double grey(FloatTensor img, int y, int x) {
    return (img.get(y, x, 0) + (double) img.get(y, x, 1) + img.get(y, x, 2)) / 3;
  }

  @Test
  void pricesAndGreeksAreNumPys() throws IOException {
    var calls = BlackScholes.call(100, (DoubleTensor) reference("strike"), 0.75, 0.03, 0.25);

    assertClose(calls.price(), "price", 1e-12);
    assertClose(calls.delta(), "delta", 1e-14);
    assertClose(calls.gamma(), "gamma", 1e-14);
    assertClose(calls.vega(), "vega", 1e-12);
    assertClose(calls.theta(), "theta", 1e-12);
    assertClose(calls.rho(), "rho", 1e-12);
  }

  @Test
  void attentionFindsTheRowsThatSortingFinds() throws IOException {
    var found =
        Attention.attend(
            (FloatTensor) reference("queries"),
            (FloatTensor) reference("keys"),
            (FloatTensor) reference("values"),
            6);

    assertThat(found.best().toArray()).isEqualTo(((LongTensor) reference("best")).toArray());
    double[] expected = ((DoubleTensor) reference("result")).toArray();
    float[] result = found.result().toArray();
    assertThat(result).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      assertThat((double) result[i]).isCloseTo(expected[i], Offset.offset(1e-6));
    }
  }

  @Test
  void risksOfFailuresAreNumPys() throws IOException {
    FloatTensor readings = (FloatTensor) reference("readings");
    double[] expected = ((DoubleTensor) reference("risk")).toArray();
    try (Failures network = Failures.load()) {
      float[] risks = network.risk(readings).toArray();

      assertThat(risks).hasSameSizeAs(expected);
      for (int i = 0; i < expected.length; i++) {
        assertThat((double) risks[i]).isCloseTo(expected[i], Offset.offset(2e-6));
      }
      assertThat(network.urgent(readings, 0.9f).toArray())
          .isEqualTo(
              IntStream.range(0, risks.length)
                  .boxed()
                  .filter(i -> risks[i] > 0.9f)
                  .sorted(Comparator.comparing(i -> -risks[i]))
                  .mapToLong(i -> i)
                  .toArray());
    }
  }

  private static void assertClose(DoubleTensor actual, String name, double distance)
      throws IOException {
    double[] expected = ((DoubleTensor) reference(name)).toArray();
    assertThat(actual.toArray()).as(name).containsExactly(expected, Offset.offset(distance));
  }

  /** An array that {@code src/test/numpy/reference.py} computed. */
  private static Tensor reference(String name) throws IOException {
    return Npy.read(Path.of("src/test/resources/reference", name + ".npy"));
  }

  @Test
  void theirJavaProgramsRun(@TempDir Path dir) throws Exception {
    assertThat(printed(OptionTable.class))
        .contains("   100  10.451   0.637  0.0188  37.524  -6.414  53.232\n");
    assertThat(printed(MachineCheck.class)).isEqualTo("saw    100.0 %\nlathe   99.8 %\n");
    assertThat(printed(NearestWords.class)).startsWith("best: trout\nthen: dog\n");
    Path out = dir.resolve("edges.png");
    PictureEdges.main(new String[] {"data/coffee.png", out.toString()});
    assertThat(ImageIO.read(out.toFile()).getWidth()).isEqualTo(600 - 2);
  }

  @Test
  void theJavaProgramOfTheReadmeRuns(@TempDir Path dir) throws Exception {
    String readme = Files.readString(Path.of("../README.md"));
    String hello = Files.readString(Path.of("Hello.java")).replace("\n    ", "\n");
    assertThat(hello).contains(readme.split("```java\n")[1].split("```")[0]);
    compileEdges(dir);

    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                dir.toString(),
                "-cp",
                dir + File.pathSeparator + System.getProperty("java.class.path"),
                "Hello.java");

    assertThat(status).isZero();
    try (var loader = new URLClassLoader(new URL[] {dir.toUri().toURL()})) {
      assertThat(printed(loader.loadClass("Hello"))).isEqualTo("[[4. 4.]] : f32[1, 2]\n4.0\n");
    }
  }

  private static void compileEdges(Path dir) throws IOException {
    var source = new dev.tensorc.frontend.SourceText("edges.tc", Files.readString(EDGES));
    var program = Tensorc.compile(source, dev.tensorc.Options.DEFAULT);
    for (Map.Entry<String, byte[]> file : program.classFiles().entrySet()) {
      Files.write(dir.resolve(file.getKey() + ".class"), file.getValue());
    }
  }

  /** The output of the class's {@code main}. */
  private static String printed(Class<?> program) throws ReflectiveOperationException {
    var bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (var out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      program.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
  }
}
