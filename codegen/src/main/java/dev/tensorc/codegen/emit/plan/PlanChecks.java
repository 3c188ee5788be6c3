package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Check;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits a plan's checks: cheap where they pass, a clear exception where they do not. */
final class PlanChecks {

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
              () ->
                  raise(
                      "result",
                      c.subject(),
                      c.expectedType(),
                      c.span().runtimeLocation(),
                      c.axis(),
                      c.actual(),
                      c.expected()));
      case TensorIr.JoinCheck c -> joins.emit(c, atEntry);
      case TensorIr.RankCheck c ->
          code.ifNot(
              holds(() -> dims.pushLargest(c.ranks()), c.relation(), () -> dims.push(c.rank())),
              () -> {
                code.pushString(c.subject());
                code.pushString(c.span().runtimeLocation());
                dims.pushLargest(c.ranks());
                code.pushString(c.demand());
                raise("rank", List.of(STRING, STRING, Type.LONG_TYPE, STRING));
              });
      case TensorIr.LeadingCheck c -> leading(c);
      case TensorIr.NonEmptyCheck c ->
          code.ifThen(
              Code.longsEqual(() -> dims.push(c.size()), () -> code.pushLong(0)),
              () ->
                  raise("empty", c.function(), c.span().runtimeLocation(), c.operand(), c.axis()));
      case TensorIr.IndexCheck c -> index(c);
      case TensorIr.SubscriptCheck c -> subscript(c);
      case TensorIr.ExtentCheck c -> require(c.actual(), c.expected(), () -> extents(c));
      case TensorIr.ClauseCheck c ->
          code.ifNot(
              holds(() -> dims.push(c.left()), c.relation(), () -> dims.push(c.right())),
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
        RuntimeTypes.UNRANKED,
        "requireSameLeading",
        "(Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/String;[[J[J[I)V");
  }

  private void parameterMismatch(TensorIr.ParamCheck c) {
    TensorIr.Param p = function.params().get(c.param());
    var named = CheckText.namedDim(function, c);
    if (named.isPresent()) {
      raise(
          "named",
          function.name(),
          c.span().runtimeLocation(),
          named.get().name(),
          named.get().param(),
          named.get().axis(),
          c.expected(),
          p.name(),
          c.axis(),
          c.actual());
    } else {
      raise(
          "size",
          p.name(),
          p.declaredType(),
          c.axis(),
          c.actual(),
          c.expected(),
          CheckText.reason(c));
    }
  }

  private void require(Dim actual, Dim expected, Code.Part otherwise) {
    code.ifNot(Code.longsEqual(() -> dims.push(actual), () -> dims.push(expected)), otherwise);
  }

  /** Throws the exception that a factory makes of texts, ints and sizes. */
  private void raise(String factory, Object... args) {
    raise(factory, Arrays.stream(args).map(this::push).toList());
  }

  private Type push(Object value) {
    switch (value) {
      case Dim d -> dims.push(d);
      case Integer i -> code.pushInt(i);
      default -> code.pushString((String) value);
    }
    return switch (value) {
      case Dim _ -> Type.LONG_TYPE;
      case Integer _ -> Type.INT_TYPE;
      default -> STRING;
    };
  }

  /** Throws the exception that a factory makes of the arguments on the stack. */
  private void raise(String factory, List<Type> args) {
    code.callStatic(
        RuntimeTypes.SHAPE_EXCEPTION,
        factory,
        RuntimeTypes.SHAPE_EXCEPTION,
        args.toArray(Type[]::new));
    code.op(Opcodes.ATHROW);
  }

  private void index(TensorIr.IndexCheck c) {
    code.ifNot(
        Code.isTrue(
            () -> {
              dims.push(c.index());
              dims.push(c.size());
              code.callStatic(RuntimeTypes.SIZE_MATH, "isIndex", "(JJ)Z");
            }),
        () ->
            raise("index", c.span().runtimeLocation(), c.operand(), c.axis(), c.index(), c.size()));
  }

  /** Passes where an index runs through nothing, or both ends lie on the axis. */
  private void subscript(TensorIr.SubscriptCheck c) {
    code.ifThen(
        (k, no) -> {
          for (Dim extent : c.extents()) {
            dims.push(extent).jumpIf(Opcodes.IFEQ, 0, no);
          }
          var outside = new Label();
          dims.push(c.least()).jumpIf(Opcodes.IFLT, 0, outside);
          dims.push(c.most()).jumpIf(Opcodes.IFLT, () -> dims.push(c.size()), no);
          k.mv().visitLabel(outside);
        },
        () ->
            raise(
                "subscript",
                c.span().runtimeLocation(),
                c.operand(),
                c.axis(),
                c.subscript(),
                c.least(),
                c.most(),
                c.size()));
  }

  private void extents(TensorIr.ExtentCheck c) {
    raise(
        "extents",
        CheckText.title(c),
        CheckText.rule(c),
        c.first(),
        c.firstAxis(),
        c.expected(),
        c.operand(),
        c.axis(),
        c.actual());
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
    raise("clause", List.of(STRING, STRING, STRING, Type.getType(String[].class), LONGS));
  }

  /** The parameter must have as many axes as its type. */
  void rank(TensorIr.Param p, Local tensor) {
    if (p.value().isUnranked()) {
      code.load(tensor);
      code.pushString(p.name());
      code.pushString(p.declaredType());
      code.callStatic(
          RuntimeTypes.UNRANKED,
          "requireRank",
          Type.VOID_TYPE,
          RuntimeTypes.TENSOR,
          STRING,
          STRING);
      return;
    }
    code.ifNot(
        Code.intsEqual(
            () -> {
              code.load(tensor);
              code.callVirtual(tensor.type().getInternalName(), "rank", "()I");
            },
            () -> code.pushInt(p.value().rank())),
        () -> {
          code.pushString(p.name());
          code.pushString(p.declaredType());
          code.load(tensor);
          code.callVirtual(tensor.type(), "shape", LONGS);
          raise("rank", List.of(STRING, STRING, LONGS));
        });
  }
}
