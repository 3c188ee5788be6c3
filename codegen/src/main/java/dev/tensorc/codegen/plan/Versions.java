package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Access.ZeroIfOne;
import dev.tensorc.codegen.loop.Kernels;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.codegen.plan.KernelBuilder.Draft;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Chooses the versions of a cluster of kernels. A version is the kernels built again under more
 * equations, which are its guard; the fallback, built under none, is right for every shape and
 * comes last.
 *
 * <p>Candidates, most specific first: all operands equal; one stretched along all its axes; one
 * stretched along one axis, the others equal there and further in; none stretched on the innermost
 * axis. A candidate is dropped when no sizes satisfy it, when an earlier guard covers it, or when
 * it saves nothing over a more general one, the fallback included.
 *
 * <p>Deliberately missed: two operands stretched on one axis (they take the fallback).
 */
final class Versions {

  /**
   * An operand's size on a kernel axis where it may stretch.
   *
   * @param distance of the axis from the innermost one
   */
  private record Open(int draft, Value operand, int axis, int distance, Dim size) {}

  private record Candidate(Facts facts, List<Draft> drafts) {}

  private final Facts base;
  private final Kernels kernels;
  private final List<Draft> fallback;
  private final List<Open> opens = new ArrayList<>();

  private Versions(Facts base, Kernels kernels, List<Draft> fallback) {
    this.base = base;
    this.kernels = kernels;
    this.fallback = fallback;
    for (int d = 0; d < fallback.size(); d++) {
      for (Argument a : fallback.get(d).inputs()) {
        collect(d, a);
      }
    }
  }

  private void collect(int draft, Argument argument) {
    int inner = fallback.get(draft).kernel().innermost();
    for (AxisPath path : argument.access().paths()) {
      Optional<Dim> size = openSize(path);
      if (size.isPresent()) {
        int axis = path.axis();
        int distance = axis <= inner ? inner - axis : axis;
        opens.add(new Open(draft, argument.base(), axis, distance, size.get()));
      }
    }
  }

  /** The size that decides at run time whether the axis stretches. */
  private static Optional<Dim> openSize(AxisPath path) {
    return path.axis() < 0
        ? Optional.empty()
        : path.layers().stream()
            .filter(ZeroIfOne.class::isInstance)
            .map(l -> ((ZeroIfOne) l).size())
            .findFirst();
  }

  /** The sizes that a kernel's ambiguous joins depend on: kernels that share one are a cluster. */
  static Set<Dim> openSizes(Draft draft) {
    return draft.inputs().stream()
        .flatMap(a -> a.access().paths().stream())
        .flatMap(p -> openSize(p).stream())
        .collect(Collectors.toSet());
  }

  /** The facts under which nothing stretches; empty where no sizes satisfy them. */
  static Optional<Facts> allEqual(Facts base, Kernels kernels, List<Draft> fallback) {
    return Optional.of(new Versions(base, kernels, fallback).equal(base, _ -> true))
        .filter(f -> !f.contradictory());
  }

  /**
   * @param options how many versions there may be beside the fallback
   * @param build makes the cluster's kernels under given facts
   */
  static List<Version> choose(
      Facts base, Kernels kernels, PlanOptions options, Function<Facts, List<Draft>> build) {
    List<Draft> fallback = build.apply(base);
    boolean collapsed =
        fallback.stream().anyMatch(d -> d.target().extents().size() > d.kernel().rank());
    int axes = options.tuning().budgets().plans().walkedAxes();
    int affordable =
        collapsed ? 0 : Math.min(options.versionBudget(), axes / Math.max(1, walkedAxes(fallback)));
    var chosen = new ArrayList<Version>();
    if (affordable > 0) {
      var versions = new Versions(base, kernels, fallback);
      for (Candidate c : versions.worthwhile(versions.candidates(build))) {
        if (chosen.size() < affordable) {
          chosen.add(version(base, kernels, c.facts(), c.drafts()));
        }
      }
    }
    chosen.add(version(base, kernels, base, fallback));
    return chosen;
  }

