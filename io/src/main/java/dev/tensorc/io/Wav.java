package dev.tensorc.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.ReadBudget;
import dev.tensorc.runtime.io.StagedFiles;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioFormat.Encoding;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/**
 * Reads and writes sound, WAV: PCM of 8, 16, 24 or 32 bits, floats of 32 or 64 bits, and formats
 * that the JDK decodes to them (mu-law, A-law). f32 and f64 have the samples from -1 to 1, whatever
 * their width; u8, i16 and i32 have those of files of 8, 16 and 32 bits as they are stored. Files
 * are read as streams.
 */
public final class Wav {

  private Wav() {}

  /**
   * Reads a file.
   *
   * @param type of the samples: f32, f64, u8, i16 or i32
   * @throws TensorFileException if it cannot be read, is no such sound, has samples of another
   *     width where integers are wanted, or is above {@link ReadBudget the allocation limit}
   */
  public static Sound read(Path file, ElementType type) throws IOException {
    String name = file.toString();
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, name, type);
    } catch (IOException e) {
      throw TensorFileException.of(name, e);
    }
  }

  /**
   * Reads a stream as {@link #read(Path, ElementType)} does; does not close it.
   *
   * @param name the stream's name in messages
   * @throws IOException also if the stream throws it
   */
  public static Sound read(InputStream in, String name, ElementType type) throws IOException {
    try {
      AudioInputStream sound =
          decoded(AudioSystem.getAudioInputStream(new BufferedInputStream(in)));
      return new WavSamples(name, type, sound.getFormat()).read(sound, sound.getFrameLength());
    } catch (UnsupportedAudioFileException | RuntimeException e) { // either, at damaged files
      throw new TensorFileException(name, "no WAV sound that can be read: " + e.getMessage());
    }
  }

  private static AudioInputStream decoded(AudioInputStream sound) {
    Encoding encoding = sound.getFormat().getEncoding();
    return encoding.equals(Encoding.ULAW) || encoding.equals(Encoding.ALAW)
        ? AudioSystem.getAudioInputStream(Encoding.PCM_SIGNED, sound)
        : sound;
  }

  /**
   * Writes a file with samples of the tensor's type: u8, i16 and i32 as PCM, f32 and f64 as floats.
   * An older file of the name is replaced only when the new one is complete.
   *
   * @param sound samples of shape [frames] or [frames, channels], and how many frames a second has
   * @throws TensorFileException if it cannot be written, or is no sound
   */
  public static void write(Path file, Sound sound) throws IOException {
    StagedFiles.write(file, out -> write(out, sound, file.toString()));
  }

  /**
   * Writes to a stream as {@link #write(Path, Sound)} does; does not close it.
   *
   * @param name the stream's name in messages
   */
  public static void write(OutputStream out, Sound sound, String name) throws IOException {
    Tensor samples = sound.samples();
    long channels = samples.rank() == 2 ? samples.size(1) : 1;
    if (samples.rank() != 1 && samples.rank() != 2 || channels < 1 || channels > 0xffff) {
      throw new TensorFileException(
          name,
          "a sound has shape [frames] or [frames, channels], the tensor has shape "
              + Arrays.toString(samples.shape()));
    }
    if (samples.count() * samples.type().byteWidth() > Integer.MAX_VALUE - 1024) {
      throw new TensorFileException(name, "a WAV file has at most 2 GB");
    }
    int bits = 8 * samples.type().byteWidth();
    int frameBytes = (int) channels * samples.type().byteWidth();
    var format =
        new AudioFormat(
            encoding(name, samples.type()),
            sound.rate(),
            bits,
            (int) channels,
            frameBytes,
            sound.rate(),
            false);
    try (var bytes = new AudioInputStream(WavSamples.bytes(samples), format, samples.size(0))) {
      AudioSystem.write(bytes, AudioFileFormat.Type.WAVE, out);
    }
  }

  private static Encoding encoding(String name, ElementType type) throws TensorFileException {
    return switch (type) {
      case U8 -> Encoding.PCM_UNSIGNED;
      case I16, I32 -> Encoding.PCM_SIGNED;
      case F32, F64 -> Encoding.PCM_FLOAT;
      default ->
          throw new TensorFileException(
              name, "a sound holds u8, i16, i32, f32 or f64, not " + type.label());
    };
  }
}
