package dev.tensorc.benchmarks.tables;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tensorc.adapters.arrow.ArrowTensors;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Threads;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.complex.FixedSizeListVector;

/** Kernels over batches of Arrow on one thread, beside loops over their vectors. */
record ArrowTable(Vectors vectors, Pace pace) {

  /** Rows of a batch. */
  private static final int BATCH = 10_000;

  /** Every so many rows, a result is compared: reading all would take as long as computing. */
  private static final int SAMPLE = 97;

  private static final String WHERE = "Arrow, one thread";

  List<ObjectNode> measure() throws IOException {
    Program program = TablePrograms.compile().load();
    try (var allocator = new RootAllocator()) {
      return List.of(
          cosine(program.function("cosine"), allocator),
          distance(program.function("distance"), allocator));
    }
  }

  private ObjectNode cosine(Function cosine, BufferAllocator allocator) {
    int width = vectors.width();
    float[] query = vectors.query();
    Tensor queryTensor = FloatTensor.of(query, width);
    var batches = new ArrayList<FixedSizeListVector>();
    try (var scores = vector("cosine", ElementType.F32, allocator, Float4Vector.class)) {
      for (int row = 0; row < vectors.rows(); row += BATCH) {
        batches.add(vectorBatch(row, allocator));
      }
      return new Comparison(WHERE, "Cosine", vectors, 1e-4)
          .add("tensorc", () -> ours(cosine, batches, scores, queryTensor))
          .add("Java loop over the vectors", () -> loops(batches, query, scores))
          .measure(pace);
    } finally {
      batches.forEach(FixedSizeListVector::close);
    }
  }

  private static double ours(
      Function cosine, List<FixedSizeListVector> batches, Float4Vector scores, Tensor query) {
    double sum = 0;
    for (FixedSizeListVector batch : batches) {
      try (Arena arena = Arena.ofConfined()) {
        Tensor out = ArrowTensors.output(scores, arena, batch.getValueCount());
        into(cosine, out, ArrowTensors.wrap(batch, arena), query);
      }
      sum += sample(scores);
    }
    return sum;
  }

  private static double loops(
      List<FixedSizeListVector> batches, float[] query, Float4Vector scores) {
    double sum = 0;
    for (FixedSizeListVector batch : batches) {
      int rows = batch.getValueCount();
      scores.allocateNew(rows);
      loop((Float4Vector) batch.getDataVector(), query, scores, rows);
      scores.setValueCount(rows);
      sum += sample(scores);
    }
    return sum;
  }

  private static void loop(Float4Vector elements, float[] query, Float4Vector scores, int rows) {
    int width = query.length;
    float own = 0;
    for (float q : query) {
      own += q * q;
    }
    for (int row = 0; row < rows; row++) {
      float product = 0;
      float square = 0;
      for (int k = 0; k < width; k++) {
        float v = elements.get(row * width + k);
        product += v * query[k];
        square += v * v;
      }
      scores.set(row, product / (float) (Math.sqrt(square) * Math.sqrt(own)));
    }
  }

  private ObjectNode distance(Function distance, BufferAllocator allocator) {
    var points = new Vectors(vectors.rows() * 16, 2);
    var latitudes = new ArrayList<Float8Vector>();
    var longitudes = new ArrayList<Float8Vector>();
    try (var distances = vector("distance", ElementType.F64, allocator, Float8Vector.class)) {
      for (int row = 0; row < points.rows(); row += BATCH) {
        int rows = Math.min(BATCH, points.rows() - row);
        latitudes.add(column("latitude", points, row, rows, 0, allocator));
        longitudes.add(column("longitude", points, row, rows, 1, allocator));
      }
      return new Comparison(WHERE, "Great-circle distances, two columns of f64", points, 1e-4)
          .add("tensorc", () -> ours(distance, latitudes, longitudes, distances))
          .add("Java loop over the vectors", () -> loops(latitudes, longitudes, distances))
          .measure(pace);
    } finally {
      latitudes.forEach(Float8Vector::close);
      longitudes.forEach(Float8Vector::close);
    }
  }

  private static double ours(
      Function distance,
      List<Float8Vector> latitudes,
      List<Float8Vector> longitudes,
      Float8Vector distances) {
    double sum = 0;
    for (int i = 0; i < latitudes.size(); i++) {
      try (Arena arena = Arena.ofConfined()) {
        Tensor out = ArrowTensors.output(distances, arena, latitudes.get(i).getValueCount());
        Tensor x = ArrowTensors.wrap(latitudes.get(i), arena);
        into(distance, out, x, ArrowTensors.wrap(longitudes.get(i), arena));
      }
      sum += sample(distances);
    }
    return sum;
  }

  private static double loops(
      List<Float8Vector> latitudes, List<Float8Vector> longitudes, Float8Vector distances) {
    double sum = 0;
    for (int i = 0; i < latitudes.size(); i++) {
      int rows = latitudes.get(i).getValueCount();
      distances.allocateNew(rows);
      loop(latitudes.get(i), longitudes.get(i), distances, rows);
      distances.setValueCount(rows);
      sum += sample(distances);
    }
    return sum;
  }

  private static void loop(
      Float8Vector latitudes, Float8Vector longitudes, Float8Vector distances, int rows) {
    for (int row = 0; row < rows; row++) {
      double latitude = latitudes.get(row);
      double x = Math.sin(latitude / 2);
      double y = Math.sin(longitudes.get(row) / 2);
      double h = x * x + Math.cos(latitude) * y * y;
      distances.set(row, 2 * Math.asin(Math.sqrt(h)));
    }
  }

  private static void into(Function f, Tensor out, Object... arguments) {
    Threads.ONE.during(
        () -> {
          f.invokeInto(out, arguments);
          return out;
        });
  }

  private static double sample(FieldVector results) {
    double sum = 0;
    for (int row = 0; row < results.getValueCount(); row += SAMPLE) {
      sum += ((Number) results.getObject(row)).doubleValue();
    }
    return sum;
  }

  private FixedSizeListVector vectorBatch(int from, BufferAllocator allocator) {
    int rows = Math.min(BATCH, vectors.rows() - from);
    var all = new float[rows][];
    for (int row = 0; row < rows; row++) {
      all[row] = vectors.vector(from + row);
    }
    int width = vectors.width();
    var batch =
        (FixedSizeListVector)
            ArrowTensors.field("vectors", ElementType.F32, 0, width).createVector(allocator);
    ArrowTensors.copyInto(FloatTensor.copyOf(all), batch);
    return batch;
  }

  private static Float8Vector column(
      String name, Vectors points, int from, int rows, int at, BufferAllocator allocator) {
    var values = new double[rows];
    for (int row = 0; row < rows; row++) {
      values[row] = points.vector(from + row)[at];
    }
    var column = vector(name, ElementType.F64, allocator, Float8Vector.class);
    ArrowTensors.copyInto(DoubleTensor.of(values, rows), column);
    return column;
  }

  private static <V extends FieldVector> V vector(
      String name, ElementType type, BufferAllocator allocator, Class<V> vectorType) {
    return vectorType.cast(ArrowTensors.field(name, type, 0).createVector(allocator));
  }
}
