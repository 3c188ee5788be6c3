package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Check;
import java.util.List;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits a plan's checks: cheap where they pass, a clear exception where they do not. */
final class PlanChecks {

  private static final String SHAPE_EXCEPTION = JvmTypes.RUNTIME + "ShapeException";
  private static final Type STRING = Type.getType(String.class);
  private static final Type LONGS = Type.getType(long[].class);

  private final Code code;
  private final PlanDims dims;
  private final PlanArrays arrays;
  private final PlanJoins joins;
  private final TensorIr.Function function;
  private boolean atEntry;

  PlanChecks(Code code, PlanDims dims, PlanArrays arrays, TensorIr.Function function) {
    this.code = code;
    this.dims = dims;
    this.arrays = arrays;
    this.joins = new PlanJoins(code, dims, arrays);
    this.function = function;
  }

  /** The checks before anything else: the sizes that they find are kept for the whole plan. */
  void atEntry(List<Check> checks) {
    atEntry = true;
    checks.forEach(c -> code.item(() -> emit(c)));
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
                code.pushString(c.span().runtimeLocation());
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
      case TensorIr.JoinCheck c -> joins.emit(c, atEntry);
      case TensorIr.RankCheck c ->
          code.ifElse(
              holds(() -> dims.pushLargest(c.ranks()), c.relation(), () -> dims.push(c.rank())),
              () -> {},
              () -> {
                code.pushString(c.subject());
                code.pushString(c.span().runtimeLocation());
                dims.pushLargest(c.ranks());
                code.pushString(c.demand());
                raise("rank", STRING, STRING, Type.LONG_TYPE, STRING);
              });
      case TensorIr.LeadingCheck c -> leading(c);
      case TensorIr.NonEmptyCheck c ->
          code.ifThen(
              Code.longsEqual(() -> dims.push(c.size()), () -> code.pushLong(0)),
              () -> {
                code.pushString(c.function());
                code.pushString(c.span().runtimeLocation());
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

  private void leading(TensorIr.LeadingCheck c) {
    var both = List.of(c.one(), c.other());
    code.pushString(c.what());
    code.pushString(c.span().runtimeLocation());
    arrays.pushStrings(both.stream().map(TensorIr.Leading::name).toList());
    arrays.pushStrings(both.stream().map(TensorIr.Leading::type).toList());
    arrays.pushEach(Type.getType(long[].class), both, l -> arrays.pushSizes(l.shape()));
    arrays.pushLongs(
        both.stream().map(l -> (Code.Part) () -> dims.pushLargest(l.ranks())).toList());
    arrays.pushAxes(both.stream().map(TensorIr.Leading::trailing).toList());
    code.callStatic(
        JvmTypes.LINK + "Unranked",
        "requireSameLeading",
        "(Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/String;[[J[J[I)V");
  }

  private void parameterMismatch(TensorIr.ParamCheck c) {
    TensorIr.Param p = function.params().get(c.param());
    var named = CheckText.namedDim(function, c);
    if (named.isPresent()) {
      code.pushString(function.name());
      code.pushString(c.span().runtimeLocation());
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
    code.callStatic(SHAPE_EXCEPTION, factory, Type.getObjectType(SHAPE_EXCEPTION), args);
    code.op(Opcodes.ATHROW);
  }

  private void index(TensorIr.IndexCheck c) {
    code.ifElse(
        Code.isTrue(
            () -> {
              dims.push(c.index());
              dims.push(c.size());
              code.callStatic(JvmTypes.LINK_MATH + "SizeMath", "isIndex", "(JJ)Z");
            }),
        () -> {},
        () -> {
          code.pushString(c.span().runtimeLocation());
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
          code.pushString(c.span().runtimeLocation());
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
    code.pushString(CheckText.title(c));
    code.pushString(CheckText.rule(c));
    code.pushString(c.first());
    code.pushInt(c.firstAxis());
    dims.push(c.expected());
    code.pushString(c.operand());
    code.pushInt(c.axis());
    dims.push(c.actual());
    raise(
        "extents",
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
    code.pushString(c.span().runtimeLocation());
    arrays.pushStrings(CheckText.names(c));
    arrays.pushSizes(c.sizes().stream().map(TensorIr.ClauseSize::size).toList());
    raise("clause", STRING, STRING, STRING, Type.getType(String[].class), LONGS);
  }

  /** The parameter must have as many axes as its type. */
  void rank(TensorIr.Param p, Local tensor) {
    if (p.value().isUnranked()) {
      code.load(tensor);
      code.pushString(p.name());
      code.pushString(p.declaredType());
      Type any = Type.getObjectType(JvmTypes.RUNTIME + "Tensor");
      code.callStatic(
          JvmTypes.LINK + "Unranked", "requireRank", Type.VOID_TYPE, any, STRING, STRING);
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
          code.callVirtual(tensor.type(), "shape", LONGS);
          raise("rank", STRING, STRING, LONGS);
        });
  }
}
