package dev.tensorc.benchmarks;

import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The bytecode of generated methods, against the JIT's limits. */
final class MethodSizes {

  /** HotSpot never compiles a method of more bytes. */
  private static final int MOST_BYTES = 8000;

  private MethodSizes() {}

  /** The faults of generated classes, one sentence each. */
  static List<String> problems(Map<String, byte[]> classFiles) {
    var problems = new ArrayList<String>();
    classFiles.forEach(
        (name, bytes) ->
            ClassFile.of()
                .parse(bytes)
                .methods()
                .forEach(
                    m -> {
                      int size = m.code().map(c -> ((CodeAttribute) c).codeLength()).orElse(0);
                      if (size > MOST_BYTES) {
                        problems.add(
                            "%s.%s has %d bytes of bytecode: above %d it is never compiled"
                                .formatted(name, m.methodName().stringValue(), size, MOST_BYTES));
                      }
                    }));
    return problems;
  }
}
