package dev.tensorc.cli;

import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.UByteTensor;
import java.util.Arrays;

/** A result as a picture: floats are clipped to 0..1 and scaled, u8 is stored as it is. */
final class PictureWriter {

  private PictureWriter() {}

  static Picture of(Tensor tensor, String file) {
    int[] samples =
        switch (tensor) {
          case UByteTensor t -> bytes(t.toArray());
          case FloatTensor t -> floats(t.toArray());
          case DoubleTensor t -> doubles(t.toArray());
          default ->
              throw Failure.data(
                  file + ": a picture holds u8, f32 or f64, not " + tensor.type().label());
        };
    long channels = tensor.rank() == 3 ? tensor.size(2) : 1;
    boolean drawable = tensor.rank() == 2 || tensor.rank() == 3;
    if (!drawable || (channels != 1 && channels != 3 && channels != 4) || samples.length == 0) {
      throw Failure.data(
          file
              + ": a picture has shape [height, width] or [height, width, 1, 3 or 4] and at least"
              + " one pixel, the result has shape "
              + Arrays.toString(tensor.shape()));
    }
    return new Picture((int) tensor.size(0), (int) tensor.size(1), (int) channels, 255, samples);
  }

  private static int[] bytes(byte[] data) {
    var samples = new int[data.length];
    Arrays.setAll(samples, i -> data[i] & 0xff);
    return samples;
  }

  private static int[] floats(float[] data) {
    var samples = new int[data.length];
    Arrays.setAll(samples, i -> sample(data[i]));
    return samples;
  }

  private static int[] doubles(double[] data) {
    var samples = new int[data.length];
    Arrays.setAll(samples, i -> sample(data[i]));
    return samples;
  }

  /** NaN is black. */
  private static int sample(double v) {
    return (int) Math.round(Math.clamp(v, 0.0, 1.0) * 255);
  }
}
