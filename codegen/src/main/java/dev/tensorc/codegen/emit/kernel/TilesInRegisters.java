package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.LaneMatrix;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Schedule.Tiles;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Transposes operands that lie across the results in registers: a tile of as many rows as a vector
 * has lanes is read as vectors along the operand's rows, whose lanes then change places, and stored
 * as vectors along the results' rows. There is a form for each number of lanes, since each row of a
 * tile stands in its code.
 *
 * <p>Before: {@code out[i, j] = in[j, i]} with one element read at a time. After, with four lanes:
 * four vectors {@code in[j + 0..3, i..i + 3]} become four vectors {@code out[i + 0..3, j..j + 3]}.
 * The last tile ends with the matrix, and does some elements again.
 */
final class TilesInRegisters extends KernelBody {

  /** Lanes of a vector for which there is a form: sixteen rows are too much code. */
  private static final List<Integer> LANES = List.of(4, 8);

  /** Operands that are transposed: of more, the tiles do not stay in the registers. */
  private static final int MAX_TRANSPOSED = 2;

  /** Operands of a kernel: each is loaded once for each row of a tile. */
  private static final int MAX_INPUTS = 4;

  private final Tiles tiles;
  private final int lanes;
  private final Holders holders;
  private final String name;
  private final int last;
  private final RowTensors rows;
  private final VectorBody body;

  private TilesInRegisters(
      Kernel kernel, Code code, Holders holders, String name, Tiles tiles, int lanes) {
    super(kernel, code);
    this.tiles = tiles;
    this.lanes = lanes;
    this.holders = holders;
    this.name = name;
    this.last = kernel.rank() - 1;
    DType lane = Vectorizable.lane(kernel);
    this.rows = new RowTensors(code, kernel, lane);
    this.body = new VectorBody(code, kernel, rows, kernel.roots(), lane, params.scalars());
  }

  /** Whether a kernel has these forms: over arrays of elements as wide as its lanes. */
  static boolean possible(Kernel k, Tiles tiles, Memory memory) {
    DType lane = Vectorizable.lane(k);
    Stream<DType> dtypes =
        Stream.concat(
            k.inputs().stream().map(Kernel.Input::dtype),
            k.results().stream().map(r -> r.value().type()));
    return memory == Memory.ARRAYS
        && lane.bytes() >= 4
        && dtypes.allMatch(d -> d == lane)
        && !k.computesPlaces()
        && k.inputs().stream().allMatch(in -> in.axes().stream().noneMatch(AxisUse.OPEN::equals))
        && k.rank() <= k.tuning().elements().maxTransposedAxes()
        && tiles.across().size() <= MAX_TRANSPOSED
        && k.inputs().size() <= MAX_INPUTS
        && Vectorizable.operations(k.roots()) <= k.tuning().elements().maxTransposedOperations();
  }

  private static String method(String kernel, Tiles tiles, int lanes) {
    return kernel + "Transposed" + tiles.axis() + "By" + lanes;
  }

  static void addForms(Kernel k, Memory memory, String name, List<KernelForm> forms) {
    for (Tiles tiles : k.schedule().tiled()) {
      if (possible(k, tiles, memory)) {
        for (int lanes : LANES) {
          KernelForm.Emitter emitter =
              (kernel, code, holders, _) ->
                  new TilesInRegisters(kernel, code, holders, name, tiles, lanes).emit();
          forms.add(new KernelForm(method(name, tiles, lanes), k, emitter));
        }
      }
    }
  }

