package dev.tensorc.codegen.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tensorc.codegen.emit.kernel.FormNames;
import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.schedule.Scheduler;
import dev.tensorc.codegen.schedule.Site;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every file of {@code src/test/kernels}: a kernel as {@link KernelReader} reads it, the calls for
 * which it is scheduled, and below {@code #> loops} which loops it gets, or why it has none in
 * vectors.
 *
 * <p>A call is a line such as {@code call 100 3: 3 1; 1 0; 3 1}: the extent of each axis, then for
 * each tensor, results last, its stride along each axis; a question mark is a number that is not
 * known when compiling. {@code 3 at 1} is a tensor that begins with element 1 of a table's rows.
 *
 * <p>The last line names the methods that the kernel has over arrays, without the numbers of those
 * that differ in a number alone; stages keep theirs. With {@code -Dtensorc.bless=PATH} the sections
 * of the files below that path are rewritten.
 */
class KernelFilesTest {

  private static final Path ROOT = Path.of("src", "test", "kernels");
  private static final String LOOPS = "#> loops\n";
  private static final String AT = " at ";

  /** Numbers of vectors, of operands that repeat, and the like. */
  private static final Pattern NUMBERS =
      Pattern.compile("(?<=Groups|Registers|Vectors|Repeating|Stretching)\\d+(And\\d+)*");

  private static final Optional<Path> BLESS =
      Optional.ofNullable(System.getProperty("tensorc.bless")).map(p -> Path.of(p));

  static Stream<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(ROOT)) {
      return all.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void hasTheLoops(Path file) throws IOException {
    String text = Files.readString(file);
    String kernel = text.substring(0, text.indexOf(LOOPS));
    String expected = kernel + LOOPS + loops(kernel);
    if (BLESS.isPresent() && file.toAbsolutePath().startsWith(BLESS.get())) {
      Files.writeString(file, expected);
    } else {
      assertThat(expected)
          .as(() -> "if the new text is right: ./bless codegen/" + file)
          .isEqualTo(text);
    }
  }

  /** A printed kernel is read as the same kernel. */
  @ParameterizedTest
  @MethodSource("files")
  void isWrittenAsItIsRead(Path file) throws IOException {
    String text = Files.readString(file);
    String written = KernelWriter.write(read(text.substring(0, text.indexOf(LOOPS))));
    assertThat(KernelWriter.write(KernelReader.read(written))).isEqualTo(written);
  }

  @Test
  void mistakesNameTheirLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KernelReader.read("axes 1\nin0: f32[i]\nout0 = t0"))
        .withMessage("kernel line: out0 = t0");
  }

  private static Kernel read(String text) {
    return KernelReader.read(text.replaceAll("(?m)^call .*$", ""));
  }

  private static String loops(String text) {
    Kernel k = read(text);
    var dtypes = new ArrayList<DType>();
    k.inputs().forEach(in -> dtypes.add(in.dtype()));
    k.results().forEach(r -> dtypes.add(r.value().type()));
    List<Site> calls =
        text.lines().filter(l -> l.startsWith("call ")).map(l -> call(l, dtypes)).toList();
    Kernel scheduled = Scheduler.schedule(k, calls);
    var lines = new ArrayList<String>();
    switch (KernelCode.of(scheduled)) {
      case KernelCode.Scalar s -> lines.add("scalar code, because " + s.why().text());
      case KernelCode.Vector v -> {
        lines.add("vectors of " + v.lane().label() + ", " + v.walk());
        lines.addAll(v.notes());
        lines.add("methods: " + methods(scheduled));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String methods(Kernel k) {
    return Stream.concat(Stream.of("its own"), FormNames.of(k).stream())
        .map(name -> NUMBERS.matcher(name).replaceAll(""))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static Site call(String line, List<DType> dtypes) {
    String[] parts = line.substring("call ".length()).split("[:;]");
    List<Dim> extents =
        Stream.of(parts[0].strip().split(" "))
            .map(n -> n.equals("?") ? unknown() : new Dim.Const(Long.parseLong(n)))
            .toList();
    List<String> tensors = Stream.of(parts).skip(1).map(String::strip).toList();
    return new Site(
        0,
        extents,
        dtypes,
        tensors.stream().map(KernelFilesTest::strides).toList(),
        tensors.stream().map(KernelFilesTest::element).toList());
  }

  private static List<OptionalLong> strides(String tensor) {
    return Stream.of(tensor.replaceFirst(AT + ".*", "").split(" ")).map(n -> stride(n)).toList();
  }

  private static Optional<Site.Element> element(String tensor) {
    int at = tensor.indexOf(AT);
    return at < 0
        ? Optional.empty()
        : Optional.of(
            new Site.Element(List.of("table"), Long.parseLong(tensor.substring(at + AT.length()))));
  }

  private static Dim unknown() {
    return new Dim.Sym(0, "n", true);
  }

  private static OptionalLong stride(String text) {
    return text.equals("?") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
  }
}
