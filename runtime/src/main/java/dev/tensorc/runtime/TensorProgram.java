package dev.tensorc.runtime;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Stands at each class that the compiler makes of a program, and lists the program's functions:
 * {@link Program#load} and {@link Program#of} read it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TensorProgram {

  /** The version of the runtime that the class expects: see {@link LinkVersion}. */
  int link();

  /** The name of the source file. */
  String source();

  /** The exported functions, in source order; of a generic one, each instance. */
  Export[] functions();

  /** The file of its weights and the tensors that it must hold; an empty name where it has none. */
  Weights weights() default
      @Weights(
          file = "",
          tensors = {});

  /** The file of a program's weights: its parts are those of {@link DeclaredWeights}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Weights {
    String file();

    Weight[] tensors();
  }

  /** A tensor of that file: its parts are those of {@link DeclaredWeights.Weight}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Weight {
    String name();

    String tensor();

    String dtype();

    String[] sizes();
  }

  /** An exported function: its parts are those of {@link Signature}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Export {
    String name();

    String[] types();

    String doc();

    Value[] parameters();

    Value[] results();

    /** Whether its rows may be split. */
    Rows rows() default
        @Rows(
            least = 0,
            parameters = {},
            obstacle = "it was compiled before this was found out");

    /** Whether results for parts of its rows can be combined. */
    Reduced reduced() default
        @Reduced(
            parameters = {},
            rules = {},
            obstacle = "it was compiled before this was found out");
  }

  /** Whether rows may be split: its parts are those of {@link Partition}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Rows {
    int least();

    String[] parameters();

    String obstacle();
  }

  /** Whether results can be combined: its parts are those of {@link Reduction}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Reduced {
    String[] parameters();

    Rule[] rules();

    String obstacle();
  }

  /** How a result is combined: its parts are those of {@link Reduction.Rule}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Rule {
    String way();

    int other() default -1;
  }

  /** A parameter or result: its parts are those of {@link Parameter}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Value {
    String name();

    String declaredType();

    /** Its element type, as the language calls it. */
    String dtype();

    int rank();
  }
}
