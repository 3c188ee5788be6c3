package dev.tensorc.benchmarks;

import java.util.Arrays;
import java.util.List;

/** The ways in which gcc compiles the baselines. */
public enum GccFlags {
  /** Rounds every operation: the results of the others are compared with it. Not measured. */
  REFERENCE("reference", "-O2 -ffp-contract=off"),
  PLAIN("gcc", "-O3 -march=native"),
  WIDE("gcc 512", "-O3 -march=native -mprefer-vector-width=512"),
  FAST("gcc fast-math", "-O3 -march=native -ffast-math"),
  FAST_WIDE("gcc fast-math 512", "-O3 -march=native -ffast-math -mprefer-vector-width=512");

  /** The file of the compiled baselines, in a directory named for the flags. */
  static final String LIBRARY = "baselines.so";

  private final String label;
  private final List<String> flags;

  GccFlags(String label, String flags) {
    this.label = label;
    this.flags = List.of(flags.split(" "));
  }

  /** Its name in the table. */
  public String label() {
    return label;
  }

  public List<String> flags() {
    return flags;
  }

  /** The flags that are measured on this machine. */
  public static List<GccFlags> measured() {
    boolean x64 = System.getProperty("os.arch").equals("amd64");
    return Arrays.stream(values())
        .filter(f -> f != REFERENCE && (x64 || (f != WIDE && f != FAST_WIDE)))
        .toList();
  }
}
