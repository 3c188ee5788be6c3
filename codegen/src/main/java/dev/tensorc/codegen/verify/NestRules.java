package dev.tensorc.codegen.verify;

import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Nest;
import dev.tensorc.codegen.loop.Schedule;
import dev.tensorc.codegen.loop.ShortRows;
import dev.tensorc.codegen.loop.SmallProduct;
import java.util.List;

/** Rules of the nests that {@code schedule} has found for a kernel. */
final class NestRules {

  private final Kernel k;
  private final int tensors;
  private final Verified at;

  private NestRules(Kernel k, Verified at) {
    this.k = k;
    this.tensors = k.inputs().size() + k.results().size();
    this.at = at;
  }

  static void verify(Kernel k, Verified at) {
    for (int i = 0; i < k.nests().size(); i++) {
      Nest nest = k.nests().get(i);
      var rules = new NestRules(k, at.part("nest " + i));
      rules.axes(nest);
      rules.steps(nest);
      rules.unrolled(nest);
      rules.between(nest);
      nest.turns().forEach(turns -> rules.turns(nest, turns));
    }
    var rules = new NestRules(k, at.part("schedule"));
    k.schedule().rowSteps().forEach(rules::rowSteps);
    k.schedule().product().ifPresent(rules::product);
    k.schedule().fewPoints().ifPresent(rules::fewPoints);
    k.schedule().shortRows().forEach(rules::shortRows);
    k.schedule().tiled().forEach(rules::tiled);
  }

  private void tiled(Schedule.Tiles tiles) {
    at.require(
        k.reductions().isEmpty() && tiles.axis() >= 0 && tiles.axis() < k.rank() - 1,
        "tiles of axis %s of a kernel with %s axes and %s reductions",
        tiles.axis(),
        k.rank(),
        k.reductions().size());
    int inputs = k.inputs().size();
    at.require(
        !tiles.across().isEmpty()
            && tiles.across().stream()
                .allMatch(
                    t ->
                        t >= 0
                            && t < inputs
                            && k.follows(t, tiles.axis())
                            && k.follows(t, k.rank() - 1)),
        "inputs %s across tiles of axis %s",
        tiles.across(),
        tiles.axis());
  }

  private void axes(Nest nest) {
    at.require(
        nest.unrolled().size() <= k.rank(),
        "%s unrolled axes, of %s",
        nest.unrolled().size(),
        k.rank());
    int loops = Math.min(k.parallel(), nest.firstUnrolled(k));
    at.require(
        nest.lanes() >= 0 && nest.lanes() < loops,
        "lanes along axis %s, of %s that are loops",
        nest.lanes(),
        loops);
  }

  private void steps(Nest nest) {
    at.require(
        nest.steps().size() == tensors, "%s steps for %s tensors", nest.steps().size(), tensors);
    for (int t = k.inputs().size(); t < tensors; t++) {
      at.require(nest.steps().get(t) != 0, "all lanes of a result lie in one place");
    }
  }

  private void unrolled(Nest nest) {
    at.require(
        nest.unrolled().stream().allMatch(n -> n > 0), "unrolled extents %s", nest.unrolled());
    if (nest.looped(k) > 0) {
      at.require(
          nest.lanes() == k.parallel() - 1 && k.reductions().size() == 1 && k.results().size() == 1,
          "%s reduced axes are loops, with lanes along axis %s, %s reductions and %s results",
          nest.looped(k),
          nest.lanes(),
          k.reductions().size(),
          k.results().size());
      at.require(
          !FloatSums.orders(k.reductions().getFirst()),
          "%s reduced axes of a sum that goes chunk by chunk are loops",
          nest.looped(k));
    }
  }

  /** Elements between the lanes of a tensor are those at points of unrolled axes. */
  private void between(Nest nest) {
    at.require(
        nest.between().size() == tensors,
        "%s lists of axes between lanes, for %s tensors",
        nest.between().size(),
        tensors);
    for (int t = 0; t < tensors; t++) {
      List<Integer> axes = nest.between().get(t);
      int tensor = t;
      at.require(
          axes.stream()
              .allMatch(
                  axis ->
                      axis >= nest.firstUnrolled(k) && axis < k.rank() && k.walks(tensor, axis)),
          "axes %s between the lanes of tensor %s are not all unrolled ones that it follows",
          axes,
          t);
      int elements = axes.stream().mapToInt(a -> nest.extent(k, a)).reduce(1, (a, b) -> a * b);
      at.require(
          axes.isEmpty() || elements == nest.steps().get(t),
          "%s elements between the lanes of tensor %s, whose step is %s",
          elements,
          t,
          nest.steps().get(t));
    }
  }

  private void turns(Nest nest, Nest.Turns turns) {
    List<Integer> inTurn = turns.tensors();
    at.require(
        inTurn.stream().allMatch(t -> t >= 0 && t < tensors),
        "tensors %s in turn, of %s",
        inTurn,
        tensors);
    at.require(
        inTurn.stream().distinct().count() == inTurn.size(), "tensors %s in turn twice", inTurn);
    int step = inTurn.size() * turns.each();
    at.require(
        inTurn.stream().allMatch(t -> nest.steps().get(t) == step),
        "tensors %s in turn, each %s, have other steps than %s",
        inTurn,
        turns.each(),
        step);
  }

  private void rowSteps(List<Integer> steps) {
    at.require(
        steps.size() == k.inputs().size(),
        "%s steps of rows for %s inputs",
        steps.size(),
        k.inputs().size());
  }

  private void shortRows(ShortRows rows) {
    at.require(
        rows.apart().size() == tensors,
        "%s strides of short rows for %s tensors",
        rows.apart().size(),
        tensors);
    at.require(
        k.reductions().isEmpty() && k.rank() > 1,
        "short rows of a kernel with %s axes and %s reductions",
        k.rank(),
        k.reductions().size());
  }

  private void fewPoints(List<Integer> extents) {
    at.require(
        !k.reductions().isEmpty()
            && k.contraction().isEmpty()
            && k.reductions().stream().noneMatch(Reduction::finds),
        "few points of other work than reductions of values");
    at.require(extents.size() == k.rank(), "%s extents for %s axes", extents.size(), k.rank());
    int reduced = extents.stream().skip(k.parallel()).mapToInt(n -> n).reduce(1, (a, b) -> a * b);
    at.require(
        reduced > 0 && reduced <= FloatSums.CHUNK, "%s values that are no one chunk", reduced);
  }

  private void product(SmallProduct p) {
    at.require(k.contraction().isPresent(), "a small product without a contraction");
    at.require(p.columns() > 0 && p.depth() > 0, "%s of no products", p);
  }
}
