package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.AlongRow;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.scalar.PointResults;
import dev.tensorc.codegen.emit.scalar.ScalarSearch;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.LaneConstants;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits reductions of rows that stay in registers: rows that a few vectors hold, or so short that
 * each virtual lane adds its elements in turn. Nothing is handed to the runtime. Lanes after the
 * row's end hold a neutral value, so the virtual lanes' tree is that of the vectors and then of the
 * halves of one vector, whatever the row's length.
 */
public final class RowsInRegisters extends KernelBody {

  /** Vectors that are all virtual lanes: so many have a loop. */
  private static final int ALL = VectorAccumulators.COUNT;

  /** Stands for a loop: its vectors stand in the code twice. */
  private static final int LOOP = 2 * ALL;

  /** How many vectors a row has, in the order in which they are asked for. */
  private static final List<Integer> VECTORS = List.of(1, 2, ALL, LOOP);

  private final int vectors;
  private final LaneConstants constants;
  private final DType lane;
  private final Local n;
  private final RowTensors rows;
  private final PointResults results;
  private final List<VectorBody> bodies = new ArrayList<>();
  private final List<Integer> alongRow;
  private final VectorBody last;

  /** Whether an element is the best one of its row, for a search. */
  private final List<Expr> isBest;

  private final VectorBody places;
  private final int axis;

  /** For each result along the row, where its last row begins that whole vectors store. */
  private final Map<Integer, Local> lastWhole = new HashMap<>();

  private final List<Local> at = new ArrayList<>();
  private final List<@Nullable Local> masks = new ArrayList<>();

  /** For each of the row's vectors, the values that the rest of the row's work needs again. */
  private final List<Map<Expr, Local>> held = new ArrayList<>();

  private RowsInRegisters(Kernel kernel, Code code, int vectors, LaneConstants constants) {
    super(kernel, code);
    this.vectors = vectors;
    this.constants = constants;
    this.lane = Vectorizable.lane(kernel);
    this.axis = kernel.parallel() - 1;
    this.n = params.extents().get(kernel.innermost());
    this.rows = new RowTensors(code, kernel, lane);
    this.results = new PointResults(kernel, code, params.scalars());
    for (Reduction r : kernel.reductions()) {
      bodies.add(body(r.parts()));
    }
    this.alongRow =
        IntStream.range(0, kernel.results().size())
            .filter(k -> kernel.results().get(k).alongRow())
            .boxed()
            .toList();
    this.last = body(alongRow.stream().map(k -> kernel.results().get(k).value()).toList());
    this.isBest = kernel.reductions().stream().filter(Reduction::finds).map(this::isBest).toList();
    this.places = body(isBest);
  }

  private Expr isBest(Reduction search) {
    Expr x = search.value();
    return ScalarSearch.isBest(x, new Expr.Reduced(0, x.type()));
  }

  private VectorBody body(List<Expr> roots) {
    return new VectorBody(code, kernel, rows, roots, lane, params.scalars());
  }

  // ---------------------------------------------------------------- the kernel's own method

  private static boolean possible(Kernel k, int vectors) {
    return k.parallel() > 0
        && !k.rounds()
        && k.reductions().stream()
            .allMatch(r -> r.finds() ? vectors <= ALL && finds(k) : r.goesInLanes())
        && fits(k, vectors, k.tuning().budgets().sums());
  }

  /**
   * Whether a kernel is a search by itself, in the lanes of its elements. AVX2 has no instruction
   * for extremes of i64, so that scalar code takes less time.
   */
  private static boolean finds(Kernel k) {
    Reduction first = k.reductions().getFirst();
    DType d = first.value().type();
    return first.finds()
        && k.reductions().size() == 1
        && d == Vectorizable.lane(k)
        && (d.isFloat() || d.bytes() < Long.BYTES);
  }

  /** Up to how many vectors rows stay in registers whole, fewer than hold all virtual lanes. */
  static OptionalInt ofFewVectors(Kernel k) {
    return VECTORS.stream().mapToInt(v -> v).filter(v -> v < ALL && possible(k, v)).max();
  }