  /** Hands over where both axes have a whole tile, and strides are as they are there. */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    Params params = prologue.params();
    for (Tiles tiles : k.schedule().tiled()) {
      if (possible(k, tiles, code.memory())) {
        code.ifThen(
            fits(params, tiles),
            () -> {
              for (int lanes : LANES) {
                prologue.leaveIf(
                    Code.and(
                        Code.intsEqual(
                            () -> VectorTypes.pushLength(code, Vectorizable.lane(k)),
                            () -> code.pushInt(lanes)),
                        Code.and(
                            Code.atLeast(params.extents().getLast(), lanes),
                            Code.atLeast(params.extents().get(tiles.axis()), lanes))),
                    method(prologue.name(), tiles, lanes));
              }
            });
      }
    }
  }

  /** Holds where all elements that vectors are read from, or stored to, are neighbours. */
  private static BiConsumer<Code, Label> fits(Params params, Tiles tiles) {
    int last = params.extents().size() - 1;
    return (c, no) -> {
      for (int t = 0; t < params.tensors().size(); t++) {
        int along = tiles.across().contains(t) ? tiles.axis() : last;
        params.tensors().get(t).requireNeighbours(c, along, no);
      }
    };
  }

  private void emit() {
    rows.prologue(params.tensors());
    body.prologue(params.tensors());
    body.inside(nest::index);
    CacheTiles.outside(nest, tiles.axis(), 0, last, params.tensors(), this::matrix);
    code.op(Opcodes.RETURN);
  }

  /**
   * Walks the tiles. Behind the last whole tile is one more that ends with the matrix, and does
   * some elements again, or scalar code where an operand's array is the result's.
   */
  private void matrix(List<Tensor> tensors) {
    Local m = params.extents().get(tiles.axis());
    Local n = params.extents().get(last);
    Local whole = code.newInt(-lanes);
    code.ifThen(KernelCall.sharesNoArray(kernel, tensors), () -> code.assign(whole, -1));
    Local tiledRows = code.newInt(() -> code.load(m).and(() -> code.load(whole)));
    Local tiledColumns = code.newInt(() -> code.load(n).and(() -> code.load(whole)));
    code.forLoop(
        tiledRows,
        lanes,
        i -> {
          List<Tensor> block = nest.advance(tensors, tiles.axis(), within(i, m));
          block(block, tiledColumns, n);
          code.ifThen(
              Code.less(tiledColumns, n),
              () ->
                  rest(
                      nest.advance(block, last, tiledColumns),
                      () -> code.pushInt(lanes),
                      () -> code.load(n).minus(tiledColumns)));
        });
    code.ifThen(
        Code.less(tiledRows, m),
        () ->
            rest(
                nest.advance(tensors, tiles.axis(), tiledRows),
                () -> code.load(m).minus(tiledRows),
                () -> code.load(n)));
  }

  /** Where a tile begins that would begin at a place, and does not go over the end. */
  private Local within(Local place, Local end) {
    return code.newInt(() -> code.load(place).min(() -> code.load(end).minus(lanes)));
  }

  private void rest(List<Tensor> tile, Code.Part pushRows, Code.Part pushColumns) {
    call(
        holders.scalar(),
        name,
        tile,
        CacheTiles.points(code, tiles.axis(), last, pushRows, pushColumns));
  }

  /** The rows of a tile, along all columns that are tiled. */
  private void block(List<Tensor> block, Local columns, Local end) {
    var rowsAt = new ArrayList<Row>();
    for (int r = 0; r < lanes; r++) {
      Local row = code.newInt(r);
      List<Tensor> at = nest.advance(block, tiles.axis(), row);
      rowsAt.add(body.row(at));
    }
    code.forLoop(columns, lanes, j -> tile(block, rowsAt, within(j, end)));
  }

  private void tile(List<Tensor> block, List<Row> rowsAt, Local j) {
    List<Map<Expr, Local>> known = new ArrayList<>();
    rowsAt.forEach(_ -> known.add(new IdentityHashMap<>()));
    for (int t : tiles.across()) {
      List<Local> columns = transposed(block.get(t), j);
      ExprNodes.inOrder(kernel.roots(), Expr.Load.class)
          .filter(load -> load.input() == t)
          .forEach(
              load ->
                  IntStream.range(0, lanes).forEach(r -> known.get(r).put(load, columns.get(r))));
    }
    int inputs = kernel.inputs().size();
    for (int r = 0; r < lanes; r++) {
      Row row = rowsAt.get(r).with(known.get(r));
      List<Local> values = body.values(row, kernel.roots(), j, null);
      for (int k = 0; k < values.size(); k++) {
        rows.store(row.tensors().get(inputs + k), values.get(k), j, null);
      }
    }
  }

  /** The vectors of a tile's rows, of an operand whose rows are the tile's columns. */
  private List<Local> transposed(Tensor t, Local j) {
    Local stride = t.strides()[last];
    Local at = code.newInt(() -> code.load(j).times(stride).plus(t.offset()));
    var columns = new ArrayList<Local>();
    for (int c = 0; c < lanes; c++) {
      if (c > 0) {
        code.increase(at, () -> code.load(stride));
      }
      columns.add(
          code.newLocal(
              VectorTypes.of(t.dtype()),
              () -> {
                VectorTypes.pushSpecies(code, t.dtype());
                code.load(t.array());
                code.load(at);
                VectorTypes.fromArray(code, t.dtype());
              }));
    }
    return new LaneMatrix(code, t.dtype(), holders.constants()).columns(columns);
  }
}
