package dev.tensorc.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tensors print as NumPy prints the arrays that they were read from; without a {@code python3} that
 * has NumPy nothing is tested.
 */
class NumpyPrintsTest {

  /** Saves random arrays of all kinds, and beside them their texts by {@code str}. */
  private static final String ARRAYS =
      """
      import random, sys
      import numpy as np
      choose, numbers = random.Random(7), np.random.default_rng(7)
      large = [(1000,), (1001,), (40, 30), (7, 200), (2, 600), (1001, 1), (2, 3, 400), (5, 7, 8, 9)]

      def shape():
          if choose.random() < 0.2:
              return choose.choice(large)
          return tuple(choose.choice([0, 1, 2, 3, 4, 5, 20]) for _ in range(choose.randrange(4)))

      def floats(n, dtype):
          x = numbers.standard_normal(n)
          kind = choose.randrange(6)
          if kind == 1: x = x * 10.0 ** numbers.integers(-12, 12, n)
          if kind == 2: x = np.round(x * 8) / 8
          if kind == 3: x = np.round(x, 3) * 10.0 ** choose.randrange(-6, 9)
          if kind == 4: x = x * 10.0 ** choose.randrange(-320, 300)
          if kind == 5: x = np.floor(x * 10.0 ** choose.randrange(1, 18))
          with np.errstate(all="ignore"):
              x = x.astype(dtype)
          for special in (np.nan, np.inf, -np.inf, -0.0, 0.0):
              if n and choose.random() < 0.1:
                  x[numbers.integers(n)] = special
          return x

      def array():
          dtype = choose.choice("f2 f4 f8 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 ?".split())
          dims = shape()
          n = int(np.prod(dims))
          if dtype[0] == "f":
              return floats(n, dtype).reshape(dims)
          if dtype == "?":
              return numbers.integers(0, 2, n).astype("?").reshape(dims)
          info = np.iinfo(dtype)
          high = info.max if choose.random() < 0.5 else 100
          return numbers.integers(info.min, high, n, dtype=dtype, endpoint=True).reshape(dims)

      arrays = [array() for _ in range(500)]
      np.savez(sys.argv[1], *arrays)
      with open(sys.argv[2], "w") as file:
          file.write("\\f".join(str(x[()]) for x in arrays))
      """;

  @TempDir Path folder;

  @Test
  void tensorsPrintAsArrays() throws IOException, InterruptedException {
    assumeTrue(Python.hasNumpy(), "python3 with NumPy 2 is not here");
    Path arrays = folder.resolve("arrays.npz");
    Path texts = folder.resolve("texts");
    assertThat(Python.run(ARRAYS, arrays, texts)).isEmpty();
    String[] expected = Files.readString(texts).split("\f", -1);
    Map<String, Tensor> tensors = Npz.read(arrays);
    assertThat(tensors).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      String printed = tensors.get("arr_" + i).toString();
      assertThat(printed.substring(0, printed.lastIndexOf(" : "))).isEqualTo(expected[i]);
    }
  }
}