  private static int walkedAxes(List<Draft> drafts) {
    return drafts.stream()
        .flatMap(d -> d.inputs().stream())
        .mapToInt(a -> 1 + a.access().paths().size())
        .sum();
  }

  private static Version version(Facts base, Kernels kernels, Facts facts, List<Draft> drafts) {
    List<Facts.Equation> guard =
        facts.equations().subList(base.equations().size(), facts.equations().size());
    return new Version(
        guard,
        drafts.stream()
            .map(
                d ->
                    new LoopIr.Launch(
                        d.target(),
                        new LoopIr.Call(kernels.number(d.kernel()), d.inputs(), d.scalars()),
                        d.origin()))
            .toList());
  }

  private List<Candidate> candidates(Function<Facts, List<Draft>> build) {
    var facts = new ArrayList<Facts>();
    List<Value> operands = opens.stream().map(Open::operand).distinct().toList();
    facts.add(equal(base, o -> true));
    for (Value k : operands) {
      facts.add(equal(stretched(base, o -> o.operand().equals(k)), o -> !o.operand().equals(k)));
    }
    for (Value k : operands) {
      opens.stream()
          .filter(o -> o.operand().equals(k))
          .map(Open::distance)
          .distinct()
          .forEach(distance -> facts.add(stretchedAt(k, distance)));
    }
    facts.add(equal(base, o -> o.distance() == 0));

    var guards = new HashSet<List<Facts.Equation>>();
    var candidates = new ArrayList<Candidate>();
    for (Facts f : facts) {
      if (!f.contradictory()
          && f.equations().size() > base.equations().size()
          && guards.add(f.equations())) {
        candidates.add(new Candidate(f, build.apply(f)));
      }
    }
    return candidates;
  }

  /** One operand stretched on one axis, the others equal there, all equal further in. */
  private Facts stretchedAt(Value k, int distance) {
    return equal(
        stretched(base, o -> o.operand().equals(k) && o.distance() == distance),
        o ->
            (o.distance() == distance && !o.operand().equals(k))
                || (o.distance() < distance && o.distance() >= 0));
  }

  private Facts stretched(Facts facts, Predicate<Open> which) {
    for (Open o : opens) {
      if (which.test(o)) {
        facts = facts.with(o.size(), Dims.ONE);
      }
    }
    return facts;
  }

  /** On each axis all chosen operands have one size: the fixed one, where there is a fixed one. */
  private Facts equal(Facts facts, Predicate<Open> which) {
    for (int d = 0; d < fallback.size(); d++) {
      for (int axis = 0; axis < fallback.get(d).target().extents().size(); axis++) {
        Dim extent = base.resolve(fallback.get(d).target().extents().get(axis));
        Dim reference = extent instanceof Dim.Join ? null : extent;
        for (Open o : opens) {
          if (o.draft() == d && o.axis() == axis && which.test(o)) {
            if (reference == null) {
              reference = o.size();
            } else {
              facts = facts.with(reference, o.size());
            }
          }
        }
      }
    }
    return facts;
  }

  private List<Candidate> worthwhile(List<Candidate> candidates) {
    var kept = new ArrayList<Candidate>();
    for (int i = 0; i < candidates.size(); i++) {
      Candidate c = candidates.get(i);
      boolean covered = kept.stream().anyMatch(k -> implies(c.facts(), k.facts()));
      boolean saves = !same(c.drafts(), fallback);
      for (Candidate later : candidates.subList(i + 1, candidates.size())) {
        saves &= !(same(c.drafts(), later.drafts()) && implies(c.facts(), later.facts()));
      }
      if (!covered && saves) {
        kept.add(c);
      }
    }
    return kept;
  }

  private boolean same(List<Draft> a, List<Draft> b) {
    return a.size() == b.size()
        && IntStream.range(0, a.size())
            .allMatch(i -> kernels.same(a.get(i).kernel(), b.get(i).kernel()));
  }

  private static boolean implies(Facts a, Facts b) {
    return b.equations().stream().allMatch(e -> a.same(e.left(), e.right()));
  }
}
