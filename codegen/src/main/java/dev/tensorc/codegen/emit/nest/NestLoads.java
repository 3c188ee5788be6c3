package dev.tensorc.codegen.emit.nest;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.SteppedRows;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Nest;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** Reads the vectors of a step of a {@link Nest}: each once for all points that use it. */
final class NestLoads {

  private final Code code;
  private final Nest nest;
  private final NestPoints points;
  private final SteppedRows rows;

  /** The loads whose rows begin at computed places. */
  private final List<Expr.Gathered> gathered;

  private final List<Integer> steps;
  private final List<Boolean> interleaved;

  /** The vectors read from tensors that take turns, in a step of the loop. */
  private final Map<Nest.Turns, List<Local>> taken = new HashMap<>();

  /**
   * @param steps those of the kernel's tensors, then of the tensor of each gathered load
   * @param interleaved which tensors are so, in the same order
   */
  NestLoads(
      Code code,
      Nest nest,
      NestPoints points,
      SteppedRows rows,
      List<Expr.Gathered> gathered,
      List<Integer> steps,
      List<Boolean> interleaved) {
    this.code = code;
    this.nest = nest;
    this.points = points;
    this.rows = rows;
    this.gathered = gathered;
    this.steps = steps;
    this.interleaved = interleaved;
  }

  /**
   * The points with the vectors of all tensors that these expressions read: each is read once for
   * all uses.
   */
  List<Row> of(List<Row> rowsAt, Local i, @Nullable Local tail, List<? extends Expr> expressions) {
    taken.clear();
    Set<Expr> nodes = ExprNodes.inLanes(List.copyOf(expressions));
    List<Map<Expr, Local>> known = new ArrayList<>();
    rowsAt.forEach(p -> known.add(new IdentityHashMap<>(p.known())));
    nodes.stream()
        .flatMap(e -> e instanceof Expr.Load load ? Stream.of(load) : Stream.empty())
        .filter(load -> nest.steps().get(load.input()) != 0)
        .sorted(Comparator.comparing(Expr.Load::input)) // class files are the same each time
        .forEach(load -> load(load, load.input(), rowsAt, known, i, tail));
    for (int g = 0; g < gathered.size(); g++) {
      if (nodes.contains(gathered.get(g))) {
        load(gathered.get(g), nest.steps().size() + g, rowsAt, known, i, tail);
      }
    }
    return IntStream.range(0, rowsAt.size())
        .mapToObj(p -> new Row(rowsAt.get(p).tensors(), known.get(p)))
        .toList();
  }

  private void load(
      Expr load,
      int tensor,
      List<Row> rowsAt,
      List<Map<Expr, Local>> known,
      Local i,
      @Nullable Local tail) {
    Optional<Nest.Turns> turns =
        load instanceof Expr.Load ? nest.turnsOf(tensor) : Optional.empty();
    if (turns.isPresent()) {
      loadInTurn(load, tensor, turns.get(), rowsAt, known, i);
      return;
    }
    Type vector = load.type() == DType.BOOL ? VectorTypes.MASK : VectorTypes.of(load.type());
    Map<Integer, List<Local>> inStep = new HashMap<>();
    for (int p = 0; p < rowsAt.size(); p++) {
      int same = load instanceof Expr.Load ? points.firstOfSame(tensor, p) : p;
      Local value;
      if (same < p) {
        value = Objects.requireNonNull(known.get(same).get(load));
      } else if (interleaved.get(tensor)) {
        int source = source(tensor);
        int first = points.firstOfStep(source, p);
        RowTensor t = rowsAt.get(first).tensors().get(tensor);
        value =
            inStep
                .computeIfAbsent(first, _ -> rows.taken(t, i, steps.get(tensor)))
                .get(points.place(source, p));
      } else {
        RowTensor t = rowsAt.get(p).tensors().get(tensor);
        value = code.newLocal(vector, () -> rows.load(t, i, tail));
      }
      known.get(p).put(load, value);
    }
  }

  /** Reads all that take turns with the first of them that is read. */
  private void loadInTurn(
      Expr load,
      int tensor,
      Nest.Turns turns,
      List<Row> rowsAt,
      List<Map<Expr, Local>> known,
      Local i) {
    int first = turns.tensors().getFirst();
    List<Local> all =
        taken.computeIfAbsent(
            turns, _ -> rows.taken(rowsAt.getFirst().tensors().get(first), i, steps.get(first)));
    int from = turns.tensors().indexOf(tensor) * turns.each();
    for (int p = 0; p < rowsAt.size(); p++) {
      known.get(p).put(load, all.get(from + p));
    }
  }

  /** The kernel's tensor behind one that is read at computed places; else the tensor itself. */
  private int source(int tensor) {
    int tensors = nest.steps().size();
    return tensor < tensors ? tensor : gathered.get(tensor - tensors).input();
  }
}
