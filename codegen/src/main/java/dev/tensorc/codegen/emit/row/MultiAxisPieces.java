package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.nest.NestEmitter;
import dev.tensorc.codegen.emit.nest.NestGuard;
import dev.tensorc.codegen.emit.vector.RowBlocks;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
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

/**
 * Calls the pieces of {@link MultiAxisReductions}. Where the elements of an operand lie apart, the
 * first nest of the piece that fits the strides runs; without one, the elements are packed first.
 */
final class MultiAxisPieces extends KernelBody {

  private final List<RowPiece> pieces;
  private final String holder;
  private final String name;
  private final Local neighbours;
  private List<RowTensor> buffers = List.of();

  /** By input, the memory in which its elements are packed; for inputs that follow the row. */
  private final Map<Integer, RowTensor> room = new TreeMap<>();

  /**
   * @param holder class that has the pieces' methods
   * @param name of the kernel's method
   */
  MultiAxisPieces(
      Kernel kernel, Code code, Params params, List<RowPiece> pieces, String holder, String name) {
    super(kernel, code, params);
    this.pieces = pieces;
    this.holder = holder;
    this.name = name;
    this.neighbours = code.newInt(1);
  }

  /**
   * Emits the code before all rows.
   *
   * @param sums the buffers in which pieces store elements
   * @param most elements of a piece
   */
  void prologue(List<RowTensor> sums, int most) {
    buffers = sums;
    int slots = most / RowMemory.SLOT;
    for (int in = 0; in < kernel.inputs().size(); in++) {
      if (kernel.follows(in, kernel.innermost())) {
        DType d = RowBlocks.home(kernel.inputs().get(in).dtype());
        int first = (sums.size() + room.size()) * slots;
        room.put(in, new RowMemory(code).scratchRow(d, first, slots));
        Local stride = params.tensors().get(in).strides()[kernel.innermost()];
        code.ifNot(
            (c, no) -> c.memory().jumpUnlessEqual(c, stride, () -> c.pushInt(1), no),
            () -> code.assign(neighbours, 0));
      }
    }
  }

  /** 1 where the elements of each row are neighbours in all inputs, else 0. */
  Local neighbours() {
    return neighbours;
  }

  /** Pushes the sum of a buffer's first elements. */
  void callBuffered(RowPiece sum, RowTensor buffer, Local length, List<Local> reduced) {
    sum.call(
        code,
        holder,
        method(sum),
        List.of(),
        _ -> buffer.place(code),
        length,
        params.scalars(),
        reduced);
  }

  private String method(RowPiece piece) {
    int number =
        IntStream.range(0, pieces.size())
            .filter(p -> pieces.get(p) == piece)
            .findFirst()
            .orElseThrow();
    return RowPiece.method(name, number);
  }

  /**
   * Calls a piece for elements of one row.
   *
   * @param i the first of them
   */
  void call(
      RowPiece piece,
      List<RowPiece.Place> stored,
      List<Tensor> row,
      Local i,
      Local length,
      List<Local> reduced) {
    String method = method(piece);
    List<Tensor> at = nest.advance(row, kernel.innermost(), i);
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

  /** The arguments of a piece of two axes where it is called for one row. */
  private Optional<RowPiece.Rows> one(RowPiece piece) {
    return piece.kernel().rank() < 2
        ? Optional.empty()
        : Optional.of(new RowPiece.Rows(code.newInt(1), _ -> () -> code.memory().push(code, 0)));
  }

  /** Calls a piece for several rows of neighbours. */
  void callRows(
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

  /** Calls the first of a piece's nests that fits, or else the plain code. */
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
          code.assign(array, place.array());
          code.assign(begin, place.begin());
        },
        () -> {
          code.assign(array, laidOut.whole());
          code.assign(begin, laidOut.offset());
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
