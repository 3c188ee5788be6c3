package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.codegen.loop.Nest;
import dev.tensorc.codegen.loop.Schedule;
import dev.tensorc.ir.DType;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Outlined code of a row: a part of a kernel as a kernel over a piece of a row, in a method of its
 * own. It computes the elements of a sweep, or the sweep's sum.
 *
 * <p>In the method of the sweeps HotSpot keeps neither the constants of long elements nor their
 * sums in registers, and a sum of {@code exp} took two to five times as long as {@code exp}. Its
 * first compiler gives up on a method of two sums.
 *
 * @param kernel stores each root, or returns the value that it reduces, or does both
 * @param reads where its inputs come from
 * @param reduced the numbers of the reductions whose results are its last scalars
 */
public record RowPiece(Kernel kernel, List<Read> reads, List<Integer> reduced) {

  /** The memory of the rows that a piece reads. */
  public enum Source {
    /** An input of the kernel that the piece is of. */
    INPUT,
    /** A result that keeps values. */
    RESULT,
    /** The thread's memory. */
    BUFFER,
    /** Rows of elements in the thread's memory, one behind the other. */
    ELEMENTS
  }

  /**
   * A row that is read.
   *
   * @param number of the input, the result or the buffer
   */
  public record Read(Source source, int number) {}

  /**
   * Where a row is read or stored.
   *
   * @param begin pushes the place of the piece's first element
   */
  public record Place(Local array, Code.Part begin) {}

  /**
   * The piece that computes roots, if they are long and it can.
   *
   * @param most operations that are not long
   * @param known values that earlier sweeps have kept, with the numbers of their results
   */
  public static Optional<RowPiece> of(
      Kernel k, List<Expr> roots, Map<Expr, Integer> known, int most) {
    if (!StretchForms.open(k).isEmpty() || Vectorizable.operations(k, roots) <= most) {
      return Optional.empty();
    }
    RowPiece all = elements(k, roots, results(known));
    return Vectorizable.operations(all.kernel(), all.kernel().roots()) > most && all.hasLanesOf(k)
        ? Optional.of(all)
        : Optional.empty();
  }

  /** The elements as a method of their own, where they are long. */
  public static Optional<RowPiece> ofSearch(Kernel kernel, Reduction search) {
    return of(
        kernel, List.of(search.value()), Map.of(), kernel.tuning().rows().maxInlineOperations());
  }

  /** Whether elements cannot be computed again: the bits of the JDK's functions may differ then. */
  static boolean loses(Kernel kernel, Reduction search) {
    return ExprNodes.of(search.parts()).stream().anyMatch(e -> e instanceof Expr.JdkMath)
        && ofSearch(kernel, search).isEmpty();
  }

  /** The piece that stores roots for several rows of a kernel's last reduced axes, if it can. */
  public static Optional<RowPiece> ofRows(Kernel k, List<Expr> roots) {
    if (!StretchForms.open(k).isEmpty()) {
      return Optional.empty();
    }
    RowPiece all = elements(k, roots, Map.of(), Math.min(2, k.reduced()));
    return all.hasLanesOf(k) ? Optional.of(all) : Optional.empty();
  }

  private boolean hasLanesOf(Kernel k) {
    return Vectorizable.lane(kernel) == Vectorizable.lane(k) && !Vectorizable.scalarTail(kernel);
  }

  /**
   * The piece that stores roots.
   *
   * @param known values that lie in rows
   */
  static RowPiece elements(Kernel k, List<Expr> roots, Map<Expr, Read> known) {
    return elements(k, roots, known, 1);
  }

  private static RowPiece elements(Kernel k, List<Expr> roots, Map<Expr, Read> known, int axes) {
    List<Integer> reduced = numbers(roots);
    PieceReads reads = reads(k, known, reduced, axes);
    List<Result> results = reads.results(roots);
    Kernel piece = k.part(axes, 0, reads.inputs(), scalars(k, reduced), List.of(), results);
    return new RowPiece(piece, reads.reads(), reduced);
  }

  /**
   * @param reduced the reductions whose results are scalars of the piece
   * @param axes of the kernel that the piece has, the innermost last
   */
  private static PieceReads reads(
      Kernel k, Map<Expr, Read> known, List<Integer> reduced, int axes) {
    int scalars = k.scalars().size();
    return new PieceReads(
        k,
        known,
        IntStream.range(k.rank() - axes, k.rank()).boxed().toList(),
        (_, r) -> Optional.of(new Expr.ScalarArg(scalars + reduced.indexOf(r.number()), r.type())));
  }

  private static List<DType> scalars(Kernel k, List<Integer> reduced) {
    return Stream.concat(
            k.scalars().stream(), reduced.stream().map(r -> k.reductions().get(r).result()))
        .toList();
  }

  private static Map<Expr, Read> results(Map<Expr, Integer> kept) {
    var known = new IdentityHashMap<Expr, Read>();
    kept.forEach((e, result) -> known.put(e, new Read(Source.RESULT, result)));
    return known;
  }

  /** The piece of a reduction of elements that lie in the thread's memory. */
  public static RowPiece ofBuffer(Kernel k, Reduction r, int buffer) {
    DType d = r.value().type();
    var reduction = new Reduction(r.op(), new Expr.Load(0, d), true);
    var elements = List.of(new Input(d, List.of(AxisUse.FULL)));
    Kernel piece = ofOne(k, elements, k.scalars(), reduction);
    return new RowPiece(piece, List.of(new Read(Source.BUFFER, buffer)), List.of());
  }

