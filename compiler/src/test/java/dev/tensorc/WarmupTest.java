package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs begin with scalar code and go over to vector code, each JVM by itself. */
@Tag("jit")
class WarmupTest {

  /** Both compilers of the JIT: a kernel is ready when the second has done it. */
  private static ForkedJvm run(List<String> options, String... arguments) throws Exception {
    var all = new ArrayList<>(List.of("-XX:TieredStopAtLevel=4", "-ea"));
    all.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    all.addAll(options);
    all.addAll(List.of("-cp", ForkedJvm.CLASS_PATH, WarmingProgram.class.getName()));
    all.addAll(List.of(arguments));
    ForkedJvm jvm = ForkedJvm.run(all.toArray(String[]::new));
    assertThat(jvm.exit()).as(jvm::err).isZero();
    return jvm;
  }

  /** Over arrays all ten kernels, over native memory the two that are called there. */
  @Test
  void kernelsBecomeVectorCodeAndKeepTheirBits() throws Exception {
    ForkedJvm jvm = run(List.of(), "switch", "12");
    assertThat(jvm.out())
        .as(jvm::err)
        .matches("before 0, then 12, different \\[], making objects \\[]\\R");
  }

  @Test
  void itIsSwitchedOffByNamingAnEngine() throws Exception {
    for (String engine : new Sample("named engine").of(1, List.of("scalar", "vector"))) {
      assertThat(run(List.of("-Dtensorc.engine=" + engine), "switch", "0").out())
          .matches("before (\\d+), then \\1, different \\[], making objects \\R")
          .matches(out -> out.startsWith("before 0,") == engine.equals("scalar"));
    }
  }

  @Test
  void whatIsWarmedIsUnloadedAndKeepsNoJvmAlive() throws Exception {
    assertThat(run(List.of(), "unload").out()).isEqualToIgnoringNewLines("unloaded");
  }

  @Test
  void preparedCallsRunVectorCodeFromTheNextOneOn() throws Exception {
    assertThat(run(List.of(), "prepare").out())
        .matches(
            "at first \\[Warming.kernel\\d+, Warming.kernel\\d+],"
                + " then waiting \\[], scalar \\[], ready 2, again 1 call\\R");
  }
}
