package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.row.RowSweep.Running;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * How the elements of a chunk come into accumulators: the accumulators are all virtual lanes at
 * once, or some of them in turn.
 */
final class ChunkLanes {

  /** Where the elements come from, chunk by chunk. */
  interface Source extends Steps.Feed {
    /**
     * Gets elements ready.
     *
     * @return where they begin and end, for {@link #emit}
     */
    Window open(Local i, Local end);

    /** Whether {@link #part} is other memory, which spares checks of bounds. */
    default boolean hasParts() {
      return false;
    }

    /**
     * Some elements that are there, where it pays in memory of constant size: the JIT knows then
     * that no vector lies outside.
     */
    default Part part(Local from, int elements) {
      return new Part(this, from);
    }

    /** Whether windows end with all virtual lanes, so that there is no rest. */
    boolean fillsLanes();
  }

  record Window(Local begin, Local end) {}

  /**
   * @param from the index of the first element for that feed
   */
  record Part(Steps.Feed feed, Local from) {}

  private final Code code;
  private final DType lane;
  private final List<Running> running;
  private final Steps steps;
  private final int virtual;
  private final int block;

  ChunkLanes(Code code, DType lane, List<Running> running, Steps steps) {
    this.code = code;
    this.lane = lane;
    this.running = running;
    this.steps = steps;
    this.virtual = FloatSums.lanes(lane);
    this.block = virtual * FloatSums.CHUNK;
  }

  /** Whether there are vectors whose accumulators are all virtual lanes. */
  boolean mayBeAll() {
    return steps.count() >= VectorAccumulators.COUNT;
  }

  /** Whether there are no other vectors where this code runs: {@link NarrowRows}. */
  private boolean areAll() {
    return steps.count() == VectorAccumulators.NARROW;
  }

  /** Holds where the accumulators are all virtual lanes. */
  BiConsumer<Code, Label> all() {
    return Code.intsEqual(steps::pushElements, () -> code.pushInt(virtual));
  }

  /**
   * A chunk of some of the virtual lanes: as many vectors as there are accumulators. Where they are
   * all virtual lanes the sums never leave their registers.
   *
   * @param column which of the virtual lanes they begin with
   * @param several whether the row has several chunks
   */
  void emit(Source source, List<List<Local>> accs, Window window, Local column, Local several) {
    ordered((r, k) -> r.vectors().restart(accs.get(k)));
    Local at = code.sum(window.begin(), column);
    Code.Part turns = () -> inTurn(source, accs, at, window.end(), several);
    Code.Part parts = () -> inParts(source, accs, at, window.end(), column);
    if (areAll()) {
      turns.emit();
    } else if (mayBeAll()) {
      code.ifElse(all(), turns, parts);
    } else {
      parts.emit();
    }
  }

  /** A whole chunk, where the accumulators are all virtual lanes of one sum. */
  void emitWhole(Source source, Running sum, List<Local> accs, Local at) {
    sum.vectors().restart(accs);
    wholeBlock(source, List.of(accs), at);
  }

  private void ordered(ObjIntConsumer<Running> part) {
    RowChunks.ordered(running, part);
  }

  /** Some of the virtual lanes: the last row of them, if it is not whole, is added in memory. */
  private void inParts(Source source, List<List<Local>> accs, Local at, Local end, Local column) {
    Local length = code.newInt(() -> pushWhole(at, end));
    inSteps(source, accs, at, length);
    code.increase(at, () -> code.load(length));
    if (!source.fillsLanes()) {
      code.ifThen(
          Code.less(at, end),
          () -> {
            ordered((r, k) -> r.vectors().spill(accs.get(k), r.sum().chunk(), column));
            rest(source, accs, at, column, end);
            ordered((r, k) -> r.vectors().reload(accs.get(k), r.sum().chunk(), column));
          });
    }
  }

  /** Pushes how long the rows of virtual lanes are where the accumulators have elements. */
  private void pushWhole(Local at, Local end) {
    code.load(end).minus(at).plus(virtual).minus(() -> steps.pushElements()).max(0).and(-virtual);
  }

  private void inSteps(Steps.Feed feed, List<List<Local>> accs, Local at, Local length) {
    Local i = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        i,
        () -> code.load(length),
        () -> code.pushInt(virtual),
        () -> steps.step(feed, accs, at, () -> code.load(i)));
  }

  /**
   * All virtual lanes, vector by vector, and the last one under a mask. The accumulators have
   * turned then. That changes no sum of one chunk: its tree adds the same pairs. For others they
   * turn back.
   */
  private void inTurn(Source source, List<List<Local>> accs, Local at, Local end, Local several) {
    Local length = code.newInt(() -> steps.pushWhole(at, end, 1));
    Code.Part some =
        source.fillsLanes()
            ? () -> steps.inTurn(source, accs, at, () -> code.load(length))
            : () -> steps.allInTurn(source, accs, at, end);
    if (source.hasParts()) {
      code.ifElse(Code.intsEqual(length, block), () -> wholeBlock(source, accs, at), some);
    } else {
      some.emit();
    }
    if (!source.fillsLanes()) {
      code.ifThen(Code.isTrue(several), () -> turnBack(accs, at));
    }
  }

  /** Turns the accumulators until the first one is that of the first virtual lane. */
  private void turnBack(List<List<Local>> accs, Local at) {
    for (int by = 1; by < steps.count(); by *= 2) {
      int turns = by;
      code.ifThen(
          Code.isTrue(() -> pushTurned(at, turns)),
          () -> {
            for (int k = 0; k < turns; k++) {
              steps.turn(accs);
            }
            code.increase(at, () -> VectorTypes.pushLanesTimes(code, lane, turns));
          });
    }
  }

  private void pushTurned(Local at, int by) {
    code.load(at).and(() -> VectorTypes.pushLanesTimes(code, lane, by));
  }

  private void wholeBlock(Source source, List<List<Local>> accs, Local at) {
    Part part = source.part(at, block);
    steps.inTurn(part.feed(), accs, part.from(), () -> code.pushInt(block));
  }

  /** The last row of virtual lanes, where some are missing: a lane past the end adds nothing. */
  private void rest(Steps.Feed feed, List<List<Local>> accs, Local at, Local column, Local end) {
    Local c = code.newInt(() -> code.load(column));
    code.whileLess(
        at,
        () -> code.load(end),
        () -> {
          Local mask = VectorLoop.tailMask(code, lane, at, end);
          ordered((r, k) -> r.vectors().reload(accs.get(k).subList(0, 1), r.sum().chunk(), c));
          feed.emit(Steps.each(accs, 0), at, mask);
          ordered((r, k) -> r.vectors().store(accs.get(k).subList(0, 1), r.sum().chunk(), c));
          VectorTypes.advance(code, lane, at);
          VectorTypes.advance(code, lane, c);
        });
  }
}
