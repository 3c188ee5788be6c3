package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Where memory runs out in a call, the next call is right: in a JVM with little memory. In scalar
 * code, for vectors are objects until the second compiler comes, and each of them would be a
 * collection.
 */
class LittleMemoryTest {

  @Test
  void theCallBehindOneThatLackedMemoryIsRight() throws Exception {
    ForkedJvm jvm =
        ForkedJvm.run(
            "-Xmx28m",
            "-XX:-UseGCOverheadLimit",
            "--add-modules",
            "jdk.incubator.vector",
            "-cp",
            ForkedJvm.CLASS_PATH,
            LittleMemory.class.getName(),
            EngineMode.SCALAR.name());
    assertThat(jvm.out()).as(jvm::err).endsWith("done" + System.lineSeparator());
    assertThat(jvm.exit()).isZero();
  }
}
