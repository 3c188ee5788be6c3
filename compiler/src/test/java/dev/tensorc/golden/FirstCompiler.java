package dev.tensorc.golden;

import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import dev.tensorc.sections.Call;
import dev.tensorc.sections.Section;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.test.whitebox.WhiteBox;

/**
 * The program of a JVM that has HotSpot's first compiler compile the generated methods, with
 * profiling, and prints the methods on which it gives up. It begins with one of its own, which
 * stores vectors of one width, as long as there are no others: were that not printed, the check
 * would find nothing.
 *
 * <p>The compiled methods know the classes that they name, as in a program that has run for a
 * while: the first compiler stops at one that is not loaded. The golden files' calls have run too,
 * so that the vector classes know what they name.
 */
final class FirstCompiler {

  /** The beginning of methods' lines: the JVM prints others. */
  static final String GAVE_UP = "gave up ";

  /** With profiling, which takes more of its registers. */
  private static final int TIER = 3;

  /** Shorter methods do not make it give up, but for nests, which permute and mask. */
  private static final int LEAST_BYTES = 1000;

  private static final int LEAST_BYTES_OF_NEST = 200;

  /** So many of the golden files and of the benchmarks are compiled where cases are drawn. */
  private static final int GOLDEN_FILES = 3;

  private static final int BENCHMARK_FILES = 1;

  private static final Path BENCHMARKS =
      Path.of("..", "benchmarks/src/main/resources/dev/tensorc/benchmarks");

  private final WhiteBox jvm = WhiteBox.get();
  private final Set<String> done = new HashSet<>();
  private final Sample drawn = new Sample("methods of the first compiler");

  /**
   * @param name to print
   */
  private record Loaded(String name, CompiledProgram program, TestLoader loader) {

    Loaded(String name, SourceText source, Options options) {
      this(name, Tensorc.compile(source, options.withEngine(EngineMode.VECTOR)));
    }

    private Loaded(String name, CompiledProgram program) {
      this(name, program, new TestLoader(program.classFiles(), true));
    }

    Program loaded() throws ClassNotFoundException {
      return Program.of(loader.loadClass(program.className()));
    }
  }

  private FirstCompiler() {}

  public static void main(String[] args) throws Exception {
    var compiler = new FirstCompiler();
    manyStores();
    Method many = FirstCompiler.class.getDeclaredMethod("manyStores");
    compiler.method(many, "of this test");
    List<GoldenFile> golden =
        new Sample("first compiler")
            .of(
                GOLDEN_FILES,
                GoldenTest.all().filter(f -> !f.isRefused() && f.weights().isEmpty()).toList());
    List<Loaded> programs = golden.parallelStream().map(FirstCompiler::load).toList();
    for (int k = 0; k < golden.size(); k++) {
      run(golden.get(k), programs.get(k).loaded());
    }
    for (Loaded p : programs) {
      compiler.program(p);
    }
    for (Loaded p : benchmarks()) {
      compiler.program(p);
    }
    var nests = new SourceText("nests.tc", NestsTest.PROGRAM);
    compiler.program(new Loaded("nests.tc", nests, Options.DEFAULT));
  }

  private static Loaded load(GoldenFile file) {
    return new Loaded(file.path().toString(), file.source(), file.options());
  }

  private static List<Loaded> benchmarks() throws IOException {
    try (Stream<Path> files = Files.list(BENCHMARKS)) {
      List<Path> all = files.filter(f -> f.toString().endsWith(".tc")).sorted().toList();
      return new Sample("benchmarks").of(BENCHMARK_FILES, all).stream().map(f -> load(f)).toList();
    }
  }

  private static Loaded load(Path file) {
    String name = file.getFileName().toString();
    try {
      var source = new SourceText("benchmark_" + name, Files.readString(file));
      return new Loaded(name, source, Options.DEFAULT);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Its calls, over arrays and over native memory. */
  private static void run(GoldenFile file, Program program) {
    for (Section s : file.sections()) {
      if (s.kind().equals("run")) {
        var call = Call.read(s.call());
        Function f = Call.find(program, call.function());
        Object[] arguments = call.arguments(f);
        Engines.run(f, arguments);
        Engines.run(f, Engines.inNative(arguments));
      }
    }
  }

  private void program(Loaded p) throws ClassNotFoundException {
    for (Map.Entry<String, byte[]> file : new TreeMap<>(p.program().classFiles()).entrySet()) {
      if (file.getKey().endsWith("Vector")) {
        methods(p, file.getKey(), ClassFile.of().parse(file.getValue()));
      }
    }
  }

  private void methods(Loaded p, String name, java.lang.classfile.ClassModel model)
      throws ClassNotFoundException {
    for (PoolEntry entry : model.constantPool()) {
      if (entry instanceof ClassEntry named) {
        Class.forName(named.asInternalName().replace('/', '.'), true, p.loader());
      }
    }
    Map<String, Method> methods =
        Arrays.stream(Class.forName(name, true, p.loader()).getDeclaredMethods())
            .collect(Collectors.toMap(m -> m.getName(), m -> m));
    for (MethodModel m : model.methods()) {
      CodeAttribute code = (CodeAttribute) m.code().orElseThrow();
      Method method = methods.get(m.methodName().stringValue());
      int least = m.methodName().stringValue().contains("Nest") ? LEAST_BYTES_OF_NEST : LEAST_BYTES;
      if (method != null
          && code.codeLength() >= least
          && done.add(text(code, name))
          && drawn.takesOneOf(2)) {
        method(method, "%d bytes, of %s".formatted(code.codeLength(), p.name()));
      }
    }
  }

  /** A method's instructions as text: other programs have the same. */
  private static String text(CodeAttribute code, String holder) {
    var text = new StringBuilder();
    for (CodeElement e : code) {
      if (e instanceof BranchInstruction b) {
        text.append(b.opcode()).append(code.labelToBci(b.target()));
      } else if (e instanceof Instruction) {
        text.append(e);
      }
    }
    return text.toString().replace(holder, "");
  }

  private void method(Method method, String what) {
    jvm.compile(method, TIER);
    if (jvm.tier(method) != TIER) {
      String holder = method.getDeclaringClass().getSimpleName();
      System.out.println(GAVE_UP + holder + "." + method.getName() + ", " + what);
    }
  }

  /** More masked stores than the first compiler has registers for. */
  static void manyStores() {
    FloatVector v = FloatVector.zero(FloatVector.SPECIES_PREFERRED);
    VectorMask<Float> mask = v.lt(1);
    float[] x = new float[v.length()];
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
    v.intoArray(x, 0, mask);
  }
}
