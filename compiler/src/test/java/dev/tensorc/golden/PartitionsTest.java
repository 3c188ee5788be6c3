package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.CompiledProgram;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Partition;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.sections.Call;
import dev.tensorc.sections.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Functions whose rows may be given in parts give the bits of one call, whatever the parts. */
class PartitionsTest {

  private static final int FILES = 25;

  @TempDir private Path folder;

  static Stream<GoldenFile> files() {
    List<GoldenFile> all = GoldenTest.all().filter(f -> !f.isRefused()).toList();
    return new Sample("partitions").of(FILES, all).stream();
  }

  /** Each call of the golden files whose function may take its rows in parts. */
  @ParameterizedTest
  @MethodSource("files")
  void callsInPartsGiveTheSameBits(GoldenFile file) throws IOException {
    CompiledProgram program;
    try {
      program = Tensorc.compile(file.source(), file.options());
    } catch (CompilationException _) { // under options that a section names
      return;
    }
    declaresIt(program);
    for (Section s : file.sections()) {
      if (s.kind().equals("run")) {
        var call = Call.read(s.call());
        Function f = Call.find(program, call.function());
        if (f.partition().allowed()) {
          inParts(f, call.arguments(f));
        }
      }
    }
  }

  /** Products of matrices, sums of floats, and functions of floats, of many sizes. */
  @Test
  void partsOfRandomRowsGiveTheSameBits() {
    Program program =
        Tensorc.compile(
            """
            export fn layer(x: f32[n, k], w: f32[k, m], b: f32[m]) -> f32[n, m] {
                return tanh(x @ w + b)
            }
            export fn cosine(x: f32[n, k], q: f32[k]) -> f32[n] {
                return x @ q / sqrt(sum(x * x, axis=1))
            }
            export fn norm(x: f32[n, k, m]) -> f32[n, m] {
                return sum(exp(x), axis=1) / (1.0 + sum(abs(x[:, 0, :]), axis=1, keepdims=true))
            }
            """);
    var random = new Random(46);
    for (Function f : program.functions()) {
      assertThat(f.partition().allowed()).as(f.partition().obstacle()).isTrue();
      for (int n : new int[] {2, 3, 17, 64}) {
        Object[] args =
            f.parameters().stream()
                .map(p -> floats(random, sizes(p.rank(), n, p.declaredType())))
                .toArray();
        inParts(f, args);
      }
    }
  }

  private static long[] sizes(int rank, int n, String type) {
    long k = 67;
    long m = 5;
    return switch (rank) {
      case 1 -> new long[] {type.contains("m") ? m : k};
      case 2 -> type.contains("n") ? new long[] {n, k} : new long[] {k, m};
      default -> new long[] {n, k, m};
    };
  }

  private static Tensor floats(Random random, long... shape) {
    Tensor tensor = Tensors.zeros(ElementType.F32, shape);
    float[] array = (float[]) tensor.array();
    for (int i = 0; i < array.length; i++) {
      array[i] = (float) random.nextGaussian();
    }
    return tensor;
  }

  private static void inParts(Function f, Object... args) {
    Object whole = Call.result(f, args);
    if (whole instanceof String) { // an exception: parts without the row that throws do not
      return;
    }
    Partition partition = f.partition();
    long rows = ((Tensor) args[firstWithRows(f)]).size(0);
    int least = partition.least();
    for (long size = least; size < rows; size += 1 + size / 2) {
      for (long from = 0; from < rows; ) {
        // the last part takes rows too few for a part of their own
        long to = rows - from - size < least ? rows : from + size;
        long start = from;
        Object part =
            f.invoke(
                IntStream.range(0, args.length)
                    .mapToObj(i -> rows(f, i, args[i], start, to))
                    .toArray());
        List<Object> expected = new ArrayList<>();
        list(whole).forEach(t -> expected.add(((Tensor) t).slice(0, start, to)));
        assertThat(list(part))
            .as("%s, rows %d to %d of %d", f, start, to, rows)
            .isEqualTo(expected);
        from = to;
      }
    }
  }

  private static List<?> list(Object result) {
    return result instanceof List<?> several ? several : Arrays.asList(result);
  }

  private static int firstWithRows(Function f) {
    return IntStream.range(0, f.parameters().size())
        .filter(i -> hasRows(f, i))
        .findFirst()
        .orElseThrow();
  }

  private static boolean hasRows(Function f, int parameter) {
    return f.partition().rows().contains(f.parameters().get(parameter).name());
  }

  private static Object rows(Function f, int parameter, Object arg, long from, long to) {
    return hasRows(f, parameter) ? ((Tensor) arg).slice(0, from, to) : arg;
  }

  /**
   * The class says the rows that inference has found, although it finds them anew in the planned
   * steps. A part may need two rows there where inference asks for one: integers that are
   * multiplied as floats are exact in any order, which the analysis of floats does not know.
   */
  private void declaresIt(CompiledProgram program) throws IOException {
    for (Map.Entry<String, byte[]> file : program.classFiles().entrySet()) {
      Path path = folder.resolve(file.getKey().replace('.', '/') + ".class");
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    List<Function> declared = Program.load(folder, program.className()).functions();
    for (int i = 0; i < declared.size(); i++) {
      Partition found = program.functions().get(i).partition();
      Partition said = declared.get(i).partition();
      assertThat(said.allowed())
          .as("%s: %s", declared.get(i), said.obstacle())
          .isEqualTo(found.allowed());
      assertThat(said.least()).as("%s", declared.get(i)).isGreaterThanOrEqualTo(found.least());
      assertThat(said.rows()).isEqualTo(found.rows());
    }
  }
}
