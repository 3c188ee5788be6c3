package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Arithmetic;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.row.RowSweep.Running;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.LaneConstants;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Float sums of a row in the order of {@code FloatSum}: the virtual lanes are a fixed number of
 * elements, which vectors of any width cover in turn. A chunk is added up in registers, and
 * combined there with the chunks before it; a row of one chunk never leaves them.
 */
final class RowChunks {

  private final Code code;
  private final List<Running> running;
  private final Steps steps;
  private final ChunkLanes lanes;
  private final LaneConstants constants;
  private final int virtual;
  private final int block;
  private final boolean alone;
  private final boolean one;
  private final boolean many;
  private @Nullable Local several;

  /**
   * @param alone whether the kernel has no other sweeps: else HotSpot's first compiler has not the
   *     registers to end rows of several chunks here
   * @param one whether rows have one chunk, and the accumulators are all virtual lanes
   * @param most of how many sums chunks are combined here; those of more are by the runtime:
   *     HotSpot's first compiler would give up
   */
  RowChunks(
      Code code,
      DType lane,
      List<Running> running,
      Steps steps,
      LaneConstants constants,
      boolean alone,
      boolean one,
      int most) {
    this.code = code;
    this.running = running;
    this.steps = steps;
    this.constants = constants;
    this.lanes = new ChunkLanes(code, lane, running, steps);
    this.virtual = FloatSums.lanes(lane);
    this.block = virtual * FloatSums.CHUNK;
    this.alone = alone;
    this.one = one;
    this.many = running.size() > most;
  }

  /**
   * Emits the code before all rows.
   *
   * @param n how long they are
   */
  void prologue(Local n) {
    if (one) {
      return;
    }
    Local more =
        code.newLocal(
            Type.BOOLEAN_TYPE,
            () -> {
              Local most = code.newInt(block);
              code.pushTruth(Code.less(most, n));
            });
    BiConsumer<Code, Label> inRegisters =
        Code.and(Code.isFalse(() -> code.load(more)), lanes.all());
    ordered((r, _) -> r.sum().prologueUnless(inRegisters));
    several = more;
  }

  /**
   * Emits the sums of a row of {@code n} elements, at least one.
   *
   * @param accs of all reductions; those of other ones than sums are started, and only fed
   * @param results one for each reduction; those of sums are assigned
   */
  void emit(List<List<Local>> accs, Local n, ChunkLanes.Source source, List<Local> results) {
    if (one) {
      emitOnly(accs, n, source, results);
    } else {
      emitChunks(accs, n, source, results);
    }
  }

  /** A row of one chunk, where the accumulators are all virtual lanes. */
  private void emitOnly(
      List<List<Local>> accs, Local n, ChunkLanes.Source source, List<Local> results) {
    Local at = code.newInt(0);
    ordered((r, k) -> r.vectors().restart(accs.get(k)));
    steps.allInTurn(source, accs, at, n);
    ordered(
        (r, k) ->
            code.assign(results.get(k), () -> r.vectors().pushTreeOfAll(accs.get(k), constants)));
  }

  private void emitChunks(
      List<List<Local>> accs, Local n, ChunkLanes.Source source, List<Local> results) {
    Local more = Objects.requireNonNull(several);
    if (many) {
      code.ifThen(Code.isTrue(more), () -> ordered((r, _) -> r.sum().restart()));
    }
    Local chunks = code.newInt(0);
    Local i = code.newInt(0);
    Code.Part chunk = () -> chunk(accs, n, source, i, chunks);
    if (alone && inPairs(source)) {
      running.getFirst().vectors().restart(accs.getFirst());
      code.ifThen(lanes.all(), () -> pairs(source, accs.getFirst(), n, i, chunks));
      code.whileLess(i, () -> code.load(n), chunk);
    } else {
      code.doWhileLess(i, () -> code.load(n), chunk);
    }
    ordered((r, k) -> finish(r, accs.get(k), chunks, results.get(k)));
  }

  /** Takes in a chunk, or the rest of the row. */
  private void chunk(
      List<List<Local>> accs, Local n, ChunkLanes.Source source, Local i, Local chunks) {
    Local more = Objects.requireNonNull(several);
    Local end =
        code.newInt(
            // i + block may be beyond the last int
            () -> code.load(i).plus(() -> Steps.pushRest(code, n, i, block)));
    ChunkLanes.Window window = source.open(i, end);
    Local column = code.newInt(0);
    code.doWhileLess(
        column,
        () -> code.pushInt(virtual),
        () -> {
          lanes.emit(source, accs, window, column, more);
          if (many) {
            code.ifNot(
                Code.and(Code.isFalse(() -> code.load(more)), lanes.all()),
                () -> spill(accs, column));
          } else {
            code.ifElse(
                Code.isTrue(more),
                () -> combineWithEarlier(code, running, accs, chunks, 1, column),
                () -> code.ifNot(lanes.all(), () -> spill(accs, column)));
          }
          code.increase(column, steps::pushElements);
        });
    if (many) {
      code.ifThen(Code.isTrue(more), () -> ordered((r, _) -> r.sum().pushChunk()));
    }
    code.increase(chunks, 1);
    code.assign(i, end);
  }

