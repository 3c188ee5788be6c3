package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Check;
import dev.tensorc.ir.TensorIr.JoinCheck;
import dev.tensorc.ir.TensorIr.JoinOperand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits a plan's checks: cheap where they pass, a clear exception where they do not. */
final class PlanChecks {

  private static final String SHAPE_EXCEPTION = JvmTypes.RUNTIME + "ShapeException";
  private static final String BROADCAST_EXCEPTION = JvmTypes.RUNTIME + "BroadcastException";
  private static final String DISCIPLINE = JvmTypes.RUNTIME + "Discipline";
  private static final Type STRING = Type.getType(String.class);
  private static final Type LONGS = Type.getType(long[].class);
  private static final Type INTS = Type.getType(int[].class);
  private static final Type BOOLEANS = Type.getType(boolean[].class);

  private final Code code;
  private final PlanDims dims;
  private final TensorIr.Function function;
  private boolean atEntry;

  PlanChecks(Code code, PlanDims dims, TensorIr.Function function) {
    this.code = code;
    this.dims = dims;
    this.function = function;
  }

  /** The checks before anything else: the sizes that they find are kept for the whole plan. */
  void atEntry(List<Check> checks) {
    atEntry = true;
    checks.forEach(this::emit);
    atEntry = false;
  }

  void emit(Check check) {
    code.at(check.span());
    switch (check) {
      case TensorIr.ParamCheck c -> require(c.actual(), c.expected(), () -> parameterMismatch(c));
      case TensorIr.SizeCheck c ->
          require(
              c.actual(),
              c.expected(),
              () -> {
                code.pushString(c.subject());
                code.pushString(c.expectedType());
                code.pushString(c.span().location());
                code.pushInt(c.axis());
                dims.push(c.actual());
                dims.push(c.expected());
                raise(
                    "result",
                    STRING,
                    STRING,
                    STRING,
                    Type.INT_TYPE,
                    Type.LONG_TYPE,
                    Type.LONG_TYPE);
              });
      case JoinCheck c -> join(c);
      case TensorIr.RankCheck c ->
          code.ifElse(
              holds(() -> dims.pushLargest(c.ranks()), c.relation(), () -> dims.push(c.rank())),
              () -> {},
              () -> {
                code.pushString(c.subject());
                code.pushString(c.span().location());
                dims.pushLargest(c.ranks());
                code.pushString(c.demand());
                raise("rank", STRING, STRING, Type.LONG_TYPE, STRING);
              });
      case TensorIr.NonEmptyCheck c ->
          code.ifThen(
              Code.longsEqual(() -> dims.push(c.size()), () -> code.pushLong(0)),
              () -> {
                code.pushString(c.function());
                code.pushString(c.span().location());
                code.pushString(c.operand());
                code.pushInt(c.axis());
                raise("empty", STRING, STRING, STRING, Type.INT_TYPE);
              });
      case TensorIr.IndexCheck c -> index(c);
      case TensorIr.SubscriptCheck c -> subscript(c);
      case TensorIr.ExtentCheck c -> require(c.actual(), c.expected(), () -> extents(c));
      case TensorIr.ClauseCheck c ->
          code.ifElse(
              holds(() -> dims.push(c.left()), c.relation(), () -> dims.push(c.right())),
              () -> {},
              () -> broken(c));
    }
  }

  private void parameterMismatch(TensorIr.ParamCheck c) {
    TensorIr.Param p = function.params().get(c.param());
    var named = CheckText.namedDim(function, c);
    if (named.isPresent()) {
      code.pushString(named.get().name());
      code.pushString(named.get().param());
      code.pushInt(named.get().axis());
      dims.push(c.expected());
      code.pushString(p.name());
      code.pushInt(c.axis());
      dims.push(c.actual());
      raise(
          "named",
          STRING,
          STRING,
          Type.INT_TYPE,
          Type.LONG_TYPE,
          STRING,
          Type.INT_TYPE,
          Type.LONG_TYPE);
    } else {
      code.pushString(p.name());
      code.pushString(p.declaredType());
      code.pushInt(c.axis());
      dims.push(c.actual());
      dims.push(c.expected());
      code.pushString(CheckText.reason(c));
      raise("size", STRING, STRING, Type.INT_TYPE, Type.LONG_TYPE, Type.LONG_TYPE, STRING);
    }
  }

  private void require(Dim actual, Dim expected, Code.Part otherwise) {
    code.ifElse(
        Code.longsEqual(() -> dims.push(actual), () -> dims.push(expected)), () -> {}, otherwise);
  }

