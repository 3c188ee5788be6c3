package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/** What must hold for every class that the compiler makes. */
final class ClassChecks {

  /** HotSpot never compiles a larger method. */
  private static final int MOST_BYTES = 8000;

  private ClassChecks() {}

  /** Takes plans above the size that HotSpot compiles: they run once a call. */
  static void verify(Map<String, byte[]> classFiles) {
    classFiles.forEach(ClassChecks::verify);
  }

  static void check(Map<String, byte[]> classFiles) {
    classFiles.forEach(
        (name, bytes) -> {
          verify(name, bytes);
          methodSizes(name, bytes);
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

  private static void methodSizes(String name, byte[] bytes) {
    for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
      int size = method.code().map(code -> ((CodeAttribute) code).codeLength()).orElse(0);
      assertThat(size)
          .as("bytecode of %s.%s", name, method.methodName().stringValue())
          .isLessThanOrEqualTo(MOST_BYTES);
    }
  }
}
