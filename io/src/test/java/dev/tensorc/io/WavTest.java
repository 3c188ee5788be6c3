package dev.tensorc.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.ShortTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.UByteTensor;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes are laid out by hand, as the format's description has them. */
class WavTest {

  @TempDir Path folder;

  private static byte[] wav(int format, int channels, int rate, int bits, int... samples) {
    int width = bits / 8;
    var bytes = ByteBuffer.allocate(44 + samples.length * width).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + samples.length * width);
    bytes.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
    bytes.putShort((short) format).putShort((short) channels).putInt(rate);
    bytes.putInt(rate * channels * width).putShort((short) (channels * width));
    bytes.putShort((short) bits).put("data".getBytes(StandardCharsets.US_ASCII));
    bytes.putInt(samples.length * width);
    for (int sample : samples) {
      for (int i = 0; i < width; i++) {
        bytes.put((byte) (sample >> 8 * i));
      }
    }
    return bytes.array();
  }

  private static Sound read(byte[] bytes, ElementType type) throws IOException {
    return Wav.read(new ByteArrayInputStream(bytes), "x.wav", type);
  }

  @Test
  void samplesAreFloatsOrAsTheyAreStored() throws IOException {
    byte[] bytes = wav(1, 2, 8000, 16, 0, 16384, -32768, 32767);
    Sound floats = read(bytes, ElementType.F32);
    assertThat(floats.rate()).isEqualTo(8000f);
    assertThat(floats.samples())
        .isEqualTo(FloatTensor.of(new float[] {0, 0.5f, -1, 32767 / 32768f}, 2, 2));
    assertThat(read(bytes, ElementType.I16).samples())
        .isEqualTo(ShortTensor.of(new short[] {0, 16384, -32768, 32767}, 2, 2));
    bytes = wav(1, 1, 8000, 8, 128, 0, 255);
    assertThat(read(bytes, ElementType.F32).samples())
        .isEqualTo(FloatTensor.of(new float[] {0, -1, 127 / 128f}, 3, 1));
    assertThat(read(bytes, ElementType.U8).samples())
        .isEqualTo(UByteTensor.of(new byte[] {(byte) 128, 0, (byte) 255}, 3, 1));
    bytes = wav(1, 1, 8000, 24, 0x400000, -0x800000);
    assertThat(read(bytes, ElementType.F32).samples())
        .isEqualTo(FloatTensor.of(new float[] {0.5f, -1}, 2, 1));
    bytes = wav(1, 1, 8000, 32, 1 << 30, Integer.MIN_VALUE);
    assertThat(read(bytes, ElementType.F32).samples())
        .isEqualTo(FloatTensor.of(new float[] {0.5f, -1}, 2, 1));
    assertThat(read(bytes, ElementType.I32).samples())
        .isEqualTo(IntTensor.of(new int[] {1 << 30, Integer.MIN_VALUE}, 2, 1));
    bytes = wav(3, 1, 8000, 32, Float.floatToIntBits(0.1f));
    assertThat(read(bytes, ElementType.F32).samples())
        .isEqualTo(FloatTensor.of(new float[] {0.1f}, 1, 1));
  }

  @Test
  void telephoneSoundIsDecoded() throws IOException {
    Sound mu = read(wav(7, 1, 8000, 8, 0xff, 0x80, 0x00), ElementType.F32); // G.711: 0, most, least
    assertThat(mu.samples())
        .isEqualTo(FloatTensor.of(new float[] {0, 32124 / 32768f, -32124 / 32768f}, 3, 1));
  }

  @ParameterizedTest
  @EnumSource(names = {"U8", "I16", "I32", "F32", "F64"})
  void everyTypeIsWrittenAndReadBack(ElementType type) throws IOException {
    Tensor ones = Tensors.zeros(type, 3, 2);
    Object array = ones.array();
    for (int i = 0; i < 6; i++) {
      switch (array) {
        case byte[] a -> a[i] = (byte) (i * 50);
        case short[] a -> a[i] = (short) (i * 10_000);
        case int[] a -> a[i] = i * 1_000_000_000;
        case float[] a -> a[i] = i / 7f;
        case double[] a -> a[i] = i / -7.0;
        default -> throw new IllegalStateException();
      }
    }
    Wav.write(folder.resolve("y.wav"), new Sound(ones, 44_100));
    Sound read = Wav.read(folder.resolve("y.wav"), type);
    assertThat(read.samples()).isEqualTo(ones);
    assertThat(read.rate()).isEqualTo(44_100f);
  }

  @Test
  void soundsThatCannotBe() throws IOException {
    byte[] bytes = wav(1, 2, 8000, 16, 0, 1, 2, 3);
    assertThatThrownBy(() -> read(bytes, ElementType.U8))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(
            "x.wav: its samples have 16 bits (PCM_SIGNED), which u8 does not hold as they are; use"
                + " f32");
    assertThatThrownBy(() -> read(bytes, ElementType.I64))
        .hasMessage("x.wav: a sound holds u8, i16, i32, f32 or f64, not i64");
    assertThatThrownBy(() -> read(Arrays.copyOf(bytes, 49), ElementType.F32))
        .hasMessage("x.wav: truncated: its header says 2 frames, and there are 1");
    assertThatThrownBy(() -> read(new byte[3], ElementType.F32))
        .isInstanceOf(TensorFileException.class)
        .hasMessageStartingWith("x.wav: no WAV sound that can be read");
    assertThatThrownBy(
            () -> Wav.write(folder.resolve("y.wav"), new Sound(FloatTensor.zeros(1, 1, 1), 1)))
        .hasMessageContaining("a sound has shape [frames] or [frames, channels]");
    assertThatThrownBy(
            () ->
                Wav.write(folder.resolve("y.wav"), new Sound(Tensors.zeros(ElementType.I64, 1), 1)))
        .hasMessageContaining("a sound holds u8, i16, i32, f32 or f64, not i64");
    assertThat(Files.exists(folder.resolve("y.wav"))).isFalse();
  }
}