  private void raise(String factory, Type... args) {
    code.callStatic(
        SHAPE_EXCEPTION,
        factory,
        Type.getMethodDescriptor(Type.getObjectType(SHAPE_EXCEPTION), args));
    code.op(Opcodes.ATHROW);
  }

  private void index(TensorIr.IndexCheck c) {
    code.ifElse(
        Code.isTrue(
            () -> {
              dims.push(c.index());
              dims.push(c.size());
              code.callStatic(JvmTypes.RUNTIME + "Checks", "isIndex", "(JJ)Z");
            }),
        () -> {},
        () -> {
          code.pushString(c.span().location());
          code.pushString(c.operand());
          code.pushInt(c.axis());
          dims.push(c.index());
          dims.push(c.size());
          raise("index", STRING, STRING, Type.INT_TYPE, Type.LONG_TYPE, Type.LONG_TYPE);
        });
  }

  /** Passes where an index runs through nothing, or both ends lie on the axis. */
  private void subscript(TensorIr.SubscriptCheck c) {
    code.ifThen(
        (k, no) -> {
          for (Dim extent : c.extents()) {
            dims.push(extent);
            k.pushLong(0);
            k.op(Opcodes.LCMP);
            k.mv().visitJumpInsn(Opcodes.IFEQ, no);
          }
          var outside = new Label();
          dims.push(c.least());
          k.pushLong(0);
          k.op(Opcodes.LCMP);
          k.mv().visitJumpInsn(Opcodes.IFLT, outside);
          dims.push(c.most());
          dims.push(c.size());
          k.op(Opcodes.LCMP);
          k.mv().visitJumpInsn(Opcodes.IFLT, no);
          k.mv().visitLabel(outside);
        },
        () -> {
          code.pushString(c.span().location());
          code.pushString(c.operand());
          code.pushInt(c.axis());
          code.pushString(c.subscript());
          dims.push(c.least());
          dims.push(c.most());
          dims.push(c.size());
          raise(
              "subscript",
              STRING,
              STRING,
              Type.INT_TYPE,
              STRING,
              Type.LONG_TYPE,
              Type.LONG_TYPE,
              Type.LONG_TYPE);
        });
  }

  private void extents(TensorIr.ExtentCheck c) {
    code.pushInt(c.contraction() ? 1 : 0);
    code.pushString(c.index());
    code.pushString(c.span().location());
    code.pushString(c.first());
    code.pushInt(c.firstAxis());
    dims.push(c.expected());
    code.pushString(c.operand());
    code.pushInt(c.axis());
    dims.push(c.actual());
    raise(
        "extents",
        Type.BOOLEAN_TYPE,
        STRING,
        STRING,
        STRING,
        Type.INT_TYPE,
        Type.LONG_TYPE,
        STRING,
        Type.INT_TYPE,
        Type.LONG_TYPE);
  }

  private static BiConsumer<Code, Label> holds(
      Code.Part left, TensorIr.Relation relation, Code.Part right) {
    return (k, no) -> {
      left.emit();
      right.emit();
      k.op(Opcodes.LCMP);
      int unless =
          switch (relation) {
            case EQUAL -> Opcodes.IFNE;
            case NOT_EQUAL -> Opcodes.IFEQ;
            case LESS -> Opcodes.IFGE;
            case LESS_EQUAL -> Opcodes.IFGT;
            case GREATER -> Opcodes.IFLE;
            case GREATER_EQUAL -> Opcodes.IFLT;
          };
      k.mv().visitJumpInsn(unless, no);
    };
  }

  private void broken(TensorIr.ClauseCheck c) {
    code.pushString(c.function());
    code.pushString(c.clause());
    code.pushString(c.span().location());
    pushStrings(CheckText.names(c));
    pushShape(c.sizes().stream().map(TensorIr.ClauseSize::size).toList());
    raise("clause", STRING, STRING, STRING, Type.getType(String[].class), LONGS);
  }

