package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The species of a kernel that mixes element widths: as many lanes for each dtype as the widest has
 * in the machine's widest vectors. {@code u8} beside {@code f32} has vectors a quarter as long.
 * Where these would be shorter than any species, the shortest one has them in its first lanes.
 *
 * <p>Which species that is, is known at run time only, but the JIT has to see a constant. It is one
 * of the class file: {@code VectorSpecies.of(byte.class, VectorShape.forBitSize(bits / 4))},
 * computed when it is first needed.
 */
public final class LaneSpecies {

  private static final String BOOTSTRAPS = "java/lang/invoke/ConstantBootstraps";
  private static final String LOOKUP =
      "Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;";
  private static final Type SHAPE = Type.getObjectType("jdk/incubator/vector/VectorShape");

  /** The shortest vectors that there are. */
  private static final int LEAST_BITS = 64;

  /**
   * Shorter vectors have no instruction that makes i64 of floats on x86; without one the JIT keeps
   * objects for vectors.
   */
  private static final int LONGS_BITS = 512;

  private LaneSpecies() {}

  /** Pushes the species of {@code d} with as many lanes as {@code lane}, which is as wide. */
  static void push(Code c, DType d, DType lane) {
    if (d.bytes() == lane.bytes()) {
      VectorTypes.pushSpecies(c, d);
    } else {
      c.mv().visitLdcInsn(narrow(d, lane));
    }
  }

