package dev.tensorc.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Tensorc;
import dev.tensorc.onnx.TestModel.Attribute;
import dev.tensorc.runtime.ElementType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts of programs: the parts that are folded, lifted, named and written as a loop. */
class ProgramTextTest {
  @TempDir private Path folder;

  private String body(TestModel model) throws IOException {
    return body(model, Map.of());
  }

  /** Without the first line, which names the model's file. */
  private String body(TestModel model, Map<String, Long> sizes) throws IOException {
    String text = model.text(folder, sizes);
    return text.substring(text.indexOf("\n\n") + 2);
  }

  @Test
  void chainsOfSizesAreFolded() throws IOException {
    TestModel model =
        TestModel.of(13)
            .input("x", ElementType.F32, "batch", "length", 8)
            .integers("zero", List.of(), 0)
            .integers("one", List.of(), 1)
            .integers("first", List.of(1L), 0)
            .integers("heads", List.of(1L), 2)
            .integers("rest", List.of(1L), -1)
            .node("Shape", List.of("x"), "shape")
            .node("Gather", List.of("shape", "zero"), "b")
            .node("Gather", List.of("shape", "one"), "l")
            .node("Mul", List.of("b", "l"), "bl")
            .node("Unsqueeze", List.of("bl", "first"), "bl1")
            .node("Concat", List.of("bl1", "heads", "rest"), "to", Attribute.of("axis", 0L))
            .node("Reshape", List.of("x", "to"), "y")
            .output("y");
    assertThat(body(model))
        .isEqualTo(
            """
            export fn forward(x: f32[batch, length, 8]) -> f32[batch * length, 2, 4] {
                return reshape(x, (batch * length, 2, 4))
            }
            """);
  }

  @Test
  void oneNameInTwoPlacesIsNoEquality() throws IOException {
    TestModel model =
        TestModel.of(13)
            .input("a", ElementType.F32, "batch", "batch")
            .input("b", ElementType.F32, "batch", "other")
            .node("Add", List.of("a", "b"), "y")
            .output("y");
    String add = "    return a + b\n}\n";
    assertThat(body(model))
        .isEqualTo(
            "export fn forward(a: f32[batch, batch_2], b: f32[batch, batch_2]) -> f32[batch,"
                + " batch_2] {\n"
                + add);
    assertThat(body(model, Map.of("batch_2", 5L)))
        .isEqualTo(
            "export fn forward(a: f32[batch, 5], b: f32[batch, 5]) -> f32[batch, 5] {\n" + add);
    assertThat(body(model, Map.of("a.0", 3L, "other", 5L)))
        .isEqualTo("export fn forward(a: f32[3, 5], b: f32[3, 5]) -> f32[3, 5] {\n" + add);
  }

  /** As exporters write position embeddings: rows of a table by a slice of 0, 1, 2, ... */
  @Test
  void placesInOrderAreASlice() throws IOException {
    double[] places = new double[100];
    for (int i = 0; i < places.length; i++) {
      places[i] = i;
    }
    TestModel model =
        TestModel.of(13)
            .input("ids", ElementType.I64, "batch", "length")
            .floats("table", List.of(100L, 2L), new double[200])
            .integers("positions", List.of(1L, 100L), places)
            .integers("one", List.of(1L), 1)
            .integers("zero", List.of(1L), 0)
            .node("Shape", List.of("ids"), "shape")
            .node("Gather", List.of("shape", "one"), "length")
            .node("Slice", List.of("positions", "zero", "length", "one"), "used")
            .node("Gather", List.of("table", "used"), "rows")
            .node("Gather", List.of("table", "ids"), "words")
            .node("Add", List.of("words", "rows"), "y")
            .output("y");
    assertThat(body(model))
        .isEqualTo(
            """
            weights "model.safetensors" {
                table: f32[100, 2]
            }

            export fn forward(ids: i64[batch, length]) -> f32[batch, length, 2] where length <= 100 {
                return take(table, ids, axis=0) + table[newaxis, :length]
            }
            """);
  }

  private static TestModel layerNorm(TestModel model, String x, String y, String path) {
    String p = path + "/";
    Attribute last = Attribute.of("axes", List.of(-1L));
    return model
        .node(p + "ReduceMean", "ReduceMean", List.of(x), List.of(p + "m"), last)
        .node(p + "Sub", "Sub", List.of(x, p + "m"), List.of(p + "d"))
        .node(p + "Pow", "Pow", List.of(p + "d", "two"), List.of(p + "s"))
        .node(p + "ReduceMean_1", "ReduceMean", List.of(p + "s"), List.of(p + "v"), last)
        .node(p + "Add", "Add", List.of(p + "v", "eps"), List.of(p + "e"))
        .node(p + "Sqrt", "Sqrt", List.of(p + "e"), List.of(p + "r"))
        .node(p + "Div", "Div", List.of(p + "d", p + "r"), List.of(p + "n"))
        .node(p + "Mul", "Mul", List.of("scale", p + "n"), List.of(p + "w"))
        .node(p + "Add_1", "Add", List.of(p + "w", "shift"), List.of(y));
  }

