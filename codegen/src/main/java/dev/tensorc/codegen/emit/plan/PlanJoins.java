package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.JoinCheck;
import dev.tensorc.ir.TensorIr.JoinOperand;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits the checks that sizes fit together: the size rule of {@link JoinCheck}. */
record PlanJoins(Code code, PlanDims dims, PlanArrays arrays) {

  private static final Type STRING = Type.getType(String.class);
  private static final Type STRINGS = Type.getType(String[].class);
  private static final Type SHAPES = Type.getType(long[][].class);
  private static final Type LONGS = Type.getType(long[].class);
  private static final Type INTS = Type.getType(int[].class);
  private static final Type BOOLEANS = Type.getType(boolean[].class);

  /**
   * All axes are joined, then one branch asks whether an axis failed: the last one is reported.
   *
   * @param atEntry whether the sizes that are found hold for the whole plan
   */
  void emit(JoinCheck c, boolean atEntry) {
    if (c.equalRanks()) {
      equalRanks(c);
    }
    Local failed = code.newInt(-1);
    for (int axis = 0; axis < c.rank(); axis++) {
      var fixed = new ArrayList<Dim>();
      var free = new ArrayList<Dim>();
      for (JoinOperand o : c.operands()) {
        o.feeding(axis).forEach(own -> (o.mayStretch(own) ? free : fixed).add(o.shape().get(own)));
      }
      if (!fixed.isEmpty()) {
        fixedAxis(axis, fixed, free, failed);
        Dim joined = fixed.getFirst();
        axesThatAreThere(c, axis, () -> dims.push(joined), failed);
      } else if (free.stream().distinct().count() > 1) {
        Local joined = joinAxis(axis, free, failed, atEntry);
        axesThatAreThere(c, axis, () -> code.load(joined), failed);
      }
    }
    code.ifThen(atLeastZero(failed), () -> mismatch(c, failed));
  }

  /** The size is that of the operands that may not stretch; the others have it, or are 1. */
  private void fixedAxis(int axis, List<Dim> fixed, List<Dim> free, Local failed) {
    Dim joined = fixed.getFirst();
    Code.Part fails = () -> code.assign(failed, axis);
    fixed.stream()
        .distinct()
        .filter(d -> !d.equals(joined))
        .forEach(
            d -> code.ifNot(Code.longsEqual(() -> dims.push(d), () -> dims.push(joined)), fails));
    free.stream()
        .distinct()
        .filter(d -> !d.equals(joined) && !Dims.isConst(d, 1))
        .forEach(
            d ->
                code.ifNot(
                    Code.isTrue(
                        () -> {
                          dims.push(d);
                          dims.push(joined);
                          code.callStatic(RuntimeTypes.SIZE_MATH, "stretchesTo", "(JJ)Z");
                        }),
                    fails));
  }

  /** An unranked operand stretches where it lacks the axis; where it has it, as said. */
  private void axesThatAreThere(JoinCheck c, int axis, Code.Part joined, Local failed) {
    for (JoinOperand o : c.operands()) {
      for (int own : o.feeding(axis)) {
        if (!o.stretches().get(own) && o.mayStretch(own)) {
          code.ifNot(
              Code.isTrue(
                  () -> {
                    dims.push(o.shape().get(own));
                    joined.emit();
                    dims.pushLargest(o.ranks());
                    code.pushInt(o.shape().size() - own);
                    code.callStatic(RuntimeTypes.UNRANKED, "fits", "(JJJI)Z");
                  }),
              () -> code.assign(failed, axis));
        }
      }
    }
  }

  private void equalRanks(JoinCheck c) {
    List<JoinOperand> operands = c.operands();
    var ranks = operands.stream().flatMap(o -> o.rankIsLargestOf().stream()).distinct().toList();
    Local largest = code.newLocal(Type.LONG_TYPE, () -> dims.pushLargest(ranks));
    Local differ = code.newLocal(Type.BOOLEAN_TYPE, () -> code.pushInt(0));
    for (JoinOperand o : operands) {
      code.ifNot(
          Code.isTrue(
              () -> {
                dims.pushLargest(o.rankIsLargestOf());
                code.load(largest);
                code.callStatic(RuntimeTypes.UNRANKED, "isRankOrScalar", "(JJ)Z");
              }),
          () -> code.assign(differ, 1));
    }
    code.ifThen(
        Code.isTrue(differ),
        () -> {
          pushPlace(c);
          arrays.pushStrings(operands.stream().map(JoinOperand::name).toList());
          arrays.pushStrings(operands.stream().map(JoinOperand::type).toList());
          arrays.pushEach(LONGS, operands, o -> arrays.pushShape(o.shape(), o.rankIsLargestOf()));
          raise(
              "ranks", List.of(STRING, STRING, RuntimeTypes.DISCIPLINE, STRINGS, STRINGS, SHAPES));
        });
  }

  /** Pushes a join's operation, its place in the source, and its discipline. */
  private void pushPlace(JoinCheck c) {
    code.pushString(c.operation());
    code.pushString(c.span().runtimeLocation());
    code.getStatic(RuntimeTypes.DISCIPLINE, c.discipline().name());
  }

  private Local joinAxis(int axis, List<Dim> sizes, Local failed, boolean atEntry) {
    Local joined = code.newLocal(Type.LONG_TYPE, () -> dims.pushJoined(sizes));
    code.ifThen(
        (k, no) -> {
          Code.Part conflict =
              () -> k.getStatic(RuntimeTypes.SIZE_MATH.getInternalName(), "CONFLICT", "J");
          k.load(joined).jumpIf(Opcodes.IFNE, conflict, no);
        },
        () -> code.assign(failed, axis));
    if (atEntry) {
      dims.remember(Dims.join(sizes), joined);
    }
    return joined;
  }

  private static BiConsumer<Code, Label> atLeastZero(Local i) {
    return (c, no) -> {
      c.load(i);
      c.mv().visitJumpInsn(Opcodes.IFLT, no);
    };
  }

  private void mismatch(JoinCheck c, Local axis) {
    List<JoinOperand> operands = c.operands();
    pushPlace(c);
    code.load(axis);
    arrays.pushStrings(operands.stream().map(JoinOperand::name).toList());
    arrays.pushStrings(operands.stream().map(JoinOperand::type).toList());
    arrays.pushEach(LONGS, operands, o -> arrays.pushSizes(o.shape()));
    arrays.pushEach(INTS, operands, o -> arrays.pushAxes(o.axes()));
    arrays.pushEach(BOOLEANS, operands, o -> arrays.pushStretches(o.stretches()));
    var types =
        new ArrayList<>(
            List.of(
                STRING,
                STRING,
                RuntimeTypes.DISCIPLINE,
                Type.INT_TYPE,
                STRINGS,
                STRINGS,
                SHAPES,
                Type.getType(int[][].class),
                Type.getType(boolean[][].class)));
    if (c.isUnranked()) {
      arrays.pushLongs(
          operands.stream()
              .map(o -> (Code.Part) () -> dims.pushLargest(o.rankIsLargestOf()))
              .toList());
      types.add(LONGS);
    }
    raise(
        c.isUnranked()
            ? "unranked"
            : switch (c.joining()) {
              case OPERATION -> "of";
              case UPDATE -> "update";
              case SHAPE -> "shape";
            },
        types);
  }

  private void raise(String factory, List<Type> args) {
    code.callStatic(
        RuntimeTypes.BROADCAST_EXCEPTION,
        factory,
        RuntimeTypes.BROADCAST_EXCEPTION,
        args.toArray(Type[]::new));
    code.op(Opcodes.ATHROW);
  }
}