  /** A kernel that returns the result of one reduction of a row. */
  private static Kernel ofOne(
      Kernel k, List<Input> inputs, List<DType> scalars, Reduction reduction) {
    var result = new Result(new Expr.Reduced(0, reduction.value().type()), false);
    return k.part(0, 1, inputs, scalars, List.of(reduction), List.of(result));
  }

  /** The same piece with a nest for each way in which the rows that it reads lie apart. */
  public RowPiece inSteps(List<List<Integer>> ofInputs) {
    int outputs = kernel.results().size();
    List<Nest> nests =
        ofInputs.stream()
            .map(
                of ->
                    Stream.concat(
                            reads.stream().map(r -> of.get(r.number())),
                            Collections.nCopies(outputs, 1).stream())
                        .toList())
            .distinct()
            .filter(steps -> !steps.stream().allMatch(Nest::isPlain))
            .map(steps -> new Nest(kernel.rank() - 1, steps))
            .toList();
    return new RowPiece(kernel.scheduled(Schedule.ofNests(nests)), reads, reduced);
  }

  /** The piece of a reduction for one row. */
  public static Optional<RowPiece> row(Kernel k, Reduction r, Map<Expr, Integer> known) {
    List<Integer> reduced = numbers(r.parts());
    PieceReads reads = reads(k, results(known), reduced, 1);
    Reduction here = r.ofRow(reads.of());
    Kernel piece = ofOne(k, reads.inputs(), scalars(k, reduced), here);
    boolean stretches = piece.inputs().stream().anyMatch(in -> in.axes().contains(AxisUse.OPEN));
    return stretches || Vectorizable.lane(piece) != Vectorizable.lane(k)
        ? Optional.empty()
        : Optional.of(new RowPiece(piece, reads.reads(), reduced));
  }

  private static List<Integer> numbers(List<Expr> roots) {
    var numbers = new TreeSet<Integer>();
    for (Expr e : ExprNodes.of(roots)) {
      if (e instanceof Expr.Reduced r) {
        numbers.add(r.number());
      }
    }
    return List.copyOf(numbers);
  }

  /** The method of a kernel's piece with that number. */
  public static String method(String kernel, int number) {
    return kernel + "Piece" + number;
  }

  /**
   * The rows that a piece of two axes takes in one call, and stores one behind the other.
   *
   * @param strides push how far the rows lie apart
   */
  public record Rows(Local count, Function<Read, Code.Part> strides) {}

  /**
   * Emits the call; the sum, if it returns one, is on the stack then.
   *
   * @param holder class that has the method
   * @param stored where the roots go
   * @param places where the rows are that it reads
   * @param scalars those of the kernel that the piece is of
   * @param results the values of its reductions
   */
  public void call(
      Code code,
      String holder,
      String method,
      List<Place> stored,
      Function<Read, Place> places,
      Local length,
      List<Local> scalars,
      List<Local> results) {
    Function<Read, Code.Part> neighbours = _ -> () -> code.memory().push(code, 1);
    call(
        code,
        holder,
        method,
        stored,
        places,
        neighbours,
        Optional.empty(),
        length,
        scalars,
        results);
  }

  /**
   * Emits the call of a method that takes rows whose elements lie apart.
   *
   * @param strides push how far apart
   * @param rows for a piece of two axes
   */
  public void call(
      Code code,
      String holder,
      String method,
      List<Place> stored,
      Function<Read, Place> places,
      Function<Read, Code.Part> strides,
      Optional<Rows> rows,
      Local length,
      List<Local> scalars,
      List<Local> results) {
    for (int k = 0; k < stored.size(); k++) {
      push(code, stored.get(k));
      if (rows.isPresent()) {
        code.load(length).toIndex();
      }
      Result result = kernel.results().get(k);
      if (result.alongRow() || kernel.parallel() > 0) {
        code.memory().push(code, 1);
      }
    }
    rows.ifPresent(r -> code.load(r.count()));
    code.load(length);
    for (int k = 0; k < reads.size(); k++) {
      Read read = reads.get(k);
      List<AxisUse> uses = kernel.inputs().get(k).axes();
      push(code, places.apply(read));
      if (rows.isPresent() && uses.getFirst() != AxisUse.NONE) {
        rows.get().strides().apply(read).emit();
      }
      if (uses.getLast() != AxisUse.NONE) {
        strides.apply(read).emit();
      }
    }
    scalars.forEach(code::load);
    reduced.forEach(r -> code.load(results.get(r)));
    KernelCall.emit(code, holder, method, kernel, code.memory());
  }

  private static void push(Code code, Place p) {
    code.load(p.array());
    p.begin().emit();
  }

  /**
   * Where the inputs and results of a kernel are read.
   *
   * @param row its tensors at the beginning of the row, the inputs first
   * @param i where the piece begins in it
   */
  public static Function<Read, Place> along(Code code, Kernel k, List<Tensor> row, Local i) {
    int inputs = k.inputs().size();
    return read -> {
      Tensor t = row.get(read.source() == Source.RESULT ? inputs + read.number() : read.number());
      return t.uses().get(k.innermost()) == AxisUse.NONE
          ? new Place(t.array(), () -> code.load(t.offset()))
          : along(code, t, i);
    };
  }

  /** Where the element of a row is. */
  public static Place along(Code code, Tensor row, Local i) {
    return new Place(row.array(), () -> code.load(row.offset()).plus(() -> code.load(i).toIndex()));
  }
}
