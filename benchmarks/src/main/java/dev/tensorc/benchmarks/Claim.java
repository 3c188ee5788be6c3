package dev.tensorc.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The comparison in a line of the table. */
enum Claim {
  /** The program against the fastest code that gcc made. */
  C(Form.WRITTEN.label()),
  /** The program against OpenBLAS. */
  BLAS(Form.WRITTEN.label(), Claim.OPENBLAS),
  /** Sizes found at run time against sizes known when compiling. */
  DYNAMIC(Form.DYNAMIC.label(), Form.STATIC.label()),
  /** No versions against versions. */
  FALLBACK(Form.FALLBACK.label(), Form.DYNAMIC.label()),
  /** The code that the compiler moves out of a loop against that of a user. */
  HOISTED(Form.WRITTEN.label(), Form.BY_HAND.label()),
  /** The program on two threads against the same on one. */
  THREADS(Form.THREADS.label(), Form.WRITTEN.label()),
  /** Our functions against the JDK's. */
  FASTMATH(Form.WRITTEN.label(), Form.FASTMATH.label()),
  /** The program against the loop in Java. */
  JAVA(Form.WRITTEN.label(), Claim.PLAIN_JAVA);

  /** The name of that contender. */
  static final String PLAIN_JAVA = "plain Java";

  /** The name of that contender. */
  static final String OPENBLAS = "OpenBLAS";

  private final String contender;
  private final List<String> baselines;

  Claim(String contender, String... baselines) {
    this.contender = contender;
    this.baselines = List.of(baselines);
  }

  String contender() {
    return contender;
  }

  /**
   * The contender that counts as baseline.
   *
   * @param nanos by contender
   * @return nothing if the kernel has no such line
   */
  Optional<String> baseline(Map<String, Double> nanos) {
    if (!nanos.containsKey(contender)) {
      return Optional.empty();
    }
    return nanos.keySet().stream()
        .filter(name -> this == C ? name.startsWith("gcc") : baselines.contains(name))
        .min(java.util.Comparator.comparing(nanos::get));
  }
}
