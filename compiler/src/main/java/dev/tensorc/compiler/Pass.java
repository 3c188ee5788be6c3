package dev.tensorc.compiler;

/**
 * One stage of the {@link Pipeline}.
 *
 * @param <I> what it takes
 * @param <O> what it gives
 */
public interface Pass<I, O> {

  /** What {@code --dump-after} calls it. */
  String name();

  /** One line for a reader of the pipeline. */
  String purpose();

  /**
   * @throws dev.tensorc.frontend.CompilationException if the program has mistakes
   */
  O run(I in, PassContext cx);

  /**
   * Verifies the result, where its form has invariants beyond its types.
   *
   * @throws dev.tensorc.ir.CompilerBug if one does not hold
   */
  default void verify(O out) {}

  /** How large the result is, such as {@code 3 kernels}, for {@code --time-passes}. */
  String size(O out);

  /** The result as text, for {@code --dump-after}. */
  String print(O out);
}
