package dev.tensorc.runtime.io;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StagedFilesTest {
  private static final String LEFT = ".x.tensorc-0123456789abcdef0123456789abcdef.tmp";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void file() {
    file = folder.resolve("x");
  }

  private static StagedFiles.Content text(String text) {
    return out -> out.write(text.getBytes(US_ASCII));
  }

  private List<Path> files() throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void filesAppearTogether() throws IOException {
    Path other = folder.resolve("a/b/other");
    try (var files = new StagedFiles()) {
      files.makeFolders(other.getParent());
      files.add(file, text("one"));
      files.add(other, text("two"));
      assertThat(file).doesNotExist();
      assertThat(other).doesNotExist();
      files.commit();
    }
    assertThat(file).hasContent("one");
    assertThat(other).hasContent("two");
    assertThat(files()).containsExactlyInAnyOrder(file, folder.resolve("a"));
  }

  @Test
  void withoutACommitNothingIsLeft() throws IOException {
    Files.writeString(file, "old");
    Path kept = Files.createDirectory(folder.resolve("kept"));
    assertThatThrownBy(
            () -> {
              try (var files = new StagedFiles()) {
                files.makeFolders(kept.resolve("a/b"));
                files.add(kept.resolve("a/b/x"), text("new"));
                files.add(file, text("new"));
                files.add(kept, text("new"));
              }
            })
        .isInstanceOf(TensorFileException.class)
        .hasMessage(kept + ": is a directory; give the name of a file");
    assertThat(file).hasContent("old");
    assertThat(kept).isEmptyDirectory();
    assertThat(files()).containsExactlyInAnyOrder(file, kept);
  }

  @Test
  void whatFailsHalfwayLeavesTheOlderFile() throws IOException {
    Files.writeString(file, "old");
    IOException full = new IOException("No space left on device");
    assertThatThrownBy(
            () ->
                StagedFiles.write(
                    file,
                    out -> {
                      out.write(new byte[100_000]);
                      throw full;
                    }))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(file + ": No space left on device")
        .hasCause(full);
    assertThat(file).hasContent("old");
    assertThat(files()).containsExactly(file);
  }

  @Test
  void misuseIsRefused() throws IOException {
    Files.createFile(file);
    var files = new StagedFiles();
    files.add(file, text("once"));
    assertThatThrownBy(
            () -> files.add(folder.resolve("../" + folder.getFileName() + "/x"), text("")))
        .hasMessageContaining("is to be written twice");
    files.close();
    assertThatThrownBy(() -> files.add(file, text("later"))).hasMessageContaining("closed");
    assertThatThrownBy(files::commit).hasMessageContaining("closed");
    try (var more = new StagedFiles()) {
      assertThatThrownBy(() -> more.makeFolders(file.resolve("a")))
          .isInstanceOf(TensorFileException.class)
          .hasMessageStartingWith(file.resolve("a").toString());
    }
    assertThat(files()).containsExactly(file);
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void temporaryNamesAreNewEachTimeAndPermissionsAreKept() throws IOException {
    Set<Path> seen = new HashSet<>();
    for (String permissions : new String[] {"rw-------", "rw-rw-rw-", "r--r-----"}) {
      Files.writeString(file, "old");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
      StagedFiles.write(
          file,
          out -> {
            List<Path> temporary = new ArrayList<>(files());
            temporary.remove(file);
            assertThat(temporary).singleElement().satisfies(t -> assertThat(seen.add(t)).isTrue());
            assertThat(temporary.getFirst().getFileName().toString())
                .matches("\\.x\\.tensorc-[0-9a-f]{32}\\.tmp");
            assertThat(permissions(temporary.getFirst())).isEqualTo(permissions);
          });
      assertThat(permissions(file)).isEqualTo(permissions);
      Files.delete(file);
    }
    Path plain = Files.createFile(folder.resolve("plain"));
    StagedFiles.write(file, text("new"));
    assertThat(permissions(file)).isEqualTo(permissions(plain));
    Path longest = folder.resolve("n".repeat(200));
    StagedFiles.write(longest, text("new"));
    assertThat(longest).hasContent("new");
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void onlyOwnFilesOfTheSameOutputAreTakenForLeftOnes() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "precious");
    Path link = folder.resolve(LEFT.replace('0', '1'));
    Files.createSymbolicLink(link, victim);
    Path directory = Files.createDirectory(folder.resolve(LEFT.replace('0', '2')));
    Path otherName = Files.createFile(folder.resolve(LEFT.replace(".x.", ".xx.")));
    Path shorter = Files.createFile(folder.resolve(LEFT.replace("012345", "")));
    Path longer = Files.createFile(folder.resolve(LEFT + ".npy"));
    Path pipe = folder.resolve(LEFT.replace('0', '3'));
    assertThat(run("mkfifo", pipe.toString())).isZero();
    Files.writeString(folder.resolve(LEFT), "left");
    Npy.write(file, FloatTensor.zeros(1));
    assertThat(files())
        .containsExactlyInAnyOrder(file, victim, link, directory, otherName, shorter, longer, pipe);
    assertThat(victim).hasContent("precious");
  }

  private static int run(String... command) throws IOException {
    try {
      return new ProcessBuilder(command).start().waitFor();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void manyThreadsMayWriteOneFile() throws Exception {
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Callable<Object>> writers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        String content = Integer.toString(i).repeat(1000);
        writers.add(
            () -> {
              StagedFiles.write(file, text(content));
              return content;
            });
      }
      for (var written : threads.invokeAll(writers)) {
        assertThat(written.get()).isNotNull();
      }
    }
    assertThat(Files.readString(file)).matches("(\\d+)\\1{999}");
    assertThat(files()).containsExactly(file);
  }

  private Process java(Class<?> main) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** No process takes a file that another one is writing for a left one. */
  @Test
  void processesMayWriteOneFile() throws IOException, InterruptedException {
    Process process = java(OftenWriter.class);
    OftenWriter.main(new String[] {folder.toString()});
    assertThat(process.waitFor()).isZero();
    assertThat(files()).containsExactly(file);
  }

  /** Writes {@code x} again and again. */
  static final class OftenWriter {
    private OftenWriter() {}

    public static void main(String[] args) throws IOException {
      for (int i = 0; i < 300; i++) {
        StagedFiles.write(Path.of(args[0], "x"), text("x".repeat(10_000)));
      }
    }
  }

  /** A process that writes and does not end. */
  private Process writer() throws IOException {
    Process process = java(Writer.class);
    assertThat(process.inputReader().readLine()).isEqualTo("writing");
    return process;
  }

  /** Writes a part of {@code x}, and of a file in a new folder, says so, and waits. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws IOException {
      Path folder = Path.of(args[0]);
      try (var files = new StagedFiles()) {
        files.makeFolders(folder.resolve("a/b"));
        files.add(folder.resolve("a/b/y"), text("part"));
        files.add(
            folder.resolve("x"),
            out -> {
              out.write(new byte[100_000]);
              System.out.println("writing");
              System.in.read();
            });
      }
    }
  }

  @Test
  void anEndBySignalLeavesNothing() throws IOException, InterruptedException {
    Files.writeString(file, "old");
    Process process = writer();
    assertThat(files()).hasSize(3);
    process.destroy(); // SIGTERM
    process.waitFor();
    assertThat(files()).containsExactly(file);
    assertThat(file).hasContent("old");
  }

  @Test
  void whatAKilledProcessLeftIsRemovedByTheNextWriteAndNotEarlier()
      throws IOException, InterruptedException {
    Process process = writer();
    assertThat(files()).hasSize(2);
    StagedFiles.write(file, text("new"));
    assertThat(files()).hasSize(3); // it is being written
    process.destroyForcibly(); // SIGKILL
    process.waitFor();
    assertThat(files()).hasSize(3);
    StagedFiles.write(folder.resolve("other"), text("new"));
    assertThat(files()).hasSize(4);
    StagedFiles.write(file, text("new"));
    assertThat(files())
        .containsExactlyInAnyOrder(file, folder.resolve("other"), folder.resolve("a"));
  }
}
