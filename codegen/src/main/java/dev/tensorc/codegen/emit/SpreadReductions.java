package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.RowTensors.RowTensor;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.codegen.tuning.RowTuning;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Reductions over several axes that are no one row: {@code sum(x * r)} of a matrix and a row, or
 * the greatest element of a part of a matrix. What float sums add is computed piece by piece along
 * the innermost axis, by a {@link RowPiece}, and handed to the runtime as the sequence it is.
 * Others take in what each row gives. Reductions that need those before them go over all axes
 * again.
 */
final class SpreadReductions {

  /**
   * Reductions of one pass over the reduced axes.
   *
   * @param sums the numbers of the float sums, whose order counts
   * @param elements stores what each of them adds
   * @param others the numbers of the others
   * @param rows give what each of them is for a row
   */
  private record Sweep(
      List<Integer> sums, Optional<RowPiece> elements, List<Integer> others, List<RowPiece> rows) {

    Stream<RowPiece> pieces() {
      return Stream.concat(elements.stream(), rows.stream());
    }
  }

  private final Kernel kernel;
  private final Code code;
  private final Params params;
  private final DType lane;
  private final List<Sweep> sweeps;
  private final List<RowPiece> pieces;
  private final String holder;
  private final String name;
  private final PointResults results;
  private List<RowTensor> buffers = List.of();

  private SpreadReductions(Kernel kernel, Code code, VectorKernel.Holders holders, String name) {
    this.kernel = kernel;
    this.code = code;
    this.params = KernelCall.params(kernel, code.memory());
    this.lane = Vectorizable.lane(kernel);
    this.sweeps = sweeps(kernel);
    this.pieces = sweeps.stream().flatMap(Sweep::pieces).toList();
    this.holder = holders.vector();
    this.name = name;
    this.results = new PointResults(kernel, code, params.scalars());
  }

  /** Empty if it has no such form. */
  private static List<Sweep> sweeps(Kernel k) {
    boolean possible =
        VectorForm.of(k) == VectorForm.ROWS
            && k.reduced() > 1
            && k.reductions().stream().noneMatch(r -> r.finds() || r.contraction().isPresent())
            && k.results().stream().noneMatch(LoopIr.Result::alongRow);
    if (!possible) {
      return List.of();
    }
    var sweeps = new ArrayList<Sweep>();
    for (RowPasses.Pass pass : new RowPasses(k).all()) {
      List<Integer> sums = numbers(k, pass, true);
      List<Expr> added = sums.stream().map(r -> k.reductions().get(r).value()).toList();
      Optional<RowPiece> elements =
          sums.isEmpty() ? Optional.empty() : RowPiece.of(k, added, Map.of(), -1);
      List<Integer> others = numbers(k, pass, false);
      List<RowPiece> rows =
          others.stream()
              .flatMap(r -> RowPiece.row(k, k.reductions().get(r), Map.of()).stream())
              .toList();
      if (elements.isEmpty() != sums.isEmpty() || rows.size() < others.size()) {
        return List.of();
      }
      sweeps.add(new Sweep(sums, elements, others, rows));
    }
    return sweeps;
  }

  private static List<Integer> numbers(Kernel k, RowPasses.Pass pass, boolean ordered) {
    return pass.reductions().stream()
        .filter(r -> FloatSums.orders(k.reductions().get(r)) == ordered)
        .toList();
  }

  /** The kernels over a piece of a row, or a row, that it calls; none if it has no such form. */
  static List<RowPiece> pieces(Kernel k) {
    return sweeps(k).stream().flatMap(Sweep::pieces).toList();
  }

  static String method(String kernel) {
    return kernel + "Spread";
  }

  /** Hands over to the form where rows are long enough and their elements next to each other. */
  static void leave(
      Kernel k, Code code, Params params, KernelPrologue prologue, String holder, String name) {
    Local n = params.extents().get(k.innermost());
    boolean summed = k.reductions().stream().allMatch(FloatSums::orders);
    RowTuning tuning = k.tuning().rows();
    int elements = summed ? tuning.minSummedElements() : tuning.minReducedElements();
    Local least = code.newLocal(Type.INT_TYPE, () -> code.pushInt(elements));
    code.ifElse(
        VectorKernel.less(n, least),
        () -> {},
        () ->
            code.ifElse(
                prologue.liesApart(k.innermost()),
                () -> {},
                () -> prologue.returnFrom(holder, method(name))));
  }

