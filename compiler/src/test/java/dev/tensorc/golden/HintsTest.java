package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.OnBigStack;
import dev.tensorc.Options;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hints that show code are true: each case is a program that gets hints and the program that was
 * meant, which has the code of the hints in it, compiles, and gives the results that its calls say.
 * Cases are pairs of blocks in {@code src/test/hints}, and the pages of errors ({@link
 * ErrorPagesTest} runs the programs of those). Hints of other test files are one of these.
 */
@ExtendWith(OnBigStack.class)
class HintsTest {

  private static final Path CASES = Path.of("src", "test", "hints");
  private static final List<String> SOURCES =
      List.of(
          "../frontend/src/main/java/dev/tensorc/frontend",
          "../shape-infer/src/main/java/dev/tensorc/infer",
          "src/main/java/dev/tensorc/compiler");

  private static final Pattern CALL = Pattern.compile("(?s)\\.hint\\((.*?);\\n");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  private static final Path PAGES = Path.of("..", "docs", "errors");

  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

  /** Code that is replaced: {@code write `i` for `i - 1`}. */
  private static final Pattern REPLACED = Pattern.compile("` for `[^`]+`");

  /** The words that differ between hints of one kind, beside quoted code. */
  private static final Pattern VARIES =
      Pattern.compile("\\b([iu](8|16|32|64)|b?f(16|32|64)|bool|-?\\d+)\\b");

  record Case(String name, String wrong, List<String> mended) {

    List<String> hints() {
      return HINTS.computeIfAbsent(
          wrong, w -> HintsTest.hints(new SourceText("example.tc", w), OPTIONS));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final Options OPTIONS = ErrorPagesTest.OPTIONS;

  /** The hints of a program's text: three tests ask for the same. */
  private static final Map<String, List<String>> HINTS = new ConcurrentHashMap<>();

  private static List<String> hints(SourceText source, Options options) {
    return new Rendering(source, options)
        .found().stream().map(Diagnostic::hint).filter(h -> !codes(h).isEmpty()).toList();
  }

  /**
   * The code of a hint that is to be written; not single names and signs, nor the name of the call
   * that it is for.
   */
  private static List<String> codes(String hint) {
    return QUOTED
        .matcher(REPLACED.matcher(hint).replaceAll("`"))
        .results()
        .map(code -> code.group(1))
        .filter(code -> code.matches("(?s).*\\w.*[\\[( ].*"))
        .toList();
  }

  /** Hints of one kind have one skeleton. */
  private static String skeleton(String hint) {
    return VARIES.matcher(QUOTED.matcher(hint).replaceAll("`_`")).replaceAll("_");
  }

  static List<Case> cases() {
    var cases = new ArrayList<Case>();
    for (Path file : files(CASES, ".md")) {
      List<FencedBlock> blocks = FencedBlock.of(read(file));
      for (int i = 0; i + 1 < blocks.size(); i += 2) {
        String name = file.getFileName() + ", " + (i / 2 + 1);
        cases.add(new Case(name, blocks.get(i).body(), List.of(blocks.get(i + 1).body())));
      }
    }
    return cases;
  }

  static List<Case> pages() {
    var cases = new ArrayList<Case>();
    for (Path file : files(PAGES, ".md")) {
      List<FencedBlock> blocks = FencedBlock.of(read(file));
      if (blocks.size() > 2) {
        var mended =
            blocks.stream()
                .skip(2)
                .filter(b -> b.language().equals("tensor"))
                .map(FencedBlock::body)
                .toList();
        String name = file.getFileName().toString();
        cases.add(new Case(name, ErrorPagesTest.written(blocks.getFirst().body()), mended));
      }
    }
    return cases;
  }

  private static List<Path> files(Path folder, String ending) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(f -> f.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theCodeOfHintsIsInTheMendedProgram(Case c) {
    List<String> hints = c.hints();
    assertThat(hints).as("hints with code").isNotEmpty();
    for (String hint : hints) {
      for (String code : codes(hint)) {
        assertThat(c.mended()).as(hint).anyMatch(mended -> contains(mended, code));
      }
    }
  }

  /** Whether the program has the code, with anything for the dots in it. */
  private static boolean contains(String program, String code) {
    String pattern =
        Pattern.compile("\\.\\.\\.")
            .splitAsStream(code)
            .map(part -> Pattern.quote(part.strip()))
            .collect(Collectors.joining("[^\\n]*?"));
    return Pattern.compile(pattern).matcher(program).find() || program.contains(code);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theMendedProgramIsClean(Case c) {
    var source = new SourceText("example.tc", c.mended().getFirst());
    var rendering = new Rendering(source, OPTIONS);
    assertThat(rendering.diagnostics()).isEmpty();
    GoldenTest.runs(rendering.analysed());
  }

  @Test
  void everyHintWithCodeIsApplied() throws IOException {
    Set<String> applied = new HashSet<>();
    Map<String, String> shown = new TreeMap<>();
    cases().forEach(c -> c.hints().forEach(hint -> applied.add(skeleton(hint))));
    for (Case page : pages()) {
      for (String hint : page.hints()) {
        shown.put(skeleton(hint), hint + ", " + page);
        if (codes(hint).stream()
            .allMatch(k -> page.mended().stream().anyMatch(m -> contains(m, k)))) {
          applied.add(skeleton(hint));
        }
      }
    }
    GoldenTest.all()
        .filter(HintsTest::hasDiagnostics)
        .forEach(
            file ->
                hints(file.source(), file.options())
                    .forEach(h -> shown.put(skeleton(h), h + ", " + file.path().getFileName())));
    shown.keySet().removeAll(applied);
    assertThat(shown.values()).as("hints that no case applies").isEmpty();
  }

  private static boolean hasDiagnostics(GoldenFile file) {
    return file.isRefused() || file.sections().stream().anyMatch(s -> s.kind().equals("warnings"));
  }

  /** Hints as the sources write them: no test file shows one that no test file has. */
  @Test
  void everyHintOfTheSourcesIsApplied() {
    String applied =
        Stream.concat(cases().stream(), pages().stream())
            .flatMap(c -> c.hints().stream())
            .collect(Collectors.joining("\n"));
    var open = new ArrayList<String>();
    for (String folder : SOURCES) {
      for (Path file : files(Path.of(folder), ".java")) {
        for (String literal : literals(read(file))) {
          if (!codes(literal).isEmpty() && !applied.contains(prose(literal))) {
            open.add(file.getFileName() + ": " + literal);
          }
        }
      }
    }
    assertThat(open).as("hints that no case applies").isEmpty();
  }

  /** The texts that {@code hint} is called with. */
  private static List<String> literals(String java) {
    return CALL.matcher(java)
        .results()
        .map(call -> call.group(1).replaceAll("\"\\s*\\+\\s*\"", ""))
        .flatMap(call -> LITERAL.matcher(call).results())
        .map(literal -> literal.group(1).translateEscapes())
        .filter(literal -> literal.chars().filter(c -> c == '`').count() % 2 == 0)
        .toList();
  }

  /** The longest part of a hint beside code and inserted names. */
  private static String prose(String literal) {
    return Stream.of(QUOTED.matcher(literal).replaceAll("`").split("`|%(\\d\\$)?[sd]"))
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }
}
