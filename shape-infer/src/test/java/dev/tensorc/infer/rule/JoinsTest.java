package dev.tensorc.infer.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.rule.Joins.Conflict;
import dev.tensorc.infer.rule.Joins.Joined;
import dev.tensorc.infer.rule.Joins.Operand;
import dev.tensorc.infer.rule.Joins.Size;
import dev.tensorc.infer.rule.Joins.Verdict;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr.JoinOperand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Random joins against the rule for all sizes from 0 to 4, and the messages about them. */
class JoinsTest {

  private static final Span SPAN = new Span(new SourceText("t.tc", ""), 0, 0, 1, 1);
  private static final Dim N = new Dim.Sym(0, "n", true);
  private static final Dim M = new Dim.Sym(1, "m", true);
  private static final List<Dim> SIZES =
      List.of(
          N,
          M,
          Dims.add(N, 1),
          Dims.add(M, 2),
          Dims.mul(Dims.of(2), N),
          Dims.ZERO,
          Dims.ONE,
          Dims.of(2),
          Dims.of(3));
  private static final int MOST = 4;
  private static final int RUNS = 4000;

  private static Value value(String name, Dim... shape) {
    return new Value(0, DType.F32, List.of(shape), name, SPAN);
  }

  private static Value unranked(String name, List<Dim> ranks, Dim... shape) {
    return new Value(
        0, DType.F32, List.of(shape), Axes.plain(shape.length).ofRank(ranks), name, SPAN);
  }

  /** All axes lined up at the right, and all stretch or none. */
  private static Operand operand(Value v, int rank, boolean stretches) {
    List<Integer> axes = IntStream.range(rank - v.rank(), rank).boxed().toList();
    return new Operand(v, axes, Collections.nCopies(v.rank(), stretches));
  }

