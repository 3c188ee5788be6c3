package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Nest;
import dev.tensorc.ir.DType;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The tensors of a kernel along a row, some of whose elements lie a few apart, or backwards. A
 * vector of those that lie three apart is read as three parts, vectors of all elements in between;
 * these are blended, and the elements permuted to their lanes. A store permutes, and blends each of
 * the three parts with the elements in between, which keep their values: a store under a mask takes
 * some 12 cycles on Zen 3. These elements belong to the array that the call writes.
 */
public final class SteppedRows extends RowTensors {

  private final Code code;
  private final DType lane;
  private final int inputs;

  /** The kernel's own, behind which others are that are read at computed places. */
  private final int tensors;

  private final List<Integer> steps;
  private final List<Boolean> interleaved;
  private final LaneConstants constants;
  private final RowMemory memory;
  private final Map<RowTensor, Integer> stepped = new IdentityHashMap<>();

  /** How many elements a row has; null where all vectors are whole. */
  private @Nullable Local end;

  /**
   * Some of the memory of a row.
   *
   * @param all whether all elements of a step are used
   */
  private record Part(DType dtype, int step, int part, boolean all) {}

  private final Map<Part, Local> inRow = new HashMap<>();
  private final Map<Part, Local> storedInRow = new HashMap<>();

  /**
   * @param steps for each tensor, as in {@link Nest#steps}
   * @param interleaved for each tensor, as in {@link Nest#usesAll}
   */
  public SteppedRows(
      Code code,
      Kernel kernel,
      DType lane,
      List<Integer> steps,
      List<Boolean> interleaved,
      LaneConstants constants) {
    super(code, kernel, lane);
    this.code = code;
    this.lane = lane;
    this.inputs = kernel.inputs().size();
    this.tensors = inputs + kernel.results().size();
    this.steps = steps;
    this.interleaved = interleaved;
    this.constants = constants;
    this.memory = new RowMemory(code);
  }

  /** Emits the masks of the elements in a row of less than a vector. */
  public void endsAt(Local n) {
    end = n;
  }

  @Override
  public List<RowTensor> row(List<Tensor> tensors) {
    List<RowTensor> row = super.row(tensors);
    for (int t = 0; t < row.size(); t++) {
      int step = steps.get(t);
      if (!Nest.isPlain(step)) {
        stepped.put(row.get(t), step);
      }
    }
    return row;
  }

  @Override
  public void load(RowTensor t, Local i, @Nullable Local tail) {
    Integer step = stepped.get(t);
    if (step == null) {
      super.load(t, i, tail);
      return;
    }
    pushTaken(t.dtype(), step, 0, part -> pushPart(t, i, step, part, false));
  }

  /** A row of steps of so many elements as vectors of the first ones, of the second, and so on. */
  public List<Local> taken(RowTensor t, Local i, int step) {
    DType d = t.dtype();
    return taken(d, locals(d, IntStream.range(0, step), part -> pushPart(t, i, step, part, true)));
  }

  /**
   * The vectors of the first elements of each step, of the second, and so on, of a row in parts. Of
   * an even number of parts every other element is taken, and both halves are gone on with.
   */
  private List<Local> taken(DType d, List<Local> parts) {
    int step = parts.size();
    if (step == 1) {
      return parts;
    }
    if (step % 2 != 0) {
      return locals(
          d,
          IntStream.range(0, step),
          first -> pushTaken(d, step, first, part -> code.load(parts.get(part))));
    }
    IntFunction<List<Local>> half =
        first ->
            locals(
                d,
                IntStream.range(0, step / 2),
                k -> pushTaken(d, 2, first, part -> code.load(parts.get(2 * k + part))));
    return inTurn(taken(d, half.apply(0)), taken(d, half.apply(1)));
  }

  private static List<Local> inTurn(List<Local> even, List<Local> odd) {
    return IntStream.range(0, 2 * even.size())
        .mapToObj(k -> (k % 2 == 0 ? even : odd).get(k / 2))
        .toList();
  }

  private List<Local> locals(DType d, IntStream numbers, IntConsumer push) {
    return numbers.mapToObj(k -> code.newLocal(VectorTypes.of(d), () -> push.accept(k))).toList();
  }

