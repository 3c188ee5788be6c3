package dev.tensorc.codegen.verify;

import static dev.tensorc.codegen.verify.SmallProgram.COPY;
import static dev.tensorc.codegen.verify.SmallProgram.ELEMENT;
import static dev.tensorc.codegen.verify.SmallProgram.kernel;

import dev.tensorc.codegen.loop.Expr.Reduced;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.codegen.loop.Nest;
import dev.tensorc.codegen.loop.Nest.Turns;
import dev.tensorc.codegen.loop.Schedule;
import dev.tensorc.codegen.loop.ShortRows;
import dev.tensorc.codegen.loop.SmallProduct;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Schedules of kernels, each wrong in one way. */
class NestRulesTest {

  /** Stores a matrix. */
  private static final Kernel TABLE =
      kernel(
          2,
          0,
          List.of(new Input(DType.F32, List.of(AxisUse.FULL, AxisUse.FULL))),
          List.of(),
          new Result(ELEMENT, false));

  /** Adds its rows up. */
  private static final Kernel ROWS =
      kernel(
          1,
          1,
          TABLE.inputs(),
          List.of(new Reduction(Builtin.SUM, ELEMENT, true)),
          new Result(new Reduced(0, DType.F32), false));

  private static final List<Integer> LAST = List.of(1);
  private static final List<Integer> NONE = List.of();

  private static void verify(Kernel k, Nest nest) {
    NestRules.verify(k.scheduled(Schedule.ofNests(List.of(nest))), Broken.AT);
  }

  private static void refused(Kernel k, Nest nest, String rule) {
    Broken.refused(() -> verify(k, nest), rule);
  }

  private static void refused(Schedule schedule, String rule) {
    refused(COPY, schedule, rule);
  }

  private static void refused(Kernel k, Schedule schedule, String rule) {
    Broken.refused(() -> NestRules.verify(k.scheduled(schedule), Broken.AT), rule);
  }

  @Test
  void rightNests() {
    verify(COPY, new Nest(0, List.of(2, 1)));
    verify(TABLE, new Nest(0, List.of(3, 3), List.of(3), List.of(LAST, LAST)));
    verify(ROWS, new Nest(0, List.of(3, 1), List.of(3), List.of(LAST, NONE)));
  }

  @Test
  void axes() {
    refused(COPY, new Nest(1, List.of(1, 1)), "lanes along axis 1, of 1 that are loops");
    refused(ROWS, new Nest(1, List.of(1, 1)), "lanes along axis 1, of 1 that are loops");
    refused(
        TABLE,
        new Nest(1, List.of(1, 1), List.of(3), List.of(NONE, NONE)),
        "lanes along axis 1, of 1 that are loops");
    refused(
        COPY,
        new Nest(0, List.of(1, 1), List.of(3, 3), List.of(NONE, NONE)),
        "2 unrolled axes, of 1");
  }

  @Test
  void steps() {
    refused(COPY, new Nest(0, List.of(1)), "1 steps for 2 tensors");
    refused(COPY, new Nest(0, List.of(1, 0)), "all lanes of a result lie in one place");
  }

  @Test
  void unrolledAxes() {
    refused(
        TABLE, new Nest(0, List.of(1, 1), List.of(0), List.of(NONE, NONE)), "unrolled extents [0]");
    refused(
        ROWS,
        new Nest(0, List.of(1, 1)),
        "1 reduced axes of a sum that goes chunk by chunk are loops");
  }

  private static Schedule schedule(
      Optional<SmallProduct> product,
      Optional<List<Integer>> fewPoints,
      List<ShortRows> shortRows,
      List<Schedule.Tiles> tiled) {
    return new Schedule(
        List.of(), false, false, List.of(), false, product, fewPoints, shortRows, tiled);
  }

  private static Schedule ofShortRows(ShortRows rows) {
    return schedule(Optional.empty(), Optional.empty(), List.of(rows), List.of());
  }

  @Test
  void shortRows() {
    refused(
        ofShortRows(new ShortRows(3, List.of(OptionalInt.of(6)))),
        "1 strides of short rows for 2 tensors");
    refused(
        ofShortRows(new ShortRows(3, List.of(OptionalInt.of(6), OptionalInt.of(3)))),
        "short rows of a kernel with 1 axes and 0 reductions");
  }

  @Test
  void elementsBetweenLanes() {
    refused(
        TABLE,
        new Nest(0, List.of(3, 3), List.of(3), List.of(LAST)),
        "1 lists of axes between lanes, for 2 tensors");
    refused(
        TABLE,
        new Nest(0, List.of(4, 3), List.of(3), List.of(LAST, LAST)),
        "3 elements between the lanes of tensor 0, whose step is 4");
    refused(
        TABLE,
        new Nest(0, List.of(3, 3), List.of(3), List.of(List.of(0), LAST)),
        "axes [0] between the lanes of tensor 0 are not all unrolled ones that it follows");
    var same = new Input(DType.F32, List.of(AxisUse.FULL, AxisUse.NONE));
    refused(
        TABLE.withInputs(List.of(same)),
        new Nest(0, List.of(3, 3), List.of(3), List.of(LAST, LAST)),
        "axes [1] between the lanes of tensor 0 are not all unrolled ones that it follows");
  }

  @Test
  void tensorsInTurn() {
    var nest = new Nest(0, List.of(2, 2));
    refused(
        COPY, nest.inTurn(List.of(new Turns(List.of(0, 2), 1))), "tensors [0, 2] in turn, of 2");
    refused(
        COPY, nest.inTurn(List.of(new Turns(List.of(0, 0), 1))), "tensors [0, 0] in turn twice");
    refused(
        COPY,
        nest.inTurn(List.of(new Turns(List.of(0), 1))),
        "tensors [0] in turn, each 1, have other steps than 1");
  }

  @Test
  void tiles() {
    refused(inTiles(List.of(0)), "tiles of axis 0 of a kernel with 1 axes and 0 reductions");
  }

  @Test
  void inputsAcrossTiles() {
    Kernel table = TABLE.scheduled(inTiles(List.of(1)));
    Broken.refused(() -> NestRules.verify(table, Broken.AT), "inputs [1] across tiles of axis 0");
  }

  /** A schedule of tiles of axis 0 alone. */
  private static Schedule inTiles(List<Integer> across) {
    var tiles = new Schedule.Tiles(0, across);
    return schedule(Optional.empty(), Optional.empty(), List.of(), List.of(tiles));
  }

  @Test
  void stepsOfRows() {
    refused(
        new Schedule(
            List.of(),
            true,
            false,
            List.of(List.of(1, 1)),
            false,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of()),
        "2 steps of rows for 1 inputs");
  }

  @Test
  void smallProducts() {
    var product = new SmallProduct(4, 4, true, 1, 4, 1, List.of(), OptionalInt.empty());
    refused(
        schedule(Optional.of(product), Optional.empty(), List.of(), List.of()),
        "a small product without a contraction");
  }

  @Test
  void fewPoints() {
    refused(ofFewPoints(3), "few points of other work than reductions of values");
    refused(ROWS, ofFewPoints(3), "1 extents for 2 axes");
    refused(ROWS, ofFewPoints(2, 17), "17 values that are no one chunk");
  }

  private static Schedule ofFewPoints(Integer... extents) {
    return schedule(Optional.empty(), Optional.of(List.of(extents)), List.of(), List.of());
  }
}
