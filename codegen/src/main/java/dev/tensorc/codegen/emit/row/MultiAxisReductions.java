package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.nest.NestEmitter;
import dev.tensorc.codegen.emit.nest.NestGuard;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.scalar.PointResults;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowBlocks;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.tuning.RowTuning;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Reductions over several axes that are no one row, such as {@code sum(x * r)} of a matrix and a
 * row, and of rows whose elements lie apart. The elements of float sums are computed piece by piece
 * along the innermost axis, by a {@link RowPiece}, one row after the other into a buffer, which is
 * handed to the runtime when it is full. Other reductions take in the result of each piece.
 * Operands whose elements lie apart are packed for each piece. A reduction that needs the result of
 * another goes over all axes again.
 *
 * <p>More than 500 lines: the loops, the buffers that they fill and the calls share their locals.
 */
public final class MultiAxisReductions {

  private final Kernel kernel;
  private final Code code;
  private final Params params;
  private final DType lane;
  private final List<MultiAxisSweep> sweeps;
  private final List<RowPiece> pieces;
  private final String holder;
  private final String name;
  private final PointResults results;
  private final Local neighbours;
  private List<RowTensor> buffers = List.of();

  /** By input, the memory in which its elements are laid out; for inputs that follow the row. */
  private final Map<Integer, RowTensor> room = new TreeMap<>();

  private MultiAxisReductions(Kernel kernel, Code code, Holders holders, String name) {
    this.kernel = kernel;
    this.code = code;
    this.params = KernelCall.params(kernel, code.memory());
    this.lane = Vectorizable.lane(kernel);
    this.sweeps = MultiAxisSweep.of(kernel);
    this.pieces = sweeps.stream().flatMap(MultiAxisSweep::pieces).toList();
    this.holder = holders.vector();
    this.name = name;
    this.results = new PointResults(kernel, code, params.scalars());
    this.neighbours = code.newLocal(Type.INT_TYPE, () -> code.pushInt(1));
  }

  /** The kernels over a piece of a row, or a row, that it calls; none if it has no such form. */
  public static List<RowPiece> pieces(Kernel k) {
    return MultiAxisSweep.of(k).stream().flatMap(MultiAxisSweep::pieces).toList();
  }

  public static String method(String kernel) {
    return kernel + "Spread";
  }

