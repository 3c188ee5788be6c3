package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.EngineMode;
import dev.tensorc.OnBigStack;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The programs of the golden files with a few words deleted, doubled, swapped or taken from another
 * file: each compiles or is refused with diagnostics, however little of its meaning is left.
 *
 * <p>{@code -Dmutated.count=N} programs, {@code -Dmutated.seed=N} others.
 */
@ExtendWith(OnBigStack.class)
class MutatedProgramsTest {

  private static final int COUNT = Integer.getInteger("mutated.count", 600);
  private static final long SEED = Long.getLong("mutated.seed", 1);
  private static final Pattern WORD = Pattern.compile("[\\w.]+|[ \\t]+|#.*|[^\\w\\s]|\\s");

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
  private final List<List<String>> programs = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  @Test
  void compileOrAreRefused() {
    List<GoldenFile> files = GoldenTest.all().filter(f -> f.program().length() < 4_000).toList();
    files.forEach(f -> programs.add(words(f.program())));
    int compiled = 0;
    for (int i = 0; i < COUNT; i++) {
      int file = random.nextInt(programs.size());
      String text = mutated(programs.get(file));
      compiled += compiles(text, files.get(file).options()) ? 1 : 0;
    }
    assertThat(failures).isEmpty();
    assertThat(compiled).as("mutations that are programs too").isBetween(1, COUNT - 1);
  }

  private static List<String> words(String text) {
    var words = new ArrayList<String>();
    for (Matcher m = WORD.matcher(text); m.find(); ) {
      words.add(m.group());
    }
    return words;
  }

  private String mutated(List<String> program) {
    var words = new ArrayList<>(program);
    for (int n = 1 + random.nextInt(3); n > 0 && words.size() > 1; n--) {
      int at = word(words);
      int other = word(words);
      switch (random.nextInt(5)) {
        case 0 -> words.remove(at);
        case 1 -> words.add(at, words.get(at));
        case 2 -> words.set(at, words.set(other, words.get(at)));
        case 3 -> words.set(at, words.get(other));
        default -> {
          List<String> from = programs.get(random.nextInt(programs.size()));
          words.set(at, from.get(word(from)));
        }
      }
    }
    return String.join("", words);
  }

  /** Mostly one that means something. */
  private int word(List<String> words) {
    int at = random.nextInt(words.size());
    for (int again = 0; again < 4 && words.get(at).isBlank(); again++) {
      at = random.nextInt(words.size());
    }
    return at;
  }

  private boolean compiles(String text, Options options) {
    var source = new SourceText("mutated.tc", text);
    try {
      ClassChecks.check(
          Tensorc.compile(source, options.withEngine(EngineMode.VECTOR)).classFiles());
      return true;
    } catch (CompilationException e) {
      assertThat(DiagnosticRenderer.renderAll(e.diagnostics())).isNotEmpty();
      return false;
    } catch (RuntimeException | Error e) {
      failures.add(e + " at " + e.getStackTrace()[0] + " on:\n" + text);
      return false;
    }
  }
}