  /** Up to how many vectors a row that is searched stays in registers. */
  public static int ofSearch(Kernel k) {
    return VECTORS.stream().filter(v -> possible(k, v)).reduce(0, Math::max);
  }

  private static boolean fits(Kernel k, int vectors, Budgets.Sums most) {
    long operations = new AlongRow(k).operations(roots(k)) + k.reductions().size();
    return k.inputs().size() <= most.registerOperands()
        && vectors * operations <= most.registerOperations()
        && (vectors < LOOP || k.reductions().size() == 1);
  }

  private static List<Expr> roots(Kernel k) {
    var roots = new ArrayList<Expr>();
    k.reductions().forEach(r -> roots.addAll(r.parts()));
    k.results().stream().filter(Result::alongRow).forEach(r -> roots.add(r.value()));
    return roots;
  }

  private static String method(String kernel, int vectors) {
    return kernel + "Registers" + (vectors == LOOP ? "Loop" : vectors);
  }

  /**
   * @param k reduces rows
   * @param name of the kernel's method
   */
  public static void addForms(Kernel k, String name, List<KernelForm> forms) {
    for (int v : VECTORS) {
      if (possible(k, v)) {
        forms.add(
            new KernelForm(
                method(name, v),
                k,
                (kernel, code, holders, _) ->
                    new RowsInRegisters(kernel, code, v, holders.constants()).emit()));
      }
    }
  }