  /** All axes are joined, then one branch asks whether an axis failed: the last one is reported. */
  private void join(JoinCheck c) {
    if (c.equalRanks()) {
      equalRanks(c);
    }
    Local failed = code.newLocal(Type.INT_TYPE, () -> code.pushInt(-1));
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
        Local joined = joinAxis(axis, free, failed);
        axesThatAreThere(c, axis, () -> code.load(joined), failed);
      }
    }
    code.ifThen(atLeastZero(failed), () -> mismatch(c, failed));
  }

  /** The size is that of the operands that may not stretch; the others have it, or are 1. */
  private void fixedAxis(int axis, List<Dim> fixed, List<Dim> free, Local failed) {
    Dim joined = fixed.getFirst();
    Code.Part fails = () -> code.assign(failed, () -> code.pushInt(axis));
    fixed.stream()
        .distinct()
        .filter(d -> !d.equals(joined))
        .forEach(
            d ->
                code.ifElse(
                    Code.longsEqual(() -> dims.push(d), () -> dims.push(joined)), () -> {}, fails));
    free.stream()
        .distinct()
        .filter(d -> !d.equals(joined) && !Dims.isConst(d, 1))
        .forEach(
            d ->
                code.ifElse(
                    Code.isTrue(
                        () -> {
                          dims.push(d);
                          dims.push(joined);
                          code.callStatic(JvmTypes.RUNTIME + "Checks", "stretchesTo", "(JJ)Z");
                        }),
                    () -> {},
                    fails));
  }

  /** An unranked operand stretches where it lacks the axis; where it has it, as said. */
  private void axesThatAreThere(JoinCheck c, int axis, Code.Part joined, Local failed) {
    for (JoinOperand o : c.operands()) {
      for (int own : o.feeding(axis)) {
        if (!o.stretches().get(own) && o.mayStretch(own)) {
          code.ifElse(
              Code.isTrue(
                  () -> {
                    dims.push(o.shape().get(own));
                    joined.emit();
                    dims.pushLargest(o.ranks());
                    code.pushInt(o.shape().size() - own);
                    code.callStatic(JvmTypes.RUNTIME + "Unranked", "fits", "(JJJI)Z");
                  }),
              () -> {},
              () -> code.assign(failed, () -> code.pushInt(axis)));
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
      code.ifElse(
          Code.isTrue(
              () -> {
                dims.pushLargest(o.rankIsLargestOf());
                code.load(largest);
                code.callStatic(JvmTypes.RUNTIME + "Unranked", "isRankOrScalar", "(JJ)Z");
              }),
          () -> {},
          () -> code.assign(differ, () -> code.pushInt(1)));
    }
    code.ifThen(
        Code.isTrue(() -> code.load(differ)),
        () -> {
          pushPlace(c);
          pushStrings(operands.stream().map(JoinOperand::name).toList());
          pushStrings(operands.stream().map(JoinOperand::type).toList());
          arrays(
              LONGS,
              operands,
              o -> {
                pushShape(o.shape());
                dims.pushLargest(o.rankIsLargestOf());
                code.callStatic(JvmTypes.RUNTIME + "Unranked", "shape", "([JJ)[J");
              });
          Type strings = Type.getType(String[].class);
          code.callStatic(
              BROADCAST_EXCEPTION,
              "ranks",
              Type.getMethodDescriptor(
                  Type.getObjectType(BROADCAST_EXCEPTION),
                  STRING,
                  STRING,
                  Type.getObjectType(DISCIPLINE),
                  strings,
                  strings,
                  Type.getType(long[][].class)));
          code.op(Opcodes.ATHROW);
        });
  }

  /** Pushes what a join is, where it stands, and its discipline. */
  private void pushPlace(JoinCheck c) {
    code.pushString(c.operation());
    code.pushString(c.span().location());
    String type = Type.getObjectType(DISCIPLINE).getDescriptor();
    code.mv().visitFieldInsn(Opcodes.GETSTATIC, DISCIPLINE, c.discipline().name(), type);
  }

  private Local joinAxis(int axis, List<Dim> sizes, Local failed) {
    Local joined =
        code.newLocal(
            Type.LONG_TYPE,
            () -> {
              dims.push(sizes.get(0));
              for (Dim d : sizes.subList(1, sizes.size())) {
                dims.push(d);
                code.callStatic(JvmTypes.RUNTIME + "Checks", "broadcast", "(JJ)J");
              }
            });
    code.ifThen(
        (k, no) -> {
          k.load(joined);
          k.pushLong(0);
          k.op(Opcodes.LCMP);
          k.mv().visitJumpInsn(Opcodes.IFGE, no);
        },
        () -> code.assign(failed, () -> code.pushInt(axis)));
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
    pushStrings(operands.stream().map(JoinOperand::name).toList());
    pushStrings(operands.stream().map(JoinOperand::type).toList());
    arrays(LONGS, operands, o -> pushShape(o.shape()));
    arrays(INTS, operands, o -> pushAxes(o.axes()));
    arrays(BOOLEANS, operands, o -> pushStretches(o.stretches()));
    Type strings = Type.getType(String[].class);
    var types =
        new ArrayList<>(
            List.of(
                STRING,
                STRING,
                Type.getObjectType(DISCIPLINE),
                Type.INT_TYPE,
                strings,
                strings,
                Type.getType(long[][].class),
                Type.getType(int[][].class),
                Type.getType(boolean[][].class)));
    if (c.isUnranked()) {
      pushLongs(
          operands.stream()
              .map(o -> (Code.Part) () -> dims.pushLargest(o.rankIsLargestOf()))
              .toList());
      types.add(LONGS);
    }
    code.callStatic(
        BROADCAST_EXCEPTION,
        c.isUnranked()
            ? "unranked"
            : switch (c.joining()) {
              case OPERATION -> "of";
              case UPDATE -> "update";
              case SHAPE -> "shape";
            },
        Type.getMethodDescriptor(
            Type.getObjectType(BROADCAST_EXCEPTION), types.toArray(Type[]::new)));
    code.op(Opcodes.ATHROW);
  }

  /** Pushes an array with an array for each operand. */
  private void arrays(Type element, List<JoinOperand> operands, Consumer<JoinOperand> push) {
    code.pushInt(operands.size());
    code.mv().visitTypeInsn(Opcodes.ANEWARRAY, element.getInternalName());
    for (int i = 0; i < operands.size(); i++) {
      code.op(Opcodes.DUP);
      code.pushInt(i);
      push.accept(operands.get(i));
      code.op(Opcodes.AASTORE);
    }
  }

  private void pushAxes(List<Integer> axes) {
    code.pushInt(axes.size());
    code.mv().visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
    for (int i = 0; i < axes.size(); i++) {
      code.op(Opcodes.DUP);
      code.pushInt(i);
      code.pushInt(axes.get(i));
      code.op(Opcodes.IASTORE);
    }
  }

  private void pushStretches(List<Boolean> stretches) {
    code.pushInt(stretches.size());
    code.mv().visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BOOLEAN);
    for (int i = 0; i < stretches.size(); i++) {
      if (stretches.get(i)) {
        code.op(Opcodes.DUP);
        code.pushInt(i);
        code.pushInt(1);
        code.op(Opcodes.BASTORE);
      }
    }
  }

  /** Pushes a new String[]. */
  void pushStrings(List<String> values) {
    code.pushInt(values.size());
    code.mv().visitTypeInsn(Opcodes.ANEWARRAY, STRING.getInternalName());
    for (int i = 0; i < values.size(); i++) {
      code.op(Opcodes.DUP);
      code.pushInt(i);
      code.pushString(values.get(i));
      code.op(Opcodes.AASTORE);
    }
  }

  /** Pushes a new long[][] with the sizes. */
  void pushShapes(List<Value> values) {
    code.pushInt(values.size());
    code.mv().visitTypeInsn(Opcodes.ANEWARRAY, "[J");
    for (int i = 0; i < values.size(); i++) {
      code.op(Opcodes.DUP);
      code.pushInt(i);
      pushShape(values.get(i));
      code.op(Opcodes.AASTORE);
    }
  }

  /** Pushes a new long[] with the sizes of the axes that a value has. */
  void pushShape(Value v) {
    pushShape(v.shape());
    if (v.isUnranked()) {
      dims.pushLargest(v.axes().ranks());
      code.callStatic(JvmTypes.RUNTIME + "Unranked", "shape", "([JJ)[J");
    }
  }

  /** Pushes a new long[] with the sizes. */
  private void pushShape(List<Dim> shape) {
    pushLongs(shape.stream().map(d -> (Code.Part) () -> dims.push(d)).toList());
  }

  private void pushLongs(List<Code.Part> values) {
    code.pushInt(values.size());
    code.mv().visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_LONG);
    for (int i = 0; i < values.size(); i++) {
      code.op(Opcodes.DUP);
      code.pushInt(i);
      values.get(i).emit();
      code.op(Opcodes.LASTORE);
    }
  }

  /** The parameter must have as many axes as its type. */
  void rank(TensorIr.Param p, Local tensor) {
    if (p.value().isUnranked()) {
      code.load(tensor);
      code.pushString(p.name());
      code.pushString(p.declaredType());
      Type any = Type.getObjectType(JvmTypes.RUNTIME + "Tensor");
      code.callStatic(
          JvmTypes.RUNTIME + "Unranked",
          "requireRank",
          Type.getMethodDescriptor(Type.VOID_TYPE, any, STRING, STRING));
      return;
    }
    code.ifElse(
        Code.intsEqual(
            () -> {
              code.load(tensor);
              code.callVirtual(tensor.type().getInternalName(), "rank", "()I");
            },
            () -> code.pushInt(p.value().rank())),
        () -> {},
        () -> {
          code.pushString(p.name());
          code.pushString(p.declaredType());
          code.load(tensor);
          code.callVirtual(
              tensor.type().getInternalName(), "shape", Type.getMethodDescriptor(LONGS));
          raise("rank", STRING, STRING, LONGS);
        });
  }
}
