package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.Lazy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.CRC32;

/**
 * The methods and fields of the runtime that generated classes use: {@code runtime/entries.txt},
 * one a line as {@code Class.name descriptor}, below a line with the link version and a checksum of
 * the rest. The golden files show that the code generator uses each of them and no others.
 */
final class RuntimeEntries {

  static final Path FILE = Path.of("..", "runtime", "entries.txt");

  static final String PACKAGE = "dev.tensorc.runtime.";
  private static final String RUNTIME = PACKAGE.replace('.', '/');

  private static final Supplier<List<String>> LINES = Lazy.of(RuntimeEntries::read);
  private static final Supplier<Set<String>> TABLE =
      Lazy.of(() -> LINES.get().stream().skip(1).collect(Collectors.toCollection(TreeSet::new)));

  /** The entries that classes of this JVM's tests use. */
  private static final Set<String> USED = ConcurrentHashMap.newKeySet();

  private RuntimeEntries() {}

  private static List<String> read() {
    try {
      return Files.readAllLines(FILE).stream().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails where a class uses an entry that is not in the table. */
  static void check(String name, byte[] classFile) {
    Set<String> used = of(classFile);
    USED.addAll(used);
    used.removeAll(TABLE.get());
    assertThat(used).as("uses of the runtime by %s that runtime/entries.txt lacks", name).isEmpty();
  }

  /** Fails where no class that was checked uses an entry of the table. */
  static void checkAllAreUsed() {
    Set<String> unused = new TreeSet<>(TABLE.get());
    unused.removeAll(USED);
    assertThat(unused)
        .as("entries of runtime/entries.txt that the classes of no golden file use")
        .isEmpty();
  }

  /** The entries that a class uses. */
  private static Set<String> of(byte[] classFile) {
    Iterable<PoolEntry> pool = ClassFile.of().parse(classFile).constantPool();
    return StreamSupport.stream(pool.spliterator(), false)
        .filter(MemberRefEntry.class::isInstance)
        .map(MemberRefEntry.class::cast)
        .filter(member -> member.owner().asInternalName().startsWith(RUNTIME))
        .map(
            member ->
                member.owner().asInternalName().substring(RUNTIME.length())
                    + "."
                    + member.name().stringValue()
                    + " "
                    + member.type().stringValue())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static Set<String> table() {
    return TABLE.get();
  }

  /** The line above the table. */
  static String heading() {
    return LINES.get().getFirst();
  }

  /** A checksum of the table. */
  static String checksum() {
    var sum = new CRC32();
    TABLE.get().forEach(e -> sum.update((e + "\n").getBytes(StandardCharsets.UTF_8)));
    return "%08x".formatted(sum.getValue());
  }
}
