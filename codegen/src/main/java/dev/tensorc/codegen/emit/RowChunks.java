package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.RowSweep.Running;
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

  /** Where the elements come from, chunk by chunk. */
  interface Source extends Steps.Feed {
    /**
     * Gets elements ready.
     *
     * @return where they begin and end, for {@link #emit}
     */
    Window open(Local i, Local end);

    /**
     * Some elements that are there, to be taken in one after the other.
     *
     * @param elements pushes how many, an int
     */
    default Part part(Local from, Code.Part elements) {
      return new Part(this, from);
    }

    /** Whether windows end with all virtual lanes, so that there is no rest. */
    boolean fillsLanes();

    /** Whether an element is soon done. */
    boolean isShort();
  }

  record Window(Local begin, Local end) {}

  /**
   * @param from the index of the first element for that feed
   */
  record Part(Steps.Feed feed, Local from) {}

  /** Chunks of more sums are combined by the runtime: HotSpot's first compiler would give up. */
  static final int FEW = 2;

  private final Code code;
  private final DType lane;
  private final List<Running> running;
  private final Steps steps;
  private final LaneRotations rotations;
  private final int virtual;
  private final int block;
  private final boolean alone;
  private final boolean many;
  private @Nullable Local several;

  /**
   * @param alone whether the kernel has no other sweeps: else HotSpot's first compiler has not the
   *     registers to end rows of several chunks here
   */
  RowChunks(
      Code code,
      DType lane,
      List<Running> running,
      Steps steps,
      LaneRotations rotations,
      boolean alone) {
    this.code = code;
    this.lane = lane;
    this.running = running;
    this.steps = steps;
    this.rotations = rotations;
    this.virtual = FloatSums.lanes(lane);
    this.block = virtual * FloatSums.CHUNK;
    this.alone = alone;
    this.many = running.size() > FEW;
  }

  /**
   * Emits what stands before all rows.
   *
   * @param n how long they are
   */
  void prologue(Local n) {
    BiConsumer<Code, Label> oneChunk =
        Code.and(Code.intsEqual(() -> code.load(n), () -> code.pushInt(block)), allLanes());
    ordered((r, _) -> r.sum().prologueUnless(oneChunk));
    several =
        code.newLocal(
            Type.BOOLEAN_TYPE,
            () -> {
              Local most = code.newLocal(Type.INT_TYPE, () -> code.pushInt(block));
              code.ifElse(VectorKernel.less(most, n), () -> code.pushInt(1), () -> code.pushInt(0));
            });
  }

  /**
   * Emits the sums of a row of {@code n} elements, at least one.
   *
   * @param accs of all reductions; those of other ones than sums are started, and only fed
   * @param results one for each reduction; those of sums are assigned
   */
  void emit(List<List<Local>> accs, Local n, Source source, List<Local> results) {
    Local more = Objects.requireNonNull(several);
    if (many) {
      code.ifThen(Code.isTrue(() -> code.load(more)), () -> ordered((r, _) -> r.sum().restart()));
    }
    Local chunks = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.doWhileLess(
        i,
        () -> code.load(n),
        () -> {
          Local end =
              code.newLocal(
                  Type.INT_TYPE,
                  () -> {
                    code.load(i);
                    Steps.pushRest(code, n, i, block); // i + block may be beyond the last int
                    code.op(Opcodes.IADD);
                  });
          Window window = source.open(i, end);
          Local column = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
          code.doWhileLess(
              column,
              () -> code.pushInt(virtual),
              () -> {
                columns(source, accs, window, column);
                if (many) {
                  code.ifElse(
                      Code.and(Code.isFalse(() -> code.load(more)), allLanes()),
                      () -> {},
                      () -> spill(accs, column));
                } else {
                  code.ifElse(
                      Code.isTrue(() -> code.load(more)),
                      () -> combineWithEarlier(code, running, accs, chunks, column),
                      () -> code.ifElse(allLanes(), () -> {}, () -> spill(accs, column)));
                }
                code.increase(column, steps::pushElements);
              });
          if (many) {
            code.ifThen(
                Code.isTrue(() -> code.load(more)), () -> ordered((r, _) -> r.sum().pushChunk()));
          }
          code.increase(chunks, () -> code.pushInt(1));
          code.assign(i, () -> code.load(end));
        });
    ordered((r, k) -> finish(r, accs.get(k), chunks, results.get(k)));
  }

  private void ordered(ObjIntConsumer<Running> part) {
    ordered(running, part);
  }

  private static void ordered(List<Running> running, ObjIntConsumer<Running> part) {
    for (int k = 0; k < running.size(); k++) {
      if (running.get(k).ordered()) {
        part.accept(running.get(k), k);
      }
    }
  }

  /**
   * The sum of the row: where the accumulators are all virtual lanes they have the last open sums,
   * and take in those before them, of which one chunk has none; else the runtime does it.
   */
  private void finish(Running r, List<Local> accs, Local chunks, Local result) {
    boolean here = alone && accs.size() == VectorAccumulators.COUNT;
    BiConsumer<Code, Label> more = Code.isTrue(() -> code.load(Objects.requireNonNull(several)));
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
          code.assign(result, () -> r.vectors().pushTree(accs, r.sum(), rotations));
        });
  }

  /** Holds where the accumulators are all virtual lanes. */
  private BiConsumer<Code, Label> allLanes() {
    return Code.intsEqual(steps::pushElements, () -> code.pushInt(virtual));
  }

  /** Holds where the accumulators are not all virtual lanes. */
  private void someLanes(Code c, Label no) {
    steps.pushElements();
    c.pushInt(virtual);
    c.mv().visitJumpInsn(Opcodes.IF_ICMPEQ, no);
  }

  private void combineWithOpen(Running r, List<Local> accs, Local chunks) {
    Local level =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(chunks);
              code.callStatic("java/lang/Integer", "bitCount", "(I)I");
              code.pushInt(1);
              code.op(Opcodes.ISUB);
              code.pushInt(virtual);
              code.op(Opcodes.IMUL);
            });
    code.loop(
        Code.isTrue(() -> code.load(level)),
        () -> {
          code.increase(level, () -> code.pushInt(-virtual));
          r.vectors().combineWith(accs, r.sum().levels(), level);
        });
  }

  /**
   * A chunk of some of the virtual lanes: as many vectors as there are accumulators. Where all
   * elements are there the sums never leave their registers.
   */
  private void columns(Source source, List<List<Local>> accs, Window window, Local column) {
    ordered((r, k) -> r.vectors().restart(accs.get(k)));
    Local at =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(window.begin());
              code.load(column);
              code.op(Opcodes.IADD);
            });
    if (source.isShort()) {
      code.ifElse(
          Code.intsEqual(
              () -> {
                code.load(window.end());
                code.load(window.begin());
                code.op(Opcodes.ISUB);
              },
              () -> code.pushInt(block)),
          () -> wholeChunk(source, accs, at, window.end()),
          () -> rows(source, accs, at, window.end()));
    } else {
      rows(source, accs, at, window.end());
    }
    if (!source.fillsLanes()) {
      code.ifThen(
          VectorKernel.less(at, window.end()),
          () -> {
            ordered((r, k) -> r.vectors().spill(accs.get(k), r.sum().chunk(), column));
            rest(source, accs, at, column, window.end());
            ordered((r, k) -> r.vectors().reload(accs.get(k), r.sum().chunk(), column));
          });
    }
  }

  private void rows(Steps.Feed feed, List<List<Local>> accs, Local at, Local end) {
    steps.whileFits(feed, accs, at, end, () -> code.pushInt(virtual));
  }

  /**
   * Takes in a chunk of which nothing is missing: where an element is soon done, a loop of a known
   * number of steps of twice the virtual lanes keeps up with the memory, and one of unknown length
   * does not.
   */
  private void wholeChunk(Source source, List<List<Local>> accs, Local at, Local end) {
    Local step = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        step,
        () -> code.pushInt(block),
        () -> code.pushInt(2 * virtual),
        () -> {
          Local here =
              code.newLocal(
                  Type.INT_TYPE,
                  () -> {
                    code.load(at);
                    code.load(step);
                    code.op(Opcodes.IADD);
                  });
          Part part = source.part(here, this::pushWalked);
          steps.step(part.feed(), accs, part.from(), () -> code.pushInt(0));
          steps.step(part.feed(), accs, part.from(), () -> code.pushInt(virtual));
        });
    code.assign(at, () -> code.load(end));
  }

  /** Pushes how far it is from the first element of two steps to the end of the second. */
  private void pushWalked() {
    steps.pushElements();
    code.pushInt(virtual);
    code.op(Opcodes.IADD);
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
   * @param column which of the virtual lanes they begin with
   */
  static void combineWithEarlier(
      Code code, List<Running> running, List<List<Local>> accs, Local chunks, Local column) {
    DType dtype = running.getFirst().reduction().value().type();
    Local level =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(chunks);
              code.callStatic("java/lang/Integer", "bitCount", "(I)I");
              code.pushInt(FloatSums.lanes(dtype));
              code.op(Opcodes.IMUL);
              code.load(column);
              code.op(Opcodes.IADD);
            });
    Local open = code.newLocal(Type.INT_TYPE, () -> code.load(chunks));
    code.loop(
        Code.isTrue(
            () -> {
              code.load(open);
              code.pushInt(1);
              code.op(Opcodes.IAND);
            }),
        () -> {
          code.increase(level, () -> code.pushInt(-FloatSums.lanes(dtype)));
          ordered(running, (r, k) -> r.vectors().combineWith(accs.get(k), r.sum().levels(), level));
          code.assign(
              open,
              () -> {
                code.load(open);
                code.pushInt(1);
                code.op(Opcodes.IUSHR);
              });
        });
    ordered(running, (r, k) -> r.vectors().store(accs.get(k), r.sum().levels(), level));
  }

  /** The last row of virtual lanes, of which some are missing: a lane past the end adds nothing. */
  private void rest(Steps.Feed feed, List<List<Local>> accs, Local at, Local column, Local end) {
    Local c = code.newLocal(Type.INT_TYPE, () -> code.load(column));
    code.whileLess(
        at,
        () -> code.load(end),
        () -> {
          Local mask = VectorKernel.tailMask(code, lane, at, end);
          ordered((r, k) -> r.vectors().reload(accs.get(k).subList(0, 1), r.sum().chunk(), c));
          feed.emit(Steps.each(accs, 0), at, mask);
          ordered((r, k) -> r.vectors().store(accs.get(k).subList(0, 1), r.sum().chunk(), c));
          VectorTypes.advance(code, lane, at);
          VectorTypes.advance(code, lane, c);
        });
  }
}
