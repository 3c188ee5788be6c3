package dev.tensorc.infer;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The Array API's broadcasting: shapes are aligned at the right, a size of 1 stretches.
 *
 * <p>{@code (n, 3)} with {@code (3)} is {@code (n, 3)}; {@code (n)} with {@code (m)} is ambiguous,
 * since either may turn out to be 1; {@code (2)} with {@code (3)} never joins; 0 with 1 is 0.
 */
final class Numpy implements Discipline {

  @Override
  public Verdict join(List<List<Dim>> shapes, Facts facts) {
    int rank = shapes.stream().mapToInt(List::size).max().orElse(0);
    var joined = new ArrayList<Dim>(Collections.nCopies(rank, Dims.ONE));
    var sizes = new ArrayList<List<Dim>>(Collections.nCopies(rank, List.of()));
    boolean ambiguous = false;
    for (int axis = rank - 1; axis >= 0; axis--) {
      var distinct = new ArrayList<Dim>();
      var owners = new ArrayList<Integer>();
      for (int operand = 0; operand < shapes.size(); operand++) {
        List<Dim> shape = shapes.get(operand);
        int own = axis - (rank - shape.size());
        if (own < 0) {
          continue;
        }
        Dim size = facts.resolve(shape.get(own));
        if (Dims.isConst(size, 1) || distinct.contains(size)) {
          continue;
        }
        for (int i = 0; i < distinct.size(); i++) {
          if (exclude(distinct.get(i), size, facts)) {
            return new Conflict(rank, axis, owners.get(i), operand);
          }
        }
        distinct.add(size);
        owners.add(operand);
      }
      joined.set(axis, facts.resolve(Dims.join(distinct)));
      List<Dim> open = Dims.open(distinct);
      sizes.set(axis, open);
      ambiguous |= open.size() > 1;
    }
    var axes = shapes.stream().map(s -> aligned(s.size(), rank)).toList();
    return new Joined(joined, axes, sizes, ambiguous);
  }

  private static List<Integer> aligned(int rank, int joined) {
    return IntStream.range(joined - rank, joined).boxed().toList();
  }

  /** Whether the two differ for every binding, and neither can be 1. */
  private static boolean exclude(Dim a, Dim b, Facts facts) {
    return Dims.sub(a, b) instanceof Dim.Const c
        && c.value() != 0
        && !facts.couldBeOne(a)
        && !facts.couldBeOne(b);
  }
}