  /** Hands over rows that are short enough; their elements lie next to each other. */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Local n = prologue.extent(k.innermost());
    for (int v : VECTORS) {
      if (possible(k, v)) {
        BiConsumer<Code, Label> fits =
            v == LOOP ? isOneChunk(k, n) : VectorLoop.hasAtMost(Vectorizable.lane(k), n, v);
        prologue.leaveIf(
            finds(k) ? Code.and(Code.atMost(n, Long.SIZE), fits) : fits,
            method(prologue.name(), v));
      }
    }
  }

  /** Holds where a lane of a few vectors is a virtual lane, and adds one chunk. */
  private static BiConsumer<Code, Label> isOneChunk(Kernel k, Local n) {
    DType lane = Vectorizable.lane(k);
    return (c, no) -> {
      if (k.reductions().stream().anyMatch(FloatSums::orders)) {
        VectorTypes.pushLanesTimes(c, lane, ALL);
        c.pushInt(FloatSums.lanes(lane));
        c.mv().visitJumpInsn(Opcodes.IF_ICMPNE, no);
      }
      VectorLoop.hasAtMost(lane, n, ALL * FloatSums.CHUNK).accept(c, no);
    };
  }

  // ---------------------------------------------------------------- the form's method

  private void emit() {
    for (int v = 0; v < (isLoop() ? ALL : vectors); v++) {
      Local i = place(v);
      at.add(i);
      if (!isLoop()) {
        masks.add(v < vectors / 2 ? null : VectorLoop.tailMask(code, lane, i, n));
      }
    }
    rows.prologue(params.tensors());
    rows.padStill(n, ALL * FloatSums.CHUNK, ALL);
    bodies.forEach(b -> b.prologue(params.tensors()));
    places.prologue(params.tensors());
    last.prologue(params.tensors());
    nest.loops(axis, params.tensors(), this::rows);
    code.op(Opcodes.RETURN);
  }

  private void rows(List<Tensor> outer) {
    lastWhole.clear();
    if (!isLoop() && code.memory() == Memory.ARRAYS) {
      alongRow.forEach(k -> lastWhole.put(k, lastWhole(outer.get(kernel.inputs().size() + k))));
    }
    nest.loops(axis, axis + 1, outer, this::row);
  }

  /**
   * The last place where a row may begin that is stored in whole vectors: the next rows, which
   * follow without a gap, overwrite the rest. Stores under a mask take some 12 cycles on Zen 3.
   */
  private Local lastWhole(Tensor out) {
    Local last = code.newInt(() -> code.load(out.offset()).minus(1));
    code.ifThen(
        Code.intsEqual(() -> code.load(out.strides()[axis]), () -> code.load(n)),
        () ->
            code.assign(
                last,
                () -> {
                  code.load(out.offset())
                      .plus(() -> code.load(n).times(params.extents().get(axis)));
                  VectorTypes.pushLanesTimes(code, lane, vectors);
                  code.op(Opcodes.ISUB);
                }));
    return last;
  }

  private boolean isLoop() {
    return vectors == LOOP;
  }

  /** Where a vector of the row begins; of a loop, one of those behind the last turn. */
  private Local place(int number) {
    return code.newInt(
        () -> {
          VectorTypes.pushLanesTimes(code, lane, number);
          if (isLoop()) {
            code.load(n);
            VectorTypes.pushLanesTimes(code, lane, ALL);
            code.pushInt(-1);
            code.op(Opcodes.IMUL);
            code.op(Opcodes.IAND);
            code.op(Opcodes.IADD);
          }
        });
  }

  private void row(List<Tensor> tensors) {
    List<RowTensor> row = rows.row(tensors);
    held.clear();
    at.forEach(_ -> held.add(new IdentityHashMap<>()));
    var reduced = new ArrayList<Local>();
    for (int r = 0; r < kernel.reductions().size(); r++) {
      Reduction reduction = kernel.reductions().get(r);
      Row values = bodies.get(r).row(tensors, row, reduced);
      if (!isLoop()) {
        hold(r, bodies.get(r), values);
      }
      reduced.add(
          reduction.finds()
              ? find(reduction, bodies.get(r), values, best -> places.row(tensors, row, best))
              : reduce(reduction, bodies.get(r), values));
    }
    results.store(tensors, reduced);
    if (!alongRow.isEmpty()) {
      Row values = last.row(tensors, row, reduced);
      if (isLoop()) {
        VectorLoop.alongRow(code, lane, n, (i, tail) -> store(values, i, tail));
      } else {
        for (int v = 0; v < vectors; v++) {
          store(values.with(held.get(v)), at.get(v), masks.get(v));
        }
      }
    }
  }

  /** Computes the values that a reduction shares with later ones, or with results along the row. */
  private void hold(int reduction, VectorBody body, Row row) {
    List<Expr> later = new ArrayList<>();
    kernel.reductions().stream().skip(reduction + 1L).forEach(r -> later.addAll(r.parts()));
    alongRow.forEach(k -> later.add(kernel.results().get(k).value()));
    List<Expr> common = common(kernel.reductions().get(reduction).parts(), ExprNodes.of(later));
    for (int v = 0; v < vectors; v++) {
      List<Local> values = body.values(row.with(held.get(v)), common, at.get(v), masks.get(v));
      for (int k = 0; k < common.size(); k++) {
        held.get(v).put(common.get(k), values.get(k));
      }
    }
  }

  /** The largest expressions that change along the row and are among others. */
  private List<Expr> common(List<Expr> roots, Set<Expr> others) {
    var found = new ArrayList<Expr>();
    addCommon(
        roots,
        others,
        new AlongRow(kernel),
        Collections.newSetFromMap(new IdentityHashMap<>()),
        found);
    return found;
  }

  private static void addCommon(
      List<Expr> roots, Set<Expr> others, AlongRow row, Set<Expr> seen, List<Expr> found) {
    for (Expr e : roots) {
      boolean isMask = e.type() == DType.BOOL; // it belongs to the lanes of the dtype that made it
      if (seen.add(e) && row.changes(e)) {
        if (others.contains(e) && !isMask) {
          found.add(e);
        } else {
          addCommon(ExprNodes.children(e), others, row, seen, found);
        }
      }
    }
  }

  private void store(Row row, Local i, @Nullable Local mask) {
    List<Expr> roots = alongRow.stream().map(k -> kernel.results().get(k).value()).toList();
    List<Local> values = last.values(row, roots, i, mask);
    for (int k = 0; k < alongRow.size(); k++) {
      RowTensor out = row.tensors().get(kernel.inputs().size() + alongRow.get(k));
      Local value = values.get(k);
      Local last = mask == null ? null : lastWhole.get(alongRow.get(k));
      if (last == null) {
        rows.store(out, value, i, mask);
      } else {
        code.ifElse(
            Code.less(last, out.offset()),
            () -> rows.store(out, value, i, mask),
            () -> rows.store(out, value, i, null));
      }
    }
  }

  /** Finds the row's extreme, then the first lane that has it: a bit of an i64 for each lane. */
  private Local find(
      Reduction search, VectorBody body, Row row, Function<List<Local>, Row> givenBest) {
    for (int v = 0; v < vectors; v++) {
      Map<Expr, Local> its = held.get(v);
      List<Local> x = body.values(row.with(its), search.parts(), at.get(v), masks.get(v));
      its.put(search.value(), x.getFirst());
    }
    Builtin op = search.op() == Builtin.ARGMAX ? Builtin.MAX : Builtin.MIN;
    var extreme = new Reduction(op, search.value(), search.lastAxis());
    Row compared = givenBest.apply(List.of(reduce(extreme, body, row)));
    Local lanes = code.newLocal(Type.LONG_TYPE, () -> code.pushLong(0));
    for (int v = 0; v < vectors; v++) {
      Local found =
          places.values(compared.with(held.get(v)), isBest, at.get(v), masks.get(v)).getFirst();
      Local place = at.get(v);
      code.assign(
          lanes,
          () -> {
            code.load(found);
            code.callVirtual(VectorTypes.MASK, "toLong", Type.LONG_TYPE);
            code.load(place);
            code.op(Opcodes.LSHL);
            code.load(lanes);
            code.op(Opcodes.LOR);
          });
    }
    return code.newLocal(
        Type.LONG_TYPE,
        () -> {
          code.load(lanes);
          code.callStatic(
              Type.getType(Long.class), "numberOfTrailingZeros", Type.INT_TYPE, Type.LONG_TYPE);
          code.op(Opcodes.I2L);
        });
  }

  private Local reduce(Reduction r, VectorBody body, Row row) {
    var accumulators = new VectorAccumulators(code, r);
    List<Local> all =
        isLoop() ? sums(r, accumulators, body, row) : leaves(r, accumulators, body, row);
    for (int half = all.size() / 2; half > 0; half /= 2) {
      accumulators.combineWith(all.subList(0, half), all.subList(half, 2 * half));
    }
    Type type = JvmTypes.scalar(r.result());
    return FloatSums.orders(r)
        ? code.newLocal(type, () -> accumulators.pushHalves(all.getFirst(), constants))
        : code.newLocal(type, () -> accumulators.pushCombined(all.subList(0, 1)));
  }

  /** The row in vectors, those behind its last element padded. */
  private List<Local> leaves(
      Reduction r, VectorAccumulators accumulators, VectorBody body, Row row) {
    var leaves = new ArrayList<Local>();
    for (int v = 0; v < vectors; v++) {
      Local mask = masks.get(v);
      List<Local> parts = body.values(row.with(held.get(v)), r.parts(), at.get(v), mask);
      leaves.add(accumulators.padded(parts, mask == null ? null : lanes(r, mask)));
    }
    return leaves;
  }

  /** The sum of each lane, in turn. */
  private List<Local> sums(Reduction r, VectorAccumulators accumulators, VectorBody body, Row row) {
    List<Local> sums = accumulators.startNeutral(ALL);
    Local i = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        i,
        () -> code.load(at.getFirst()),
        () -> VectorTypes.pushLanesTimes(code, lane, ALL),
        () -> {
          for (int v = 0; v < ALL; v++) {
            int number = v;
            Local place =
                code.newInt(
                    () -> code.load(i).plus(() -> VectorTypes.pushLanesTimes(code, lane, number)));
            accumulators.feed(sums.get(v), body.values(row, r.parts(), place, null), null);
          }
        });
    code.ifThen(
        Code.less(at.getFirst(), n),
        () -> {
          for (int v = 0; v < ALL; v++) {
            Local place = at.get(v);
            Local mask = VectorLoop.tailMask(code, lane, place, n);
            List<Local> parts = body.values(row, r.parts(), place, mask);
            accumulators.feed(sums.get(v), parts, lanes(r, mask));
          }
        });
    return sums;
  }

  private Local lanes(Reduction r, Local mask) {
    return VectorTypes.mask(code, mask, r.value().type(), lane);
  }
}
