package dev.tensorc.adapters.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Scores;
import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program and the class of {@code docs/arrow.md}, on a file of three batches. */
class ArrowPageTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "arrow.md");
  private static final Path SCORES = Path.of("src", "test", "java", "com", "acme", "Scores.java");
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);

  private static final List<List<List<Float>>> BATCHES =
      List.of(
          List.of(List.of(1f, 1f, 0f), List.of(0f, 0f, 2f), List.of(-3f, -3f, 0f)),
          List.of(),
          List.of(List.of(5f, 0f, 0f)));

  @TempDir private Path folder;

  private static String block(String language) throws IOException {
    Matcher m =
        Pattern.compile("(?ms)^```%s\n(.*?)^```$".formatted(language))
            .matcher(Files.readString(PAGE));
    assertThat(m.find()).isTrue();
    return m.group(1);
  }

  @Test
  void thePageShowsTheClass() throws IOException {
    assertThat(block("java")).isEqualTo(Files.readString(SCORES));
  }

  @Test
  void theExampleScoresAFile() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    CompiledProgram program =
        Tensorc.compile(new SourceText("scores.tc", block("tensor")), Options.DEFAULT);
    for (Map.Entry<String, byte[]> file : program.classFiles().entrySet()) {
      Files.write(classes.resolve(file.getKey() + ".class"), file.getValue());
    }
    for (ArrowType list : List.of(Batches.fixed(3), ArrowType.List.INSTANCE)) {
      Path table = folder.resolve("table.arrow");
      Path scores = folder.resolve("scores.arrow");
      write(table, list);
      Scores.main(new String[] {classes.toString(), table.toString(), scores.toString()});
      // the angles to (1, 1, 0): 0, 90, 180 and 45 degrees
      assertThat(read(scores)).hasSize(2);
      assertThat(read(scores).get(0)).usingComparatorWithPrecision(1e-6f).containsExactly(1, 0, -1);
      assertThat(read(scores).get(1))
          .usingComparatorWithPrecision(1e-6f)
          .containsExactly(0.70710677f);
    }
  }

  private static void write(Path path, ArrowType list) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector x = Batches.nested(allocator, "embedding", list, FLOAT);
        var root = VectorSchemaRoot.of(x);
        var channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var writer = new ArrowFileWriter(root, null, channel)) {
      for (List<List<Float>> rows : BATCHES) {
        Batches.fill(x, rows.toArray());
        root.setRowCount(rows.size());
        writer.writeBatch();
      }
    }
  }

  private static List<float[]> read(Path path) throws IOException {
    var batches = new java.util.ArrayList<float[]>();
    try (BufferAllocator allocator = new RootAllocator();
        var channel = FileChannel.open(path);
        var reader = new ArrowFileReader(channel, allocator)) {
      while (reader.loadNextBatch()) {
        var scores = (Float4Vector) reader.getVectorSchemaRoot().getVector("score");
        float[] values = new float[scores.getValueCount()];
        for (int i = 0; i < values.length; i++) {
          values[i] = scores.get(i);
        }
        batches.add(values);
      }
    }
    return batches;
  }
}
