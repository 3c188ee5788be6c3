package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Contraction;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Input;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.codegen.loop.LoopIr.Result;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A part of what a kernel does along its rows, as a kernel over a piece of a row and a method of
 * its own: what a sweep computes for each element, or the sum that it gives.
 *
 * <p>In the method of the sweeps HotSpot keeps neither the constants of long elements nor their
 * sums in registers, and a sum of {@code exp} took two to five times as long as {@code exp}. Its
 * first compiler gives up on a method of two sums.
 *
 * @param kernel stores each root, or returns the sum
 * @param reads where its inputs come from
 * @param reduced the numbers of the reductions whose results are its last scalars
 */
record RowPiece(Kernel kernel, List<Read> reads, List<Integer> reduced) {

  /**
   * A row that is read.
   *
   * @param number of an input of the kernel that has the sweeps, or of a result that keeps values
   */
  record Read(boolean isResult, int number) {}

  /**
   * A row that is stored.
   *
   * @param begin pushes the place of the piece's first element
   */
  record Stored(Local array, Code.Part begin) {}

  /** Elements of no more operations cost less than calls do. */
  static final int SHORT = 12;

  /**
   * The piece that computes roots, if they are long and it can.
   *
   * @param most operations that are not long
   * @param known values that earlier sweeps have kept, with the numbers of their results
   */
  static Optional<RowPiece> of(Kernel k, List<Expr> roots, Map<Expr, Integer> known, int most) {
    boolean stretches =
        k.inputs().stream().anyMatch(in -> in.axes().get(k.innermost()) == AxisUse.OPEN);
    if (stretches || Vectorizable.operations(roots) <= most) {
      return Optional.empty();
    }
    var builder = new Builder(k, known, numbers(roots));
    List<Result> results = roots.stream().map(e -> new Result(builder.of(e), false)).toList();
    Kernel piece = builder.kernel(results);
    return Vectorizable.operations(piece.roots()) > most
            && Vectorizable.lane(piece) == Vectorizable.lane(k)
            && !Vectorizable.scalarTail(piece)
        ? Optional.of(new RowPiece(piece, builder.reads, builder.reduced))
        : Optional.empty();
  }

  /** The sum of a row, if its elements are short and it is a float's. */
  static Optional<RowPiece> sum(Kernel k, Reduction sum, Map<Expr, Integer> known) {
    return FloatSums.orders(sum) && Vectorizable.operations(sum.parts()) <= SHORT
        ? row(k, sum, known)
        : Optional.empty();
  }

  /** What a reduction is for one row. */
  static Optional<RowPiece> row(Kernel k, Reduction r, Map<Expr, Integer> known) {
    var builder = new Builder(k, known, numbers(r.parts()));
    Kernel piece = builder.kernel(r);
    boolean stretches = piece.inputs().stream().anyMatch(in -> in.axes().contains(AxisUse.OPEN));
    return stretches || Vectorizable.lane(piece) != Vectorizable.lane(k)
        ? Optional.empty()
        : Optional.of(new RowPiece(piece, builder.reads, builder.reduced));
  }

  private static List<Integer> numbers(List<Expr> roots) {
    var numbers = new TreeSet<Integer>();
    for (Expr e : Vectorizable.nodes(roots)) {
      if (e instanceof LoopIr.Reduced r) {
        numbers.add(r.number());
      }
    }
    return List.copyOf(numbers);
  }

  /** The method of a kernel's piece with that number. */
  static String method(String kernel, int number) {
    return kernel + "Piece" + number;
  }

  /** Rewrites expressions over a kernel's inputs as expressions over those of the piece. */
  private static final class Builder {

    private final Kernel k;
    private final Map<Expr, Integer> known;
    private final List<Integer> reduced;
    private final List<Read> reads = new ArrayList<>();
    private final List<Input> inputs = new ArrayList<>();
    private final Map<Expr, Expr> done = new IdentityHashMap<>();

    Builder(Kernel k, Map<Expr, Integer> known, List<Integer> reduced) {
      this.k = k;
      this.known = known;
      this.reduced = reduced;
    }

    Kernel kernel(List<Result> results) {
      return new Kernel(1, 0, false, inputs, scalars(), List.of(), results, k.span());
    }

    Kernel kernel(Reduction r) {
      Expr value = of(r.value());
      var contraction =
          r.contraction()
              .map(c -> new Contraction(of(c.left()), of(c.right()), List.of(), List.of(), false));
      var here = new Reduction(r.op(), value, true, contraction);
      var result = new Result(new LoopIr.Reduced(0, value.type()), false);
      return new Kernel(0, 1, false, inputs, scalars(), List.of(here), List.of(result), k.span());
    }

    private List<DType> scalars() {
      var scalars = new ArrayList<>(k.scalars());
      reduced.forEach(r -> scalars.add(k.reductions().get(r).result()));
      return scalars;
    }

    Expr of(Expr e) {
      Expr before = done.get(e);
      if (before == null) {
        before = rewritten(e);
        done.put(e, before);
      }
      return before;
    }

    private Expr rewritten(Expr e) {
      Integer kept = known.get(e);
      if (kept != null) {
        return load(new Read(true, kept), e.type(), AxisUse.FULL);
      }
      return switch (e) {
        case LoopIr.Load l -> {
          AxisUse use = k.inputs().get(l.input()).axes().get(k.innermost());
          yield load(new Read(false, l.input()), l.type(), use);
        }
        case LoopIr.Reduced r ->
            new LoopIr.ScalarArg(k.scalars().size() + reduced.indexOf(r.number()), r.type());
        case LoopIr.Named n -> of(n.value());
        default -> ScalarEmitter.withChildren(e, this::of);
      };
    }

    private Expr load(Read read, DType type, AxisUse use) {
      int input = reads.indexOf(read);
      if (input < 0) {
        input = reads.size();
        reads.add(read);
        DType stored = read.isResult() ? type : k.inputs().get(read.number()).dtype();
        inputs.add(new Input(stored, List.of(use)));
      }
      return new LoopIr.Load(input, type);
    }
  }

  /**
   * Emits the call; the sum, if it returns one, is on the stack then.
   *
   * @param holder class that has the method
   * @param stored where the roots go
   * @param row the tensors at the beginning of the row, the kernel's inputs first
   * @param i where the piece begins in it
   * @param scalars the kernel's
   * @param results what the reductions have given
   */
  void call(
      Code code,
      String holder,
      String method,
      List<Stored> stored,
      List<Tensor> row,
      int inputs,
      Local i,
      Local length,
      List<Local> scalars,
      List<Local> results) {
    for (Stored s : stored) {
      code.load(s.array());
      s.begin().emit();
      code.memory().push(code, 1);
    }
    code.load(length);
    for (Read read : reads) {
      Tensor t = row.get(read.isResult() ? inputs + read.number() : read.number());
      code.load(t.array());
      if (kernel.inputs().get(reads.indexOf(read)).axes().getFirst() == AxisUse.NONE) {
        code.load(t.offset());
      } else {
        pushPlace(code, t, i);
        code.memory().push(code, 1);
      }
    }
    scalars.forEach(code::load);
    reduced.forEach(r -> code.load(results.get(r)));
    KernelCall.emit(code, holder, method, kernel, code.memory());
  }

  /** Pushes where the element of a row is. */
  static void pushPlace(Code code, Tensor row, Local i) {
    code.load(row.offset());
    code.load(i);
    code.memory().fromInt(code);
    code.memory().add(code);
  }
}
