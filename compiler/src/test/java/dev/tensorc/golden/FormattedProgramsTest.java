package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.format.Formatter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.TraceClassVisitor;

/**
 * The layout of a program decides nothing: its class files differ in places alone, and in the
 * blanks of code that messages quote.
 */
@ExtendWith(OnBigStack.class)
class FormattedProgramsTest {

  private static final int DRAWN = 8;
  private static final Pattern QUOTED = Pattern.compile("`[^`]*`");

  @Test
  void classFilesAreThoseOfTheProgramAsItWas() throws IOException {
    int compared = 0;
    for (Path path : new Sample("formatted").of(DRAWN, programs())) {
      GoldenFile file = GoldenFile.read(path);
      if (!isParsed(file)) {
        continue;
      }
      var formatted = new SourceText(file.source().name(), Formatter.format(file.source()));
      Optional<Map<String, String>> before = classes(file, file.source());
      assertThat(classes(file, formatted)).as(path.toString()).isEqualTo(before);
      compared += before.isPresent() ? 1 : 0;
    }
    assertThat(compared).isPositive();
  }

  private static List<Path> programs() throws IOException {
    try (var files = Files.walk(Path.of("src/test/tensor"))) {
      return files
          .filter(file -> file.toString().endsWith(".tc"))
          .filter(file -> Sample.isFull() || !file.getParent().endsWith("limits")) // they take long
          .sorted()
          .toList();
    }
  }

  private static boolean isParsed(GoldenFile file) {
    return Parser.parse(file.source()).program().isPresent();
  }

  /** Empty where it does not compile. */
  private static Optional<Map<String, String>> classes(GoldenFile file, SourceText source) {
    try {
      var texts = new TreeMap<String, String>();
      Tensorc.compileAnew(source, file.options())
          .classFiles()
          .forEach((name, bytes) -> texts.put(name, withoutPlaces(bytes)));
      return Optional.of(texts);
    } catch (CompilationException e) {
      return Optional.empty();
    }
  }

  /**
   * A class without line numbers, places and blanks of quoted code in messages, and the hash that
   * comes of all.
   */
  private static String withoutPlaces(byte[] bytes) {
    var text = new StringWriter();
    new ClassReader(bytes)
        .accept(new TraceClassVisitor(new PrintWriter(text)), ClassReader.SKIP_DEBUG);
    return QUOTED
        .matcher(text.toString())
        .replaceAll(code -> Matcher.quoteReplacement(code.group().replace(" ", "")))
        .replaceAll("\\.tc:\\d+:\\d+", ".tc:0:0")
        .replaceAll("\"[0-9a-f]{32}\"", "\"hash\"");
  }
}
