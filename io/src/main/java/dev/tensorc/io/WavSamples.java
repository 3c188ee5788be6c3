package dev.tensorc.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioFormat.Encoding;

/** The samples of a sound as bytes, and as elements. */
final class WavSamples {

  private static final int CHUNK = 1 << 16;
  private static final long MOST_PROMISED = 0x7fff_0000L;

  private final String file;
  private final ElementType type;
  private final AudioFormat format;
  private final int width;
  private final ElementList elements;

  WavSamples(String file, ElementType type, AudioFormat format) {
    this.file = file;
    this.type = type;
    this.format = format;
    this.width = format.getSampleSizeInBits() / 8;
    this.elements = new ElementList(type, file);
  }

  /**
   * Reads to the end.
   *
   * @param promised how many frames the file's header says; programs that write to a pipe say the
   *     most it can, or none
   */
  Sound read(InputStream in, long promised) throws IOException {
    int channels = format.getChannels();
    int frame = width * channels;
    if (channels < 1 || format.getSampleSizeInBits() % 8 != 0 || frame != format.getFrameSize()) {
      throw new TensorFileException(file, "its samples have no known layout: " + format);
    }
    if (!(format.getSampleRate() > 0)) {
      throw new TensorFileException(file, "its sample rate is " + format.getSampleRate());
    }
    requireTaken();
    // Not readNBytes, which asks for parts of frames: an AudioInputStream gives nothing then, for
    // ever.
    var bytes = new byte[Math.max(1, CHUNK / frame) * frame];
    for (int n = in.read(bytes); n > 0; n = in.read(bytes)) {
      decode(bytes, n - n % frame);
    }
    long frames = elements.count() / channels;
    if (frames < promised && promised < MOST_PROMISED / frame) {
      throw new TensorFileException(
          file,
          "truncated: its header says %d frames, and there are %d".formatted(promised, frames));
    }
    return new Sound(elements.tensor(frames, channels), format.getSampleRate());
  }

  private boolean isFloat() {
    return format.getEncoding().equals(Encoding.PCM_FLOAT);
  }

  private void requireTaken() throws TensorFileException {
    boolean known = isFloat() ? width == 4 || width == 8 : isInteger() && width >= 1 && width <= 4;
    if (!known) {
      throw new TensorFileException(file, "its encoding is not supported yet: " + format);
    }
    boolean fits =
        switch (type) {
          case F32, F64 -> true;
          case U8 -> width == 1;
          case I16 -> width == 2 && !isFloat();
          case I32 -> width == 4 && !isFloat();
          default ->
              throw new TensorFileException(
                  file, "a sound holds u8, i16, i32, f32 or f64, not " + type.label());
        };
    if (!fits) {
      throw new TensorFileException(
          file,
          "its samples have %d bits (%s), which %s does not hold as they are; use f32"
              .formatted(8 * width, format.getEncoding(), type.label()));
    }
  }

  private boolean isInteger() {
    return format.getEncoding().equals(Encoding.PCM_SIGNED)
        || format.getEncoding().equals(Encoding.PCM_UNSIGNED);
  }

  private void decode(byte[] bytes, int length) throws TensorFileException {
    ByteBuffer buffer =
        ByteBuffer.wrap(bytes)
            .order(format.isBigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    double scale = 1.0 / (1L << 8 * width - 1);
    for (int at = 0; at < length; at += width) {
      if (isFloat()) {
        elements.add(width == 4 ? buffer.getFloat(at) : buffer.getDouble(at));
      } else if (elements.isFloat()) {
        elements.add(integer(buffer, at) * scale);
      } else {
        elements.addInteger(
            type == ElementType.U8 ? integer(buffer, at) + 128 : integer(buffer, at));
      }
    }
  }

  /** A sample as a signed integer; 0 is silence. */
  private int integer(ByteBuffer from, int at) {
    boolean unsigned = format.getEncoding().equals(Encoding.PCM_UNSIGNED);
    int bits =
        switch (width) {
          case 1 -> from.get(at);
          case 2 -> from.getShort(at);
          case 3 -> middle(from, at);
          default -> from.getInt(at);
        };
    int middle = 1 << 8 * width - 1;
    return unsigned ? (bits & (middle | middle - 1)) - middle : bits;
  }

  /** 24 bits, with their sign. */
  private static int middle(ByteBuffer from, int at) {
    boolean big = from.order() == ByteOrder.BIG_ENDIAN;
    int first = from.get(at) & 0xff;
    int last = from.get(at + 2) & 0xff;
    int bits = (big ? first : last) << 16 | (from.get(at + 1) & 0xff) << 8 | (big ? last : first);
    return bits << 8 >> 8;
  }

  /** The samples of a tensor, little-endian, frame by frame. */
  static InputStream bytes(Tensor samples) {
    int width = samples.type().byteWidth();
    var bytes = ByteBuffer.allocate((int) samples.count() * width).order(ByteOrder.LITTLE_ENDIAN);
    switch (samples.toArray()) {
      case byte[] a -> bytes.put(a);
      case short[] a -> bytes.asShortBuffer().put(a);
      case int[] a -> bytes.asIntBuffer().put(a);
      case float[] a -> bytes.asFloatBuffer().put(a);
      case double[] a -> bytes.asDoubleBuffer().put(a);
      case Object other -> throw new IllegalStateException("no samples: " + other);
    }
    return new ByteArrayInputStream(bytes.array());
  }
}
