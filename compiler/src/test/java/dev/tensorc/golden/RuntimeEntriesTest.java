package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.CompiledProgram;
import dev.tensorc.Tensorc;
import dev.tensorc.runtime.TensorProgram;
import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of the runtime's members that generated classes use, {@link RuntimeEntries}, is right.
 */
class RuntimeEntriesTest {

  @Test
  void theRuntimeHasEachEntry() throws ClassNotFoundException {
    var missing = new ArrayList<String>();
    for (String entry : RuntimeEntries.table()) {
      if (!isThere(entry)) {
        missing.add(entry);
      }
    }
    assertThat(missing).as("entries that the runtime has not, or does not give to all").isEmpty();
  }

  @Test
  void anotherTableIsAnotherLinkVersion() throws ClassNotFoundException {
    assertThat(RuntimeEntries.heading())
        .as(
            "line above the entries of runtime/entries.txt; raise LinkVersion.CURRENT and"
                + " ProgramNote.LINK_VERSION where an entry is added, removed or changes its"
                + " meaning")
        .isEqualTo(RuntimeEntries.heading(linkVersion()));
  }

  /**
   * The version that the compiler writes into classes; each test that runs shows that it is the
   * runtime's.
   */
  private static int linkVersion() throws ClassNotFoundException {
    CompiledProgram program = Tensorc.compile("export fn f(x: f32) -> f32 { return x }");
    var loader = new TestLoader(program.classFiles(), false);
    return loader.loadClass(program.className()).getAnnotation(TensorProgram.class).link();
  }

  private static boolean isThere(String entry) throws ClassNotFoundException {
    String member = entry.substring(0, entry.indexOf(' '));
    String descriptor = entry.substring(entry.indexOf(' ') + 1);
    int dot = member.lastIndexOf('.');
    Class<?> owner =
        Class.forName(RuntimeEntries.PACKAGE + member.substring(0, dot).replace('/', '.'));
    String name = member.substring(dot + 1);
    if (!descriptor.startsWith("(")) {
      return Arrays.stream(owner.getFields())
          .anyMatch(
              f -> f.getName().equals(name) && f.getType().descriptorString().equals(descriptor));
    }
    var type = MethodType.fromMethodDescriptorString(descriptor, owner.getClassLoader());
    if (name.equals("<init>")) {
      return Arrays.stream(owner.getDeclaredConstructors()).anyMatch(c -> has(c, type));
    }
    return Stream.concat(
            Arrays.stream(owner.getMethods()), Arrays.stream(owner.getDeclaredMethods()))
        .anyMatch(
            m ->
                m.getName().equals(name) && m.getReturnType() == type.returnType() && has(m, type));
  }

  private static boolean has(Executable e, MethodType type) {
    return (e.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
        && List.of(e.getParameterTypes()).equals(type.parameterList());
  }
}
