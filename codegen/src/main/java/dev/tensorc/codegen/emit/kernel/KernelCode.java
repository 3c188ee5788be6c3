package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.column.OverlappingRows;
import dev.tensorc.codegen.emit.column.SideBySide;
import dev.tensorc.codegen.emit.column.SmallWindow;
import dev.tensorc.codegen.emit.column.WideColumns;
import dev.tensorc.codegen.emit.form.InLanes;
import dev.tensorc.codegen.emit.form.LoopFission;
import dev.tensorc.codegen.emit.form.Obstacle;
import dev.tensorc.codegen.emit.form.RowPasses;
import dev.tensorc.codegen.emit.form.ScalarWork;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.emit.form.StretchForms;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.product.SmallMatrices;
import dev.tensorc.codegen.emit.product.TiledContraction;
import dev.tensorc.codegen.emit.product.Tiles;
import dev.tensorc.codegen.emit.row.AcrossRows;
import dev.tensorc.codegen.emit.row.RowSearch;
import dev.tensorc.codegen.emit.row.RowsInRegisters;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Nest;
import dev.tensorc.codegen.loop.NestPrinter;
import dev.tensorc.codegen.loop.Schedule;
import dev.tensorc.codegen.loop.ShortRows;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a kernel is compiled, for {@code tensorc explain}: it asks the questions that the emitters
 * ask.
 */
public sealed interface KernelCode {

  /** The kernel has no vector form. */
  record Scalar(Obstacle why) implements KernelCode {}

  /**
   * The kernel has a vector form, and a scalar one for JVMs without the vector module.
   *
   * @param lane whose lanes it counts in
   * @param walk which elements the lanes are
   * @param notes further remarks
   */
  record Vector(DType lane, String walk, Apart apart, List<String> notes) implements KernelCode {
    public Vector {
      notes = List.copyOf(notes);
    }
  }

  /** How the kernel walks a tensor whose elements lie apart along the innermost axis. */
  enum Apart {
    NEST("a nest has vector code for that"),
    TILES("tile by tile, where both axes are long enough"),
    BY_ELEMENT("element by element, which takes less time than to lay them out"),
    LAID_OUT("laid out in blocks first"),
    SIDE_BY_SIDE("results side by side where theirs do not, else the scalar form runs"),
    SCALAR("then the scalar form runs");

    private final String text;

