package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.golden.Views;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.LoadOptions;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.Safetensors;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs with weights as Java uses them. */
class WeightsTest {

  private static final SourceText MODEL =
      new SourceText(
          "model.tc",
          """
          weights "model.safetensors" {
              w: f32[d, k] = "layer.weight"
              b: f32[k]
              scale: f32
          }
          export fn score(x: f32[n, d]) -> f32[n, k] { return (x @ w + b) * scale }
          export fn shifted(x: f32[k]) -> f32[k] { return x + b }
          export fn twice(x: f32[n]) -> f32[n] { return x * 2 }
          """);

  private static final FloatTensor X = FloatTensor.of(new float[] {1, 0, 0, 0, 1, 1}, 2, 3);
  private static final FloatTensor SCORES = FloatTensor.of(new float[] {5, 10.5f, 8, 14}, 2, 2);

  public interface Model {
    FloatTensor score(FloatTensor x);

    float[] shifted(float[] x);

    float[] twice(float[] x);
  }

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("model.safetensors");
    Safetensors.write(file, tensors());
  }

  private static Map<String, Tensor> tensors() {
    var tensors = new LinkedHashMap<String, Tensor>();
    tensors.put("layer.weight", FloatTensor.of(new float[] {0, 1, 2, 3, 4, 5}, 3, 2));
    tensors.put("b", FloatTensor.of(new float[] {10, 20}, 2));
    tensors.put("scale", FloatTensor.of(new float[] {0.5f}));
    return tensors;
  }

  private static CompiledProgram compiled() {
    return Tensorc.compile(MODEL, Options.DEFAULT.withPackageName("com.acme"));
  }

  /** The class that users see, with its file of weights beside it, from a folder or a jar. */
  private static Class<?> model(Path place) throws Exception {
    return new URLClassLoader(new URL[] {place.toUri().toURL()}).loadClass("com.acme.Model");
  }

  private Path classes() throws IOException {
    Path target = folder.resolve("classes");
    for (Map.Entry<String, byte[]> c : compiled().classFiles().entrySet()) {
      Path path = target.resolve(c.getKey().replace('.', '/') + ".class");
      Files.createDirectories(path.getParent());
      Files.write(path, c.getValue());
    }
    return target;
  }

  private Path jar() throws IOException {
    Path jar = folder.resolve("model.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> c : compiled().classFiles().entrySet()) {
        out.putNextEntry(new JarEntry(c.getKey().replace('.', '/') + ".class"));
        out.write(c.getValue());
      }
      out.putNextEntry(new JarEntry("com/acme/model.safetensors"));
      Files.copy(file, out);
    }
    return jar;
  }

  private static Object score(Object model, Tensor x) throws Exception {
    return model.getClass().getMethod("score", FloatTensor.class).invoke(model, x);
  }

  @Test
  void anObjectHasTheWeights() throws Exception {
    Class<?> type = model(classes());
    try (var model = (AutoCloseable) type.getMethod("load", Path.class).invoke(null, file)) {
      assertThat(score(model, X)).isEqualTo(SCORES);
      assertThat(score(model, Views.inNative(X))).isEqualTo(SCORES);
      FloatTensor out = FloatTensor.zeros(2, 2);
      type.getMethod("scoreInto", FloatTensor.class, FloatTensor.class).invoke(model, out, X);
      assertThat(out).isEqualTo(SCORES);
      assertThat(type.getMethod("shifted", float[].class).invoke(model, new float[] {1, 2}))
          .isEqualTo(new float[] {11, 22});
    }
    assertThat(type.getMethod("twice", float[].class).invoke(null, new float[] {1, 2}))
        .as("a function without weights is static")
        .isEqualTo(new float[] {2, 4});
  }

  @Test
  void theFileMayLieBesideTheClass() throws Exception {
    Path classes = classes();
    assertThatThrownBy(() -> model(classes).getMethod("load").invoke(null))
        .cause()
        .isInstanceOf(TensorFileException.class)
        .hasMessage(
            "model.safetensors: there is no such resource beside com.acme.Model: name a file,"
                + " load(path)");
    Files.copy(file, classes.resolve("com/acme/model.safetensors"));
    for (Path place : new Path[] {classes, jar()}) {
      try (var model = (AutoCloseable) model(place).getMethod("load").invoke(null)) {
        assertThat(score(model, X)).as(place.toString()).isEqualTo(SCORES);
      }
    }
  }

  @Test
  void closedWeightsAreRefused() throws Exception {
    Class<?> type = model(classes());
    var model = (AutoCloseable) type.getMethod("load", Path.class).invoke(null, file);
    assertThat(score(model, X)).isEqualTo(SCORES);
    model.close();
    model.close();
    assertThatThrownBy(() -> score(model, X))
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the weights of " + file + " are closed");
  }

  @Test
  void anArenaMayKeepThem() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      var load = model(classes()).getMethod("load", Path.class, LoadOptions.class);
      assertThat(score(load.invoke(null, file, LoadOptions.in(arena)), X)).isEqualTo(SCORES);
    }
  }

  @Test
  void threadsShareThem() throws Exception {
    Object model = model(classes()).getMethod("load", Path.class).invoke(null, file);
    try (var _ = (AutoCloseable) model) {
      assertThat(
              IntStream.range(0, 200)
                  .parallel()
                  .mapToObj(
                      i -> {
                        try {
                          return score(model, i % 2 == 0 ? X : Views.inNative(X));
                        } catch (Exception e) {
                          return e;
                        }
                      }))
          .containsOnly(SCORES);
    }
  }

  /** The weight has 4 MB; a call on arrays or native memory reads a row of it. */
  @Test
  void callsCopyNoWeights() throws Exception {
    Safetensors.write(file, Map.of("w", FloatTensor.zeros(1000, 1000)));
    var source =
        new SourceText(
            "rows.tc",
            """
            weights "model.safetensors" { w: f32[n, n] }
            export fn taken(i: i64[1], x: f32[n]) -> f32[n] { return take(w, i, axis=0)[0] + x }
            export fn first(i: i64[1], x: f32[n]) -> f32[n] { return w[0] + x }
            """);
    for (EngineMode engine : new EngineMode[] {EngineMode.SCALAR, EngineMode.VECTOR}) {
      Program program =
          Tensorc.compile(source, Options.DEFAULT.withEngine(engine)).withWeights(file);
      for (String function : new String[] {"taken", "first"}) {
        Tensor[] arrays = {LongTensor.zeros(1), FloatTensor.zeros(1000)};
        Tensor[] natives = Arrays.stream(arrays).map(Views::inNative).toArray(Tensor[]::new);
        assertThat(allocated(program.function(function), arrays)).isLessThan(1_000_000);
        assertThat(allocated(program.function(function), natives)).isLessThan(1_000_000);
      }
    }
  }

  /** A copy of mapped memory would leave the pages of the file in the process, too. */
  @Test
  void theFileOfAWeightInAnArrayTakesNoMemory() throws Exception {
    Path pages = Path.of("/proc/self/smaps");
    assumeTrue(Files.isReadable(pages));
    Safetensors.write(file, Map.of("w", FloatTensor.zeros(1000, 1000)));
    var source =
        new SourceText(
            "sums.tc",
            "weights \"model.safetensors\" { w: f32[n, n] }\n"
                + "export fn sums(x: f32[n]) -> f32[n] { return sum(w, axis=1) + x }");
    Function sums =
        Tensorc.compile(source, Options.DEFAULT.withEngine(EngineMode.VECTOR))
            .withWeights(file)
            .function("sums");
    assertThat(sums.invoke(FloatTensor.zeros(1000))).isEqualTo(FloatTensor.zeros(1000));
    assertThat(resident(pages)).as("4 MB lie in an array").isZero();
    Tensor x = Views.inNative(FloatTensor.zeros(1000));
    assertThat(sums.invoke(x)).isEqualTo(FloatTensor.zeros(1000));
    assertThat(resident(pages)).isBetween(3_900, 4_200);
  }

  /** The KiB of the file that are in memory, of the list that Linux has of a process. */
  private int resident(Path pages) throws IOException {
    String[] mappings = Files.readString(pages).split("(?m)(?=^\\p{XDigit}+-\\p{XDigit}+ )");
    return Arrays.stream(mappings)
        .filter(mapping -> mapping.lines().findFirst().orElse("").endsWith(file.toString()))
        .mapToInt(m -> Integer.parseInt(m.replaceAll("(?s).*\nRss: +(\\d+) kB.*", "$1")))
        .sum();
  }

  @Test
  void aFileThatTakesTheNameOfTheFirstIsNotRead() throws Exception {
    Program program = compiled().withWeights(file);
    Map<String, Tensor> tensors = tensors();
    tensors.put("scale", FloatTensor.of(new float[] {100}));
    Safetensors.write(file, tensors);
    assertThat(program.function("score").invoke(X)).isEqualTo(SCORES);
    Program gone = compiled().withWeights(file);
    Files.delete(file);
    assertThat(((FloatTensor) gone.function("score").invoke(X)).get(0, 0)).isEqualTo(1000);
  }

  /** The least that a call allocates on the heap. */
  private static long allocated(Function f, Tensor... args) {
    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long before = bean.getCurrentThreadAllocatedBytes();
      Object result = f.invoke((Object[]) args);
      least = Math.min(least, bean.getCurrentThreadAllocatedBytes() - before);
      assertThat(result).isEqualTo(FloatTensor.zeros(1000));
    }
    return least;
  }

  @Test
  void programsGetTheirWeights() throws Exception {
    for (Program program :
        new Program[] {
          compiled(), compiled().in(EngineMode.INTERPRETER), Program.load(classes()),
        }) {
      assertThatIllegalStateException()
          .isThrownBy(() -> program.function("score").invoke(X))
          .withMessage(
              "`score` uses weights, which are not loaded: call it in `program.withWeights(file)`");
      assertThat(program.weights().orElseThrow().file()).isEqualTo("model.safetensors");
      assertThat(program.weights().orElseThrow().tensors().getFirst().type())
          .isEqualTo("f32[d, k]");
      Program loaded = program.withWeights(file);
      assertThat(loaded.function("score").invoke(X)).isEqualTo(SCORES);
      FloatTensor out = FloatTensor.zeros(2, 2);
      loaded.function("score").invokeInto(out, X);
      assertThat(out).isEqualTo(SCORES);
    }
  }

  @Test
  void interfacesGetTheirWeights() throws Exception {
    Program program = Program.load(classes());
    Model without = program.as(Model.class);
    assertThat(without.twice(new float[] {1, 2})).containsExactly(2, 4);
    assertThatIllegalStateException()
        .isThrownBy(() -> without.shifted(new float[] {1, 2}))
        .withMessageStartingWith("`shifted` uses weights, which are not loaded");
    Model model = program.withWeights(file).as(Model.class);
    assertThat(model.score(X)).isEqualTo(SCORES);
    assertThat(model.shifted(new float[] {1, 2})).containsExactly(11, 22);
    assertThat(model.twice(new float[] {1, 2})).containsExactly(2, 4);
  }

  @Test
  void aProgramWithoutWeightsTakesNone() {
    Program program = Tensorc.compile("export fn twice(x: f32[n]) -> f32[n] { return x * 2 }");
    assertThatIllegalStateException()
        .isThrownBy(() -> program.withWeights(file))
        .withMessageEndingWith("has no weights");
  }

  @Test
  void allThatDoesNotFitIsSaidAtOnce() throws Exception {
    Map<String, Tensor> tensors = tensors();
    tensors.remove("layer.weight");
    tensors.put("layer.weights", FloatTensor.zeros(3, 2));
    tensors.put("scale", DoubleTensor.of(new double[] {1}, 1));
    Safetensors.write(file, tensors);
    assertThatThrownBy(() -> compiled().withWeights(file))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(
            file
                + """
                : 2 of the 3 weights that the program declares do not fit
                  w: the file has no tensor 'layer.weight'
                  scale: is f64[1] in the file, and declared f32
                the file has 'scale', 'b', 'layer.weights'\
                """);
  }

  @Test
  void oneNameIsOneSize() throws Exception {
    Map<String, Tensor> tensors = tensors();
    tensors.put("b", FloatTensor.zeros(3));
    Safetensors.write(file, tensors);
    assertThatThrownBy(() -> compiled().withWeights(file))
        .hasMessage(
            file
                + """
                : 1 of the 3 weights that the program declares do not fit
                  b: is f32[3] in the file, and declared f32[k], where k is 2 in w\
                """);
  }

  @Test
  void aDamagedFileIsRefused() throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 3));
    assertThatThrownBy(() -> compiled().withWeights(file))
        .isInstanceOf(TensorFileException.class)
        .hasMessageStartingWith(file + ": tensor 'scale' has offsets [32, 36]");
    Path missing = folder.resolve("missing.safetensors");
    assertThatThrownBy(() -> compiled().withWeights(missing))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(missing + ": no such file");
  }
}
