package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The species of a kernel that mixes element widths: as many lanes for each dtype as the widest has
 * in the machine's widest vectors. {@code u8} beside {@code f32} has vectors a quarter as long.
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
    Object narrowBits = call(Type.INT_TYPE, divide, bits, lane.bytes() / d.bytes());
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

  /**
   * Whether the machine's vectors of {@code lane} are too short for so many lanes of the kernel's
   * narrowest dtype, which may have vectors where these are wider than the kernel's own. Empty
   * where that needs no asking.
   */
  static Optional<Code.Part> tooShort(Code c, Kernel kernel, DType lane) {
    return tooShort(c, Vectorizable.narrowest(kernel), lane);
  }

  /** The same for the lanes of one dtype. */
  static Optional<Code.Part> tooShort(Code c, DType d, DType lane) {
    int narrower = lane.bytes() / d.bytes();
    if (narrower <= 1) {
      return Optional.empty();
    }
    return Optional.of(
        () -> {
          VectorTypes.pushSpecies(c, lane);
          c.callInterface(VectorTypes.SPECIES.getInternalName(), "vectorBitSize", "()I");
          c.pushInt(LEAST_BITS * narrower - 1);
          c.op(Opcodes.ISUB);
          c.pushInt(31);
          c.op(Opcodes.IUSHR);
        });
  }

  /** Holds where the machine's vectors have as many lanes of each dtype as the kernel counts in. */
  public static BiConsumer<Code, Label> haveLanes(Code c, Kernel kernel) {
    return tooShort(c, kernel, Vectorizable.lane(kernel)).map(Code::isFalse).orElse((_, _) -> {});
  }
}
