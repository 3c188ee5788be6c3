package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The table of the runtime's members that generated classes use, {@link RuntimeEntries}, is right.
 */
class RuntimeEntriesTest {

  private static final Path ROOT = Path.of("..");
  private static final int VERSION = version();

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

  /**
   * A table with another checksum has the next link version, which the runtime and the code
   * generator repeat as constants.
   */
  @ParameterizedTest
  @CsvSource({
    "runtime/entries.txt, 'link version %d, checksum %s'",
    "runtime/src/main/java/dev/tensorc/runtime/LinkVersion.java, int CURRENT = %d;",
    "codegen/src/main/java/dev/tensorc/codegen/emit/ProgramNote.java, int LINK_VERSION = %d;"
  })
  void theLinkVersionFollowsFromTheTable(Path file, String line) throws IOException {
    Path path = ROOT.resolve(file);
    String right = line.formatted(VERSION, RuntimeEntries.checksum());
    if (RuntimeEntries.FILE.toRealPath().toString().equals(System.getProperty("tensorc.bless"))) {
      String any = line.replaceAll("%.", "[0-9a-f]+");
      Files.writeString(path, Files.readString(path).replaceFirst(any, right));
    }
    assertThat(Files.readString(path))
        .as("%s: run ./bless runtime/entries.txt", file)
        .contains(right);
  }

  /** The link version that the table should have. */
  private static int version() {
    String[] numbers = RuntimeEntries.heading().split("link version |, checksum ");
    int last = Integer.parseInt(numbers[1]);
    return numbers[2].equals(RuntimeEntries.checksum()) ? last : last + 1;
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
