package dev.tensorc.codegen.emit.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tensorc.ir.DType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

/** The runtime has the classes that generated code names. */
class RuntimeTypesTest {

  private static final Path ENTRIES = Path.of("..", "runtime", "entries.txt");
  private static final Path EMITTERS =
      Path.of("src", "main", "java", "dev", "tensorc", "codegen", "emit");
  private static final String RUNTIME = "dev/tensorc/runtime/";

  @Test
  void theRuntimeHasEachClass() throws IllegalAccessException {
    for (Type type : types()) {
      assertThatCode(() -> Class.forName(type.getClassName(), false, getClass().getClassLoader()))
          .as(type.getClassName())
          .doesNotThrowAnyException();
    }
  }

  @Test
  void classesOfEntriesStandHere() throws IOException, IllegalAccessException {
    Set<String> owners =
        Files.readAllLines(ENTRIES).stream()
            .filter(line -> !line.startsWith("#") && !line.startsWith("link version"))
            .map(line -> line.substring(0, line.indexOf(' ')))
            .map(member -> RUNTIME + member.substring(0, member.lastIndexOf('.')))
            .collect(Collectors.toSet());
    assertThat(types().stream().map(Type::getInternalName)).containsAll(owners);
  }

  @Test
  void emittersUseEachOfThem() throws IOException {
    String emitters;
    try (Stream<Path> files = Files.walk(EMITTERS)) {
      emitters =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(RuntimeTypesTest::read)
              .collect(Collectors.joining());
    }
    assertThat(RuntimeTypes.class.getFields())
        .extracting(Field::getName)
        .allSatisfy(name -> assertThat(emitters).containsPattern("RuntimeTypes\\." + name + "\\b"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<Type> types() throws IllegalAccessException {
    var types = new HashSet<Type>();
    for (Field field : RuntimeTypes.class.getFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        types.add((Type) field.get(null));
      }
    }
    Arrays.stream(DType.values()).map(RuntimeTypes::tensor).forEach(types::add);
    for (DType d : Set.of(DType.F32, DType.F64)) {
      types.addAll(
          Set.of(
              RuntimeTypes.sum(d),
              RuntimeTypes.columns(d),
              RuntimeTypes.tiling(d),
              RuntimeTypes.factor(d)));
    }
    return types;
  }
}