  /**
   * @param name of its method
   */
  static void emit(Kernel k, Code code, VectorKernel.Holders holders, String name) {
    new SpreadReductions(k, code, holders, name).emit();
  }

  private void emit() {
    int most = sweeps.stream().mapToInt(s -> s.sums().size()).max().orElseThrow();
    buffers = ChunkBuffer.prologue(code, most, lane);
    if (kernel.returns()) {
      results.push(0, params.tensors(), reduce(params.tensors()));
      code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
    } else {
      new AxisLoops(code, params.extents())
          .loops(
              0,
              kernel.parallel(),
              params.tensors(),
              tensors -> results.store(tensors, reduce(tensors)));
      code.op(Opcodes.RETURN);
    }
  }

  private List<Local> reduce(List<Tensor> tensors) {
    List<Local> reduced = kernel.reductions().stream().map(this::begun).toList();
    for (Sweep sweep : sweeps) {
      List<FloatSums> sums =
          sweep.sums().stream()
              .map(r -> new FloatSums(code, kernel.reductions().get(r), r))
              .toList();
      List<Local> open = sums.stream().map(s -> s.begin(true)).toList();
      new AxisLoops(code, params.extents())
          .loops(
              kernel.parallel(),
              kernel.innermost(),
              tensors,
              row -> {
                sweep.elements().ifPresent(e -> addAll(e, sums, open, row, reduced));
                for (int k = 0; k < sweep.rows().size(); k++) {
                  takeIn(sweep.rows().get(k), sweep.others().get(k), row, reduced);
                }
              });
      for (int k = 0; k < sums.size(); k++) {
        FloatSums sum = sums.get(k);
        Local its = open.get(k);
        code.assign(reduced.get(sweep.sums().get(k)), () -> sum.pushFinish(its));
      }
    }
    return reduced;
  }

  /** What a reduction gives where there is no element. */
  private Local begun(Reduction r) {
    DType t = r.value().type();
    return code.newLocal(
        JvmTypes.scalar(t), () -> JvmTypes.pushConstant(code, t, ScalarKernel.start(r.op(), t)));
  }

  /** Adds the elements of a row. */
  private void addAll(
      RowPiece elements,
      List<FloatSums> sums,
      List<Local> open,
      List<Tensor> row,
      List<Local> reduced) {
    List<RowPiece.Place> stored =
        buffers.stream().limit(sums.size()).map(b -> RowPiece.of(code, b)).toList();
    pieces(
        (i, length) -> {
          call(elements, stored, row, i, length, reduced);
          for (int k = 0; k < sums.size(); k++) {
            RowTensor buffer = buffers.get(k);
            code.load(open.get(k));
            code.load(buffer.whole());
            code.load(buffer.offset());
            code.load(length);
            sums.get(k).callAddAll(buffer.whole().type(), buffer.offset().type());
          }
        });
  }

  /** Combines a reduction with what it is for a row. */
  private void takeIn(RowPiece whole, int number, List<Tensor> row, List<Local> reduced) {
    Reduction r = kernel.reductions().get(number);
    Local n = params.extents().get(kernel.innermost());
    Local begin = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    Local acc = reduced.get(number);
    code.assign(
        acc,
        () -> {
          code.load(acc);
          call(whole, List.of(), row, begin, n, reduced);
          ScalarKernel.combine(code, r.op(), r.value().type());
        });
  }

  /** A loop over the pieces of a row for which the buffers have room. */
  private void pieces(ChunkBuffer.Piece piece) {
    Local n = params.extents().get(kernel.innermost());
    int most = FloatSums.lanes(lane) * FloatSums.CHUNK;
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.whileBefore(
        i,
        n,
        () -> {
          piece.emit(i, code.newLocal(Type.INT_TYPE, () -> Steps.pushRest(code, n, i, most)));
          code.increase(i, () -> code.pushInt(most));
        });
  }

  private void call(
      RowPiece piece,
      List<RowPiece.Place> stored,
      List<Tensor> row,
      Local i,
      Local length,
      List<Local> reduced) {
    int number =
        IntStream.range(0, pieces.size())
            .filter(p -> pieces.get(p) == piece)
            .findFirst()
            .orElseThrow();
    String method = RowPiece.method(name, number);
    var places = RowPiece.along(code, kernel, row, i);
    piece.call(code, holder, method, stored, places, length, params.scalars(), reduced);
  }
}
