package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.AlongRow;
import dev.tensorc.codegen.emit.form.RowPasses;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.ir.DType;
import java.util.Optional;
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

  private NarrowRows() {}

  /**
   * Whether a kernel has such a form: one float sum, little to compute along the row, and nothing
   * of it in methods of its own, which have the form then.
   */
  public static boolean possible(Kernel k, Memory memory) {
    if (k.reductions().size() != 1 || !FloatSums.orders(k.reductions().getFirst())) {
      return false;
    }
    boolean isNative = memory == Memory.SEGMENTS;
    if (!isStoredAlong(k) && k.inputs().size() > 1 && isNative) {
      return false; // HotSpot's first compiler would give up: reads of native memory are more code
    }
    if (isMuchCode(k, memory) && sum(k, memory).isEmpty()) {
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

  private static boolean isStoredAlong(Kernel k) {
    return k.results().stream().anyMatch(Result::alongRow);
  }

  /** Whether HotSpot's first compiler would give up on eight sums and the row that is stored. */
  private static boolean isMuchCode(Kernel k, Memory memory) {
    return isStoredAlong(k) && (k.inputs().size() > 1 || k.rank() > 2 || memory == Memory.SEGMENTS);
  }

  /** The sum of a row, where it has a method of its own. */
  public static Optional<RowPiece> sum(Kernel k, Memory memory) {
    RowPasses.Pass pass = new RowPasses(k).all().getFirst();
    return isMuchCode(k, memory) && pass.kept().isEmpty()
        ? RowPiece.row(k, k.reductions().getFirst(), pass.known())
        : Optional.empty();
  }

  public static String method(String name) {
    return name + "Narrow";
  }

  /**
   * The method of the sum of a row.
   *
   * @param name of the form
   */
  public static String sumMethod(String name) {
    return name + "Sum";
  }

  /** Holds where so many vectors are all virtual lanes. */
  static BiConsumer<Code, Label> areAll(Code code, DType lane) {
    return Code.intsEqual(
        () -> VectorTypes.pushLanesTimes(code, lane, VectorAccumulators.NARROW),
        () -> code.pushInt(FloatSums.lanes(lane)));
  }
}
