package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.scalar.PointResults;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.tuning.RowTuning;
import dev.tensorc.ir.DType;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Reductions over several axes that are no one row, such as {@code sum(x * r)} of a matrix and a
 * row, and of rows whose elements lie apart. The elements of float sums are computed piece by piece
 * along the innermost axis, by a {@link RowPiece}, one row after the other into a buffer, which is
 * handed to the runtime when it is full. Other reductions take in the result of each piece. A
 * reduction that needs the result of another goes over all axes again.
 */
public final class MultiAxisReductions extends KernelBody {

  private final DType lane;
  private final List<MultiAxisSweep> sweeps;
  private final PointResults results;
  private final MultiAxisPieces pieces;
  private List<RowTensor> buffers = List.of();

  private MultiAxisReductions(Kernel kernel, Code code, Holders holders, String name) {
    super(kernel, code);
    this.lane = Vectorizable.lane(kernel);
    this.sweeps = MultiAxisSweep.of(kernel);
    this.results = new PointResults(kernel, code, params.scalars());
    this.pieces = new MultiAxisPieces(kernel, code, params, all(sweeps), holders.vector(), name);
  }

  /** The kernels over a piece of a row, or a row, that it calls; none if it has no such form. */
  public static List<RowPiece> pieces(Kernel k) {
    return all(MultiAxisSweep.of(k));
  }

  private static List<RowPiece> all(List<MultiAxisSweep> sweeps) {
    return sweeps.stream().flatMap(MultiAxisSweep::pieces).toList();
  }

  public static String method(String kernel) {
    return kernel + "Spread";
  }

