package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.scalar.ScalarEmitter;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Expressions that are evaluated along rows of a kernel's innermost axis. Expressions that do not
 * change along the row are computed once, as scalar code, and splat.
 */
public final class VectorBody {

  /**
   * A row: its tensors, and the values that are in vectors already: those that are the same along
   * it, and those of an earlier sweep.
   */
  public record Row(List<RowTensor> tensors, Map<Expr, Local> known) {

    /** This row, with further values that are in vectors already. */
    public Row with(Map<Expr, Local> further) {
      var all = new IdentityHashMap<>(known);
      all.putAll(further);
      return new Row(tensors, all);
    }
  }

  private final Code code;
  private final Kernel kernel;
  private final DType lane;
  private final RowTensors tensors;
  private final List<Local> scalars;
  private final Map<Expr, Integer> kept;
  private final Map<Expr, Integer> levels = new IdentityHashMap<>();
  private final List<Expr> frontier = new ArrayList<>();
  private final Map<Expr, Local> constants = new IdentityHashMap<>();
  private final LaneGathers gathers;
  private @Nullable IntFunction<Local> indices;

  /**
   * @param roots the expressions that are evaluated along rows
   */
  public VectorBody(
      Code code,
      Kernel kernel,
      RowTensors tensors,
      List<Expr> roots,
      DType lane,
      List<Local> scalars) {
    this(code, kernel, tensors, roots, Map.of(), lane, scalars);
  }

  /**
   * @param roots the expressions that are evaluated along rows
   * @param kept values that lie along the row of a result, by its number
   */
  public VectorBody(
      Code code,
      Kernel kernel,
      RowTensors tensors,
      List<Expr> roots,
      Map<Expr, Integer> kept,
      DType lane,
      List<Local> scalars) {
    this.kept = kept;
    this.code = code;
    this.kernel = kernel;
    this.tensors = tensors;
    this.lane = lane;
    this.scalars = scalars;
    this.gathers = new LaneGathers(code, kernel, lane);
    roots.forEach(this::hoistIfSame);
  }

  /** By identity, as it is looked up: a piece that is of two rows has equal nodes twice. */
  private void hoistIfSame(Expr e) {
    if (level(e) < 2 && frontier.stream().noneMatch(other -> other == e)) {
      frontier.add(e);
    }
  }

  /** 0: the same in the whole kernel; 1: in a row; 2: changes along the row. */
  private int level(Expr e) {
    Integer known = levels.get(e);
    if (known != null) {
      return known;
    }
    if (kept.containsKey(e)) {
      levels.put(e, 2);
      return 2;
    }
    int level =
        switch (e) {
          case Expr.Load load -> kernel.follows(load.input(), kernel.innermost()) ? 2 : 1;
          case Expr.Gathered g ->
              g.inLanes() || kernel.follows(g.input(), kernel.innermost()) ? 2 : 1;
          case Expr.Reduced _ -> kernel.reducesRows() ? 1 : 2;
          case Expr.AxisIndex index -> index.axis() == kernel.innermost() ? 2 : 1;
          case Expr.Op op when op.span().isPresent() -> 2; // a row of no elements does not throw
          default -> {
            int max = 0;
            for (Expr child : ExprNodes.children(e)) {
              max = Math.max(max, level(child));
            }
            yield max;
          }
        };
    levels.put(e, level);
    if (level == 2 && !(e instanceof Expr.Gathered g && !g.inLanes())) {
      ExprNodes.children(e).forEach(this::hoistIfSame);
    }
    return level;
  }

  /**
   * Rows begin where that is known of the axes outside.
   *
   * @param indexOf the index on an axis
   */
  public void inside(IntFunction<Local> indexOf) {
    indices = indexOf;
  }

  /** Emits the code before all rows. */
  public void prologue(List<Tensor> tensors) {
    gathers.prologue();
    for (Expr e : frontier) {
      if (level(e) == 0) {
        constants.put(e, splat(e, tensors, List.of()));
      }
    }
  }

