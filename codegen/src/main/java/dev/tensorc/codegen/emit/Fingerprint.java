package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The hash of all classes of one compilation, which each class hands to the runtime before any
 * other code of that class runs, so that classes of two compilations never run together ({@code
 * docs/decisions/0042-one-fingerprint-a-program.md}).
 *
 * <pre>
 * static { Fingerprint.require(Pricing$Scalar.class, Pricing.class, LINK_VERSION, "4a1e..."); ... }
 * </pre>
 */
final class Fingerprint {

  private static final Type CLASS = Type.getType(Class.class);
  private static final String REQUIRE =
      Type.getMethodDescriptor(Type.VOID_TYPE, CLASS, CLASS, Type.INT_TYPE, JvmTypes.STRING);

  /** The operands of the call on the stack. */
  private static final int STACK = 4;

  private static final String INITIALISER = "<clinit>";

  /** The number of bytes that are taken of the 32 bytes of the hash. */
  private static final int BYTES = 16;

  private final String facade;
  private final String hash;

  private Fingerprint(String facade, String hash) {
    this.facade = facade;
    this.hash = hash;
  }

  /**
   * The same classes, each with the fingerprint of all.
   *
   * @param classes by binary name
   * @param facade internal name of the class that users see
   */
  static Map<String, byte[]> addTo(Map<String, byte[]> classes, String facade) {
    var fingerprint = new Fingerprint(facade, hash(classes));
    var all = new LinkedHashMap<String, byte[]>();
    classes.forEach((name, file) -> all.put(name, fingerprint.addTo(file)));
    return all;
  }

  private static String hash(Map<String, byte[]> classes) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      new TreeMap<>(classes)
          .forEach(
              (name, file) -> {
                digest.update(name.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(file);
              });
      return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Copies the constants and all methods but the initialiser as they are. */
  private byte[] addTo(byte[] file) {
    var reader = new ClassReader(file);
    var writer = new ClassWriter(reader, 0);
    reader.accept(new Adding(writer, reader.getClassName()), 0);
    return writer.toByteArray();
  }

  private final class Adding extends ClassVisitor {
    private final String name;
    private boolean done;

    Adding(ClassWriter writer, String name) {
      super(Opcodes.ASM9, writer);
      this.name = name;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String signature, String[] exceptions) {
      MethodVisitor mv = super.visitMethod(access, method, descriptor, signature, exceptions);
      if (!method.equals(INITIALISER)) {
        return mv;
      }
      done = true;
      return new MethodVisitor(Opcodes.ASM9, mv) {
        @Override
        public void visitCode() {
          super.visitCode();
          require(this, name);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
          super.visitMaxs(Math.max(maxStack, STACK), maxLocals);
        }
      };
    }

    @Override
    public void visitEnd() {
      if (!done) {
        MethodVisitor mv = super.visitMethod(Opcodes.ACC_STATIC, INITIALISER, "()V", null, null);
        mv.visitCode();
        require(mv, name);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(STACK, 0);
        mv.visitEnd();
      }
      super.visitEnd();
    }
  }

  private void require(MethodVisitor mv, String name) {
    var here = new Label();
    mv.visitLabel(here);
    mv.visitLineNumber(1, here);
    mv.visitLdcInsn(Type.getObjectType(name));
    mv.visitLdcInsn(Type.getObjectType(facade));
    mv.visitIntInsn(Opcodes.BIPUSH, ProgramNote.LINK_VERSION);
    mv.visitLdcInsn(hash);
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        RuntimeTypes.FINGERPRINT.getInternalName(),
        "require",
        REQUIRE,
        false);
  }
}
