package dev.tensorc.adapters.arrow;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.io.ReadBudget;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** One column of all batches of a reader. */
final class ColumnReader {

  private final String file;
  private final FieldVector vector;
  private final ReadBudget budget = ReadBudget.current();
  private final List<Tensor> parts = new ArrayList<>();
  private long rows;

  private ColumnReader(String file, FieldVector vector) {
    this.file = file;
    this.vector = vector;
  }

  /**
   * @param file the name of the column's place in messages
   * @throws ShapeException if its lists differ in length
   * @throws TensorException if it is not there, or cannot be a tensor
   */
  static Tensor read(ArrowReader reader, String file, Optional<String> column) throws IOException {
    Field field = field(reader.getVectorSchemaRoot().getSchema(), file, column);
    var all = new ColumnReader(file, reader.getVectorSchemaRoot().getVector(field));
    while (reader.loadNextBatch()) {
      if (reader.getVectorSchemaRoot().getRowCount() > 0) {
        all.addBatch();
      }
    }
    return all.joined();
  }

  private static Field field(Schema schema, String file, Optional<String> column) {
    List<Field> fields = schema.getFields();
    String names =
        fields.stream().map(f -> "`" + f.getName() + "`").collect(Collectors.joining(", "));
    if (column.isEmpty() && fields.size() == 1) {
      return fields.getFirst();
    }
    if (column.isEmpty()) {
      throw new TensorException(
          "there are several columns; name one, as in %s:NAME: %s".formatted(file, names));
    }
    List<Field> named = fields.stream().filter(f -> f.getName().equals(column.get())).toList();
    if (named.size() != 1) {
      String found = named.isEmpty() ? "there is no column `%s`" : "several columns are named `%s`";
      throw new TensorException((found + "; there are %s").formatted(column.get(), names));
    }
    return named.getFirst();
  }

  private void addBatch() throws IOException {
    requireNoNulls();
    try (Arena arena = Arena.ofConfined()) {
      Tensor part = ArrowTensors.wrap(vector, arena, Nulls.NAN);
      if (!parts.isEmpty() && !Arrays.equals(rowShape(part), rowShape(parts.getFirst()))) {
        throw new ShapeException(
            "the lists of column %s differ in length: those of row %d have shape %s, those of row 0 %s"
                .formatted(
                    vector.getName(),
                    rows,
                    Arrays.toString(rowShape(part)),
                    Arrays.toString(rowShape(parts.getFirst()))));
      }
      String what = "column %s, %s".formatted(vector.getName(), Tensors.typeText(part));
      budget.take(file, what, part.count() * part.type().byteWidth());
      parts.add(Tensors.of(part.type(), part.toArray(), part.shape()));
      rows += part.size(0);
    }
  }

  /** Only floats have a value for them. */
  private void requireNoNulls() {
    ElementType type = Types.of(Outputs.leaf(vector), vector.getName());
    boolean isFloat = type == ElementType.F16 || type == ElementType.F32 || type == ElementType.F64;
    if (isFloat || !Column.of(vector).mayHaveNulls()) {
      return;
    }
    boolean[] valid = Column.of(vector).valid();
    for (int i = 0; i < valid.length; i++) {
      if (!valid[i]) {
        long row = rows + i / (valid.length / vector.getValueCount());
        throw new TensorException(
            "column %s has a null in row %d, counted from 0, and %s has no NaN: fill nulls before"
                .formatted(vector.getName(), row, type.label()));
      }
    }
  }

  private static long[] rowShape(Tensor part) {
    return Arrays.copyOfRange(part.shape(), 1, part.rank());
  }

  private Tensor joined() throws IOException {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    if (parts.isEmpty()) {
      try (Arena arena = Arena.ofConfined()) {
        Tensor none = ArrowTensors.wrap(vector, arena);
        return Tensors.of(none.type(), none.toArray(), none.shape());
      }
    }
    long[] shape = parts.getFirst().shape();
    shape[0] = rows;
    ElementType type = parts.getFirst().type();
    long count = parts.stream().mapToLong(Tensor::count).sum();
    String what = "column %s of %d rows".formatted(vector.getName(), rows);
    budget.take(file, what, count * type.byteWidth());
    Object all = type.newArray(Math.toIntExact(count));
    int at = 0;
    for (Tensor part : parts) {
      int length = Math.toIntExact(part.count());
      System.arraycopy(part.array(), 0, all, at, length);
      at += length;
    }
    return Tensors.of(type, all, shape);
  }
}