  private void pushPart(RowTensor t, Local i, int step, int part, boolean all) {
    LaneSpecies.push(code, t.dtype(), lane);
    pushPlace(t, i, step, part);
    memory.load(t.dtype(), end == null ? null : () -> pushMask(inRow, t.dtype(), step, part, all));
  }

  /**
   * Pushes the elements that lie so many after the first ones of each step, from all parts. Where
   * the step is odd no two of them have the same lane of their parts, and one permute is enough.
   *
   * @param push pushes a part
   */
  private void pushTaken(DType d, int step, int first, IntConsumer push) {
    boolean isOdd = step % 2 != 0;
    for (int part = 0; part < Nest.parts(step); part++) {
      push.accept(part);
      if (!isOdd) {
        rearrange(d, "loaded", step, first);
      }
      if (part > 0) {
        blend(d, isOdd ? "storedAt" : "loadedFrom", step, first, part);
      }
    }
    if (isOdd) {
      rearrange(d, "loaded", step, first);
    }
  }

  private void rearrange(DType d, String pattern, int... arguments) {
    constants.pushShuffle(code, d, lane, pattern, arguments);
    call(d, "rearrange", VectorTypes.SHUFFLE);
  }

  private void blend(DType d, String pattern, int... arguments) {
    constants.pushMask(code, d, lane, pattern, arguments);
    call(d, "blend", VectorTypes.VECTOR, VectorTypes.MASK);
  }

  @Override
  public void store(RowTensor out, Local value, Local i, @Nullable Local tail) {
    Integer step = stepped.get(out);
    if (step == null) {
      super.store(out, value, i, tail);
      return;
    }
    DType d = out.dtype();
    Local placed = step > 0 && step % 2 != 0 ? placed(d, value, step, 0) : value;
    for (int p = 0; p < Nest.parts(step); p++) {
      int part = p;
      boolean blends = end == null && step > 0;
      if (blends) {
        pushPart(out, i, step, part, false);
      }
      code.load(placed);
      if (step < 0) {
        rearrange(d, "loaded", step, 0);
      } else if (step % 2 == 0) {
        rearrange(d, "stored", step, part);
      }
      if (blends) {
        blend(d, "storedAt", step, 0, part);
      }
      pushPlace(out, i, step, part);
      memory.store(d, end == null ? null : () -> pushStored(d, step, part));
    }
  }

  /** Moves each element of a vector to the lane that it has in its part; the step is odd. */
  private Local placed(DType d, Local value, int step, int first) {
    return code.newLocal(
        VectorTypes.of(d),
        () -> {
          code.load(value);
          rearrange(d, "placed", step, first);
        });
  }

  /** Stores vectors whose elements come in turn. */
  public void storeInTurn(RowTensor out, List<Local> values, Local i) {
    DType d = out.dtype();
    int step = values.size();
    List<Local> parts = joined(d, values);
    for (int p = 0; p < step; p++) {
      int part = p;
      code.load(parts.get(part));
      pushPlace(out, i, step, part);
      memory.store(d, end == null ? null : () -> pushMask(inRow, d, step, part, true));
    }
  }

  /** The way back from {@link #taken}. */
  private List<Local> joined(DType d, List<Local> values) {
    int step = values.size();
    if (step == 1) {
      return values;
    }
    if (step % 2 != 0) {
      List<Local> all =
          IntStream.range(0, step)
              .mapToObj(first -> placed(d, values.get(first), step, first))
              .toList();
      return locals(d, IntStream.range(0, step), part -> pushJoined(d, all, part));
    }
    IntFunction<List<Local>> half =
        first ->
            joined(
                d, IntStream.range(0, step / 2).mapToObj(k -> values.get(2 * k + first)).toList());
    List<Local> even = half.apply(0);
    List<Local> odd = half.apply(1);
    return locals(
        d, IntStream.range(0, step), k -> pushPair(d, even.get(k / 2), odd.get(k / 2), k % 2));
  }

  /** Pushes a part, of an odd number, in which elements of all those vectors come in turn. */
  private void pushJoined(DType d, List<Local> placed, int part) {
    for (int first = 0; first < placed.size(); first++) {
      code.load(placed.get(first));
      if (first > 0) {
        blend(d, "storedAt", placed.size(), first, part);
      }
    }
  }

