package dev.tensorc.adapters.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Tensorc;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Tensor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.junit.jupiter.api.Test;

/** Calls over batches leave nothing in Arrow's allocator. */
class ManyBatchesTest {

  private static final int JOBS = 1_000;
  private static final int BATCHES = 3;
  private static final int ROWS = 200;
  private static final int WIDTH = 8;

  private static final Function LENGTHS =
      Tensorc.compile(
              """
              export fn lengths(x: f32[n, d]) -> f32[n] { return sqrt(sum(x * x, axis=1)) }
              """)
          .function("lengths");

  @Test
  void jobsKeepNoBuffers() throws IOException {
    try (var allocator = new RootAllocator()) {
      byte[] stream = stream(allocator);
      assertThat(allocator.getAllocatedMemory()).isZero();
      long firstPeak = 0;
      for (int job = 0; job < JOBS; job++) {
        score(stream, allocator);
        assertThat(allocator.getAllocatedMemory()).as("job %d", job).isZero();
        firstPeak = job == 0 ? allocator.getPeakMemoryAllocation() : firstPeak;
      }
      assertThat(allocator.getPeakMemoryAllocation()).isEqualTo(firstPeak);
    }
  }

  private static void score(byte[] stream, BufferAllocator allocator) throws IOException {
    try (var reader = new ArrowStreamReader(new ByteArrayInputStream(stream), allocator);
        var lengths = new Float4Vector("lengths", allocator)) {
      int batches = 0;
      while (reader.loadNextBatch()) {
        try (Arena arena = Arena.ofShared()) {
          VectorSchemaRoot batch = reader.getVectorSchemaRoot();
          Tensor x = ArrowTensors.wrap(batch.getVector("x"), arena);
          LENGTHS.invokeInto(ArrowTensors.output(lengths, arena, ROWS), x);
        }
        assertThat(lengths.get(ROWS - 1)).isEqualTo((float) Math.sqrt(WIDTH) * batches);
        batches++;
      }
      assertThat(batches).isEqualTo(BATCHES);
    }
  }

  /** Vectors whose elements are the number of their batch. */
  private static byte[] stream(BufferAllocator allocator) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var x = ArrowTensors.field("x", ElementType.F32, ROWS, WIDTH).createVector(allocator);
        var rows = VectorSchemaRoot.of(x);
        var writer = new ArrowStreamWriter(rows, null, out)) {
      for (int batch = 0; batch < BATCHES; batch++) {
        float[] values = new float[ROWS * WIDTH];
        Arrays.fill(values, batch);
        ArrowTensors.copyInto(FloatTensor.of(values, ROWS, WIDTH), x);
        rows.setRowCount(ROWS);
        writer.writeBatch();
      }
    }
    return out.toByteArray();
  }
}
