package com.acme;

import dev.tensorc.embeddings.TextEmbedder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Sentences and their vectors. */
public final class SentenceVectors {

  private static final int BATCH = 256;
  private static final StructType RESULT =
      new StructType()
          .add("sentence", DataTypes.StringType)
          .add("vectors", DataTypes.createArrayType(DataTypes.FloatType, false), false);

  /** One of each model in an executor: threads share it, and its weights are mapped once. */
  private static final Map<String, TextEmbedder> EMBEDDERS = new ConcurrentHashMap<>();

  /**
   * @param table with a column {@code sentence} without nulls
   * @param model a model folder, at the same path on every machine
   */
  public static Dataset<Row> of(Dataset<Row> table, String model) {
    MapPartitionsFunction<Row, Row> embed = rows -> embedded(rows, model);
    return table.select("sentence").mapPartitions(embed, Encoders.row(RESULT));
  }

  private static Iterator<Row> embedded(Iterator<Row> rows, String model) {
    TextEmbedder embedder = EMBEDDERS.computeIfAbsent(model, SentenceVectors::load);
    return new Iterator<>() {
      private Iterator<Row> batch = List.<Row>of().iterator();

      @Override
      public boolean hasNext() {
        return batch.hasNext() || rows.hasNext();
      }

      @Override
      public Row next() {
        if (!batch.hasNext()) {
          batch = embeddedBatch(embedder, rows).iterator();
        }
        return batch.next();
      }
    };
  }

  private static List<Row> embeddedBatch(TextEmbedder embedder, Iterator<Row> rows) {
    var sentences = new ArrayList<String>();
    while (sentences.size() < BATCH && rows.hasNext()) {
      sentences.add(rows.next().getString(0));
    }
    float[][] vectors = embedder.embedAll(sentences);
    var embedded = new ArrayList<Row>();
    for (int i = 0; i < vectors.length; i++) {
      embedded.add(RowFactory.create(sentences.get(i), vectors[i]));
    }
    return embedded;
  }

  private static TextEmbedder load(String model) {
    try {
      return TextEmbedder.load(Path.of(model));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
