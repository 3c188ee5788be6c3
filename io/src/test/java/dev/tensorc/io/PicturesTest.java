package dev.tensorc.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.UByteTensor;
import dev.tensorc.runtime.io.TensorFileException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PicturesTest {

  @TempDir Path folder;

  private static UByteTensor bytes(int channels) {
    var data = new byte[2 * 3 * channels];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (i * 37 + 100);
    }
    return UByteTensor.of(data, 2, 3, channels);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void pngLosesNoByte(int channels) throws IOException {
    Path file = folder.resolve("p.png");
    Pictures.write(file, bytes(channels));
    assertThat(Pictures.read(file, ElementType.U8)).isEqualTo(bytes(channels));
    try (var in = Files.newInputStream(file)) {
      assertThat(Pictures.read(in, "in", ElementType.U8)).isEqualTo(bytes(channels));
    }
  }

  /** One colour, which survives compression but for rounding. */
  @ParameterizedTest
  @ValueSource(strings = {"p.jpg", "p.JPEG"})
  void jpegKeepsAColour(String name) throws IOException {
    Path file = folder.resolve(name);
    var data = new float[16 * 24 * 3];
    for (int i = 0; i < data.length; i++) {
      data[i] = new float[] {0.8f, 0.4f, 0.2f}[i % 3];
    }
    Pictures.write(file, FloatTensor.of(data, 16, 24, 3));
    assertThat(Files.readAllBytes(file)).startsWith(0xff, 0xd8, 0xff);
    var read = (FloatTensor) Pictures.read(file, ElementType.F32);
    assertThat(read.shape()).containsExactly(16, 24, 3);
    for (int c = 0; c < 3; c++) {
      assertThat(read.get(7, 11, c)).isBetween(data[c] - 0.02f, data[c] + 0.02f);
    }
  }

  @Test
  void greyJpegHasOneChannel() throws IOException {
    Pictures.write(folder.resolve("g.jpg"), FloatTensor.zeros(8, 9));
    Tensor read = Pictures.read(folder.resolve("g.jpg"), ElementType.U8);
    assertThat(read).isEqualTo(UByteTensor.zeros(8, 9, 1));
  }

  @Test
  void picturesThatCannotBe() {
    assertThatThrownBy(() -> Pictures.write(folder.resolve("p.jpg"), bytes(4)))
        .hasMessageContaining("[height, width, 1 or 3]");
    assertThatThrownBy(() -> Pictures.write(folder.resolve("p.png"), FloatTensor.zeros(3)))
        .hasMessageContaining("the tensor has shape [3]");
    assertThatThrownBy(() -> Pictures.read(folder.resolve("no.png"), ElementType.U8))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(folder.resolve("no.png") + ": no such file");
    assertThatThrownBy(() -> Pictures.read(folder.resolve("p.png"), ElementType.I32))
        .hasMessageContaining("a picture holds u8, f32 or f64, not i32");
    assertThat(folder).isEmptyDirectory();
  }

  /** A JPEG of few bytes whose frame header says 60,000 by 60,000 pixels. */
  @Test
  void jpegThatPromisesMoreThanItsBytesHold() throws IOException {
    var out = new ByteArrayOutputStream();
    assertThat(ImageIO.write(new BufferedImage(8, 8, BufferedImage.TYPE_3BYTE_BGR), "jpeg", out))
        .isTrue();
    byte[] jpeg = out.toByteArray();
    int frame = 0;
    while (jpeg[frame] != (byte) 0xff || jpeg[frame + 1] != (byte) 0xc0) {
      frame++;
    }
    for (int side : new int[] {60_000, 15_000}) {
      ByteBuffer.wrap(jpeg).putShort(frame + 5, (short) side).putShort(frame + 7, (short) side);
      Files.write(folder.resolve("b.jpg"), jpeg);
      assertThatThrownBy(() -> Pictures.read(folder.resolve("b.jpg"), ElementType.U8))
          .isInstanceOf(TensorFileException.class)
          .hasMessageContaining("%d x %d pixels".formatted(side, side));
    }
  }

  /** Cut anywhere, a file is said to be cut, unless its pixels are whole. */
  @Test
  void pngThatWasCut() throws IOException {
    var picture = new BufferedImage(40, 30, BufferedImage.TYPE_3BYTE_BGR);
    for (int i = 0; i < 1200; i++) {
      picture.setRGB(i % 40, i / 40, i * 0x9e3779b9);
    }
    var out = new ByteArrayOutputStream();
    assertThat(ImageIO.write(picture, "png", out)).isTrue();
    byte[] png = out.toByteArray();
    int header = 8 + 12 + 13;
    for (int length : new int[] {10, 20, header - 1, header + 3, header + 40, png.length / 2}) {
      Path file = Files.write(folder.resolve("cut.png"), Arrays.copyOf(png, length));
      String where =
          length == 10 || length == header + 3
              ? "it ends inside of the header of a chunk"
              : "its chunk %s goes %d bytes beyond the end of the file"
                  .formatted(
                      length < header ? "IHDR" : "IDAT",
                      (length < header ? header : png.length - 12) - length);
      String message = ": truncated: " + where;
      assertThatThrownBy(() -> Pictures.read(file, ElementType.F32)).hasMessage(file + message);
      var stream = new ByteArrayInputStream(Arrays.copyOf(png, length));
      assertThatThrownBy(() -> Pictures.read(stream, "-", ElementType.F32))
          .hasMessage("-" + message);
    }
  }
}
