package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The rules of words in CONTRIBUTING.md, as far as a test can hold them, in the comments of main
 * code, of the runtime's templates, of the library and of the samples.
 */
class CommentsTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern COMMENT = Pattern.compile("\\s*(?:/\\*\\*?|\\*|//).*");
  private static final Pattern PROGRAM_COMMENT = Pattern.compile("\\s*#.*");

  /** Programs that users read; those of the benchmarks are drawn and named by their texts. */
  private static final List<Path> PROGRAMS =
      List.of(ROOT.resolve("frontend/src/main/resources"), ROOT.resolve("samples"));

  /** The beginning of a comment's line, and the end of a block of lines. */
  private static final Pattern MARKS =
      Pattern.compile("^\\s*(?:/\\*\\*?|\\*/|\\*|//|##?)|\\*/\\s*$");

  @Test
  void linesAreShort() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path file : sources(folder -> folder.endsWith("src/test") || folder.endsWith("src/it"))) {
      for (List<Prose.Line> comment : comments(file)) {
        comment.stream()
            .filter(line -> line.text().length() > Prose.MAX_LINE)
            .forEach(line -> faults.add(file + ":" + line.number()));
      }
    }
    assertThat(faults).isEmpty();
  }

  /** Also in the code of tests. */
  @Test
  void clausesHaveHeads() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path file : sources(_ -> false)) {
      for (List<Prose.Line> comment : comments(file)) {
        Prose.headless(comment.stream().map(CommentsTest::text).toList())
            .forEach(fault -> faults.add(file + ":" + fault));
      }
    }
    assertThat(faults).isEmpty();
  }

  private static Prose.Line text(Prose.Line line) {
    return new Prose.Line(line.number(), MARKS.matcher(line.text()).replaceAll(""));
  }

  /** The runs of lines that are comments; a line of a text block is none. */
  private static List<List<Prose.Line>> comments(Path file) throws IOException {
    Pattern pattern = file.toString().endsWith(".tc") ? PROGRAM_COMMENT : COMMENT;
    List<String> lines = Files.readAllLines(file);
    List<List<Prose.Line>> comments = new ArrayList<>();
    boolean open = false;
    boolean isText = false;
    for (int i = 0; i < lines.size(); i++) {
      boolean isComment = !isText && pattern.matcher(lines.get(i)).matches();
      if (isComment && !open) {
        comments.add(new ArrayList<>());
      }
      if (isComment) {
        comments.getLast().add(new Prose.Line(i + 1, lines.get(i)));
      }
      open = isComment;
      boolean hasOneEnd = lines.get(i).split("\"\"\"", -1).length == 2;
      isText ^= hasOneEnd && !isComment;
    }
    return comments;
  }

  /** All Java sources and all templates, wherever a module lies, and programs. */
  private static List<Path> sources(Predicate<Path> skipsFolder) throws IOException {
    List<Path> sources = SourceTree.files(ROOT, skipsFolder, CommentsTest::isSource);
    assertThat(sources).hasSizeGreaterThan(500);
    return sources;
  }

  private static boolean isSource(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java")
        || name.endsWith(".java.template")
        || (name.endsWith(".tc") && PROGRAMS.stream().anyMatch(file::startsWith));
  }
}
