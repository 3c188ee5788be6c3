package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.AlongRow;
import dev.tensorc.codegen.emit.form.RowPasses;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.ir.DType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;

/**
 * Float sums of rows with eight accumulators, where eight vectors hold all virtual lanes, as those
 * of AVX2 do. The sums have a method of their own, since wider vectors need half as many
 * accumulators.
 *
 * <p>With four accumulators the lanes would take turns: a chunk would be read twice, half of each
 * line at a time, and wait in memory between.
 */
public final class NarrowRows {

  /** The vectors and rows that a method is for. */
  public enum Form {
    /** Any vectors. */
    ANY,
    /** Eight vectors are all virtual lanes, and rows have one chunk. */
    ONE_CHUNK,
    /** Eight vectors are all virtual lanes. */
    NARROW
  }

  private NarrowRows() {}

  /**
   * Whether a kernel has such a form: one float sum, little to compute along the row, and nothing
   * of it in methods of its own, which have the form then; or several reductions in one sweep.
   */
  public static boolean possible(Kernel k, Memory memory) {
    return k.reductions().size() == 1 ? isSum(k, memory) : !sums(k, memory).isEmpty();
  }

  private static boolean isSum(Kernel k, Memory memory) {
    if (!FloatSums.orders(k.reductions().getFirst())) {
      return false;
    }
    if (isMuchCode(k, memory) && sums(k, memory).isEmpty()) {
      return false;
    }
    var passes = new RowPasses(k);
    if (Sweep.piece(k, passes.all().getFirst(), memory).isPresent()
        || passes.lastPiece(memory).isPresent()) {
      return false;
    }
    var row = new AlongRow(k);
    long changing =
        ExprNodes.of(k.roots()).stream()
            .filter(e -> !(e instanceof Expr.Load) && row.changes(e))
            .count();
    return changing <= k.tuning().budgets().sums().narrowOperations();
  }

  /**
   * The forms of a kernel, each a method of its own. Reads of native memory are more code:
   * HotSpot's first compiler would give up on methods that combine chunks.
   */
  public static List<Form> forms(Kernel k, Memory memory) {
    if (!possible(k, memory)) {
      return List.of();
    }
    boolean much = k.inputs().size() > 1 || k.reductions().size() > 1;
    boolean one = memory == Memory.SEGMENTS && much && !isStoredAlong(k);
    return one ? List.of(Form.ONE_CHUNK) : List.of(Form.ONE_CHUNK, Form.NARROW);
  }

  private static boolean isStoredAlong(Kernel k) {
    return k.results().stream().anyMatch(Result::alongRow);
  }

  /** Whether HotSpot's first compiler would give up on eight sums and the row that is stored. */
  private static boolean isMuchCode(Kernel k, Memory memory) {
    return isStoredAlong(k) && (k.inputs().size() > 1 || k.rank() > 2 || memory == Memory.SEGMENTS);
  }

  /**
   * The sums of a row that have methods of their own, by the numbers of their reductions. Several
   * in one sweep do, for their accumulators together would not fit the registers.
   */
  public static SequencedMap<Integer, RowPiece> sums(Kernel k, Memory memory) {
    var sums = new LinkedHashMap<Integer, RowPiece>();
    if (k.reductions().isEmpty()) {
      return sums;
    }
    RowPasses.Pass pass = new RowPasses(k).all().getFirst();
    if (k.reductions().size() == 1) {
      if (isMuchCode(k, memory) && pass.kept().isEmpty()) {
        RowPiece.row(k, k.reductions().getFirst(), pass.known()).ifPresent(p -> sums.put(0, p));
      }
      return sums;
    }
    if (!isOneSweep(k, memory)) {
      return sums;
    }
    for (int number : pass.reductions()) {
      Reduction r = k.reductions().get(number);
      if (FloatSums.orders(r)) {
        Optional<RowPiece> sum = RowPiece.row(k, r, pass.known());
        if (sum.isEmpty() || !possible(sum.get().kernel(), memory)) {
          return new LinkedHashMap<>();
        }
        sums.put(number, sum.get());
      }
    }
    return sums;
  }

  /** Whether all that a kernel reduces are a few values of one sweep in its own method. */
  private static boolean isOneSweep(Kernel k, Memory memory) {
    var passes = new RowPasses(k);
    return (memory == Memory.ARRAYS || !isStoredAlong(k))
        && k.reductions().size() <= k.tuning().budgets().sums().narrowReductions()
        && passes.all().size() == 1
        && passes.all().getFirst().kept().isEmpty()
        && k.reductions().stream().noneMatch(Reduction::finds)
        && Sweep.piece(k, passes.all().getFirst(), memory).isEmpty()
        && passes.lastPiece(memory).isEmpty();
  }

  public static String method(String name, Form form) {
    return name + (form == Form.ONE_CHUNK ? "Chunk" : "Narrow");
  }

  /**
   * The method of a sum of a row.
   *
   * @param name of the form
   * @param number of its reduction
   */
  public static String sumMethod(String name, int number) {
    return name + "Sum" + number;
  }

  /** Holds where so many vectors are all virtual lanes. */
  static BiConsumer<Code, Label> areAll(Code code, DType lane) {
    return Code.intsEqual(
        () -> VectorTypes.pushLanesTimes(code, lane, VectorAccumulators.NARROW),
        () -> code.pushInt(FloatSums.lanes(lane)));
  }

  /** Holds where the form takes rows of {@code n} elements, and reading each again pays. */
  static BiConsumer<Code, Label> takes(Form form, Kernel k, Local n) {
    int chunk = FloatSums.lanes(Vectorizable.lane(k)) * FloatSums.CHUNK;
    int most = form == Form.ONE_CHUNK ? chunk : Integer.MAX_VALUE;
    boolean several = k.reductions().size() > 1;
    return Code.atMost(n, several ? Math.min(most, k.tuning().rows().maxResweptElements()) : most);
  }
}
