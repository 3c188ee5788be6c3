package dev.tensorc.codegen.step;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Scalar replacement: a loop that reads the element which its round before has stored takes it from
 * a scalar that goes round, since memory gives it back some eight cycles later.
 *
 * <p>Before: {@code for i in 1:n { y[i] = x[i] + y[i - 1] }}. After: {@code for i in 1:n { last =
 * x[i] + where(i - 1 < 1, y[i - 1], last); y[i] = last }}: the first round reads the element of the
 * time before the loop.
 *
 * <p>Deliberately missed: elements that an {@code if} or an inner loop reads or stores, and those
 * of more than two rounds before, which memory gives back in time.
 */
public final class StoredElements implements StepRewriter {

  /** Rounds after which memory gives an element back before it is needed. */
  private static final int MOST_ROUNDS_BACK = 2;

  private final IntSupplier ids;

  private StoredElements(TensorIr.Function f) {
    this.ids = FreshIds.of(f);
  }

  public static TensorIr.Module run(TensorIr.Module module) {
    return module.withFunctions(
        module.functions().stream()
            .map(f -> f.withBody(new StoredElements(f).rewritten(f.body())))
            .toList());
  }

  @Override
  public void rewrite(TensorIr.For loop, List<Step> steps) {
    new CountedLoop(loop).addTo(steps);
  }

  /** A read of the element that a store of so many rounds before has written. */
  private record Read(TensorIr.View view, int roundsBack) {}

  private final class CountedLoop {

    private final TensorIr.For loop;

    /** The dims that are the loop's index. */
    private final Set<Dim> indices = new HashSet<>();

    /** All dims that may differ from round to round. */
    private final Set<Dim> varying = new HashSet<>();

    private final List<Step> before = new ArrayList<>();
    private final List<Step> head = new ArrayList<>();
    private final List<Value> initial;
    private final List<Value> carried;
    private final List<Value> results;
    private final List<Value> yields;

    CountedLoop(TensorIr.For loop) {
      this.loop = loop;
      this.initial = new ArrayList<>(loop.loop().initial());
      this.carried = new ArrayList<>(loop.loop().carried());
      this.results = new ArrayList<>(loop.loop().results());
      this.yields = new ArrayList<>(loop.body().yields());
      var ofRound = new HashSet<>(loop.loop().carried());
      ofRound.add(loop.index());
      for (Step step : loop.body().steps()) {
        switch (step) {
          case TensorIr.Instr i -> ofRound.addAll(i.results());
          case TensorIr.Bind b when ofRound.contains(b.scalar()) -> {
            varying.add(b.dim());
            if (b.scalar().equals(loop.index())) {
              indices.add(b.dim());
            }
          }
          case TensorIr.Bind _, TensorIr.Check _ -> {}
        }
      }
    }

    /** Adds the loop, whose reads of stored elements are replaced. */
    void addTo(List<Step> steps) {
      var replaced = new HashMap<Value, TensorIr.Map>();
      for (Step step : loop.body().steps()) {
        if (step instanceof TensorIr.Update u && isOnlyStore(u)) {
          replace(u, replaced);
        }
      }
      if (replaced.isEmpty()) {
        steps.add(loop);
        return;
      }
      var body = new ArrayList<>(head);
      for (Step step : loop.body().steps()) {
        if (step instanceof TensorIr.View v && replaced.get(v.result()) instanceof TensorIr.Map m) {
          body.add(new TensorIr.View(m.operands().get(1).value(), v.operand(), v.axes()));
          body.add(m);
        } else {
          body.add(step);
        }
      }
      steps.addAll(before);
      steps.add(
          new TensorIr.For(
              loop.index(),
              loop.from(),
              loop.to(),
              loop.step(),
              new TensorIr.Loop(initial, carried, results),
              new Block(body, yields),
              loop.span()));
    }

    /** Whether each round stores one element of a carried array, and nothing else in it. */
    private boolean isOnlyStore(TensorIr.Update u) {
      int number = loop.loop().carried().indexOf(u.target());
      return u.extents().isEmpty()
          && number >= 0
          && loop.body().yields().get(number).equals(u.result());
    }