  /** Hands over to the form where rows are long enough. */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    Local n = prologue.extent(k.innermost());
    boolean summed = k.reductions().stream().allMatch(FloatSums::orders);
    RowTuning tuning = k.tuning().rows();
    int elements = summed ? tuning.minSummedElements() : tuning.minReducedElements();
    Local least = code.newInt(elements);
    code.ifNot(Code.less(n, least), () -> prologue.leaveTo(method(prologue.name())));
  }

  /**
   * @param name of its method
   */
  public static void emit(Kernel k, Code code, Holders holders, String name) {
    new MultiAxisReductions(k, code, holders, name).emit();
  }

  private void emit() {
    int most = sweeps.stream().mapToInt(s -> s.sums().size()).max().orElseThrow();
    buffers = ChunkBuffer.prologue(code, most, lane);
    pieces.prologue(buffers, piece());
    if (kernel.returns()) {
      results.push(0, params.tensors(), reduce(params.tensors()));
      code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
    } else {
      nest.loops(
          kernel.parallel(), params.tensors(), tensors -> results.store(tensors, reduce(tensors)));
      code.op(Opcodes.RETURN);
    }
  }

  private List<Local> reduce(List<Tensor> tensors) {
    List<Local> reduced = kernel.reductions().stream().map(this::begun).toList();
    for (MultiAxisSweep sweep : sweeps) {
      List<FloatSums> sums =
          sweep.sums().stream()
              .map(r -> new FloatSums(code, kernel.reductions().get(r), r))
              .toList();
      List<Local> open = sums.stream().map(FloatSums::unbegun).toList();
      Local begun = code.newInt(0);
      Local filled = code.newInt(0);
      Code.Part full = () -> handOverChunk(sweep, sums, open, begun, filled);
      boolean inRows = sweep.others().isEmpty() && kernel.reduced() > 1;
      nest.loops(
          kernel.parallel(),
          kernel.innermost() - (inRows ? 1 : 0),
          tensors,
          row -> {
            if (inRows) {
              RowPiece elements = sweep.elements().orElseThrow();
              fillRows(elements, sums.size(), filled, full, row, reduced);
              return;
            }
            sweep.elements().ifPresent(e -> fill(e, sums.size(), filled, full, row, reduced));
            for (int k = 0; k < sweep.rows().size(); k++) {
              takeIn(sweep.rows().get(k), sweep.others().get(k), row, reduced);
            }
          });
      if (!sums.isEmpty()) {
        code.ifElse(
            Code.and(Code.intsEqual(begun, 0), Code.isTrue(filled)),
            () -> sumBuffers(sweep, filled, reduced),
            () -> {
              handOver(sums, open, begun, filled);
              for (int k = 0; k < sums.size(); k++) {
                FloatSums sum = sums.get(k);
                Local its = open.get(k);
                code.assign(reduced.get(sweep.sums().get(k)), () -> sum.pushFinish(its));
              }
            });
      }
    }
    return reduced;
  }

  /** A reduction's result for no element. */
  private Local begun(Reduction r) {
    DType t = r.value().type();
    return code.newLocal(
        JvmTypes.scalar(t), () -> JvmTypes.pushConstant(code, t, ScalarKernel.start(r.op(), t)));
  }

  /** Elements of a piece at most. */
  private int piece() {
    return FloatSums.lanes(lane) * FloatSums.CHUNK;
  }

  /**
   * Stores the elements of all rows of the axis before the innermost: in one call as many whole
   * rows as there is room for, if their elements are neighbours.
   *
   * @param tensors at the first row
   */
  private void fillRows(
      RowPiece elements,
      int sums,
      Local filled,
      Code.Part full,
      List<Tensor> tensors,
      List<Local> reduced) {
    int axis = kernel.innermost() - 1;
    Local count = params.extents().get(axis);
    Local n = params.extents().get(kernel.innermost());
    Local row = code.newInt(0);
    code.whileBefore(
        row,
        count,
        () -> {
          handOverIfFull(filled, full);
          List<Tensor> at = nest.advance(tensors, axis, row);
          Local whole = code.newInt(() -> pushWholeRows(count, row, n, filled));
          code.ifElse(
              Code.isTrue(whole),
              () -> {
                pieces.callRows(elements, stored(sums, filled), at, whole, n, reduced);
                code.increase(filled, () -> code.load(whole).times(n));
                code.increase(row, () -> code.load(whole));
              },
              () -> {
                fill(elements, sums, filled, full, at, reduced);
                code.increase(row, 1);
              });
        });
  }

  /** Pushes how many rows of neighbours there is room for; 0 where elements lie apart. */
  private void pushWholeRows(Local count, Local row, Local n, Local filled) {
    code.load(count)
        .minus(row)
        .min(() -> code.pushInt(piece()).minus(filled).by(n))
        .times(pieces.neighbours());
  }

  private List<RowPiece.Place> stored(int sums, Local filled) {
    return buffers.stream()
        .limit(sums)
        .map(b -> new RowPiece.Place(b.whole(), () -> pushPlace(b, filled)))
        .toList();
  }

  private void handOverIfFull(Local filled, Code.Part full) {
    code.ifThen(Code.intsEqual(filled, piece()), full);
  }

  /** Stores the elements of a row behind those of the rows before it. */
  private void fill(
      RowPiece elements,
      int sums,
      Local filled,
      Code.Part full,
      List<Tensor> row,
      List<Local> reduced) {
    List<RowPiece.Place> stored = stored(sums, filled);
    inPieces(
        filled,
        () -> handOverIfFull(filled, full),
        (i, length) -> {
          pieces.call(elements, stored, row, i, length, reduced);
          code.increase(filled, () -> code.load(length));
        });
  }

  private void pushPlace(RowTensor buffer, Local filled) {
    code.load(buffer.offset()).plus(() -> code.load(filled).toIndex());
  }

  /** Hands the elements in the buffers to the runtime's sums, and empties the buffers. */
  private void handOver(List<FloatSums> sums, List<Local> open, Local begun, Local filled) {
    begin(sums, open, begun);
    for (int k = 0; k < sums.size(); k++) {
      RowTensor buffer = buffers.get(k);
      code.load(open.get(k));
      code.load(buffer.whole());
      code.load(buffer.offset());
      code.load(filled);
      sums.get(k).callAddAll(buffer.whole().type(), buffer.offset().type());
    }
    code.assign(filled, 0);
  }

  private void begin(List<FloatSums> sums, List<Local> open, Local begun) {
    code.ifThen(
        Code.intsEqual(begun, 0),
        () -> {
          for (int k = 0; k < sums.size(); k++) {
            sums.get(k).begin(open.get(k));
          }
          code.assign(begun, 1);
        });
  }

  /** Hands over the sums of the virtual lanes of full buffers, and empties the buffers. */
  private void handOverChunk(
      MultiAxisSweep sweep, List<FloatSums> sums, List<Local> open, Local begun, Local filled) {
    begin(sums, open, begun);
    for (int k = 0; k < sums.size(); k++) {
      Reduction r = sweep.buffered().get(k).kernel().reductions().getFirst();
      addLanes(new VectorAccumulators(code, r), buffers.get(k), sums.get(k), open.get(k));
      sums.get(k).push(open.get(k));
    }
    code.assign(filled, 0);
  }

  /** Adds up a full buffer's elements of each virtual lane, for the runtime to take. */
  private void addLanes(VectorAccumulators vectors, RowTensor buffer, FloatSums sum, Local open) {
    int virtual = FloatSums.lanes(lane);
    var rows = new RowTensors(code, kernel, lane);
    Local chunk = code.newLocal(JvmTypes.array(lane), () -> sum.pushChunk(open));
    Local column = code.newInt(0);
    code.doWhileLess(
        column,
        () -> code.pushInt(virtual),
        () -> {
          List<Local> accs = vectors.start(VectorAccumulators.COUNT);
          Local row = code.newInt(() -> code.load(column));
          code.doWhileLess(
              row,
              () -> code.pushInt(piece()),
              () -> {
                Local at = code.newInt(() -> code.load(row));
                for (Local acc : accs) {
                  Local value =
                      code.newLocal(VectorTypes.of(lane), () -> rows.load(buffer, at, null));
                  vectors.feed(acc, List.of(value), null);
                  VectorTypes.advance(code, lane, at);
                }
                code.increase(row, virtual);
              });
          vectors.store(accs, chunk, column);
          code.increase(column, () -> vectors.pushLanesTimes(accs.size()));
        });
  }

  /** Each sum is that of its buffer, which has all elements. */
  private void sumBuffers(MultiAxisSweep sweep, Local filled, List<Local> reduced) {
    for (int k = 0; k < sweep.sums().size(); k++) {
      RowTensor buffer = buffers.get(k);
      RowPiece sum = sweep.buffered().get(k);
      code.assign(
          reduced.get(sweep.sums().get(k)),
          () -> pieces.callBuffered(sum, buffer, filled, reduced));
    }
  }

  /** Reduces a row piece by piece, and combines the results with the reduction so far. */
  private void takeIn(RowPiece whole, int number, List<Tensor> row, List<Local> reduced) {
    Reduction r = kernel.reductions().get(number);
    Local acc = reduced.get(number);
    Local nothing = code.newInt(0);
    inPieces(
        nothing,
        () -> {},
        (i, length) ->
            code.assign(
                acc,
                () -> {
                  code.load(acc);
                  pieces.call(whole, List.of(), row, i, length, reduced);
                  ScalarKernel.combine(code, r.op(), r.value().type());
                }));
  }

  /**
   * A loop over pieces of a row.
   *
   * @param filled how much less than a piece may have the next one has at most
   * @param before is emitted before the length of a piece is asked for
   */
  private void inPieces(Local filled, Code.Part before, ChunkBuffer.Piece piece) {
    Local n = params.extents().get(kernel.innermost());
    Local i = code.newInt(0);
    code.whileBefore(
        i,
        n,
        () -> {
          before.emit();
          Local length =
              code.newInt(
                  () -> code.pushInt(piece()).minus(filled).min(() -> code.load(n).minus(i)));
          piece.emit(i, length);
          code.increase(i, () -> code.load(length));
        });
  }
}
