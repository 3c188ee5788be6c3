package com.acme;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.tensorc.adapters.arrow.ArrowTensors;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;

/** Scores CLASSES TABLE.arrow SCORES.arrow */
public final class Scores {

  public static void main(String[] args) throws IOException {
    Function score = Program.load(Path.of(args[0])).function("score");
    Tensor query = FloatTensor.of(new float[] {1, 1, 0}, 3);
    try (var allocator = new RootAllocator();
        var table = FileChannel.open(Path.of(args[1]));
        var reader = new ArrowFileReader(table, allocator);
        var scores = ArrowTensors.field("score", ElementType.F32, 0).createVector(allocator);
        var rows = VectorSchemaRoot.of(scores);
        var file = Files.newByteChannel(Path.of(args[2]), CREATE, TRUNCATE_EXISTING, WRITE);
        var writer = new ArrowFileWriter(rows, null, file)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        if (batch.getRowCount() == 0) {
          continue; // where there is no list, nothing says how long lists are
        }
        try (Arena arena = Arena.ofShared()) {
          Tensor vectors = ArrowTensors.wrap(batch.getVector("embedding"), arena);
          Tensor out = ArrowTensors.output(scores, arena, batch.getRowCount());
          score.invokeInto(out, vectors, query);
        }
        rows.setRowCount(batch.getRowCount());
        writer.writeBatch();
      }
    }
  }
}