  private static ConstantDynamic narrow(DType d, DType lane) {
    Object widest = staticField(VectorTypes.vector(lane), "SPECIES_PREFERRED", VectorTypes.SPECIES);
    Object bits = call(Type.INT_TYPE, handle(VectorTypes.SPECIES, "vectorBitSize", "()I"), widest);
    Handle divide =
        new Handle(Opcodes.H_INVOKESTATIC, "java/lang/Math", "floorDiv", "(II)I", false);
    Object narrowBits =
        call(
            Type.INT_TYPE,
            new Handle(Opcodes.H_INVOKESTATIC, "java/lang/Math", "max", "(II)I", false),
            LEAST_BITS,
            call(Type.INT_TYPE, divide, bits, lane.bytes() / d.bytes()));
    String ofBits = Type.getMethodDescriptor(SHAPE, Type.INT_TYPE);
    Handle forBitSize =
        new Handle(Opcodes.H_INVOKESTATIC, SHAPE.getInternalName(), "forBitSize", ofBits, false);
    Object shape = call(SHAPE, forBitSize, narrowBits);
    Handle of =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            VectorTypes.SPECIES.getInternalName(),
            "of",
            Type.getMethodDescriptor(VectorTypes.SPECIES, Type.getType(Class.class), SHAPE),
            true);
    return call(VectorTypes.SPECIES, of, primitive(JvmTypes.element(d)), shape);
  }

  private static Handle handle(Type owner, String name, String descriptor) {
    return new Handle(Opcodes.H_INVOKEINTERFACE, owner.getInternalName(), name, descriptor, true);
  }

  private static ConstantDynamic call(Type result, Handle method, Object... args) {
    var all = new Object[args.length + 1];
    all[0] = method;
    System.arraycopy(args, 0, all, 1, args.length);
    String descriptor =
        "(" + LOOKUP + "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;";
    return new ConstantDynamic(
        "lanes", result.getDescriptor(), bootstrap("invoke", descriptor), all);
  }

  private static ConstantDynamic staticField(String owner, String name, Type type) {
    String descriptor = "(" + LOOKUP + "Ljava/lang/Class;)Ljava/lang/Object;";
    Handle bootstrap = bootstrap("getStaticFinal", descriptor);
    return new ConstantDynamic(name, type.getDescriptor(), bootstrap, Type.getObjectType(owner));
  }

  private static ConstantDynamic primitive(Type type) {
    Handle bootstrap = bootstrap("primitiveClass", "(" + LOOKUP + ")Ljava/lang/Class;");
    return new ConstantDynamic(type.getDescriptor(), "Ljava/lang/Class;", bootstrap);
  }

  private static Handle bootstrap(String name, String descriptor) {
    return new Handle(Opcodes.H_INVOKESTATIC, BOOTSTRAPS, name, descriptor, false);
  }

  /** Whether bytes may be in the first lanes of their shortest vectors, beside these lanes. */
  static boolean mayBePart(DType d, DType lane) {
    return d.bytes() == Byte.BYTES && d != DType.BOOL && lane.bytes() == Long.BYTES;
  }

  /**
   * Whether a kernel's bytes are only read, converted, added, multiplied and stored, so that they
   * may be in the first lanes of their shortest vectors.
   */
  private static boolean readsParts(Kernel kernel, DType lane) {
    Set<Expr> all = ExprNodes.inLanes(kernel.roots());
    return !Vectorizable.usesBool(kernel)
        && kernel.reductions().stream().noneMatch(Kernel.Reduction::finds)
        && all.stream()
            .allMatch(
                e ->
                    isLaneByLane(e)
                        || (!mayBePart(e.type(), lane)
                            && ExprNodes.children(e).stream()
                                .noneMatch(c -> mayBePart(c.type(), lane))));
  }

  /** Whether each lane's value depends on no other lane and no mask. */
  private static boolean isLaneByLane(Expr e) {
    return switch (e) {
      case Expr.Load _, Expr.Const _, Expr.ScalarArg _ -> true;
      case Expr.Op op ->
          switch (op.op()) {
            case CAST -> op.type() != DType.BOOL && op.args().getFirst().type() != DType.BOOL;
            case ADD, SUB, MUL -> true;
            default -> false;
          };
      default -> false;
    };
  }

  /** Emits one part where elements fill a part of their vector, and else another. */
  static void ifPart(Code c, DType d, DType lane, Code.Part part, Code.Part otherwise) {
    if (mayBePart(d, lane)) {
      c.ifElse(Code.isTrue(tooShort(c, d, lane).orElseThrow()), part, otherwise);
    } else {
      otherwise.emit();
    }
  }

  /**
   * Pushes bytes that are fewer than a species has lanes: they are read as one number.
   *
   * @param base local of the memory that they are read from
   * @param place local of where they begin there
   */
  static void pushPart(Code c, DType d, DType lane, Local base, Local place) {
    c.getStatic(VectorTypes.vector(DType.I32), "SPECIES_64", VectorTypes.SPECIES.getDescriptor());
    c.load(base);
    c.load(place);
    VectorTypes.pushLength(c, lane);
    c.callStatic(
        RuntimeTypes.LANE_BYTES, "load", Type.INT_TYPE, base.type(), place.type(), Type.INT_TYPE);
    Type ints = VectorTypes.of(DType.I32);
    c.callStatic(ints, "broadcast", ints, VectorTypes.SPECIES, Type.INT_TYPE);
    c.callVirtual(ints, "reinterpretAsBytes", VectorTypes.of(d));
  }

  /** Pushes the first bytes of a vector as one number. */
  static void pushBytes(Code c, Local vector) {
    Type ints = VectorTypes.of(DType.I32);
    c.load(vector);
    c.callVirtual(vector.type(), "reinterpretAsInts", ints);
    c.pushInt(0);
    c.callVirtual(ints.getInternalName(), "lane", "(I)I");
  }

  /**
   * Stores the bytes that {@link #pushBytes} pushes: base, place and the number of bytes follow it.
   */
  static void storeBytes(Code c, Type base) {
    c.callStatic(
        RuntimeTypes.LANE_BYTES,
        "store",
        Type.VOID_TYPE,
        Type.INT_TYPE,
        base,
        c.memory().index(),
        Type.INT_TYPE);
  }

  /**
   * Whether the machine's vectors of {@code lane} are too short for so many lanes of the kernel's
   * narrowest dtype, which may have vectors where these are wider than the kernel's own. Empty
   * where that needs no asking.
   */
  static Optional<Code.Part> tooShort(Code c, Kernel kernel, DType lane) {
    return makesLongs(kernel)
        ? Optional.of(shorterThan(c, lane, LONGS_BITS))
        : tooShort(c, Vectorizable.narrowest(kernel), lane);
  }

  /** Whether floats become integers of 64 bits. */
  private static boolean makesLongs(Kernel kernel) {
    return ExprNodes.inLanes(kernel.roots()).stream()
        .anyMatch(
            e ->
                e instanceof Expr.Op op
                    && op.op() == PrimOp.CAST
                    && op.type().isInt()
                    && op.type().bytes() == Long.BYTES
                    && op.args().getFirst().type().isFloat());
  }

  /** The same condition for the narrowest dtype whose lanes may not be part of a vector. */
  static Optional<Code.Part> tooShortForWhole(Code c, Kernel kernel, DType lane) {
    DType narrowest = Vectorizable.narrowest(kernel);
    return mayBePart(narrowest, lane) && readsParts(kernel, lane) && !makesLongs(kernel)
        ? tooShort(c, Vectorizable.narrowestBeside(kernel, narrowest.bytes()), lane)
        : tooShort(c, kernel, lane);
  }

  /** The conditions of a search down columns, whose elements and places have lanes of their own. */
  static List<Code.Part> tooShortForSearch(Code c, Kernel kernel) {
    DType stored = Vectorizable.lane(kernel);
    return makesLongs(kernel)
        ? List.of(shorterThan(c, stored, LONGS_BITS))
        : Stream.of(
                tooShort(
                    c, Vectorizable.narrowestSearched(kernel), Vectorizable.searchLane(kernel)),
                tooShort(c, Vectorizable.narrowestFound(kernel), stored))
            .flatMap(Optional::stream)
            .toList();
  }

  /** The condition for the lanes of one dtype. */
  static Optional<Code.Part> tooShort(Code c, DType d, DType lane) {
    int narrower = lane.bytes() / d.bytes();
    if (narrower <= 1) {
      return Optional.empty();
    }
    return Optional.of(shorterThan(c, lane, LEAST_BITS * narrower));
  }

  private static Code.Part shorterThan(Code c, DType lane, int bits) {
    return () -> {
      VectorTypes.pushSpecies(c, lane);
      c.callInterface(VectorTypes.SPECIES.getInternalName(), "vectorBitSize", "()I");
      c.pushInt(bits);
      c.op(Opcodes.ISUB);
      c.pushInt(31);
      c.op(Opcodes.IUSHR);
    };
  }

  /** Holds where the machine's vectors have as many lanes of each dtype as the kernel counts in. */
  public static BiConsumer<Code, Label> haveLanes(Code c, Kernel kernel) {
    return tooShort(c, kernel, Vectorizable.lane(kernel)).map(Code::isFalse).orElse((_, _) -> {});
  }
}
