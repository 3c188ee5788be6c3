package dev.tensorc.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The exception names the path as it was given, and the error, for any target of the path. */
class WrongPathsTest {
  private static final FloatTensor ONE = FloatTensor.zeros(1);

  @TempDir Path folder;

  private interface Access {
    Object to(Path file) throws IOException;
  }

  /** Of a file that must be a regular one. */
  private static List<Access> anywhere() {
    List<Access> all = new ArrayList<>();
    all.add(Npz::read);
    all.add(file -> Npz.read(file, "x"));
    all.add(file -> Npz.map(file, Arena.ofAuto()));
    all.add(Safetensors::read);
    all.add(Safetensors::metadata);
    all.add(file -> Npy.map(file, Arena.ofAuto(), MapMode.READ_WRITE));
    for (MapMode mode : List.of(MapMode.READ_ONLY, MapMode.READ_WRITE, MapMode.PRIVATE)) {
      all.add(file -> Safetensors.map(file, Arena.ofAuto(), mode));
    }
    return all;
  }

  private static List<Access> readers() {
    List<Access> all = anywhere();
    all.add(Npy::read);
    all.add(file -> Npy.map(file, Arena.ofAuto()));
    return all;
  }

  private static List<Access> writers() {
    return List.of(
        file -> {
          Npy.write(file, ONE);
          return ONE;
        },
        file -> {
          Npz.write(file, Map.of("x", ONE));
          return ONE;
        },
        file -> {
          Npz.writeCompressed(file, Map.of("x", ONE));
          return ONE;
        },
        file -> {
          Safetensors.write(file, Map.of("x", ONE));
          return ONE;
        });
  }

  private static void refused(List<Access> all, Path file, String problem) {
    for (Access each : all) {
      assertThatThrownBy(() -> each.to(file))
          .isInstanceOf(TensorFileException.class)
          .hasMessageStartingWith(file + ": ")
          .hasMessageContaining(problem);
    }
  }

  @Test
  void foldersAndMissingFiles() {
    Path missing = folder.resolve("missing");
    refused(readers(), missing, "no such file");
    assertThatThrownBy(() -> Npy.read(missing)).hasCauseInstanceOf(NoSuchFileException.class);
    refused(writers(), missing.resolve("x"), "no such directory: " + missing);
    refused(writers(), folder, "is a directory; give the name of a file");
    refused(readers(), folder, "is a directory; give the name of a file");
  }

  @Test
  void partsOfThePathThatAreFiles() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    refused(readers(), file.resolve("x"), "Not a directory");
    refused(writers(), file.resolve("x"), "no such directory: " + file);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void filesThatFailWhenTheyAreRead() {
    Path file = Path.of("/proc/self/mem"); // nothing is mapped at 0
    refused(List.of(Npy::read), file, "Input/output error");
    refused(writers(), Path.of("/dev/full"), "No space left on device");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void pipesAreReadFromTheirStartAlone() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    refused(anywhere(), pipe, "no regular file");
    Path file = folder.resolve("x.npy");
    Npy.write(file, ONE);
    Process writer =
        new ProcessBuilder("sh", "-c", "cat '%s' > '%s'".formatted(file, pipe)).start();
    assertThat(Npy.read(pipe)).isEqualTo(ONE);
    assertThat(writer.waitFor()).isZero();
  }

  @Test
  void whatTheSystemSays() {
    assertThat(TensorFileException.of("x", new AccessDeniedException("y")))
        .hasMessage("x: permission denied");
    assertThat(TensorFileException.of("x", new FileSystemException("y", null, "Is busy")))
        .hasMessage("x: Is busy");
    assertThat(TensorFileException.of("x", new IOException())).hasMessage("x: IOException");
  }
}
