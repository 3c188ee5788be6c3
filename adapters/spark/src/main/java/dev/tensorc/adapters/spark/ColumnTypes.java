package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns that are parameters and results; all are checked before a job begins. */
final class ColumnTypes {
  private ColumnTypes() {}

  /** The type of Spark for elements. */
  static DataType of(ElementType type, Function f) {
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

  /**
   * Refuses a kernel that reduces along the rows.
   *
   * @throws IllegalArgumentException if it does
   */
  static void requireRowByRow(Function f) {
    if (!f.partition().allowed()) {
      throw new IllegalArgumentException(
          "%s reduces along the rows: Kernels.aggregate computes it, and SQL after Kernels.register"
              .formatted(f.signature()));
    }
  }

  /** The type of a column that has a row of such a value in each of its rows. */
  static DataType column(Parameter p, Function f) {
    return arrays(p, p.rank() - 1, f);
  }

  /**
   * The type of the result of a call in SQL, for a row or for a group: several results are the
   * fields of a struct.
   */
  static DataType result(Function f) {
    if (f.results().size() == 1) {
      return result(f.results().getFirst(), f);
    }
    StructType fields = new StructType();
    for (Parameter r : f.results()) {
      fields = fields.add(r.name(), result(r, f), false);
    }
    return fields;
  }

  private static DataType result(Parameter r, Function f) {
    return f.partition().allowed() ? column(r, f) : arrays(r, r.rank(), f);
  }

  /** The type of a column that has a whole value in each of its rows. */
  static DataType wholes(Parameter p, Function f) {
    if (p.rank() == Parameter.UNRANKED) {
      throw new IllegalArgumentException(
          "`%s` of %s has any number of axes, which columns do not have: give it a value by kernel.with(\"%s\", value)"
              .formatted(p.name(), f.signature(), p.name()));
    }
    return arrays(p, p.rank(), f);
  }

  private static DataType arrays(Parameter p, int levels, Function f) {
    DataType type = of(p.dtype(), f);
    for (int level = 0; level < levels; level++) {
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

  /**
   * Why the arguments of a call in SQL are not a kernel's; empty where they are.
   *
   * @param convert whether constant numbers may have another type
   */
  static Optional<String> mismatch(
      KernelFunction kernel, List<Expression> arguments, boolean convert) {
    StructField[] inputs = kernel.inputs().fields();
    if (arguments.size() != inputs.length) {
      String names =
          Arrays.stream(inputs)
              .map(i -> i.name() + " " + i.dataType().simpleString())
              .collect(Collectors.joining(", "));
      return Optional.of(
          "%s takes %d arguments here, %s, not %d"
              .formatted(kernel.signature(), inputs.length, names, arguments.size()));
    }
    for (int i = 0; i < inputs.length; i++) {
      Expression given = arguments.get(i);
      DataType wanted = inputs[i].dataType();
      if (!withNulls(given.dataType()).equals(withNulls(wanted))
          && !(convert && given.foldable() && converts(given.dataType(), wanted))) {
        return Optional.of(
            "`%s` of %s is %s, but `%s` is %s: cast it, as in CAST(%s AS %s)"
                .formatted(
                    inputs[i].name(),
                    kernel.signature(),
                    wanted.simpleString(),
                    given.sql(),
                    given.dataType().simpleString(),
                    given.sql(),
                    wanted.simpleString()));
      }
      if (kernel.isConstant(i) && !given.foldable()) {
        return Optional.of(
            "`%s` of %s has no rows, so that it is one value for all rows, but `%s` is none: give it by kernel.with(\"%s\", value)"
                .formatted(inputs[i].name(), kernel.signature(), given.sql(), inputs[i].name()));
      }
    }
    return Optional.empty();
  }

  /** Whether Spark may make a constant the parameter's: numbers of numbers, arrays of arrays. */
  private static boolean converts(DataType given, DataType wanted) {
    if (given instanceof ArrayType g && wanted instanceof ArrayType w) {
      return converts(g.elementType(), w.elementType());
    }
    return given instanceof NumericType && wanted instanceof NumericType;
  }

  /** Whether arrays may hold nulls is not a type's matter here: each array is asked. */
  static DataType withNulls(DataType type) {
    return type instanceof ArrayType a
        ? DataTypes.createArrayType(withNulls(a.elementType()), true)
        : type;
  }
}
