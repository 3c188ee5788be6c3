package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.KernelBuilder.Draft;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.AxisPath;
import dev.tensorc.codegen.loop.LoopIr.Layer;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.codegen.loop.LoopIr.ZeroIfOne;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Chooses the versions of a kernel. A version is the kernel built again under more equations, which
 * are its guard; the fallback, built under none, is right for every shape and comes last.
 *
 * <p>Candidates, most specific first: all operands equal; one stretched along all its axes; one
 * stretched along one axis, the others equal there and further in; none stretched on the innermost
 * axis. A candidate is dropped when no sizes satisfy it, when an earlier guard covers it, or when it
 * saves nothing over a more general one, the fallback included.
 *
 * <p>Deliberately missed: two operands stretched on one axis (they take the fallback).
 */
final class Versions {

  /** An operand's size on a kernel axis where it may stretch. */
  private record Open(int operand, int axis, Dim size) {}

  private record Candidate(Facts facts, Draft draft) {}

  private final Facts base;
  private final Kernels kernels;
  private final Draft fallback;
  private final List<Open> opens = new ArrayList<>();

  private Versions(Facts base, Kernels kernels, Draft fallback) {
    this.base = base;
    this.kernels = kernels;
    this.fallback = fallback;
    for (int i = 0; i < fallback.inputs().size(); i++) {
      collect(i, fallback.inputs().get(i));
    }
  }

  private void collect(int operand, Argument argument) {
    for (AxisPath path : argument.access().axes()) {
      Optional<Layer> open = path.layers().stream().filter(ZeroIfOne.class::isInstance).findFirst();
      if (path.axis() >= 0 && open.isPresent()) {
        opens.add(new Open(operand, path.axis(), ((ZeroIfOne) open.get()).size()));
      }
    }
  }

  /**
   * @param build makes the kernel under given facts
   * @param budget how many versions beside the fallback
   */
  static List<Version> choose(
      Facts base, Kernels kernels, int budget, Function<Facts, Draft> build) {
    Draft fallback = build.apply(base);
    var chosen = new ArrayList<Version>();
    if (budget > 0) {
      var versions = new Versions(base, kernels, fallback);
      for (Candidate c : versions.worthwhile(versions.candidates(build))) {
        if (chosen.size() < budget) {
          chosen.add(version(base, kernels, c.facts(), c.draft()));
        }
      }
    }
    chosen.add(version(base, kernels, base, fallback));
    return chosen;
  }

  private static Version version(Facts base, Kernels kernels, Facts facts, Draft draft) {
    List<Facts.Equation> guard =
        facts.equations().subList(base.equations().size(), facts.equations().size());
    return new Version(
        List.copyOf(guard), kernels.number(draft.kernel()), draft.inputs(), draft.scalars());
  }

  private List<Candidate> candidates(Function<Facts, Draft> build) {
    var guards = new LinkedHashSet<List<Facts.Equation>>();
    var facts = new ArrayList<Facts>();
    var innermost = fallback.kernel().innermost();
    List<Integer> operands = opens.stream().map(Open::operand).distinct().toList();

    facts.add(equal(base, o -> true));
    for (int k : operands) {
      facts.add(equal(stretched(base, o -> o.operand() == k), o -> o.operand() != k));
    }
    for (int k : operands) {
      for (Open at : opens) {
        if (at.operand() == k) {
          facts.add(
              equal(
                  stretched(base, at::equals),
                  o ->
                      (o.axis() == at.axis() && o.operand() != k)
                          || (o.axis() > at.axis() && o.axis() <= innermost)));
        }
      }
    }
    facts.add(equal(base, o -> o.axis() == innermost));

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

  private Facts stretched(Facts facts, java.util.function.Predicate<Open> which) {
    for (Open o : opens) {
      if (which.test(o)) {
        facts = facts.with(o.size(), Dims.ONE);
      }
    }
    return facts;
  }

  /** On each axis all chosen operands have one size: the fixed one, where there is a fixed one. */
  private Facts equal(Facts facts, java.util.function.Predicate<Open> which) {
    for (int axis = 0; axis < fallback.extents().size(); axis++) {
      Dim extent = base.resolve(fallback.extents().get(axis));
      Dim reference = extent instanceof Dim.Join ? null : extent;
      for (Open o : opens) {
        if (o.axis() == axis && which.test(o)) {
          if (reference == null) {
            reference = o.size();
          } else {
            facts = facts.with(reference, o.size());
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
      boolean saves = !kernels.same(c.draft().kernel(), fallback.kernel());
      for (Candidate later : candidates.subList(i + 1, candidates.size())) {
        saves &=
            !(kernels.same(c.draft().kernel(), later.draft().kernel())
                && implies(c.facts(), later.facts()));
      }
      if (!covered && saves) {
        kept.add(c);
      }
    }
    return kept;
  }

  private static boolean implies(Facts a, Facts b) {
    return b.equations().stream().allMatch(e -> a.same(e.left(), e.right()));
  }
}
