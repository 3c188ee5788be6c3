package dev.tensorc.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pipes, full disks and signals: no call leaves half of a file, and only kill -9 a temporary one.
 */
@EnabledOnOs(OS.LINUX)
class InterruptedRunsIT {

  /** A result whose lines take seconds to write. */
  private static final String LONG_RUN = "run k.tc twice x=random:f64[4000000] -o out.csv";

  @TempDir private static Path unpacked;
  private static Distribution tensorc;
  @TempDir private Path user;

  @BeforeAll
  static void unpack() throws Exception {
    tensorc = Distribution.unpacked(Path.of(System.getProperty("dist.zip")), unpacked);
  }

  @BeforeEach
  void program() throws IOException {
    Files.writeString(
        user.resolve("k.tc"), "export fn twice(x: f64[n]) -> f64[n] { return x + x }\n");
    Files.writeString(user.resolve("out.csv"), "old\n");
  }

  /** Runs a line of a shell, in which {@code tensorc} is the command. */
  private Distribution.Outcome shell(String line) throws Exception {
    return Distribution.outcome(
        tensorc.process(user, List.of("bash", "-o", "pipefail", "-c", line)));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(user)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("k.tc"))
          .sorted()
          .toList();
    }
  }

  @Test
  void standsBetweenPipes() throws Exception {
    Files.writeString(user.resolve("x.csv"), "a,b\n1,2\n3,4.5\n");
    String twice = "tensorc run k.tc twice x=";
    assertThat(shell("cat x.csv | " + twice + "-:b -o - | " + twice + "- -o - | tail -1"))
        .isEqualTo(new Distribution.Outcome(0, "18.0\n"));
  }

  @Test
  void saysNothingToAReaderThatHasGone() throws Exception {
    assertThat(shell("tensorc run k.tc twice x=ones:[1000000] -o - | head -1"))
        .isEqualTo(new Distribution.Outcome(1, "2.0\n"));
  }

  @Test
  void namesAFullDisk() throws Exception {
    assertThat(shell("tensorc run k.tc twice x=[1] -o - > /dev/full"))
        .isEqualTo(
            new Distribution.Outcome(
                1, "tensorc: cannot write to standard output: No space left on device\n"));
  }

  /** The shell's limit of a file's size, 1000 KiB, ends a write as a full disk does. */
  @Test
  void leavesTheOlderFileWhereTheDiskEnds() throws Exception {
    assertThat(shell("ulimit -f 1000; tensorc run k.tc twice x=ones:[1000000] -o out.csv"))
        .isEqualTo(new Distribution.Outcome(1, "tensorc: cannot write out.csv: File too large\n"));
    assertThat(files()).containsExactly("out.csv");
    assertThat(user.resolve("out.csv")).hasContent("old\n");
  }

  /** KILL, and one of the signals after which the command ends by itself. */
  static Stream<Arguments> signals() {
    return Stream.concat(
        Stream.of(Arguments.of("KILL", true, 137)),
        Distribution.drawn(
            List.of(
                Arguments.of("INT", true, 130),
                Arguments.of("TERM", false, 143),
                Arguments.of("HUP", false, 129)))
            .stream());
  }

  /** INT goes to all processes of the terminal, as Ctrl-C does; TERM to the command alone. */
  @ParameterizedTest
  @MethodSource("signals")
  void leavesTheOlderFileAfterASignal(String signal, boolean all, int exit) throws Exception {
    Process run = startLongRun();
    String target = (all ? "-" : "") + run.pid();
    assertThat(shell("kill -" + signal + " -- " + target).exit()).isZero();
    assertThat(run.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(run.exitValue()).isEqualTo(exit);
    assertThat(read("err.txt")).isEmpty();
    assertThat(user.resolve("out.csv")).hasContent("old\n");
    if (signal.equals("KILL")) {
      assertThat(files()).hasSize(3);
      assertThat(shell("tensorc run k.tc twice x=[1] -o out.csv"))
          .isEqualTo(new Distribution.Outcome(0, "tensorc: wrote out.csv: f64[1]\n"));
      assertThat(user.resolve("out.csv")).hasContent("2.0\n");
    }
    assertThat(files()).containsExactly("err.txt", "out.csv");
  }

  /** A run in a session of its own that has begun to write its result. */
  private Process startLongRun() throws Exception {
    // signals that the build was started to ignore, such as in the background of a shell, do arrive
    var words =
        List.of("setsid", "env", "--default-signal", "bash", "-c", "exec tensorc " + LONG_RUN);
    ProcessBuilder builder = tensorc.process(user, words);
    Process run =
        builder.redirectErrorStream(true).redirectOutput(user.resolve("err.txt").toFile()).start();
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (temporarySize() < 100_000) {
      assertThat(run.isAlive()).as(() -> read("err.txt")).isTrue();
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(20);
    }
    return run;
  }

  private String read(String file) {
    try {
      return Files.readString(user.resolve(file));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private long temporarySize() throws IOException {
    try (Stream<Path> all = Files.list(user)) {
      return all.filter(file -> file.getFileName().toString().startsWith(".out.csv.tensorc-"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }
}