  private static Joined joined(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Joined.class);
    return (Joined) verdict;
  }

  private static Conflict conflict(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Conflict.class);
    return (Conflict) verdict;
  }

  private static Joined join(Dim a, boolean aStretches, Dim b, boolean bStretches, Facts facts) {
    return joined(
        Joins.join(
            List.of(operand(value("a", a), 1, aStretches), operand(value("b", b), 1, bStretches)),
            List.of(1),
            facts));
  }

  // ---------------------------------------------------------------- the rule

  private static Operand random(Random random, int rank) {
    int axes = random.nextInt(rank + 1);
    var shape = new ArrayList<Dim>();
    var stretches = new ArrayList<Boolean>();
    for (int axis = 0; axis < axes; axis++) {
      shape.add(SIZES.get(random.nextInt(SIZES.size())));
      stretches.add(random.nextInt(3) > 0);
    }
    Value v = value("x", shape.toArray(Dim[]::new));
    return new Operand(v, operand(v, rank, true).axes(), stretches);
  }

  /** The joined size of one axis; empty where the sizes do not go together. */
  private static OptionalLong rule(List<Operand> operands, int axis, Map<Dim, Long> sizes) {
    var all = new ArrayList<Long>();
    var fixed = new ArrayList<Long>();
    for (Operand o : operands) {
      int own = o.axes().indexOf(axis);
      if (own >= 0) {
        long size = Dims.evaluate(o.value().shape().get(own), sizes::get);
        (o.stretches().get(own) ? all : fixed).add(size);
      }
    }
    long size =
        fixed.isEmpty()
            ? all.stream().filter(s -> s != 1).findFirst().orElse(1L)
            : fixed.getFirst();
    boolean fits =
        fixed.stream().allMatch(s -> s == size) && all.stream().allMatch(s -> s == size || s == 1);
    return fits ? OptionalLong.of(size) : OptionalLong.empty();
  }

  private static List<Map<Dim, Long>> environments(Facts facts) {
    var all = new ArrayList<Map<Dim, Long>>();
    for (long n = 0; n <= MOST; n++) {
      for (long m = 0; m <= MOST; m++) {
        Map<Dim, Long> sizes = Map.of(N, n, M, m);
        boolean holds =
            facts.equations().stream()
                .allMatch(
                    e ->
                        Dims.evaluate(e.left(), sizes::get)
                            == Dims.evaluate(e.right(), sizes::get));
        if (holds) {
          all.add(sizes);
        }
      }
    }
    return all;
  }

  @Test
  void joinsAreWhatTheRuleSays() {
    var random = new Random(1);
    List<Facts> known =
        List.of(
            Facts.NONE,
            Facts.NONE.with(N, M),
            Facts.NONE.with(N, Dims.ONE),
            Facts.NONE.with(M, Dims.of(2)));
    int conflicts = 0;
    int checked = 0;
    int decided = 0;
    for (int run = 0; run < RUNS; run++) {
      int rank = 1 + random.nextInt(3);
      List<Operand> operands =
          IntStream.range(0, 2 + random.nextInt(2)).mapToObj(_ -> random(random, rank)).toList();
      Facts facts = known.get(random.nextInt(known.size()));
      switch (Joins.join(operands, List.of(rank), facts)) {
        case Conflict c -> {
          conflicts++;
          assertThat(environments(facts))
              .as("%s under %s", operands, facts.equations())
              .allMatch(sizes -> rule(List.of(c.first(), c.second()), c.axis(), sizes).isEmpty());
        }
        case Joined j -> {
          for (int axis = 0; axis < rank; axis++) {
            boolean open = !j.open().get(axis).isEmpty();
            checked += open ? 1 : 0;
            decided += open ? 0 : 1;
            for (var sizes : environments(facts)) {
              OptionalLong expected = rule(operands, axis, sizes);
              if (expected.isPresent()) {
                assertThat(Dims.evaluate(j.shape().get(axis), sizes::get))
                    .as("axis %d of %s under %s at %s", axis, operands, facts.equations(), sizes)
                    .isEqualTo(expected.getAsLong());
              } else {
                assertThat(open)
                    .as("axis %d of %s under %s at %s", axis, operands, facts.equations(), sizes)
                    .isTrue();
              }
            }
          }
          assertThat(j.needsCheck()).isEqualTo(j.open().stream().anyMatch(s -> !s.isEmpty()));
        }
      }
    }
    assertThat(List.of(conflicts, checked, decided)).allMatch(count -> count > RUNS / 10);
  }

  // ---------------------------------------------------------------- the decision

  /** No check where every pair of sizes goes together, so that its code is not there either. */
  @Test
  void whatIsKnownNeedsNoCheck() {
    Dim both = Dims.join(List.of(N, M));
    assertThat(join(N, true, N, true, Facts.NONE).needsCheck()).isFalse();
    assertThat(join(N, true, Dims.ONE, true, Facts.NONE).needsCheck()).isFalse();
    assertThat(join(N, false, Dims.ONE, true, Facts.NONE).needsCheck()).isFalse();
    assertThat(join(N, true, M, true, Facts.NONE.with(N, M)).needsCheck()).isFalse();
    assertThat(join(N, false, M, false, Facts.NONE.with(N, M)).needsCheck()).isFalse();
    // n went into the join, which was checked when it was made
    assertThat(join(both, true, N, true, Facts.NONE).needsCheck()).isFalse();
    assertThat(join(both, false, N, true, Facts.NONE).needsCheck()).isFalse();
    assertThat(join(N, true, both, false, Facts.NONE).needsCheck()).isFalse();
  }

  @Test
  void whatIsOpenIsNamed() {
    Dim both = Dims.join(List.of(N, M));
    assertThat(join(N, true, M, true, Facts.NONE).open())
        .containsExactly(Set.of(new Size(N, true), new Size(M, true)));
    assertThat(join(N, false, M, true, Facts.NONE).open())
        .containsExactly(Set.of(new Size(N, false), new Size(M, true)));
    assertThat(join(N, false, M, false, Facts.NONE).needsCheck()).isTrue();
    assertThat(join(N, false, Dims.ONE, false, Facts.NONE).needsCheck()).isTrue();
    // n may be 1 where the join is not
    assertThat(join(both, true, N, false, Facts.NONE).needsCheck()).isTrue();
    assertThat(join(both, false, N, false, Facts.NONE).needsCheck()).isTrue();
  }

  @Test
  void theSizeIsThatOfWhatDoesNotStretch() {
    assertThat(join(N, true, M, true, Facts.NONE).shape())
        .containsExactly(Dims.join(List.of(N, M)));
    assertThat(join(N, true, M, false, Facts.NONE).shape()).containsExactly(M);
    assertThat(join(N, false, M, false, Facts.NONE).shape()).containsExactly(N);
    assertThat(join(Dims.ONE, true, Dims.ONE, true, Facts.NONE).shape()).containsExactly(Dims.ONE);
    assertThat(join(Dims.ONE, false, Dims.ONE, true, Facts.NONE).shape()).containsExactly(Dims.ONE);
    assertThat(join(N, true, Dims.of(3), true, Facts.NONE).shape()).containsExactly(Dims.of(3));
    // n and m join to k
    Dim k = new Dim.Sym(2, "k", true);
    Facts facts = Facts.NONE.with(Dims.join(List.of(N, M)), k);
    assertThat(join(N, true, M, true, facts).shape()).containsExactly(k);
  }

  // ---------------------------------------------------------------- sizes that exclude each other

  @Test
  void theLastAxisIsRefusedFirst() {
    Operand a = operand(value("a", Dims.of(2), Dims.of(3)), 3, true);
    Operand b = operand(value("b", N, Dims.of(4), Dims.of(5)), 3, true);
    Conflict c = conflict(Joins.join(List.of(a, b), List.of(3), Facts.NONE));
    assertThat(c).isEqualTo(new Conflict(3, 2, false, a, b));
    assertThat(c.axisName()).isEqualTo(2);
  }

  @Test
  void theFirstTwoThatExcludeEachOtherAreNamed() {
    Operand n = operand(value("a", N), 1, true);
    Operand two = operand(value("b", Dims.of(2)), 1, true);
    Operand three = operand(value("c", Dims.of(3)), 1, true);
    Conflict c = conflict(Joins.join(List.of(n, two, three), List.of(1), Facts.NONE));
    assertThat(List.of(c.first(), c.second())).containsExactly(two, three);
    Conflict apart = conflict(Joins.join(List.of(two, n, three), List.of(1), Facts.NONE));
    assertThat(List.of(apart.first(), apart.second())).containsExactly(two, three);
    Conflict known =
        conflict(Joins.join(List.of(two, three, n), List.of(1), Facts.NONE.with(N, Dims.of(3))));
    assertThat(List.of(known.first(), known.second())).containsExactly(two, three);
  }

  @Test
  void whetherASizeMayBeOneDecides() {
    Dim more = Dims.add(N, 1);
    // n may be 1: then it stretches to n + 1 = 2; and n = 0 makes n + 1 the 1 that stretches
    assertThat(
            Joins.join(
                List.of(operand(value("a", N), 1, true), operand(value("b", more), 1, false)),
                List.of(1),
                Facts.NONE))
        .isInstanceOf(Joined.class);
    assertThat(
            Joins.join(
                List.of(operand(value("a", N), 1, false), operand(value("b", more), 1, true)),
                List.of(1),
                Facts.NONE))
        .isInstanceOf(Joined.class);
    assertThat(
            Joins.join(
                List.of(operand(value("a", N), 1, false), operand(value("b", more), 1, false)),
                List.of(1),
                Facts.NONE))
        .isInstanceOf(Conflict.class);
    Facts several = Facts.NONE.withAtLeast(N, 2);
    assertThat(
            Joins.join(
                List.of(operand(value("a", N), 1, true), operand(value("b", more), 1, true)),
                List.of(1),
                several))
        .isInstanceOf(Conflict.class);
  }

  @Test
  void whereAnOperandIsUnrankedAxesCountFromTheEnd() {
    Operand a = operand(unranked("a", List.of(N), N, Dims.of(2)), 3, true);
    Operand b = operand(value("b", N, N, Dims.of(3)), 3, true);
    Conflict c = conflict(Joins.join(List.of(a, b), List.of(3), Facts.NONE));
    assertThat(c.unranked()).isTrue();
    assertThat(c.axisName()).isEqualTo(-1);
  }

  // ---------------------------------------------------------------- axes

  @Test
  void ranksAreThoseOfAllOperands() {
    Operand a = operand(unranked("a", List.of(N, Dims.of(2)), Dims.ONE, Dims.ONE), 2, true);
    Operand b = operand(unranked("b", List.of(M), Dims.ONE, Dims.ONE), 2, true);
    Operand vector = operand(value("c", N), 2, true);
    Operand matrix = operand(value("d", N, N), 2, true);
    Operand scalar = operand(value("e"), 2, true);
    assertThat(ranks(a, b)).containsExactly(N, Dims.of(2), M);
    assertThat(ranks(b, vector)).containsExactly(M, Dims.of(1));
    assertThat(ranks(matrix, b, vector)).containsExactly(M, Dims.of(2));
    assertThat(ranks(b, scalar)).containsExactly(M);
    assertThat(ranks(vector, matrix)).isEmpty();
  }

  private static List<Dim> ranks(Operand... operands) {
    return joined(Joins.join(List.of(operands), List.of(2), Facts.NONE)).axes().ranks();
  }

  @Test
  void howTheResultStretches() {
    Value strict = new Value(0, DType.F32, List.of(N), Axes.of(List.of(Stretch.NEVER)), "a", SPAN);
    Value repeated =
        new Value(0, DType.F32, List.of(Dims.ONE), Axes.of(List.of(Stretch.ALWAYS)), "b", SPAN);
    Operand matrix = operand(value("c", M, N), 2, true);
    assertThat(stretch(operand(strict, 2, false), matrix))
        .containsExactly(Stretch.BY_DISCIPLINE, Stretch.NEVER);
    assertThat(stretch(operand(repeated, 2, true), matrix))
        .containsExactly(Stretch.BY_DISCIPLINE, Stretch.BY_DISCIPLINE);
    Operand column = new Operand(repeated, List.of(0), List.of(true));
    Operand row = new Operand(repeated, List.of(1), List.of(true));
    assertThat(stretch(column, row)).containsExactly(Stretch.ALWAYS, Stretch.ALWAYS);
  }

  @Test
  void checksHaveTheOperandAsItIs() {
    Operand a = operand(unranked("a", List.of(M), N), 2, true);
    assertThat(a.checked("f32[..., n]"))
        .isEqualTo(
            new JoinOperand("a", "f32[..., n]", List.of(N), List.of(1), List.of(true), List.of(M)));
    Value other = value("b", N);
    assertThat(a.of(other)).isEqualTo(new Operand(other, List.of(1), List.of(true)));
  }

  private static List<Stretch> stretch(Operand... operands) {
    return joined(Joins.join(List.of(operands), List.of(2), Facts.NONE)).axes().stretch();
  }

  @Test
  void levelsAreThoseThatAreAskedFor() {
    Operand a = operand(value("a", N, Dims.of(3)), 2, true);
    Joined j = joined(Joins.join(List.of(a, a), List.of(1, 1), Facts.NONE));
    assertThat(j.axes().levels()).containsExactly(1, 1);
    assertThat(j.shape()).containsExactly(N, Dims.of(3));
    assertThat(j.operands()).containsExactly(a, a);
    assertThat(a.own(0)).hasValue(0);
    assertThat(a.own(1)).hasValue(1);
    assertThat(operand(value("v", N), 2, true).own(0)).isEmpty();
  }
}
