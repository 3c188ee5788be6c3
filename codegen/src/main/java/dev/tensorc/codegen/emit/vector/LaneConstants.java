package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.ir.DType;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The shuffles and masks that a vector class uses: its constants, so that the JIT knows them. */
public final class LaneConstants {

  private static final Type INTS = Type.getType(int[].class);
  private static final Type BOOLEANS = Type.getType(boolean[].class);

  /**
   * @param type shuffle or mask
   * @param dtype the dtype of its lanes
   * @param lane another dtype: the constant has as many lanes as its widest vector. It is null on
   *     machines where no vector of {@code dtype} has so many
   * @param value pushes the constant
   */
  private record Constant(Type type, DType dtype, DType lane, Consumer<Code> value) {}

  private final String holder;
  private final Map<String, Constant> used = new TreeMap<>();

  public LaneConstants(String holder) {
    this.holder = holder;
  }

  /** Pushes the shuffle that moves every lane down by so many, round and round. */
  void pushRotation(Code code, DType dtype, int by) {
    push(
        code,
        "ROTATE_" + dtype.name() + "_" + by,
        VectorTypes.SHUFFLE,
        dtype,
        dtype,
        c -> {
          VectorTypes.pushSpecies(c, dtype);
          c.pushInt(by);
          c.pushInt(1);
          c.pushInt(1);
          ofOwner(
              c,
              VectorTypes.SHUFFLE,
              "iota",
              VectorTypes.SPECIES,
              Type.INT_TYPE,
              Type.INT_TYPE,
              Type.BOOLEAN_TYPE);
        });
  }

  /** Pushes the shuffle of a pattern of the runtime's. */
  void pushShuffle(Code code, DType dtype, DType lane, String pattern, int... arguments) {
    pushPattern(code, VectorTypes.SHUFFLE, INTS, dtype, lane, pattern, arguments);
  }

  /** Pushes the mask of a pattern of the runtime's. */
  void pushMask(Code code, DType dtype, DType lane, String pattern, int... arguments) {
    pushPattern(code, VectorTypes.MASK, BOOLEANS, dtype, lane, pattern, arguments);
  }

  private void pushPattern(
      Code code, Type type, Type array, DType d, DType lane, String pattern, int... arguments) {
    var name = new StringBuilder(pattern + "_" + d.name() + "_" + lane.name());
    for (int argument : arguments) {
      name.append('_').append(argument < 0 ? "back" : argument);
    }
    push(
        code,
        name.toString(),
        type,
        d,
        lane,
        c -> {
          LaneSpecies.push(c, d, lane);
          VectorTypes.pushLength(c, lane);
          var types = new Type[arguments.length + 1];
          types[0] = Type.INT_TYPE;
          for (int k = 0; k < arguments.length; k++) {
            c.pushInt(arguments[k]);
            types[k + 1] = Type.INT_TYPE;
          }
          c.callStatic(RuntimeTypes.LANE_PATTERNS, pattern, array, types);
          c.pushInt(0);
          ofOwner(c, type, "fromArray", VectorTypes.SPECIES, array, Type.INT_TYPE);
        });
  }

  private void push(
      Code code, String name, Type type, DType dtype, DType lane, Consumer<Code> value) {
    used.put(name, new Constant(type, dtype, lane, value));
    code.getStatic(holder, name, type.getDescriptor());
  }

  /** Calls a static method that gives one of its owner's kind: a shuffle is an abstract class. */
  private static void ofOwner(Code c, Type owner, String name, Type... arguments) {
    c.mv()
        .visitMethodInsn(
            Opcodes.INVOKESTATIC,
            owner.getInternalName(),
            name,
            Type.getMethodDescriptor(owner, arguments),
            false);
  }

  public boolean isEmpty() {
    return used.isEmpty();
  }

  public void declare(ClassWriter writer) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    used.forEach(
        (name, constant) ->
            writer
                .visitField(access, name, constant.type().getDescriptor(), null, null)
                .visitEnd());
  }

  /** Emits the class initialiser's code. */
  public void initialise(Code code) {
    used.forEach(
        (name, constant) -> {
          LaneSpecies.tooShort(code, constant.dtype(), constant.lane())
              .ifPresentOrElse(
                  isTooShort ->
                      code.ifElse(
                          Code.isTrue(isTooShort),
                          () -> code.op(Opcodes.ACONST_NULL),
                          () -> constant.value().accept(code)),
                  () -> constant.value().accept(code));
          code.mv()
              .visitFieldInsn(Opcodes.PUTSTATIC, holder, name, constant.type().getDescriptor());
        });
    code.op(Opcodes.RETURN);
  }
}
