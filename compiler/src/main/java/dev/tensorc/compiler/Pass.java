package dev.tensorc.compiler;

/**
 * One stage of the {@link Pipeline}.
 *
 * @param <I> the type of its input
 * @param <O> the type of its result
 */
public interface Pass<I, O> {

  /** Its name for {@code --dump-after}. */
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
