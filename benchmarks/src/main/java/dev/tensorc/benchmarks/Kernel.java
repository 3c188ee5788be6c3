package dev.tensorc.benchmarks;

/**
 * Something that is measured: a program, inputs, and baselines that compute the same. Its
 * contenders write one array, so that none has the better place in memory.
 */
public interface Kernel {

  /** What the table calls it: the computation and the size. */
  String name();

  /** Where the elements are, such as {@code float[]}. */
  default String storage() {
    return "float[]";
  }

  /** The compiled program. */
  Contender ours();

  /** The loop that a Java programmer would write. */
  Contender plainJava();

  /** The loop in C. */
  Contender c(NativeLibrary library);

  /** The result, which contenders overwrite. */
  float[] result();

  /** How far from C's result the others may be, relative to it; 0 for the same bits. */
  double tolerance();

  /** Which version of the program's kernels the inputs take. */
  String version();
}
