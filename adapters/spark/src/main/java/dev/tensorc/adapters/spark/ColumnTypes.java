package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Which columns are parameters and results; all are checked before a job begins. */
final class ColumnTypes {
  private ColumnTypes() {}

  /** The type of Spark for elements. */
  private static DataType of(ElementType type, Function f) {
    return switch (type) {
      case F32 -> DataTypes.FloatType;
      case F64 -> DataTypes.DoubleType;
      case I8 -> DataTypes.ByteType;
      case I16 -> DataTypes.ShortType;
      case I32 -> DataTypes.IntegerType;
      case I64 -> DataTypes.LongType;
      case BOOL -> DataTypes.BooleanType;
      case U8, U16, U32, U64, F16, BF16 ->
          throw new IllegalArgumentException(
              "%s: columns of %s are not supported yet, since Spark has no such type"
                  .formatted(f.signature(), type.label()));
    };
  }

  /** The type of a column that has a row of such a value in each of its rows. */
  static DataType column(Parameter p, Function f) {
    DataType type = of(p.dtype(), f);
    for (int axis = 1; axis < p.rank(); axis++) {
      type = DataTypes.createArrayType(type, false);
    }
    return type;
  }

  /**
   * The place of a parameter's column in a table.
   *
   * @throws IllegalArgumentException if there is none, or it has another type
   */
  static int place(Parameter p, Function f, StructType table) {
    List<String> names = Arrays.asList(table.fieldNames());
    int at = names.indexOf(p.name());
    if (at < 0) {
      throw new IllegalArgumentException(
          "%s takes the column `%s`, but the table has %s: rename one, as in col(\"...\").as(\"%s\")"
              .formatted(f.signature(), p.name(), String.join(", ", names), p.name()));
    }
    if (names.lastIndexOf(p.name()) != at) {
      throw new IllegalArgumentException("the table has two columns `%s`".formatted(p.name()));
    }
    DataType wanted = column(p, f);
    DataType given = table.fields()[at].dataType();
    if (!withNulls(given).equals(withNulls(wanted))) {
      throw new IllegalArgumentException(
          "`%s` of %s is a column of %s, but the table's is of %s: cast it, as in col(\"%s\").cast(\"%s\")"
              .formatted(
                  p.name(),
                  f.signature(),
                  wanted.simpleString(),
                  given.simpleString(),
                  p.name(),
                  wanted.simpleString()));
    }
    return at;
  }

  /** Whether arrays may hold nulls is not a type's matter here: each array is asked. */
  private static DataType withNulls(DataType type) {
    return type instanceof ArrayType a
        ? DataTypes.createArrayType(withNulls(a.elementType()), true)
        : type;
  }
}