    private void replace(TensorIr.Update u, Map<Value, TensorIr.Map> replaced) {
      List<Read> reads =
          loop.body().steps().stream()
              .filter(TensorIr.View.class::isInstance)
              .map(TensorIr.View.class::cast)
              .filter(v -> v.operand().equals(u.target()) && v.result().isScalar())
              .flatMap(v -> roundsBack(u, v).stream().mapToObj(n -> new Read(v, n)))
              .toList();
      Value newest = u.value().value();
      for (int n = 1; n <= reads.stream().mapToInt(Read::roundsBack).max().orElse(0); n++) {
        int rounds = n;
        newest = carry(newest);
        List<TensorIr.View> views =
            reads.stream().filter(r -> r.roundsBack() == rounds).map(Read::view).toList();
        if (!views.isEmpty()) {
          Operand isFirst = Operand.whole(isBefore(rounds));
          for (TensorIr.View view : views) {
            Operand first = Operand.whole(like(view.result()));
            List<Operand> operands = List.of(isFirst, first, Operand.whole(newest));
            replaced.put(view.result(), new TensorIr.Map(view.result(), Builtin.WHERE, operands));
          }
        }
      }
    }

    /** A scalar that has in each round the value of another one at the end of the round before. */
    private Value carry(Value of) {
      Value zero = like(of);
      before.add(new TensorIr.Constant(zero, Scalars.zero(of.dtype())));
      Value last = like(of);
      initial.add(zero);
      carried.add(last);
      results.add(like(of));
      yields.add(of);
      return last;
    }

    /** Whether the loop has run fewer than so many rounds. */
    private Value isBefore(int rounds) {
      Value index = loop.index();
      Value done = like(index);
      head.add(
          new TensorIr.Map(
              done, Builtin.SUBTRACT, List.of(Operand.whole(index), Operand.whole(loop.from()))));
      Value least = like(index);
      before.add(new TensorIr.Constant(least, rounds * loop.step()));
      var is = new Value(ids.getAsInt(), DType.BOOL, List.of(), index.name(), index.span());
      head.add(
          new TensorIr.Map(
              is,
              loop.step() > 0 ? Builtin.LESS : Builtin.GREATER,
              List.of(Operand.whole(done), Operand.whole(least))));
      return is;
    }

    private Value like(Value v) {
      return new Value(ids.getAsInt(), v.dtype(), v.shape(), v.name(), v.span());
    }

    /** How many rounds before the read its element was stored, if that is always the same. */
    private OptionalInt roundsBack(TensorIr.Update u, TensorIr.View v) {
      if (v.axes().stream().anyMatch(a -> !a.walks().isEmpty() || a.stretches())) {
        return OptionalInt.empty();
      }
      OptionalInt rounds = OptionalInt.empty();
      for (int a = 0; a < v.axes().size(); a++) {
        Dim stored = u.region().get(a).start();
        Dim distance = Dims.sub(stored, v.axes().get(a).start());
        if (isSame(stored) && Dims.isConst(distance, 0)) {
          continue;
        }
        if (rounds.isPresent() || !countsRounds(stored)) {
          return OptionalInt.empty();
        }
        rounds = rounds(distance);
      }
      return rounds;
    }

    private OptionalInt rounds(Dim distance) {
      return distance instanceof Dim.Const places
              && places.value() % loop.step() == 0
              && places.value() / loop.step() > 0
              && places.value() / loop.step() <= MOST_ROUNDS_BACK
          ? OptionalInt.of((int) (places.value() / loop.step()))
          : OptionalInt.empty();
    }

    /** Whether it is the loop's index and something that is the same in all rounds. */
    private boolean countsRounds(Dim place) {
      return indices.stream().anyMatch(index -> isSame(Dims.sub(place, index)));
    }

    private boolean isSame(Dim d) {
      return Dims.atoms(d).stream().noneMatch(varying::contains);
    }
  }
}