  /**
   * Emits the code before a row.
   *
   * @param at the tensors at the beginning of the row
   * @param row the same along the row
   * @param reduced scalars that reductions over this row have given
   */
  public Row row(List<Tensor> at, List<RowTensor> row, List<Local> reduced) {
    var known = new IdentityHashMap<>(constants);
    for (Expr e : frontier) {
      if (level(e) == 1) {
        known.put(e, ofRow(e, at, reduced));
      }
    }
    return new Row(row, known);
  }

  /** The same, along tensors from their beginning on, where no reduction has been before. */
  public Row row(List<Tensor> at) {
    return row(at, tensors.row(at), List.of());
  }

  /**
   * The values that are the same along a row. Where rows are swept they stay scalars, which the JIT
   * splats before a loop: a vector that lives from sweep to sweep it made an object in some JVMs.
   */
  private Local ofRow(Expr e, List<Tensor> at, List<Local> reduced) {
    return kernel.reducesRows() && e.type() != DType.BOOL
        ? code.newLocal(JvmTypes.scalar(e.type()), () -> pushScalar(e, at, reduced))
        : splat(e, at, reduced);
  }

  private Local splat(Expr e, List<Tensor> at, List<Local> reduced) {
    return code.newLocal(
        VectorTypes.of(e.type()),
        () -> VectorTypes.broadcast(code, e.type(), lane, () -> pushScalar(e, at, reduced)));
  }

  /**
   * Pushes the value of an expression that does not change along a row, as a scalar.
   *
   * @param at the tensors at the beginning of the row
   */
  public void pushScalar(Expr e, List<Tensor> at, List<Local> reduced) {
    new ScalarEmitter(
            code,
            leaf -> {
              if (leaf instanceof Expr.AxisIndex index) {
                Local i = Objects.requireNonNull(indices).apply(index.axis());
                ScalarKernel.pushIndex(code, i, index.type());
              } else {
                ScalarKernel.pushLeaf(code, leaf, at, scalars, reduced);
              }
            })
        .push(e);
  }

  /** Pushes the indices of a vector's lanes on the row's axis. */
  private void pushIndices(Local i, DType type) {
    VectorTypes.broadcast(code, type, lane, () -> ScalarKernel.pushIndex(code, i, type));
    code.pushInt(1);
    Type vector = VectorTypes.of(type);
    code.callVirtual(vector, "addIndex", vector, Type.INT_TYPE);
  }

  /**
   * The vectors of some of the roots at index {@code i} of the row.
   *
   * @param tail the lanes to read, null for all
   */
  public List<Local> values(Row row, List<Expr> roots, Local i, @Nullable Local tail) {
    return values(row, roots, i, tail, List.of());
  }

  /**
   * The vectors of some of the roots at index {@code i} of the row.
   *
   * @param reduced vectors of the reductions' results, where each lane is a result
   */
  public List<Local> values(
      Row row, List<Expr> roots, Local i, @Nullable Local tail, List<Local> reduced) {
    VectorEmitter.Leaves leaves =
        new VectorEmitter.Leaves() {
          @Override
          public void push(Expr leaf) {
            pushLeaf(row, leaf, i, tail, reduced);
          }

          @Override
          public void gather(Expr.Gathered g, Local places) {
            gathers.push(g, row.tensors().get(g.input()), places);
          }
        };
    return new VectorEmitter(code, lane, row.known(), kept.keySet(), leaves, tail).locals(roots);
  }

  private void pushLeaf(Row row, Expr leaf, Local i, @Nullable Local tail, List<Local> reduced) {
    Integer result = kept.get(leaf);
    if (result != null) {
      tensors.load(row.tensors().get(kernel.inputs().size() + result), i, tail);
      return;
    }
    switch (leaf) {
      case Expr.Load load -> tensors.load(row.tensors().get(load.input()), i, tail);
      case Expr.Reduced r -> code.load(reduced.get(r.number()));
      case Expr.AxisIndex index -> pushIndices(i, index.type());
      default -> throw new IllegalStateException("not a leaf");
    }
  }
}
