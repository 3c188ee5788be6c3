package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.ir.DType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Loops unrolled over accumulators: a step takes in one vector for each accumulator of a reduction.
 *
 * @param count how many accumulators each reduction has
 */
public record Steps(Code code, DType lane, int count) {

  /** Takes in one vector of the reduced values. */
  public interface Feed {
    /**
     * @param accs an accumulator of each reduction
     * @param mask the lanes to take in, null for all
     */
    void emit(List<Local> accs, Local at, @Nullable Local mask);
  }

  /** The accumulator with that number of each reduction. */
  public static List<Local> each(List<List<Local>> accs, int number) {
    return accs.stream().map(a -> a.get(number)).toList();
  }

  /** Pushes how many elements a step takes in. */
  public void pushElements() {
    VectorTypes.pushLanesTimes(code, lane, count);
  }

  /** One step, so many elements behind an index. */
  public void step(Feed feed, List<List<Local>> accs, Local at, Code.Part behind) {
    for (int k = 0; k < count; k++) {
      int vectors = k;
      code.scope(
          () -> {
            Local here =
                code.newInt(
                    () ->
                        code.load(at)
                            .plus(behind)
                            .plus(() -> VectorTypes.pushLanesTimes(code, lane, vectors)));
            feed.emit(each(accs, vectors), here, null);
          });
    }
  }

  /** Pushes how many elements a part has that begins at an index, of at most so many. */
  public static void pushRest(Code code, Local end, Local begin, int most) {
    pushRest(code, end, begin, () -> code.pushInt(most));
  }

  /** As {@link #pushRest(Code, Local, Local, int)}, given the code that pushes the most. */
  public static void pushRest(Code code, Local end, Local begin, Code.Part most) {
    code.load(end).minus(begin).min(most);
  }

  /** The first index from which so many elements go beyond the end. */
  public static Local past(Code code, Local end, Code.Part elements) {
    return code.newInt(() -> code.load(end).minus(elements).plus(1));
  }

  /** Takes in all elements from an index, which moves, to an end. */
  public void all(Feed feed, List<List<Local>> accs, Local at, Local end) {
    whileFits(feed, accs, at, end);
    code.whileBefore(
        at,
        end,
        () -> {
          Local mask = VectorLoop.tailMask(code, lane, at, end);
          feed.emit(each(accs, 0), at, mask);
          VectorTypes.advance(code, lane, at);
        });
  }

  /** Steps while they fit before an end. */
  private void whileFits(Feed feed, List<List<Local>> accs, Local at, Local end) {
    Local past = past(code, end, this::pushElements);
    code.whileLess(
        at,
        () -> code.load(past),
        () -> {
          step(feed, accs, at, () -> code.pushInt(0));
          code.increase(at, this::pushElements);
        });
  }

  /**
   * Takes in all elements from an index to an end, vector by vector and the last one under a mask.
   *
   * @param at moves, and is behind the last vector then
   */
  public void allInTurn(Feed feed, List<List<Local>> accs, Local at, Local end) {
    for (int vectors : new int[] {count, 1}) { // most rows have no end that turns accumulators
      Local length = code.newInt(() -> pushWhole(at, end, vectors));
      inTurn(feed, accs, at, () -> code.load(length));
      code.increase(at, () -> code.load(length));
    }
    code.ifThen(
        Code.less(at, end),
        () -> {
          feed.emit(each(accs, 0), at, VectorLoop.tailMask(code, lane, at, end));
          turn(accs);
          VectorTypes.advance(code, lane, at);
        });
  }

  /** Pushes how many elements between two indices are in groups of so many whole vectors. */
  public void pushWhole(Local at, Local end, int vectors) {
    code.load(end).minus(at);
    VectorTypes.pushLanesTimes(code, lane, vectors);
    code.op(Opcodes.INEG);
    code.op(Opcodes.IAND);
  }

  /**
   * Takes in whole vectors, and the accumulators take turns. The JIT makes several steps of it, and
   * checks each operand's bounds once before the loop; with all accumulators in a step it would
   * check those of each vector.
   */
  public void inTurn(Feed feed, List<List<Local>> accs, Local from, Code.Part length) {
    Local i = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        i,
        length,
        () -> VectorTypes.pushLength(code, lane),
        () -> {
          feed.emit(each(accs, 0), code.sum(from, i), null);
          turn(accs);
        });
  }

  /** The first accumulator of each reduction is its last one then. */
  public void turn(List<List<Local>> accs) {
    for (List<Local> its : accs) {
      its.forEach(code::load);
      its.subList(0, its.size() - 1).reversed().forEach(code::store);
      code.store(its.getLast());
    }
  }
}
