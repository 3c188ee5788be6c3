package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/conformance.md} has every row, and names all tests that begin with its id, and no
 * others: golden files ({@code x3_dynamic_sizes.tc}) and methods of JUnit tests ({@code
 * d3_d16_inStrict...}, which belongs to two rows). A ruling without tests of its own names rows.
 *
 * <p>With {@code -Dtensorc.bless=PATH} the column of tests is rewritten.
 */
class ConformanceTest {

  private static final Path PAGE = Path.of("..", "docs", "conformance.md");
  private static final Path GOLDEN = Path.of("src", "test", "tensor");
  private static final List<Path> JAVA =
      Stream.of("..", "../runtime", "../cli", "../shape-infer", "../frontend", "../codegen")
          .map(module -> Path.of(module.equals("..") ? "." : module, "src", "test", "java"))
          .toList();

  /** {@code | X3 | demand | tests |}. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([XADTM]\\d+|ruling \\d) \\| (.*?) \\|([^|\n]*)\\|$");

  /** A letter that a document has and a number, or a ruling: dtypes such as f16 are none. */
  private static final String ID = "(?:[xadtm]|ruling)\\d+";

  private static final Pattern METHOD = Pattern.compile("\\bvoid ((?:" + ID + "_)+\\w+)\\(");
  private static final Pattern IDS = Pattern.compile("\\G(" + ID + ")_");

  private record Proof(List<String> rows, String name) {}

  private static List<String> rowsOf(String name) {
    return IDS.matcher(name).results().map(m -> m.group(1)).toList();
  }

  private static List<Path> files(Path root, String ending) throws IOException {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> walk = Files.walk(root)) {
      return walk.filter(p -> p.toString().endsWith(ending)).toList();
    }
  }

  /** Every test whose name begins with ids. */
  private static List<Proof> proofs() throws IOException {
    Stream.Builder<Proof> proofs = Stream.builder();
    for (Path file : files(GOLDEN, ".tc")) {
      String name = GOLDEN.relativize(file).toString().replace('\\', '/').replace(".tc", "");
      proofs.add(new Proof(rowsOf(name.substring(name.lastIndexOf('/') + 1)), name));
    }
    for (Path root : JAVA) {
      for (Path file : files(root, "Test.java")) {
        Matcher m = METHOD.matcher(Files.readString(file));
        String type = file.getFileName().toString().replace(".java", "");
        while (m.find()) {
          proofs.add(new Proof(rowsOf(m.group(1)), type + "." + m.group(1)));
        }
      }
    }
    return proofs.build().filter(p -> !p.rows().isEmpty()).toList();
  }

  private static List<String> allRows() {
    return Stream.of("X12", "A5", "D18", "T11", "M10", "ruling 8")
        .flatMap(
            last -> {
              String[] parts = last.split("(?<=\\D)(?=\\d)");
              return IntStream.rangeClosed(1, Integer.parseInt(parts[1]))
                  .mapToObj(i -> parts[0] + i);
            })
        .toList();
  }

  private static String key(String row) {
    return row.replace(" ", "").toLowerCase(Locale.ROOT);
  }

  /** The tests of a row as the page lists them. */
  private static String listed(String row, List<Proof> proofs) {
    return proofs.stream()
        .filter(p -> p.rows().contains(key(row)))
        .map(p -> "`" + p.name() + "`")
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .collect(Collectors.joining(", "));
  }

  @Test
  void everyRowStandsOnceAndNamesItsTests() throws IOException {
    String page = Files.readString(PAGE);
    List<Proof> proofs = proofs();
    String current =
        ROW.matcher(page)
            .replaceAll(
                m -> {
                  String tests = listed(m.group(1), proofs);
                  String others = m.group(1).startsWith("ruling") ? m.group(3).strip() : "**open**";
                  return Matcher.quoteReplacement(
                      "| %s | %s | %s |"
                          .formatted(m.group(1), m.group(2), tests.isEmpty() ? others : tests));
                });
    if (GoldenTest.blesses(PAGE)) {
      Files.writeString(PAGE, current);
      page = current;
    }
    assertThat(page).as("./bless docs/conformance.md writes the tests").isEqualTo(current);
    assertThat(ROW.matcher(page).results().map(m -> m.group(1)).toList()).isEqualTo(allRows());
  }

  /** Every row has tests, or, if it is a ruling, names rows that have. */
  @Test
  void noRowIsOpen() throws IOException {
    List<String> rows = allRows();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .filter(m -> !m.group(3).contains("`"))
        .forEach(
            m -> {
              assertThat(m.group(1)).startsWith("ruling");
              assertThat(m.group(3).strip()).matches("see [A-Z]\\d+(, [A-Z]\\d+)*");
              assertThat(rows).contains(m.group(3).strip().substring(4).split(", "));
            });
  }

  /** A name that begins with an id that no row has is a slip. */
  @Test
  void everyIdIsARow() throws IOException {
    List<String> known = allRows().stream().map(ConformanceTest::key).toList();
    assertThat(proofs()).allMatch(p -> known.containsAll(p.rows()));
  }
}