  @Test
  void layerNormOfItsParts() throws IOException {
    TestModel model =
        TestModel.of(13)
            .input("x", ElementType.F32, "n", 4)
            .floats("two", List.of(), 2)
            .floats("eps", List.of(), 1e-5)
            .floats("scale", List.of(4L), 1, 2, 3, 4)
            .floats("shift", List.of(4L), 0, 0, 1, 1);
    assertThat(body(layerNorm(model, "x", "y", "/norm").output("y")))
        .isEqualTo(
            """
            import "std/nn.tc"

            weights "model.safetensors" {
                scale: f32[4]
                shift: f32[4]
            }

            export fn forward(x: f32[n, 4]) -> f32[n, 4] {
                return layer_norm(x, scale, shift, eps=1e-5)
            }
            """);
  }

  /** A variance whose mean is taken over other rows is none. */
  @Test
  void nearlyALayerNormStays() throws IOException {
    TestModel model =
        TestModel.of(13)
            .input("x", ElementType.F32, "n", 4)
            .floats("two", List.of(), 3)
            .floats("eps", List.of(), 1e-5)
            .floats("scale", List.of(4L), 1, 2, 3, 4)
            .floats("shift", List.of(4L), 0, 0, 1, 1);
    assertThat(body(layerNorm(model, "x", "y", "/norm").output("y")))
        .contains("** 3")
        .doesNotContain("layer_norm");
  }

  @Test
  void geluOfItsParts() throws IOException {
    TestModel model =
        TestModel.of(13)
            .input("x", ElementType.F32, "n")
            .floats("root", List.of(), 1.4142135381698608)
            .floats("one", List.of(), 1)
            .floats("half", List.of(), 0.5)
            .node("Div", List.of("x", "root"), "d")
            .node("Erf", List.of("d"), "e")
            .node("Add", List.of("e", "one"), "a")
            .node("Mul", List.of("x", "a"), "m")
            .node("Mul", List.of("m", "half"), "y")
            .output("y");
    assertThat(body(model)).contains("    return gelu(x)\n");
  }

  @Test
  void geluByTanh() throws IOException {
    TestModel model =
        TestModel.of(13)
            .input("x", ElementType.F32, "n")
            .floats("three", List.of(), 3)
            .floats("c", List.of(), 0.044715)
            .floats("root", List.of(), Math.sqrt(2 / Math.PI))
            .floats("one", List.of(), 1)
            .floats("half", List.of(), 0.5)
            .node("Pow", List.of("x", "three"), "p")
            .node("Mul", List.of("c", "p"), "cp")
            .node("Add", List.of("x", "cp"), "s")
            .node("Mul", List.of("s", "root"), "r")
            .node("Tanh", List.of("r"), "t")
            .node("Add", List.of("one", "t"), "a")
            .node("Mul", List.of("half", "x"), "h")
            .node("Mul", List.of("h", "a"), "y")
            .output("y");
    assertThat(body(model)).contains("    return gelu(x, approximate=\"tanh\")\n");
  }

  private static TestModel layers(int count) {
    TestModel model = TestModel.of(13).input("x", ElementType.F32, "n", 2);
    for (int i = 0; i < count; i++) {
      String path = "/encoder/layer." + i + "/dense/";
      String from = i == 0 ? "x" : "/encoder/layer." + (i - 1) + "/dense/Relu_out";
      model
          .floats("encoder.layer." + i + ".dense.bias", List.of(2L), i, 2 * i)
          .floats("onnx::MatMul_" + (40 + i), List.of(2L, 2L), 1, i, 0, 1)
          .node(
              path + "MatMul",
              "MatMul",
              List.of(from, "onnx::MatMul_" + (40 + i)),
              List.of(path + "p"))
          .node(
              path + "Add",
              "Add",
              List.of("encoder.layer." + i + ".dense.bias", path + "p"),
              List.of(path + "a"))
          .node(path + "Relu", "Relu", List.of(path + "a"), List.of(path + "Relu_out"));
    }
    return model;
  }

  @Test
  void equalLayersAreALoop() throws IOException {
    TestModel model = layers(3).output("/encoder/layer.2/dense/Relu_out");
    assertThat(body(model))
        .isEqualTo(
            """
            weights "model.safetensors" {
                dense_weight: f32[3, 2, 2]
                dense_bias: f32[3, 2]
            }

            export fn forward(x: f32[n, 2]) -> f32[n, 2] {
                var hidden = x
                for i in 0:3 { hidden = layer(hidden, i) }
                return hidden
            }

            fn layer(x: f32[n, 2], i: i64) -> f32[n, 2] {
                return relu(x @ dense_weight[i] + dense_bias[i])
            }
            """);
  }

  @Test
  void layersWhoseValuesAreTakenStayApart() throws IOException {
    TestModel model =
        layers(3).output("/encoder/layer.2/dense/Relu_out", "/encoder/layer.1/dense/Relu_out");
    assertThat(body(model)).doesNotContain("for i").contains("encoder_layer_1_dense_weight");
  }

  @Test
  void namesAreFreeInTheLanguage() throws IOException {
    TestModel model =
        TestModel.of(13)
            .input("sum", ElementType.F32, "for")
            .input("1x", ElementType.F32, "for")
            .input("größe", ElementType.F32, "for")
            .node("Add", List.of("sum", "1x"), "a")
            .node("Add", List.of("a", "größe"), "y")
            .output("y");
    String text = body(model);
    assertThat(text)
        .startsWith(
            "export fn forward(sum_: f32[for_], x_1x: f32[for_], gr_e: f32[for_]) -> f32[for_] {");
    assertThat(Tensorc.compile(text).functions()).hasSize(1);
  }
}
