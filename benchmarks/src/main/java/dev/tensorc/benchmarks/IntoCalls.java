package dev.tensorc.benchmarks;

import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The methods that JMH calls: the forms of a kernel that allocate nothing, in turn, each into the
 * result that is there.
 */
@State(Scope.Benchmark)
public class IntoCalls {

  /** The kernel's; JMH wants some value. */
  @Param("call-16")
  public String key = "";

  /** Where its tensors are. */
  @Param("ARRAYS")
  public Storage storage = Storage.ARRAYS;

  private Contender[] forms = {};

  /** Compiles the forms. */
  @Setup
  public void compile() {
    Map<Form, Programs.Compiled> programs = Programs.of(Kernels.make(key).in(storage));
    forms =
        programs.entrySet().stream()
            .filter(e -> e.getKey().allocatesNothing())
            .map(e -> e.getValue().contender())
            .toArray(Contender[]::new);
  }

  /** Calls each once. */
  @Benchmark
  public void call() throws Throwable {
    for (Contender form : forms) {
      form.run(1);
    }
  }
}
