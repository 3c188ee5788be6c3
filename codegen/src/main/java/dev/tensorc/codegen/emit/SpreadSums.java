package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.RowTensors.RowTensor;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Float sums over several axes that are no one row: {@code sum(x * r)} of a matrix and a row, or
 * the sum of a part of a matrix. The elements are computed piece by piece along the innermost axis,
 * by a {@link RowPiece}, and handed to the runtime as the sequence they are. Sums that need those
 * before them go over all axes again.
 */
final class SpreadSums {

  /** Of shorter rows the calls take longer than scalar code. */
  private static final int LEAST = 16;

  /**
   * Sums of one pass over the reduced axes.
   *
   * @param numbers of the reductions
   * @param elements stores what each adds
   */
  private record Sweep(List<Integer> numbers, RowPiece elements) {}

  private final Kernel kernel;
  private final Code code;
  private final Params params;
  private final DType lane;
  private final List<Sweep> sweeps;
  private final String holder;
  private final String name;
  private final PointResults results;
  private List<RowTensor> buffers = List.of();

  private SpreadSums(Kernel kernel, Code code, VectorKernel.Holders holders, String name) {
    this.kernel = kernel;
    this.code = code;
    this.params = KernelCall.params(kernel, code.memory());
    this.lane = Vectorizable.lane(kernel);
    this.sweeps = sweeps(kernel).orElseThrow();
    this.holder = holders.vector();
    this.name = name;
    this.results = new PointResults(kernel, code, params.scalars());
  }

  private static Optional<List<Sweep>> sweeps(Kernel k) {
    boolean possible =
        VectorForm.of(k) == VectorForm.ROWS
            && k.reduced() > 1
            && ChunkBuffer.holds(k.reductions())
            && k.results().stream().noneMatch(LoopIr.Result::alongRow);
    if (!possible) {
      return Optional.empty();
    }
    var sweeps = new ArrayList<Sweep>();
    for (RowPasses.Pass pass : new RowPasses(k).all()) {
      List<Expr> added =
          pass.reductions().stream().map(r -> k.reductions().get(r)).map(Reduction::value).toList();
      Optional<RowPiece> elements = RowPiece.of(k, added, Map.of(), -1);
      if (elements.isEmpty()) {
        return Optional.empty();
      }
      sweeps.add(new Sweep(pass.reductions(), elements.get()));
    }
    return Optional.of(sweeps);
  }

  /** The kernels that compute what is added, one for each sweep; none if it has no such form. */
  static List<RowPiece> elements(Kernel k) {
    return sweeps(k).orElse(List.of()).stream().map(Sweep::elements).toList();
  }

  static String method(String kernel) {
    return kernel + "Spread";
  }

  /** Hands over to the form where rows are long enough and their elements next to each other. */
  static void leave(
      Kernel k, Code code, Params params, KernelPrologue prologue, String holder, String name) {
    Local n = params.extents().get(k.innermost());
    Local least = code.newLocal(Type.INT_TYPE, () -> code.pushInt(LEAST));
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
    new SpreadSums(k, code, holders, name).emit();
  }

  private void emit() {
    int most = sweeps.stream().mapToInt(s -> s.numbers().size()).max().orElseThrow();
    buffers = ChunkBuffer.prologue(code, most, lane);
    if (kernel.returns()) {
      results.push(0, params.tensors(), reduce(params.tensors()));
      code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
    } else {
      new Nest(code, params.extents())
          .loops(
              0,
              kernel.parallel(),
              params.tensors(),
              tensors -> results.store(tensors, reduce(tensors)));
      code.op(Opcodes.RETURN);
    }
  }

  private List<Local> reduce(List<Tensor> tensors) {
    List<Local> reduced =
        kernel.reductions().stream().map(_ -> code.newLocal(JvmTypes.scalar(lane))).toList();
    for (int number = 0; number < sweeps.size(); number++) {
      Sweep sweep = sweeps.get(number);
      String method = RowPiece.method(name, number);
      List<FloatSums> sums =
          sweep.numbers().stream()
              .map(r -> new FloatSums(code, kernel.reductions().get(r), r))
              .toList();
      List<Local> open = sums.stream().map(s -> s.begin(true)).toList();
      new Nest(code, params.extents())
          .loops(
              kernel.parallel(),
              kernel.innermost(),
              tensors,
              row ->
                  pieces(
                      (i, length) -> {
                        call(sweep.elements(), method, row, i, length, reduced);
                        addAll(sums, open, length);
                      }));
      for (int k = 0; k < sums.size(); k++) {
        FloatSums sum = sums.get(k);
        Local its = open.get(k);
        code.assign(reduced.get(sweep.numbers().get(k)), () -> sum.pushFinish(its));
      }
    }
    return reduced;
  }

  /** A loop over the pieces of a row for which the buffers have room. */
  private void pieces(ChunkBuffer.Piece piece) {
    Local n = params.extents().get(kernel.innermost());
    int most = FloatSums.lanes(lane) * FloatSums.CHUNK;
    Local i = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        i,
        () -> code.load(n),
        () -> code.pushInt(most),
        () -> piece.emit(i, code.newLocal(Type.INT_TYPE, () -> pushLength(n, i, most))));
  }

  private void pushLength(Local n, Local i, int most) {
    code.load(n);
    code.load(i);
    code.op(Opcodes.ISUB);
    code.pushInt(most);
    code.callStatic("java/lang/Math", "min", "(II)I");
  }

  private void call(
      RowPiece elements,
      String method,
      List<Tensor> row,
      Local i,
      Local length,
      List<Local> reduced) {
    List<RowPiece.Stored> stored =
        buffers.stream()
            .limit(elements.kernel().results().size())
            .map(b -> new RowPiece.Stored(b.whole(), () -> code.load(b.offset())))
            .toList();
    int inputs = kernel.inputs().size();
    elements.call(code, holder, method, stored, row, inputs, i, length, params.scalars(), reduced);
  }

  private void addAll(List<FloatSums> sums, List<Local> open, Local length) {
    for (int k = 0; k < sums.size(); k++) {
      RowTensor buffer = buffers.get(k);
      code.load(open.get(k));
      code.load(buffer.whole());
      code.load(buffer.offset());
      code.load(length);
      sums.get(k).callAddAll(buffer.whole().type(), buffer.offset().type());
    }
  }
}