  /** Hands over to the form where rows are long enough. */
  static void leave(
      Kernel k, Code code, Params params, KernelPrologue prologue, String holder, String name) {
    Local n = params.extents().get(k.innermost());
    boolean summed = k.reductions().stream().allMatch(FloatSums::orders);
    RowTuning tuning = k.tuning().rows();
    int elements = summed ? tuning.minSummedElements() : tuning.minReducedElements();
    Local least = code.newLocal(Type.INT_TYPE, () -> code.pushInt(elements));
    code.ifElse(Code.less(n, least), () -> {}, () -> prologue.returnFrom(holder, method(name)));
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
    int slots = piece() / RowMemory.SLOT;
    for (int in = 0; in < kernel.inputs().size(); in++) {
      if (kernel.follows(in, kernel.innermost())) {
        DType d = RowBlocks.home(kernel.inputs().get(in).dtype());
        room.put(in, new RowMemory(code).scratchRow(d, (most + room.size()) * slots, slots));
        Local stride = params.tensors().get(in).strides()[kernel.innermost()];
        code.ifElse(
            (c, no) -> c.memory().jumpUnlessEqual(c, stride, () -> c.pushInt(1), no),
            () -> {},
            () -> code.assign(neighbours, () -> code.pushInt(0)));
      }
    }
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
    for (MultiAxisSweep sweep : sweeps) {
      List<FloatSums> sums =
          sweep.sums().stream()
              .map(r -> new FloatSums(code, kernel.reductions().get(r), r))
              .toList();
      List<Local> open = sums.stream().map(FloatSums::unbegun).toList();
      Local begun = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
      Local filled = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
      Code.Part full = () -> handOver(sums, open, begun, filled);
      boolean inRows = sweep.others().isEmpty() && kernel.reduced() > 1;
      new AxisLoops(code, params.extents())
          .loops(
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
            Code.and(
                Code.intsEqual(() -> code.load(begun), () -> code.pushInt(0)),
                Code.isTrue(() -> code.load(filled))),
            () -> sumBuffers(sweep, filled, reduced),
            () -> {
              full.emit();
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

  /** What a reduction gives where there is no element. */
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
    Local row = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.whileBefore(
        row,
        count,
        () -> {
          handOverIfFull(filled, full);
          List<Tensor> at = new AxisLoops(code, params.extents()).advance(tensors, axis, row);
          Local whole = code.newLocal(Type.INT_TYPE, () -> pushWholeRows(count, row, n, filled));
          code.ifElse(
              Code.isTrue(() -> code.load(whole)),
              () -> {
                callRows(elements, stored(sums, filled), at, whole, n, reduced);
                code.increase(
                    filled,
                    () -> {
                      code.load(whole);
                      code.load(n);
                      code.op(Opcodes.IMUL);
                    });
                code.increase(row, () -> code.load(whole));
              },
              () -> {
                fill(elements, sums, filled, full, at, reduced);
                code.increase(row, () -> code.pushInt(1));
              });
        });
  }

  /** Pushes how many rows of neighbours there is room for; 0 where elements lie apart. */
  private void pushWholeRows(Local count, Local row, Local n, Local filled) {
    code.load(count);
    code.load(row);
    code.op(Opcodes.ISUB);
    code.pushInt(piece());
    code.load(filled);
    code.op(Opcodes.ISUB);
    code.load(n);
    code.op(Opcodes.IDIV);
    code.callStatic("java/lang/Math", "min", "(II)I");
    code.load(neighbours);
    code.op(Opcodes.IMUL);
  }

  private List<RowPiece.Place> stored(int sums, Local filled) {
    return buffers.stream()
        .limit(sums)
        .map(b -> new RowPiece.Place(b.whole(), () -> pushPlace(b, filled)))
        .toList();
  }

  private void handOverIfFull(Local filled, Code.Part full) {
    code.ifThen(Code.intsEqual(() -> code.load(filled), () -> code.pushInt(piece())), full);
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
          call(elements, stored, row, i, length, reduced);
          code.increase(filled, () -> code.load(length));
        });
  }

  private void pushPlace(RowTensor buffer, Local filled) {
    code.load(buffer.offset());
    code.load(filled);
    code.memory().fromInt(code);
    code.memory().add(code);
  }

  /** Hands the elements in the buffers to the runtime's sums, and empties the buffers. */
  private void handOver(List<FloatSums> sums, List<Local> open, Local begun, Local filled) {
    code.ifThen(
        Code.intsEqual(() -> code.load(begun), () -> code.pushInt(0)),
        () -> {
          for (int k = 0; k < sums.size(); k++) {
            sums.get(k).begin(open.get(k));
          }
          code.assign(begun, () -> code.pushInt(1));
        });
    for (int k = 0; k < sums.size(); k++) {
      RowTensor buffer = buffers.get(k);
      code.load(open.get(k));
      code.load(buffer.whole());
      code.load(buffer.offset());
      code.load(filled);
      sums.get(k).callAddAll(buffer.whole().type(), buffer.offset().type());
    }
    code.assign(filled, () -> code.pushInt(0));
  }

  /** Each sum is that of its buffer, which has all elements. */
  private void sumBuffers(MultiAxisSweep sweep, Local filled, List<Local> reduced) {
    for (int k = 0; k < sweep.sums().size(); k++) {
      RowTensor buffer = buffers.get(k);
      RowPiece sum = sweep.buffered().get(k);
      code.assign(
          reduced.get(sweep.sums().get(k)),
          () ->
              sum.call(
                  code,
                  holder,
                  method(sum),
                  List.of(),
                  _ -> buffer.place(code),
                  filled,
                  params.scalars(),
                  reduced));
    }
  }

  /** Reduces a row piece by piece, and combines the results with the reduction so far. */
  private void takeIn(RowPiece whole, int number, List<Tensor> row, List<Local> reduced) {
    Reduction r = kernel.reductions().get(number);
    Local acc = reduced.get(number);
    Local nothing = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    inPieces(
        nothing,
        () -> {},
        (i, length) ->
            code.assign(
                acc,
                () -> {
                  code.load(acc);
                  call(whole, List.of(), row, i, length, reduced);
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
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    code.whileBefore(
        i,
        n,
        () -> {
          before.emit();
          Local length =
              code.newLocal(
                  Type.INT_TYPE,
                  () -> {
                    code.pushInt(piece());
                    code.load(filled);
                    code.op(Opcodes.ISUB);
                    code.load(n);
                    code.load(i);
                    code.op(Opcodes.ISUB);
                    code.callStatic("java/lang/Math", "min", "(II)I");
                  });
          piece.emit(i, length);
          code.increase(i, () -> code.load(length));
        });
  }

  private String method(RowPiece piece) {
    int number =
        IntStream.range(0, pieces.size())
            .filter(p -> pieces.get(p) == piece)
            .findFirst()
            .orElseThrow();
    return RowPiece.method(name, number);
  }

  private void call(
      RowPiece piece,
      List<RowPiece.Place> stored,
      List<Tensor> row,
      Local i,
      Local length,
      List<Local> reduced) {
    String method = method(piece);
    List<Tensor> at = new AxisLoops(code, params.extents()).advance(row, kernel.innermost(), i);
    var places = new HashMap<RowPiece.Read, RowPiece.Place>();
    for (RowPiece.Read read : piece.reads()) {
      Tensor t = at.get(read.number());
      places.put(read, new RowPiece.Place(t.array(), () -> code.load(t.offset())));
    }
    Code.Part plain =
        () -> {
          Function<RowPiece.Read, RowPiece.Place> neighbours =
              read ->
                  room.containsKey(read.number())
                      ? neighbours(
                          place(places, read),
                          row.get(read.number()),
                          Objects.requireNonNull(room.get(read.number())),
                          length)
                      : place(places, read);
          var laidOut = new HashMap<RowPiece.Read, RowPiece.Place>();
          piece.reads().forEach(read -> laidOut.put(read, neighbours.apply(read)));
          piece.call(
              code,
              holder,
              method,
              stored,
              read -> place(laidOut, read),
              _ -> () -> code.memory().push(code, 1),
              one(piece),
              length,
              params.scalars(),
              reduced);
        };
    code.scope(() -> inSteps(piece, method, 0, stored, places, row, length, reduced, plain));
  }

  /** What a piece of two axes takes where it is called for one row. */
  private Optional<RowPiece.Rows> one(RowPiece piece) {
    return piece.kernel().rank() < 2
        ? Optional.empty()
        : Optional.of(
            new RowPiece.Rows(
                code.newLocal(Type.INT_TYPE, () -> code.pushInt(1)),
                _ -> () -> code.memory().push(code, 0)));
  }

  /** Calls a piece for several rows of neighbours. */
  private void callRows(
      RowPiece piece,
      List<RowPiece.Place> stored,
      List<Tensor> at,
      Local count,
      Local n,
      List<Local> reduced) {
    int axis = kernel.innermost() - 1;
    var rows =
        new RowPiece.Rows(count, read -> () -> code.load(at.get(read.number()).strides()[axis]));
    piece.call(
        code,
        holder,
        method(piece),
        stored,
        read -> {
          Tensor t = at.get(read.number());
          return new RowPiece.Place(t.array(), () -> code.load(t.offset()));
        },
        _ -> () -> code.memory().push(code, 1),
        Optional.of(rows),
        n,
        params.scalars(),
        reduced);
  }

  /** Calls the first of a piece's nests that fits, or else what takes rows of neighbours. */
  private void inSteps(
      RowPiece piece,
      String method,
      int nest,
      List<RowPiece.Place> stored,
      Map<RowPiece.Read, RowPiece.Place> places,
      List<Tensor> row,
      Local length,
      List<Local> reduced,
      Code.Part plain) {
    if (nest == piece.kernel().nests().size()) {
      plain.emit();
      return;
    }
    int inner = kernel.innermost();
    int axes = piece.kernel().rank();
    Local one = code.newLocal(code.memory().index(), () -> code.memory().push(code, 1));
    var tensors = new ArrayList<Tensor>();
    for (int k = 0; k < piece.reads().size(); k++) {
      Tensor t = row.get(piece.reads().get(k).number());
      List<AxisUse> uses = piece.kernel().inputs().get(k).axes();
      tensors.add(
          new Tensor(t.dtype(), uses, t.array(), t.offset(), last(axes, t.strides()[inner])));
    }
    for (RowTensor b : buffers.subList(0, stored.size())) {
      List<AxisUse> uses = Collections.nCopies(axes, AxisUse.FULL);
      tensors.add(new Tensor(b.dtype(), uses, b.whole(), b.offset(), last(axes, one)));
    }
    var alone = new Params(Collections.nCopies(axes, length), tensors, params.scalars(), null, 0);
    code.ifElse(
        NestGuard.fits(piece.kernel(), nest, code, alone),
        () ->
            piece.call(
                code,
                holder,
                NestEmitter.method(method, nest),
                stored,
                read -> place(places, read),
                read -> () -> code.load(row.get(read.number()).strides()[inner]),
                one(piece),
                length,
                params.scalars(),
                reduced),
        () -> inSteps(piece, method, nest + 1, stored, places, row, length, reduced, plain));
  }

  private static RowPiece.Place place(
      Map<RowPiece.Read, RowPiece.Place> places, RowPiece.Read read) {
    return Objects.requireNonNull(places.get(read));
  }

  /** A tensor's strides, for a guard that asks for the stride of the innermost axis alone. */
  private static Local[] last(int axes, Local stride) {
    var strides = new Local[axes];
    strides[axes - 1] = stride;
    return strides;
  }

  /** Where a piece of an input has its elements next to each other. */
  private RowPiece.Place neighbours(
      RowPiece.Place place, Tensor input, RowTensor laidOut, Local length) {
    Local stride = input.strides()[kernel.innermost()];
    Local array = code.newLocal(laidOut.whole().type());
    Local begin = code.newLocal(code.memory().index());
    code.ifElse(
        (c, no) -> c.memory().jumpUnlessEqual(c, stride, () -> c.pushInt(1), no),
        () -> {
          code.assign(array, () -> code.load(place.array()));
          code.assign(begin, place.begin());
        },
        () -> {
          code.assign(array, () -> code.load(laidOut.whole()));
          code.assign(begin, () -> code.load(laidOut.offset()));
          RowBlocks.stage(
              code,
              input.dtype(),
              () -> {
                code.load(place.array());
                place.begin().emit();
                code.memory().push(code, 0);
                code.load(stride);
                code.load(length);
                code.pushInt(1);
                code.load(array);
                code.load(begin);
              });
        });
    return new RowPiece.Place(array, () -> code.load(begin));
  }
}
