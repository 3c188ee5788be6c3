package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Any number of threads get the bits of one, and leave nothing behind: in a JVM of its own. */
class ManyThreadsTest {

  @ParameterizedTest
  @CsvSource({"SCALAR, -XX:+UseSerialGC", "VECTOR, -XX:+UseG1GC"})
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
