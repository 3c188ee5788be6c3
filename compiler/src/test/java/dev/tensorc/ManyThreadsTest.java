package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Any number of threads get the bits of one, and leave nothing behind: in a JVM of its own. */
class ManyThreadsTest {

  static Stream<Arguments> engines() {
    List<Arguments> all =
        List.of(Arguments.of("SCALAR", "-XX:+UseSerialGC"), Arguments.of("VECTOR", "-XX:+UseG1GC"));
    return new Sample("threads that have gone").of(1, all).stream();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void threadsThatHaveGoneLeaveNothing(String engine, String collector) throws Exception {
    boolean full = Sample.isFull();
    ForkedJvm jvm =
        ForkedJvm.run(
            "-XX:-UseSerialGC",
            collector,
            "-Xmx400m",
            "--add-modules",
            "jdk.incubator.vector",
            "-cp",
            ForkedJvm.CLASS_PATH,
            ManyThreads.class.getName(),
            engine,
            full ? "20000" : "60",
            full ? "100000" : "5000");
    assertThat(jvm.out()).as(jvm::err).isEqualToIgnoringNewLines("0 wrong, nothing kept");
    assertThat(jvm.exit()).isZero();
  }
}
