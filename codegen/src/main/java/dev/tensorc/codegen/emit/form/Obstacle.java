package dev.tensorc.codegen.emit.form;

import dev.tensorc.ir.DType;

/**
 * Why a kernel runs as scalar code: it has no vector form, or its operands do not suit that.
 *
 * @param text behind {@code because}
 */
public record Obstacle(Kind kind, String text) {

  /** The reason's kind, which decides the program's alternatives. */
  public enum Kind {
    NO_AXIS("it has no axis"),
    PRODUCTS_IN_TURN("it adds the products of one result in turn"),
    CONVERSION("a conversion in vectors would round twice"),
    ROUNDS_OFTEN("it rounds to f16 or bf16 more often than a loop has room for"),
    DIVIDES_LONGS("processors do not divide vectors of 64-bit integers"),
    THROWS_TWICE("several of its operations may throw, and one of them is the first"),
    THROWS_AT_PLACES("it reads elements at computed places, and an operation may throw"),
    THROWS_AND_REDUCES("it reduces, and an operation may throw"),
    OPEN_BOOL("a bool operand may stretch along the innermost axis"),
    REDUCES_INDICES("it reduces and computes with the index of an axis"),
    JDK_TWICE("functions of the JDK may have other bits when they are computed again"),
    REDUCES_NARROWER("it reduces elements that are narrower than others it computes with"),
    PLACES("these computed places have no vector form yet"),
    /** As the calls say, not the kernel. */
    APART("elements of its operands lie apart");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  public static Obstacle of(Kind kind) {
    return new Obstacle(kind, kind.text);
  }

  static Obstacle conversion(DType from, DType to) {
    return new Obstacle(
        Kind.CONVERSION,
        "%s has no conversion to %s in vectors that rounds once".formatted(from, to));
  }
}
