package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * {@code argmax} and {@code argmin} of columns: each lane has the best value of its column so far,
 * where it stands, and of floats where the first NaN stands. After a NaN the best value means
 * nothing. No value that a loop carries is a receiver (decision 23).
 */
public final class LaneSearch {

  private final Code code;
  private final Reduction search;
  private final DType dtype;
  private final DType lane;
  private final DType place;

  /** The best values, their places, and those of NaN. */
  private final List<Local> state = new ArrayList<>();

  /**
   * @param lane the dtype whose lanes are counted in, at least as wide as an i32
   */
  public LaneSearch(Code code, Reduction search, DType lane) {
    this.code = code;
    this.search = search;
    this.dtype = search.value().type();
    this.lane = lane;
    this.place = place(lane);
    state(search, lane).forEach(d -> state.add(code.newLocal(VectorTypes.of(d))));
  }

  private static DType place(DType lane) {
    return lane.bytes() == Long.BYTES ? DType.I64 : DType.I32;
  }

  /** The dtypes of the vectors that a search consists of between two rows. */
  public static List<DType> state(Reduction search, DType lane) {
    DType d = search.value().type();
    return d.isFloat() ? List.of(d, place(lane), place(lane)) : List.of(d, place(lane));
  }

  /** Begins with nothing seen yet. */
  public void start() {
    code.assign(state.get(0), () -> pushSplat(dtype, ScalarKernel.start(search.op(), dtype)));
    code.assign(state.get(1), () -> pushSplat(place, 0));
    if (dtype.isFloat()) {
      code.assign(state.get(2), () -> pushSplat(place, place.highest()));
    }
  }

  /** Goes on with the vectors of a state. */
  public void goOn(List<Local> from) {
    for (int k = 0; k < state.size(); k++) {
      code.assign(state.get(k), from.get(k));
    }
  }

  /**
   * The next value of each column.
   *
   * @param at where it stands, an int
   */
  public void offer(Local value, Local at) {
    String as = search.op() == Builtin.ARGMAX ? "LE" : "GE";
    Local stays = compare(value, dtype.isUnsigned() ? "U" + as : as, state.get(0));
    Local here =
        code.newLocal(
            VectorTypes.of(place),
            () -> VectorTypes.broadcast(code, place, lane, () -> pushPlace(at)));
    code.assign(state.get(0), () -> blend(dtype, value, () -> code.load(state.get(0)), stays));
    code.assign(state.get(1), () -> blend(place, here, () -> code.load(state.get(1)), stays));
    if (dtype.isFloat()) {
      Local isNumber = compare(value, "EQ", value);
      code.assign(
          state.get(2),
          () -> {
            blend(place, here, () -> pushSplat(place, place.highest()), isNumber);
            code.load(state.get(2));
            VectorTypes.call(code, place, "min", VectorTypes.VECTOR);
          });
    }
  }

  private void pushPlace(Local at) {
    code.load(at);
    if (place == DType.I64) {
      code.op(Opcodes.I2L);
    }
  }

  private Local compare(Local value, String operator, Local other) {
    return code.newLocal(
        VectorTypes.MASK,
        () -> {
          code.load(value);
          VectorTypes.operator(code, operator, "Comparison");
          code.load(other);
          VectorTypes.compare(code, dtype);
        });
  }

  /** Pushes a vector with other values in the lanes of a mask over lanes of the elements. */
  private void blend(DType d, Local vector, Code.Part other, Local mask) {
    code.load(vector);
    other.emit();
    code.load(mask);
    if (d != dtype) {
      VectorTypes.castMask(code, d, lane);
    }
    VectorTypes.call(code, d, "blend", VectorTypes.VECTOR, VectorTypes.MASK);
  }

  private void pushSplat(DType d, Object number) {
    VectorTypes.broadcast(code, d, lane, () -> JvmTypes.pushConstant(code, d, number));
  }

  /** The vectors of the state after a loop, of classes that the JIT knows. */
  public List<Local> state() {
    List<DType> types = state(search, lane);
    var known = new ArrayList<Local>();
    for (int k = 0; k < state.size(); k++) {
      DType d = types.get(k);
      Local vector = state.get(k);
      known.add(
          code.newLocal(
              vector.type(),
              () -> {
                pushSplat(d, d.isFloat() ? Scalars.nearest(d, -0.0) : 0);
                VectorTypes.operator(code, "ADD", "Associative");
                code.load(vector);
                VectorTypes.lanewise(code, d);
              }));
    }
    return known;
  }

  /**
   * The places that have been found, as i64.
   *
   * @param lane the dtype whose lanes the search counted in
   * @param stored the dtype whose lanes the results have
   * @param places the vectors of a state that are places
   */
  public static Local found(Code code, DType lane, DType stored, List<Local> places) {
    DType place = place(lane);
    return code.newLocal(
        VectorTypes.of(DType.I64),
        () -> {
          if (places.size() == 1) {
            code.load(places.getFirst());
          } else {
            pushOfNumbersOrNaN(code, place, stored, places.getFirst(), places.getLast());
          }
          new VectorCasts(code, stored).emit(place, DType.I64);
        });
  }

  /** Pushes the place of the first NaN where there is one, else that of the best number. */
  private static void pushOfNumbersOrNaN(
      Code code, DType place, DType stored, Local best, Local nan) {
    code.load(nan);
    code.load(best);
    code.load(nan);
    VectorTypes.operator(code, "EQ", "Comparison");
    VectorTypes.broadcast(
        code, place, stored, () -> JvmTypes.pushConstant(code, place, place.highest()));
    VectorTypes.compare(code, place);
    VectorTypes.call(code, place, "blend", VectorTypes.VECTOR, VectorTypes.MASK);
  }
}
