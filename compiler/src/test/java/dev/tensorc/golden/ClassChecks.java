package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.fail;

import dev.tensorc.Sample;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.LocalVariableInfo;
import java.lang.classfile.attribute.LocalVariableTableAttribute;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/** The rules for every class that the compiler makes. */
final class ClassChecks {

  /** HotSpot never compiles a larger method. */
  private static final int MOST_BYTES = 8000;

  private ClassChecks() {}

  /**
   * Of some programs the classes that do not run are verified, by the JVM or by ASM, which says
   * more. Takes plans above the size that HotSpot compiles: they run once a call.
   */
  static void verify(Map<String, byte[]> classFiles) {
    int bytes = classFiles.values().stream().mapToInt(b -> b.length).sum();
    var sample = new Sample("verified", bytes);
    if (sample.takesOneOf(4)) {
      var loader = new TestLoader(classFiles, true);
      for (String name : classFiles.keySet()) {
        assertThatCode(() -> Class.forName(name, true, loader)).as(name).doesNotThrowAnyException();
      }
    }
    if (sample.takesOneOf(16)) {
      classFiles.forEach(ClassChecks::verify);
    }
  }

  static void check(Map<String, byte[]> classFiles) {
    verify(classFiles);
    classFiles.forEach(
        (name, bytes) -> {
          methods(name, bytes);
          if (!name.endsWith("Vector")) {
            assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
                .as(name + " must load where the vector module is missing")
                .doesNotContain("jdk/incubator");
          }
        });
  }

  private static void verify(String name, byte[] bytes) {
    var problems = new StringWriter();
    CheckClassAdapter.verify(
        new ClassReader(bytes),
        ClassChecks.class.getClassLoader(),
        false,
        new PrintWriter(problems, true));
    assertThat(problems.toString()).as("verifier on " + name).isEmpty();
  }

  /**
   * A named local is the value in its slot: no other type is read from the slot, or written to it.
   */
  private static void locals(String method, CodeAttribute code) {
    List<LocalVariableInfo> all =
        code.findAttribute(Attributes.localVariableTable())
            .map(LocalVariableTableAttribute::localVariables)
            .orElse(List.of());
    Map<Integer, List<LocalVariableInfo>> named = new HashMap<>();
    for (LocalVariableInfo local : all) {
      assertThat(local.startPc() + local.length())
          .as(method)
          .isLessThanOrEqualTo(code.codeLength());
      assertThat(local.slot()).as(method).isLessThan(code.maxLocals());
      named.computeIfAbsent(local.slot(), _ -> new ArrayList<>()).add(local);
    }
    int pc = 0;
    for (CodeElement element : code) {
      if (element instanceof Instruction i) {
        TypeKind kind =
            switch (i) {
              case LoadInstruction load -> load.typeKind();
              case StoreInstruction store -> store.typeKind();
              default -> TypeKind.VOID;
            };
        int slot =
            switch (i) {
              case LoadInstruction load -> load.slot();
              case StoreInstruction store -> store.slot();
              default -> -1;
            };
        for (LocalVariableInfo l : named.getOrDefault(slot, List.of())) {
          if (l.startPc() <= pc && pc < l.startPc() + l.length()) {
            TypeKind type = TypeKind.from(l.typeSymbol()).asLoadable();
            if (type != kind) { // only a failure pays for the message
              fail("%s: %s at %d is %s, not %s", method, l.name().stringValue(), pc, kind, type);
            }
          }
        }
        pc += i.sizeInBytes();
      }
    }
  }

  /** Sizes, and that every instruction has a line. */
  private static void methods(String name, byte[] bytes) {
    for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
      CodeAttribute code = (CodeAttribute) method.code().orElseThrow();
      int size = code.codeLength();
      assertThat(size)
          .as("bytecode of %s.%s", name, method.methodName().stringValue())
          .isLessThanOrEqualTo(MOST_BYTES);
      assertThat(code.findAttribute(Attributes.lineNumberTable()).stream())
          .as("lines of %s.%s", name, method.methodName().stringValue())
          .singleElement()
          .satisfies(table -> assertThat(table.lineNumbers().getFirst().startPc()).isZero());
      locals(name + "." + method.methodName().stringValue(), code);
    }
  }
}
