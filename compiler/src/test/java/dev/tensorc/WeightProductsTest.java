package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.golden.Views;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Safetensors;
import dev.tensorc.runtime.link.math.KeptPanels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Products of weights have the bits of the same products of arguments, in each call. */
class WeightProductsTest {

  private static final SourceText SOURCE =
      new SourceText(
          "products.tc",
          """
          weights "products.safetensors" {
              w: f32[2, 1100, 70]
              table: f64[40, 519]
              bytes: i8[1100, 70]
              scale: f32[70]
          }
          export fn layers(x: f32[n, 1100]) -> f32[n, 70] { return add_layers(x, w) }
          export fn layers_given(x: f32[n, 1100], w_: f32[2, 1100, 70]) -> f32[n, 70] {
              return add_layers(x, w_)
          }
          fn add_layers(x: f32[n, 1100], v: f32[2, 1100, 70]) -> f32[n, 70] {
              var r = zeros((n, 70), dtype=f32)
              for i in 0:2 { r = r + x @ v[i] }
              return r
          }
          export fn wide(x: f32[n, 1100]) -> f64[n, 519] { return astype(x[:, :40], f64) @ table }
          export fn wide_given(x: f32[n, 1100], w_: f64[40, 519]) -> f64[n, 519] {
              return astype(x[:, :40], f64) @ w_
          }
          export fn scaled(x: f32[n, 1100]) -> f32[n, 70] { return x @ (astype(bytes, f32) * scale) }
          export fn scaled_given(x: f32[n, 1100], b: i8[1100, 70], s: f32[70]) -> f32[n, 70] {
              return x @ (astype(b, f32) * s)
          }
          """);

  @TempDir private Path folder;

  private final Random random = new Random(44);

  private float[] floats(int count) {
    var elements = new float[count];
    for (int i = 0; i < count; i++) {
      elements[i] = (float) random.nextGaussian();
    }
    return elements;
  }

  private Map<String, Tensor> weights() {
    var tensors = new LinkedHashMap<String, Tensor>();
    tensors.put("w", FloatTensor.of(floats(2 * 1100 * 70), 2, 1100, 70));
    tensors.put("table", DoubleTensor.of(random.doubles(40 * 519).toArray(), 40, 519));
    var bytes = new byte[1100 * 70];
    random.nextBytes(bytes);
    tensors.put("bytes", ByteTensor.of(bytes, 1100, 70));
    tensors.put("scale", FloatTensor.of(floats(70), 70));
    return tensors;
  }

  @Test
  void haveTheBitsOfProductsOfArguments() throws IOException {
    Map<String, Tensor> weights = weights();
    Path file = folder.resolve("products.safetensors");
    Safetensors.write(file, weights);
    Program program =
        Tensorc.compile(SOURCE, Options.DEFAULT.withEngine(EngineMode.VECTOR)).withWeights(file);
    long before = KeptPanels.bytes();
    for (int rows : new int[] {4, 1, 7, 200, 4}) {
      FloatTensor x = FloatTensor.of(floats(rows * 1100), rows, 1100);
      compare(program, "layers", x, List.of(weights.get("w")));
      compare(program, "wide", x, List.of(weights.get("table")));
      compare(program, "scaled", x, List.of(weights.get("bytes"), weights.get("scale")));
    }
    assertThat(KeptPanels.bytes()).isGreaterThan(before + 3 * 1100 * 70 * 4 + 40 * 519 * 8);
  }

  private static void compare(Program program, String name, FloatTensor x, List<Tensor> weights) {
    var arguments = new ArrayList<Object>(List.of(x));
    arguments.addAll(weights);
    for (Tensor v : List.of(x, Views.inNative(x))) {
      Object kept = program.function(name).invoke(v);
      Object expected = program.function(name + "_given").invoke(arguments.toArray());
      assertThat(kept).isEqualTo(expected);
    }
  }
}
