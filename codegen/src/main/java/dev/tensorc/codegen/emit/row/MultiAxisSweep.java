package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.form.RowPasses;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reductions of one pass over the reduced axes, as {@link MultiAxisReductions} emits them.
 *
 * @param sums the numbers of the float sums, whose order counts
 * @param elements stores the elements of all sums, for a row or several
 * @param buffered for each sum, gives the sum of a buffer that holds all of its elements
 * @param others the numbers of the other reductions
 * @param rows for each of the others, gives its result for a row
 */
record MultiAxisSweep(
    List<Integer> sums,
    Optional<RowPiece> elements,
    List<RowPiece> buffered,
    List<Integer> others,
    List<RowPiece> rows) {

  Stream<RowPiece> pieces() {
    return Stream.of(elements.stream(), buffered.stream(), rows.stream()).flatMap(s -> s);
  }

  /** The passes of a kernel; none if it has no such form. */
  static List<MultiAxisSweep> of(Kernel k) {
    boolean possible =
        VectorForm.of(k) == VectorForm.ROWS
            && (k.reduced() > 1 || k.schedule().apart())
            && k.reductions().stream().noneMatch(r -> r.finds() || r.contraction().isPresent())
            && k.results().stream().noneMatch(Kernel.Result::alongRow);
    if (!possible) {
      return List.of();
    }
    var sweeps = new ArrayList<MultiAxisSweep>();
    for (RowPasses.Pass pass : new RowPasses(k).all()) {
      List<Integer> sums = numbers(k, pass, true);
      List<Expr> added = sums.stream().map(r -> k.reductions().get(r).value()).toList();
      Optional<RowPiece> elements =
          sums.isEmpty()
              ? Optional.empty()
              : RowPiece.ofRows(k, added).map(piece -> piece.inSteps(k.schedule().rowSteps()));
      List<Integer> others = numbers(k, pass, false);
      List<RowPiece> rows =
          others.stream()
              .flatMap(r -> RowPiece.row(k, k.reductions().get(r), Map.of()).stream())
              .toList();
      if (elements.isEmpty() != sums.isEmpty() || rows.size() < others.size()) {
        return List.of();
      }
      List<RowPiece> buffered =
          IntStream.range(0, sums.size())
              .mapToObj(b -> RowPiece.ofBuffer(k, k.reductions().get(sums.get(b)), b))
              .toList();
      sweeps.add(new MultiAxisSweep(sums, elements, buffered, others, rows));
    }
    return sweeps;
  }

  private static List<Integer> numbers(Kernel k, RowPasses.Pass pass, boolean ordered) {
    return pass.reductions().stream()
        .filter(r -> FloatSums.orders(k.reductions().get(r)) == ordered)
        .toList();
  }
}
