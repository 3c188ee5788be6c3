package dev.tensorc.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Program;
import dev.tensorc.Tensorc;
import dev.tensorc.runtime.FloatTensor;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples do what the README says. */
class SamplesTest {

  private static final Path EDGES = Path.of("edges.tc");

  @Test
  void edgesAreWhatSobelsMasksGive() throws IOException {
    FloatTensor img = picture(Path.of("data/chelsea.png"));
    Program program = Tensorc.compile(Files.readString(EDGES));

    var edges = (FloatTensor) program.function("edges").invoke(img);

    int h = (int) img.size(0);
    int w = (int) img.size(1);
    assertThat(edges.shape()).containsExactly(h - 2, w - 2);
    for (int y = 0; y < h - 2; y++) {
      for (int x = 0; x < w - 2; x++) {
        assertThat((double) edges.get(y, x)).isCloseTo(sobel(img, y, x), offset());
      }
    }
  }

  private static org.assertj.core.data.Offset<Double> offset() {
    return org.assertj.core.data.Offset.offset(1e-5);
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

  private static FloatTensor picture(Path file) throws IOException {
    BufferedImage image = ImageIO.read(file.toFile());
    var data = new float[image.getHeight() * image.getWidth() * 3];
    int at = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int rgb = image.getRGB(x, y);
        data[at++] = ((rgb >> 16) & 255) / 255f;
        data[at++] = ((rgb >> 8) & 255) / 255f;
        data[at++] = (rgb & 255) / 255f;
      }
    }
    return FloatTensor.of(data, image.getHeight(), image.getWidth(), 3);
  }

  @Test
  void theJavaProgramOfTheReadmeRuns(@TempDir Path dir) throws Exception {
    String readme = Files.readString(Path.of("../README.md"));
    assertThat(readme).contains(Files.readString(Path.of("Hello.java")).strip());
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
    assertThat(runMain(dir)).isEqualTo("[[4. 4.]] : f32[1, 2]\n4.0\n");
  }

  private static void compileEdges(Path dir) throws IOException {
    var source = new dev.tensorc.frontend.SourceText("edges.tc", Files.readString(EDGES));
    Program program = Tensorc.compile(source, dev.tensorc.Options.DEFAULT);
    for (Map.Entry<String, byte[]> file : program.classFiles().entrySet()) {
      Files.write(dir.resolve(file.getKey() + ".class"), file.getValue());
    }
  }

  private static String runMain(Path dir) throws Exception {
    var bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (var loader = new URLClassLoader(new URL[] {dir.toUri().toURL()});
        var out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      loader
          .loadClass("Hello")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
  }
}
