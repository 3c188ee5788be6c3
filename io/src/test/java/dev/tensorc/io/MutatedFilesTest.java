package dev.tensorc.io;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files with bytes changed, left out, repeated and cut off: each is a tensor or one message that
 * names the file, and takes no more memory than its bytes may become.
 */
class MutatedFilesTest {

  /** Of each format: a few hundred, and 100,000 with {@code -Pfull}. */
  private static final int COUNT = Boolean.getBoolean("tensorc.full") ? 100_000 : 300;

  private static final int LIMIT = 1 << 20;
  private static final long MOST_ALLOCATED = 64L << 20;

  private enum Kind {
    CSV(_ -> csv(), (in, type) -> Csv.read(in, "x", type, CsvOptions.DEFAULT)),
    JSON(_ -> json(), (in, type) -> Json.read(in, "x", type, Optional.empty())),
    PNG(_ -> picture(Pictures.Format.PNG), (in, type) -> Pictures.read(in, "x", type)),
    JPEG(_ -> picture(Pictures.Format.JPEG), (in, type) -> Pictures.read(in, "x", type)),
    WAV(Kind::wav, (in, type) -> Wav.read(in, "x", type).samples());

    private final Function<ElementType, byte[]> good;
    private final Reader reader;

    Kind(Function<ElementType, byte[]> good, Reader reader) {
      this.good = good;
      this.reader = reader;
    }

    private interface Reader {
      Tensor read(InputStream in, ElementType type) throws IOException;
    }

    private interface Writing {
      void to(ByteArrayOutputStream out) throws IOException;
    }

    private static byte[] written(Writing writing) {
      var out = new ByteArrayOutputStream();
      try {
        writing.to(out);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return out.toByteArray();
    }

    private static byte[] csv() {
      return "a,\"b\",c\n1,2,3\n4,\"5\",6\n,8,9\n".getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] json() {
      return "[[1, 2.5, null],\n [4, -5e-3, 6]]".getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] picture(Pictures.Format format) {
      Tensor tensor = Tensors.zeros(ElementType.U8, 17, 19, 3);
      return written(out -> Pictures.write(out, tensor, format, "x"));
    }

    private static byte[] wav(ElementType type) {
      Tensor samples = type == ElementType.U8 ? Tensors.zeros(type, 9, 2) : FloatTensor.zeros(9, 2);
      return written(out -> Wav.write(out, new Sound(samples, 8000), "x"));
    }
  }

  private static byte[] mutated(byte[] good, SplittableRandom random) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(good);
    for (int i = random.nextInt(4); i >= 0; i--) {
      byte[] now = bytes.toByteArray();
      if (now.length == 0) {
        break;
      }
      int at = random.nextInt(now.length);
      int length = random.nextInt(1 + Math.min(now.length - at, 16));
      bytes.reset();
      switch (random.nextInt(6)) {
        case 0 -> bytes.write(now, 0, at); // cut off
        case 1 -> { // left out
          bytes.write(now, 0, at);
          bytes.write(now, at + length, now.length - at - length);
        }
        case 2 -> { // repeated
          bytes.write(now, 0, at + length);
          bytes.write(now, at, now.length - at);
        }
        default -> { // changed
          now[at] = (byte) random.nextInt(256);
          bytes.writeBytes(now);
        }
      }
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void eachIsATensorOrOneMessage(Kind kind) {
    var random = new SplittableRandom(45 + kind.ordinal());
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int read = 0;
    int refused = 0;
    for (int round = 0; round < COUNT; round++) {
      ElementType type = random.nextBoolean() ? ElementType.U8 : ElementType.F32;
      byte[] bytes = mutated(kind.good.apply(type), random);
      long before = threads.getCurrentThreadAllocatedBytes();
      try {
        AllocationLimit.during(
            LIMIT, () -> kind.reader.read(new ByteArrayInputStream(bytes), type));
        read++;
      } catch (TensorFileException e) {
        assertThat(e.getMessage()).startsWith("x: ").doesNotContain(": null", "Exception");
        refused++;
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        throw new AssertionError(HexFormat.of().formatHex(bytes), e);
      }
      assertThat(threads.getCurrentThreadAllocatedBytes() - before)
          .as(() -> HexFormat.of().formatHex(bytes))
          .isLessThan(MOST_ALLOCATED);
    }
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }
}