  /** Pushes one of two parts in which elements of two vectors come in turn. */
  private void pushPair(DType d, Local even, Local odd, int part) {
    code.load(even);
    rearrange(d, "stored", 2, part);
    code.load(odd);
    rearrange(d, "stored", 2, part);
    blend(d, "storedAt", 2, 1, part);
  }

  private void pushMask(Map<Part, Local> masks, DType d, int step, int part, boolean all) {
    code.load(Objects.requireNonNull(masks.get(new Part(d, step, part, all))));
  }

  @Override
  public void prologue(List<Tensor> tensors) {
    super.prologue(tensors);
    if (end == null) {
      return;
    }
    for (int t = 0; t < tensors.size(); t++) {
      DType d = tensors.get(t).dtype();
      int step = steps.get(t);
      boolean all = interleaved.get(t);
      boolean stored = t >= inputs && t < this.tensors && !all;
      for (int part = 0; part < Nest.parts(step); part++) {
        var key = new Part(d, step, part, all);
        inRow.computeIfAbsent(key, k -> code.newLocal(VectorTypes.MASK, () -> pushInRow(k)));
        if (stored && step > 0) {
          storedInRow.computeIfAbsent(
              key, k -> code.newLocal(VectorTypes.MASK, () -> pushStoredInRow(k)));
        }
      }
    }
  }

  /** Pushes the mask under which a part of a row of less than a vector is stored. */
  private void pushStored(DType d, int step, int part) {
    pushMask(step < 0 ? inRow : storedInRow, d, step, part, false);
  }

  private void pushStoredInRow(Part p) {
    constants.pushMask(code, p.dtype(), lane, "storedAt", p.step(), 0, p.part());
    code.load(Objects.requireNonNull(inRow.get(p)));
    code.callVirtual(VectorTypes.MASK, "and", VectorTypes.MASK, VectorTypes.MASK);
  }

  /** Pushes the mask over a part's places that are in the row, which has less than a vector. */
  private void pushInRow(Part p) {
    Local n = Objects.requireNonNull(end);
    LaneSpecies.push(code, p.dtype(), lane);
    if (p.step() < 0) { // the last n places
      code.load(n);
      VectorTypes.pushLength(code, lane);
      code.op(Opcodes.ISUB);
      VectorTypes.pushLength(code, lane);
    } else {
      VectorTypes.pushLanesTimes(code, lane, p.part());
      pushElements(p, n);
    }
    code.callInterface(
        VectorTypes.SPECIES, "indexInRange", VectorTypes.MASK, Type.INT_TYPE, Type.INT_TYPE);
  }

  /** Pushes how many elements of memory a row has: those of a last step only where all are used. */
  private void pushElements(Part p, Local n) {
    code.load(n).times(p.step());
    if (!p.all()) {
      code.pushInt(1 - p.step());
      code.op(Opcodes.IADD);
    }
  }

  private void call(DType d, String name, Type... arguments) {
    code.callVirtual(VectorTypes.of(d), name, VectorTypes.of(d), arguments);
  }

  /**
   * Pushes the memory and where in it a part of the vector at index {@code i} begins: a row that
   * goes backwards leaves the slice of native memory that begins with the row.
   */
  private void pushPlace(RowTensor t, Local i, int step, int part) {
    boolean arrays = code.memory() == Memory.ARRAYS;
    boolean whole = arrays || step < 0;
    code.load(whole ? t.whole() : t.array());
    code.load(i).times(step).plus(() -> pushDistance(step, part)).toIndex();
    if (whole) {
      code.load(t.offset());
      code.memory().add(code);
    }
    if (!arrays) {
      code.pushLong(t.dtype().bytes());
      code.op(Opcodes.LMUL);
    }
  }

  /** Pushes how many elements after its first lane's a part begins. */
  private void pushDistance(int step, int part) {
    if (step < 0) {
      code.pushInt(1).minus(() -> VectorTypes.pushLength(code, lane));
    } else {
      VectorTypes.pushLanesTimes(code, lane, part);
    }
  }
}
