package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Analysed;
import dev.tensorc.EngineMode;
import dev.tensorc.OnBigStack;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Lazy;
import dev.tensorc.sections.Call;
import dev.tensorc.sections.Expected;
import dev.tensorc.sections.Section;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every {@code .tc} file below {@code src/test/tensor}, and the tour among the samples: see {@link
 * GoldenFile} for its form. The results of {@code run} hold in the interpreter, in vector and in
 * scalar code, returned and written into an existing tensor; those of the standard library's
 * functions, in {@code std}, in one such way, which is drawn. Of those files a third is drawn, too.
 *
 * <p>With {@code -Dtensorc.bless=PATH} the text sections of the files below that path are rewritten
 * first; results of {@code run} never are. With {@code -Dtensorc.interpreted=true} calls run in the
 * interpreter alone, which shows the results of inference: mutants of inference are tested so.
 */
@ExtendWith(OnBigStack.class)
class GoldenTest {

  private static final Path ROOT = Path.of("src", "test", "tensor");
  private static final Path TOUR = Path.of("..", "samples", "tour.tc");
  private static final boolean INTERPRETED = Boolean.getBoolean("tensorc.interpreted");
  private static final Optional<Path> BLESS =
      Optional.ofNullable(System.getProperty("tensorc.bless")).map(p -> Path.of(p));

  private static final Supplier<List<GoldenFile>> FILES = Lazy.of(GoldenTest::read);

  /** Whether the file is to be rewritten. */
  static boolean blesses(Path file) {
    return BLESS.isPresent() && file.toAbsolutePath().normalize().startsWith(BLESS.get());
  }

  static Stream<Named<GoldenFile>> files() {
    return all()
        .filter(f -> BLESS.isEmpty() || blesses(f.path()))
        // the limits of class files show when they are made
        .filter(f -> !INTERPRETED || !f.path().getParent().endsWith("limits"))
        .filter(GoldenTest::isTaken)
        .map(f -> Named.of(slashes(ROOT.relativize(f.path())), f));
  }

  /** Files of the library take most of the time, and tell of the library alone. */
  private static boolean isTaken(GoldenFile file) {
    return BLESS.isPresent()
        || INTERPRETED
        || !isOfLibrary(file)
        || new Sample("library", file.path().getFileName()).takesOneOf(3);
  }

  private static boolean isOfLibrary(GoldenFile file) {
    return file.path().getParent().endsWith("std");
  }

  static Stream<GoldenFile> all() {
    return FILES.get().stream();
  }

  private static List<GoldenFile> read() {
    try (Stream<Path> walk = Files.walk(ROOT)) {
      return Stream.concat(Stream.of(TOUR), walk)
          .filter(p -> p.toString().endsWith(".tc"))
          .filter(p -> !p.getParent().endsWith("lib")) // files that others import
          .sorted()
          .map(GoldenFile::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void holds(GoldenFile file) {
    assertThat(file.sections()).as("sections of " + file.path()).isNotEmpty();
    GoldenFile actual = actual(file);
    if (BLESS.isPresent()) {
      actual.write();
    } else {
      assertThat(actual.text())
          .as(() -> "if the new text is right: ./bless compiler/" + slashes(file.path()))
          .isEqualTo(file.text());
    }
  }

  /** Of the library some files are drawn, so that the other files have to use all entries. */
  @AfterAll
  static void allEntriesOfTheRuntimeAreUsed() {
    if (BLESS.isEmpty() && !INTERPRETED) {
      RuntimeEntries.checkAllAreUsed();
    }
  }

  private static String slashes(Path path) {
    return path.toString().replace('\\', '/');
  }

  /** The file with its text sections as they come out today; the {@code run}s are tested. */
  private static GoldenFile actual(GoldenFile file) {
    Options options = file.options();
    options = INTERPRETED ? options.withEngine(EngineMode.INTERPRETER) : options;
    var rendering = new Rendering(file.source(), options);
    if (file.isRefused()) {
      assertThat(file.sections()).as("beside a compile error").hasSize(1);
      Section only = file.sections().getFirst();
      String found = rendering.diagnostics();
      assertThat(found).as("compile errors").isNotEmpty();
      return new GoldenFile(file.path(), file.program(), List.of(only.withBody(found)));
    }
    if (file.sections().stream().noneMatch(s -> s.kind().equals("warnings"))) {
      assertThat(rendering.mistakes()).as("compile errors").isEmpty();
    }
    Engines engines = engines(file, rendering.analysed());
    var sections = new ArrayList<Section>();
    for (Section s : file.sections()) {
      switch (s.kind()) {
        case "run" -> run(engines, s);
        case "error" -> s = s.withBody(s.isStrict() ? strict(file) : failure(engines, s));
        default -> s = s.withBody(rendering.section(s.kind(), s.argument()));
      }
      sections.add(s);
    }
    return new GoldenFile(file.path(), file.program(), sections);
  }

  private static Engines engines(GoldenFile file, Analysed program) {
    if (INTERPRETED) {
      return Engines.interpreted(program, file.weights());
    }
    return isOfLibrary(file)
        ? Engines.inDrawnEngines(program, file.weights(), GoldenTest::check)
        : Engines.of(program, file.weights(), GoldenTest::check);
  }

  private static void check(Map<String, byte[]> classFiles) {
    ClassChecks.check(classFiles);
    classFiles.forEach(RuntimeEntries::check);
  }

  /** The compiler's messages with --strict-results. */
  private static String strict(GoldenFile file) {
    String found =
        new Rendering(file.source(), file.options().withStrictResults(true)).diagnostics();
    assertThat(found).as("compile errors").isNotEmpty();
    return found;
  }

  /** The calls of a program whose sections are all {@code run}. */
  static void runs(Analysed program) {
    List<Section> sections = Section.of(program.source().text());
    assertThat(sections).extracting(Section::kind).allMatch(kind -> kind.equals("run"));
    if (!sections.isEmpty()) {
      Engines engines = Engines.of(program);
      sections.forEach(s -> run(engines, s));
    }
  }

  static void run(Engines engines, Section section) {
    var call = Call.read(section.call());
    Function reference = engines.reference(call.function());
    var expected = Expected.read(section.expected());
    Object results = expected.of(reference);
    Object[] arguments = call.arguments(reference);
    section.limited(
        () -> {
          engines.expectInEachStorage(results, expected.ulp(), call.function(), arguments);
          return null;
        });
  }

  static String failure(Engines engines, Section section) {
    var call = Call.read(section.call());
    Object[] arguments = call.arguments(engines.reference(call.function()));
    return section.limited(() -> engines.agreeOnFailure(call.function(), arguments));
  }
}
