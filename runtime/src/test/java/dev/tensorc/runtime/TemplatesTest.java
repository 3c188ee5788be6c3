package dev.tensorc.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Classes that are made from a template equal the template's output.
 *
 * <p>With {@code -Dtensorc.bless=PATH} the classes of the templates at or below that path are
 * rewritten.
 */
class TemplatesTest {
  private static final Path TEMPLATES = Path.of("src", "templates");
  private static final Path CLASSES = Path.of("src", "main", "java", "dev", "tensorc", "runtime");

  /** The text of each class that a template gives. */
  private static final Map<Path, String> GIVEN = new TreeMap<>();

  @BeforeAll
  static void makeClasses() throws Exception {
    for (Path template : files(TEMPLATES)) {
      for (Map.Entry<String, String> made :
          Template.read(TEMPLATES, template).classes().entrySet()) {
        Path file = CLASSES.resolve(made.getKey());
        GIVEN.put(file, made.getValue());
        if (blesses(template)) {
          Files.writeString(file, made.getValue());
        }
      }
    }
  }

  private static boolean blesses(Path template) {
    String path = System.getProperty("tensorc.bless");
    return path != null && template.toAbsolutePath().startsWith(path);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void classesAreWhatTheirTemplateGives() throws IOException {
    List<String> differences = new ArrayList<>();
    for (Map.Entry<Path, String> given : GIVEN.entrySet()) {
      firstDifference(given.getKey(), given.getValue()).ifPresent(differences::add);
    }
    assertThat(differences)
        .as("edit the template, not the class; then run ./bless runtime/src/templates")
        .isEmpty();
  }

  private static Optional<String> firstDifference(Path file, String given) throws IOException {
    List<String> here = Files.exists(file) ? Files.readAllLines(file) : List.of();
    List<String> there = given.lines().toList();
    return IntStream.range(0, Math.max(here.size(), there.size()))
        .filter(i -> !line(here, i).equals(line(there, i)))
        .mapToObj(
            i ->
                "runtime/%s:%d is%n%s%nand its template gives%n%s"
                    .formatted(file, i + 1, line(here, i), line(there, i)))
        .findFirst();
  }

  private static String line(List<String> lines, int i) {
    return i < lines.size() ? lines.get(i) : "(no line)";
  }

  /** So that no class stays behind when a template no longer gives it. */
  @Test
  void everyClassThatSaysSoComesFromATemplate() throws IOException {
    List<Path> saying = new ArrayList<>();
    for (Path file : files(CLASSES)) {
      if (Files.readString(file).startsWith(Template.HEAD)) {
        saying.add(file);
      }
    }
    assertThat(saying).containsExactlyElementsOf(GIVEN.keySet());
  }

  @Test
  void linesAreRepeatedAndChosen() throws Exception {
    String text =
        """
        final class Sizes {
        #for U8 F64 BOOL
        #if F64
          static final int $DTYPE$ = $Boxed$.BYTES;
        #elif not BOOL
        #if U8
          static final int $DTYPE$ = $bits$ / 8;
        #end
        #else
          static final int TRUTH = 1;
        #end
        #end
        }
        """;
    assertThat(new Template("of/Sizes.java.template", text.lines().toList()).classes())
        .containsOnlyKeys("of/Sizes.java")
        .extractingByKey("of/Sizes.java")
        .asString()
        .endsWith(
            """

            final class Sizes {
              static final int U8 = 8 / 8;
              static final int F64 = Double.BYTES;
              static final int TRUTH = 1;
            }
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "class A {}|#end, 2: nothing to end here",
    "#for F32|class A {}, 1: no #end follows",
    "#for F32|#if F32|class A {}|#end, 1: no #end follows",
    "#for F31|#end, 1: No enum constant",
    "class $X$ {}, 1: neither #classes nor #for says a dtype",
    "#for F32|class A {|$x$|}|#end, 3: dtypes have no word x",
    "class A {}|#classes F32, 2: not the first line",
    "class A {|  int a b;|}, ' '';'' expected:   int a b;'",
  })
  void whatIsWrongIsSaidWithItsLine(String template, String message) {
    var wrong = new Template("A.java.template", List.of(template.split("\\|")));
    assertThatThrownBy(wrong::classes).hasMessageStartingWith("A.java.template:" + message);
  }
}
