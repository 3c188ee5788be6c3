package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Elements that are combined at places which others name, of each dtype, in arrays, views and
 * native memory: every engine gives the interpreter's bits, which goes from one point to the next.
 */
@ExtendWith(OnBigStack.class)
class ScatterSizesTest {

  /** The right side of {@code z[p[i], j] = ...}, by the function's name. */
  private static Map<String, String> updates(DType dtype) {
    var updates = new LinkedHashMap<String, String>();
    updates.put("written", "v[i, j]");
    if (dtype.isNumeric()) {
      updates.put("added", "z[p[i], j] + v[i, j]");
      updates.put("subtracted", "z[p[i], j] - v[i, j]");
      updates.put("multiplied", "v[i, j] * z[p[i], j]");
      updates.put("largest", "maximum(z[p[i], j], v[i, j])");
      updates.put("smallest", "minimum(z[p[i], j], v[i, j])");
    }
    if (dtype.isFloat()) {
      updates.put("divided", "z[p[i], j] / v[i, j]");
    } else {
      updates.put("both", "z[p[i], j] & v[i, j]");
      updates.put("either", "z[p[i], j] | v[i, j]");
      updates.put("one", "z[p[i], j] ^ v[i, j]");
    }
    return updates;
  }

  private static String program(DType dtype) {
    var program = new StringBuilder();
    updates(dtype)
        .forEach(
            (name, right) ->
                program.append(
                    """
                    export fn %s(y: T[n, m], p: i64[k], v: T[k, m]) -> T[n, m] {
                      var z = y
                      z[p[i], j] = %s
                      return z
                    }
                    """
                        .formatted(name, right)));
    return program.toString().replace("T[", dtype + "[");
  }

  @ParameterizedTest
  @EnumSource
  void combinationsAgree(DType dtype) {
    Engines engines = Engines.of(program(dtype));
    var random = new Random(3);
    for (int size : sizes(dtype)) {
      for (long[] shape : List.of(new long[] {5, size}, new long[] {size, 2})) {
        Tensor y = Awkward.fractions(dtype, random, 3, shape[1]);
        Tensor v = Awkward.tensor(dtype, random, shape);
        long[] places = random.longs(shape[0], -3, 3).toArray();
        Tensor p = LongTensor.of(places, shape[0]);
        for (String function : updates(dtype).keySet()) {
          engines.agreeInAnyStorage(function, y, p, v);
          engines.agreeInAnyStorage(
              function, Views.spreadCopy(y), Views.spreadCopy(p), Views.spreadCopy(v));
        }
      }
    }
  }

  /** Points are gone along in pieces of 1024. */
  private static int[] sizes(DType dtype) {
    boolean isLong = dtype == DType.F32 || dtype == DType.I64;
    return new Sample("scatters", dtype)
        .of(2, isLong ? new int[] {1, 17, 1024, 1025, 2100} : new int[] {0, 1, 2, 17, 33});
  }
}
