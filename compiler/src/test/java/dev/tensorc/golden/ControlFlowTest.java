package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tensorc.codegen.CodeGenerator;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.plan.PlanOptions;
import dev.tensorc.interp.Interpreter;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.sections.Bits;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Loops, updates and late sizes, made by hand: compiled code gives the interpreter's results. */
class ControlFlowTest {

  static void agree(TensorIr.Module module, Object... args) {
    List<Object> expected = Interpreter.run(module.functions().getFirst(), List.of(args));
    for (int versions : new int[] {0, 16}) {
      Map<String, byte[]> classFiles = classFiles(module, versions);
      ClassChecks.check(classFiles);
      for (boolean vector : new boolean[] {true, false}) {
        assertThat(Bits.difference(expected, call(new TestLoader(classFiles, vector), args)))
            .as("versions %d, vector %s", versions, vector)
            .isEmpty();
      }
    }
  }

  private static Map<String, byte[]> classFiles(TensorIr.Module module, int versions) {
    LoopIr.Program planned = CodeGenerator.plan(module, new PlanOptions(versions, true));
    return CodeGenerator.emit(CodeGenerator.schedule(planned), "test.tc", "", "Test");
  }

  private static List<Object> call(ClassLoader loader, Object... args) {
    try {
      Object returned = method(loader).invoke(null, args);
      return returned instanceof Record results ? components(results) : List.of(returned);
    } catch (InvocationTargetException e) {
      throw new AssertionError(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static Method method(ClassLoader loader) throws ClassNotFoundException {
    return Stream.of(loader.loadClass("Test").getMethods())
        .filter(m -> m.getName().equals("f"))
        .filter(m -> Stream.of(m.getParameterTypes()).noneMatch(Class::isArray))
        .findFirst()
        .orElseThrow();
  }

  private static List<Object> components(Record results) throws ReflectiveOperationException {
    var components = new ArrayList<Object>();
    for (RecordComponent c : results.getClass().getRecordComponents()) {
      components.add(c.getAccessor().invoke(results));
    }
    return components;
  }

  private static FloatTensor vector(int size) {
    var data = new float[size];
    for (int i = 0; i < size; i++) {
      data[i] = i * i + 0.5f;
    }
    return FloatTensor.of(data, size);
  }

  private static Dim inner(Value v) {
    return Dims.clamp(Dims.add(v.shape().getFirst(), -2));
  }

  /** {@code u[1:-1] = (u[:-2] + u[2:]) * 0.5} as new elements of the inner part. */
  private static Value smoothed(IrBuilder b, Value u) {
    Dim size = inner(u);
    Value sides = b.map(Builtin.ADD, b.slice(u, Dims.ZERO, size), b.slice(u, Dims.of(2), size));
    return b.map(Builtin.MULTIPLY, sides, b.f32(0.5));
  }

  @Test
  void wholeArrayGoesRound() {
    for (long steps : new long[] {0, 1, 2, 7}) {
      var b = new IrBuilder();
      Value u = b.param("u", DType.F32, 1);
      Value last =
          b.loop(
                  b.i64(0),
                  b.i64(steps),
                  1,
                  List.of(u),
                  (_, _, c) -> List.of(b.map(Builtin.MULTIPLY, c.getFirst(), b.f32(1.5))))
              .getFirst();
      agree(b.module(last), vector(19));
    }
  }

  @Test
  void inPlaceFromItsNeighbours() {
    for (int size : new int[] {0, 1, 2, 3, 40}) {
      var b = new IrBuilder();
      Value u = b.param("u", DType.F32, 1);
      Value last =
          b.loop(
                  b.i64(0),
                  b.i64(5),
                  1,
                  List.of(u),
                  (_, _, c) -> {
                    Value now = c.getFirst();
                    return List.of(b.update(now, Dims.ONE, inner(now), smoothed(b, now)));
                  })
              .getFirst();
      agree(b.module(last), vector(size));
    }
  }

  @Test
  void prevAndCurrentTakeTurns() {
    var b = new IrBuilder();
    Value u = b.param("u", DType.F32, 1);
    List<Value> last =
        b.loop(
            b.i64(0),
            b.i64(6),
            1,
            List.of(u, b.map(Builtin.MULTIPLY, u, b.f32(0.5))),
            (_, _, c) -> {
              Value prev = c.get(0);
              Value now = c.get(1);
              Value next = b.map(Builtin.SUBTRACT, b.map(Builtin.ADD, now, now), prev);
              return List.of(now, next);
            });
    agree(b.module(b.map(Builtin.SUBTRACT, last.get(1), last.get(0))), vector(21));
  }

  @Test
  void elementsAreSummed() {
    var b = new IrBuilder();
    Value x = b.param("x", DType.F32, 1);
    Value n = b.sizeOf(x.shape().getFirst());
    Value total =
        b.loop(
                b.map(Builtin.SUBTRACT, n, b.i64(1)),
                b.i64(-1),
                -2,
                List.of(b.f32(0)),
                (_, at, c) -> List.of(b.map(Builtin.ADD, c.getFirst(), b.element(x, at))))
            .getFirst();
    agree(b.module(total), vector(12));
  }

  @Test
  void elementsAreWritten() {
    var b = new IrBuilder();
    Value x = b.param("x", DType.F32, 1);
    Value sums =
        b.loop(
                b.i64(1),
                b.sizeOf(x.shape().getFirst()),
                1,
                List.of(x),
                (_, at, c) -> {
                  Value now = c.getFirst();
                  Value before = b.element(now, Dims.add(at, -1));
                  return List.of(b.store(now, at, b.map(Builtin.ADD, before, b.element(now, at))));
                })
            .getFirst();
    agree(b.module(sums), vector(9));
  }

  @Test
  void onlySomeElementsAreWritten() {
    var b = new IrBuilder();
    Value x = b.param("x", DType.F32, 1);
    Value clipped =
        b.loop(
                b.i64(0),
                b.sizeOf(x.shape().getFirst()),
                1,
                List.of(x),
                (_, at, c) -> {
                  Value now = c.getFirst();
                  Value large = b.map(Builtin.LESS, b.f32(20), b.element(now, at));
                  return b.branch(
                      large,
                      b.like(c),
                      () -> List.of(b.store(now, at, b.f32(20))),
                      () -> List.of(now));
                })
            .getFirst();
    agree(b.module(clipped), vector(12));
  }

  @Test
  void sizesChangeWithEveryIteration() {
    var b = new IrBuilder();
    Value x = b.param("x", DType.F32, 1);
    Value last =
        b.lateLoop(
                b.i64(0),
                b.i64(4),
                1,
                List.of(x),
                (_, _, c) -> {
                  Value now = c.getFirst();
                  return List.of(smoothed(b, now));
                })
            .getFirst();
    agree(b.module(last), vector(12));
  }

  @Test
  void whileHalves() {
    var b = new IrBuilder();
    Value x = b.param("x", DType.F32, 1);
    List<Value> initial = List.of(x, b.i64(0));
    List<Value> carried = b.like(initial);
    List<Value> results = b.like(initial);
    TensorIr.Block condition =
        b.block(() -> List.of(b.map(Builtin.LESS, b.f32(1), b.sum(carried.getFirst()))));
    TensorIr.Block body =
        b.block(
            () ->
                List.of(
                    b.map(Builtin.MULTIPLY, carried.getFirst(), b.f32(0.5)),
                    b.map(Builtin.ADD, carried.get(1), b.i64(1))));
    b.add(
        new TensorIr.While(
            new TensorIr.Loop(initial, carried, results), condition, body, IrBuilder.SPAN));
    agree(b.module(results.get(1)), vector(30));
  }

  @Test
  void twoResultsOfOneBranch() {
    for (int size : new int[] {3, 30}) {
      var b = new IrBuilder();
      Value x = b.param("x", DType.F32, 1);
      Value y = b.param("y", DType.F32, 1);
      List<Value> chosen =
          b.branch(
              b.map(Builtin.LESS, b.sizeOf(x.shape().getFirst()), b.i64(10)),
              b.lateLike(List.of(x, y)),
              () -> List.of(y, b.map(Builtin.ADD, x, b.f32(1))),
              () -> List.of(b.slice(x, Dims.ONE, Dims.of(2)), y));
      agree(
          b.module(b.map(Builtin.ADD, b.sum(chosen.get(0)), b.sum(chosen.get(1)))),
          vector(size),
          vector(7));
    }
  }

  @Test
  void valuesBeforeAnUpdateStay() {
    var b = new IrBuilder();
    Value x = b.param("x", DType.F32, 1);
    Value doubled = b.map(Builtin.ADD, x, x);
    Value changed = b.update(doubled, Dims.ZERO, Dims.of(3), b.f32(-1));
    Value back = b.update(changed, Dims.of(2), Dims.of(2), b.slice(changed, Dims.ONE, Dims.of(2)));
    agree(
        b.module(b.map(Builtin.SUBTRACT, b.map(Builtin.MULTIPLY, doubled, changed), back)),
        vector(17));
  }

  @Test
  void anI64ParameterIsASize() {
    var b = new IrBuilder();
    Dim n = b.size("n");
    Value x = b.param("x", DType.F32, 1);
    agree(b.module(b.map(Builtin.ADD, b.slice(x, Dims.ONE, n), b.f32(1))), 5L, vector(8));
  }

  /** One value twice, an argument, a view and a scalar: all are results of their own. */
  @Test
  void severalResultsShareNothing() {
    var b = new IrBuilder();
    Value x = b.param("x", DType.F32, 1);
    Value doubled = b.map(Builtin.ADD, x, x);
    Value part = b.slice(x, Dims.ONE, Dims.of(3));
    agree(b.module(doubled, doubled, x, part, b.sum(x), b.sum(x)), vector(9));
  }

  /** Updates in a loop: one vector, written again and again, and a temporary. */
  @Test
  void updatesInPlaceAllocateNothing() throws ReflectiveOperationException {
    var b = new IrBuilder();
    Dim steps = b.size("steps");
    Value u = b.param("u", DType.F32, 1);
    Value last =
        b.loop(
                b.i64(0),
                b.sizeOf(steps),
                1,
                List.of(u),
                (_, _, c) -> {
                  Value now = c.getFirst();
                  Value larger = b.map(Builtin.ADD, now, b.f32(1));
                  Value all = b.update(now, Dims.ZERO, now.shape().getFirst(), larger);
                  Value hot = b.map(Builtin.LESS, b.f32(3), b.element(all, Dims.ZERO));
                  Value cut =
                      b.branch(
                              hot,
                              b.like(c),
                              () -> List.of(b.store(all, Dims.ZERO, b.f32(0))),
                              () -> List.of(all))
                          .getFirst();
                  return List.of(b.update(cut, Dims.ONE, inner(cut), smoothed(b, cut)));
                })
            .getFirst();
    TensorIr.Module module = b.module(last);
    agree(module, 5L, vector(30));
    LoopIr.Plan plan = CodeGenerator.plan(module, new PlanOptions(0, true)).plans().getFirst();
    LoopIr.Loop loop =
        plan.body().stream()
            .filter(LoopIr.Loop.class::isInstance)
            .map(LoopIr.Loop.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(loop.body()).noneMatch(LoopIr.Copy.class::isInstance);
    assertThat(loop.exchanges()).isEmpty();
    Method f = method(new TestLoader(classFiles(module, 0), false));
    assertThat(allocated(f, 1000L, vector(500))).isEqualTo(allocated(f, 1L, vector(500)));
  }

  /** The least that a call allocates: the first ones load classes. */
  private static long allocated(Method f, Object... args) throws ReflectiveOperationException {
    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long before = bean.getCurrentThreadAllocatedBytes();
      f.invoke(null, args);
      least = Math.min(least, bean.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