  /**
   * Whether it pays to take in two chunks at a time: over native memory it may be much code, and
   * the sums of both must fit the registers.
   */
  private boolean inPairs(ChunkLanes.Source source) {
    return steps.count() == VectorAccumulators.COUNT
        && !source.fillsLanes()
        && (code.memory() == Memory.ARRAYS || source.hasParts());
  }

  /** Takes in two chunks at a time while both are whole: their sums combine in registers. */
  private void pairs(ChunkLanes.Source source, List<Local> accs, Local n, Local i, Local chunks) {
    Running sum = running.getFirst();
    List<Local> second = sum.vectors().declared(accs.size());
    Local past = Steps.past(code, n, () -> code.pushInt(2 * block));
    Local column = code.newInt(0);
    code.whileLess(
        i,
        () -> code.load(past),
        () -> {
          for (List<Local> chunk : List.of(accs, second)) {
            lanes.emitWhole(source, sum, chunk, i);
            code.increase(i, block);
          }
          sum.vectors().combineWith(accs, second);
          combineWithEarlier(code, running, List.of(accs), chunks, 2, column);
          code.increase(chunks, 2);
        });
  }

  private void ordered(ObjIntConsumer<Running> part) {
    ordered(running, part);
  }

  static void ordered(List<Running> running, ObjIntConsumer<Running> part) {
    for (int k = 0; k < running.size(); k++) {
      if (running.get(k).ordered()) {
        part.accept(running.get(k), k);
      }
    }
  }

  /**
   * The sum of the row: where the accumulators are all virtual lanes they have the last open sums,
   * and take in those before them (one chunk has none); else the runtime does it.
   */
  private void finish(Running r, List<Local> accs, Local chunks, Local result) {
    boolean here = alone && accs.size() >= VectorAccumulators.COUNT;
    BiConsumer<Code, Label> more = Code.isTrue(Objects.requireNonNull(several));
    code.ifElse(
        here ? Code.and(more, this::someLanes) : more,
        () ->
            code.assign(
                result,
                () -> {
                  if (many) {
                    r.sum().pushFinish();
                  } else {
                    r.sum().pushFinishAfter(chunks);
                  }
                }),
        () -> {
          if (here) {
            combineWithOpen(r, accs, chunks);
          }
          code.assign(result, () -> r.vectors().pushTree(accs, r.sum(), constants));
        });
  }

  /** Holds where the accumulators are not all virtual lanes. */
  private void someLanes(Code c, Label no) {
    steps.pushElements();
    c.pushInt(virtual);
    c.mv().visitJumpInsn(Opcodes.IF_ICMPEQ, no);
  }

  private void combineWithOpen(Running r, List<Local> accs, Local chunks) {
    Local level = code.newInt(() -> pushOnes(code, chunks).minus(1).times(virtual));
    code.loop(
        Code.isTrue(level),
        () -> {
          code.increase(level, -virtual);
          r.vectors().combineWith(accs, r.sum().levels(), level);
        });
  }

  /** Pushes how many of a number's bits are ones. */
  private static Arithmetic pushOnes(Code code, Local number) {
    code.load(number);
    code.callStatic("java/lang/Integer", "bitCount", "(I)I");
    return new Arithmetic(code, Type.INT_TYPE);
  }

  /** Some of the virtual lanes wait in memory for the others. */
  private void spill(List<List<Local>> accs, Local column) {
    ordered((r, k) -> r.vectors().store(accs.get(k), r.sum().chunk(), column));
  }

  /**
   * Combines a chunk with earlier ones, two of as many chunks each at a time: those that the
   * trailing ones of the number of earlier chunks tell.
   *
   * @param accs of all reductions
   * @param chunks how many came before
   * @param taken how many these are of, one or two
   * @param column which of the virtual lanes they begin with
   */
  static void combineWithEarlier(
      Code code,
      List<Running> running,
      List<List<Local>> accs,
      Local chunks,
      int taken,
      Local column) {
    DType dtype = running.getFirst().reduction().value().type();
    Local level =
        code.newInt(() -> pushOnes(code, chunks).times(FloatSums.lanes(dtype)).plus(column));
    Local open = code.newInt(() -> code.load(chunks).unsignedShiftRight(taken - 1));
    code.loop(
        Code.isTrue(() -> code.load(open).and(1)),
        () -> {
          code.increase(level, -FloatSums.lanes(dtype));
          ordered(running, (r, k) -> r.vectors().combineWith(accs.get(k), r.sum().levels(), level));
          code.assign(open, () -> code.load(open).unsignedShiftRight(1));
        });
    ordered(running, (r, k) -> r.vectors().store(accs.get(k), r.sum().levels(), level));
  }
}