    Apart(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /**
   * A right factor that is laid out once where all that it reads are weights.
   *
   * @param inputs their numbers
   * @param dtype of the elements that are laid out
   */
  record KeptFactor(List<Integer> inputs, DType dtype) {}

  /** The kept factor of a product of matrices. */
  static Optional<KeptFactor> keptFactor(Kernel k) {
    return TiledContraction.of(k)
        .map(product -> new KeptFactor(product.right().keptInputs(), product.right().dtype()))
        .filter(factor -> !factor.inputs().isEmpty());
  }

  static KernelCode of(Kernel k) {
    Optional<Obstacle> obstacle = Vectorizable.obstacle(k);
    if (obstacle.isPresent()) {
      return new Scalar(obstacle.get());
    }
    VectorForm form = VectorForm.of(k);
    boolean searchesColumns = form == VectorForm.COLUMNS && k.reductions().getFirst().finds();
    DType lane = searchesColumns ? Vectorizable.searchLane(k) : Vectorizable.lane(k);
    return new Vector(lane, walk(k, form), apart(k, form), notes(k));
  }

  private static Apart apart(Kernel k, VectorForm form) {
    if (!k.nests().isEmpty()) {
      return Apart.NEST;
    }
    if (!k.schedule().tiled().isEmpty()) {
      return Apart.TILES;
    }
    if (form == VectorForm.ELEMENTS && BlockCalls.possible(k, Memory.ARRAYS)) {
      return Vectorizable.isScalarApart(k) ? Apart.BY_ELEMENT : Apart.LAID_OUT;
    }
    if (TiledContraction.of(k).isPresent()) {
      return Apart.LAID_OUT;
    }
    if (SideBySide.possible(k)) {
      return Apart.SIDE_BY_SIDE;
    }
    return Apart.SCALAR;
  }

  private static String walk(Kernel k, VectorForm form) {
    return switch (form) {
      case ELEMENTS ->
          "along the last axis"
              + LoopFission.of(k)
                  .map(
                      s ->
                          ", each block of %,d elements in %d stages"
                              .formatted(FissionedRows.block(k), s.all().size()))
                  .orElse("");
      case ROWS -> {
        if (k.reductions().getFirst().finds()) {
          yield "row by row: the best element of each block of %,d, then its place in the best block"
              .formatted(k.tuning().rows().searchBlock());
        }
        var passes = new RowPasses(k);
        int sweeps = passes.all().size() + (passes.stored().isEmpty() ? 0 : 1);
        yield "row by row" + (sweeps == 1 ? "" : ", " + sweeps + " sweeps over each row");
      }
      case COLUMNS ->
          k.contraction().isPresent()
              ? "results side by side, each adding its products in order"
              : WideColumns.possible(k)
                  ? "columns side by side, along whole rows"
                  : "down the columns";
      case NESTS -> "where a nest fits, else scalar code";
    };
  }

  private static String searches(int least, int vectors) {
    String few = "rows of up to %d vectors in registers".formatted(vectors);
    String rest = " of fewer than %d elements: scalar code".formatted(least);
    return vectors == 0 ? "rows" + rest : least > vectors ? few + ", others" + rest : few;
  }

  private static List<String> notes(Kernel k) {
    var notes = new ArrayList<String>();
    for (Nest nest : k.nests()) {
      notes.add("nest where strides and extents are these: " + NestPrinter.line(k, nest));
    }
    for (ShortRows rows : k.schedule().shortRows()) {
      notes.add("where strides and extents are these: " + NestPrinter.line(k, rows));
    }
    k.schedule()
        .fewPoints()
        .ifPresent(
            extents ->
                notes.add(
                    "scalar code in arrays, where there are "
                        + extents.stream().map(String::valueOf).collect(Collectors.joining(" x "))
                        + " points"));
    for (Schedule.Tiles tiles : k.schedule().tiled()) {
      notes.add("where an operand lies across the results: " + NestPrinter.line(k, tiles));
    }
    if (VectorForm.of(k) == VectorForm.ROWS) {
      int kept = new RowPasses(k).keptBeforeLast().size();
      if (kept > 0) {
        String values = kept == 1 ? "1 value" : kept + " values";
        notes.add(values + " kept in the result's row between sweeps");
      }
    }
    if (VectorForm.of(k) == VectorForm.ROWS && RowSearch.leastElements(k) > 1) {
      notes.add(searches(RowSearch.leastElements(k), RowsInRegisters.ofSearch(k)));
    }
    if (OverlappingRows.possible(k, Memory.ARRAYS)) {
      notes.add(
          "windows of at least %d elements in arrays: common parts are computed once"
              .formatted(OverlappingRows.least(k)));
    }
    if (AcrossRows.possible(k, Memory.ARRAYS)) {
      notes.add(
          "rows of at most %d elements in arrays: results side by side, where it pays"
              .formatted(FloatSums.lanes(k.reductions().getFirst().value().type())));
    }
    SmallMatrices.of(k, Memory.ARRAYS)
        .ifPresent(
            p ->
                notes.add(
                    "rows of %d results in arrays: one vector of that width each"
                        .formatted(p.columns())));
    TiledContraction.of(k)
        .ifPresent(
            t -> {
              boolean computed = t.left().isComputed() || t.right().isComputed();
              notes.add(
                  "products of matrices in tiles of %d rows, where it pays".formatted(Tiles.ROWS)
                      + (computed ? ": factors computed block by block" : ""));
            });
    if (InLanes.possible(k)) {
      notes.add("a vector by a matrix, or a matrix by a vector: as a sum over the last axis");
    }
    if (SmallWindow.possible(k)) {
      notes.add("windows of 3 on each axis: all products in one step");
    }
    int open = StretchForms.open(k).size();
    if (open > 0) {
      int forms = StretchForms.of(k).size();
      notes.add(
          open
              + (open == 1 ? " operand" : " operands")
              + " that may stretch: "
              + (forms > 0 ? forms + " forms" : "read through masks"));
    }
    if (Vectorizable.scalarTail(k)) {
      notes.add("the end of a row is scalar code, for it has truth values");
    }
    return notes;
  }

  /**
   * The axes whose parts threads may take, in the program's kernel of that number; none where one
   * thread computes the whole kernel.
   */
  static List<Integer> sharedAxes(int number, Kernel k) {
    return Splittable.is(number, k) ? Splittable.axes(k) : List.of();
  }

  /**
   * The extents of a kernel as far as there is work at each of their points: windows that overlap
   * share most of theirs.
   */
  static List<Dim> worked(Kernel k, List<Dim> extents) {
    if (!OverlappingRows.possible(k, Memory.ARRAYS)
        || !(extents.get(k.innermost()) instanceof Dim.Const n)
        || n.value() < OverlappingRows.least(k)) {
      return extents;
    }
    var worked = new ArrayList<>(extents);
    worked.set(k.innermost(), Dims.of(OverlappingRows.steps(k, n.value())));
    return worked;
  }

  /**
   * About how many nanoseconds the kernel's operations and bytes ask for at a point. All of it
   * counts as vector code, but for work that no spelling of the program can put in vectors.
   *
   * @param obstacle why it is scalar code
   */
  static double nanosAskedFor(Kernel k, Obstacle.Kind obstacle) {
    return Splittable.nanosOfVectors(k)
        + k.tuning().splitting().nanosOfScalar() * ScalarWork.of(k, obstacle);
  }

  /** About how many points of all its axes pay for threads that share them. */
  static double sharedFrom(Kernel k) {
    return Splittable.BREAK_EVEN_NANOS / Splittable.nanos(k);
  }
}
