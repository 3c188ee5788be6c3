package dev.tensorc.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * NumPy reads files that are written here; without a {@code python3} that has NumPy nothing is
 * tested.
 */
class NumpyReadsTest {

  /**
   * Prints the contents of an archive, and where they differ from the arrays that {@code
   * make_archives.py} saved.
   */
  private static final String ARCHIVES =
      """
      import json, struct, sys, zipfile
      import numpy as np
      saved = {
          "x": np.arange(6, dtype="f4").reshape(2, 3) / 2,
          "fortran": np.arange(6, dtype="f8").reshape(2, 3),
          "big": np.arange(4, dtype="i4"),
          "deep/\\u00e4": np.array([True, False]),
          "scalar": np.float64(2.5),
          "empty": np.zeros((0, 3), dtype="u2"),
          "zeros": np.zeros(4096, dtype="i8"),
      }
      for file in sys.argv[1:3]:
          assert zipfile.ZipFile(file).testzip() is None
          with np.load(file) as found:
              assert list(found) == list(saved), list(found)
              for name, x in saved.items():
                  y = found[name]
                  assert x.dtype == y.dtype and x.shape == y.shape and np.array_equal(x, y), name
      with open(sys.argv[3], "rb") as file:  # after the format's description
          header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
          data = file.read()
      assert header.pop("__metadata__") == {"a\\"\\n": "\\u00e9"}
      codes = {"F32": "f4", "F64": "f8", "F16": "f2", "BF16": "u2", "BOOL": "?", "I8": "i1"}
      for name, x in sorted(header.items()):
          code = codes.get(x["dtype"]) or x["dtype"][0].lower() + str(int(x["dtype"][1:]) // 8)
          begin, end = x["data_offsets"]
          y = np.frombuffer(data[begin:end], dtype="<" + code).reshape(x["shape"])
          print(name, x["dtype"], *y.shape, *y.ravel())
      """;

  @TempDir Path folder;

  @Test
  void archivesAndSafetensors() throws IOException, InterruptedException {
    assumeTrue(Python.hasNumpy(), "python3 with NumPy is not here");
    Path stored = folder.resolve("stored.npz");
    Npz.write(stored, NpzTest.saved());
    Path deflated = folder.resolve("deflated.npz");
    Npz.writeCompressed(deflated, NpzTest.saved());
    Path weights = folder.resolve("weights.safetensors");
    Safetensors.write(weights, new TreeMap<>(SafetensorsTest.saved()), Map.of("a\"\n", "é"));
    assertThat(Python.run(ARCHIVES, stored, deflated, weights))
        .isEqualTo(
            """
            bf16 BF16 2 16128 49152
            bool BOOL 3 True False True
            empty F32 0 3
            f16 F16 2 0.5 -2.0
            f32 F32 2 3 0.0 0.5 1.0 1.5 2.0 2.5
            f64 F64 1 1 1e+300
            i16 I16 1 -32768
            i32 I32 1 -2147483648
            i64 I64 -9223372036854775808
            i8 I8 2 -128 127
            u16 U16 1 65535
            u32 U32 1 4294967295
            u64 U64 1 18446744073709551615
            u8 U8 1 255
            """);
  }
}
