package dev.tensorc.codegen.loop;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import java.util.List;

/**
 * Why a value has storage, and is not computed inside the kernels that need it: said by the code
 * that decides so, for {@code tensorc explain}.
 *
 * @param at the places that need the value, where the reason names them
 * @param detail the cost, or the limit that is reached, where the reason says so
 */
public record Stored(Why why, List<Span> at, String detail) {

  /** The reasons; {@code {at}} stands for lines, {@code {detail}} for the detail. */
  public enum Why {
    RETURNED("it is returned"),
    CARRIED("it leaves a branch, or goes round in a loop"),
    USED_INSIDE("a branch or loop uses it"),
    NUMBER("it is one number, which the plan holds"),
    UNFUSED("fusion is off", "leave out --no-fusion"),
    UPDATE("it is written into an array that is there already"),
    UPDATED("{at} writes into it"),
    SCATTERED("{at} writes it, or at it, one element after the other"),
    OVERWRITTEN("{at} writes over its operands"),
    RESHAPED("{at} shows its elements in another shape", "reshape the operands, and compute then"),
    IN_ORDER("{at} takes its elements in an order, whole rows of them"),
    ORDERED("the runtime makes whole rows of it"),
    GATHERED(
        "{at} reads it at places that only the run knows",
        "take of the operands, and compute then"),
    GATHERS("its places are known only at run time and may not be there: it keeps its turn"),
    MAY_END(
        "it may end the run (as a division by zero does): it keeps its turn",
        "divide by a constant, or divide floats"),
    MATERIALIZED("the program materializes it"),
    INDICES("it is an index, which {at} reads as an array"),
    VIEWED("a view of it is needed in memory"),
    LANES("{at} reduces in lanes, which indices and wider elements do not fit"),
    FUNCTION("{at} computes a function of it, which takes less time for several at once"),
    REREAD("{at} reads it once for each element of the other factor"),
    SHARED("several kernels need it ({at}), and {detail}"),
    SHIFTED("{at} reads it in several ways (shifted or stretched), and {detail}"),
    HOISTED("{at} needs each of its elements many times, and {detail}"),
    FULL("the kernel of {at} has no room for it: {detail}"),
    CONTRACTION("{at} uses this sum of products, and not point for point"),
    SEARCH("{at} uses it, and argmax and argmin are not computed row by row"),
    ANY_RANK("{at} uses it, and reductions of any rank are not computed row by row"),
    OUTER(
        "{at} needs whole columns of it: it reduces axes that are not the last",
        "reduce the last axis, if the data can be laid out so"),
    OTHER_ROWS("{at} does not go over the rows that it reduces"),
    ROWS_OF_UPDATE("{at} writes into an array, whose rows it may go over only once");

    private final String text;
    private final String advice;

    Why(String text) {
      this(text, "");
    }

    /**
     * @param advice a rewording of the program
     */
    Why(String text, String advice) {
      this.text = text;
      this.advice = advice;
    }
  }

  public Stored {
    at = List.copyOf(at);
  }

  public static Stored because(Why why) {
    return new Stored(why, List.of(), "");
  }

  public static Stored because(Why why, Span at) {
    return new Stored(why, List.of(at), "");
  }

  /**
   * The reason, as the words after "because".
   *
   * @param home the program's file, whose name lines need not have
   */
  public String text(SourceText home) {
    return why.text.replace("{at}", SourceLines.of(at, home)).replace("{detail}", detail);
  }

  /** A rewording of the program; empty where it is well as it is. */
  public String advice() {
    return why.advice;
  }
}
