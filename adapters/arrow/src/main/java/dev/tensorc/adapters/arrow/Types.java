package dev.tensorc.adapters.arrow;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.TensorException;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** The types of Arrow for those of the language. */
final class Types {
  private Types() {}

  /** The dtype of a vector without lists; dates, times and durations are integers of their unit. */
  static ElementType of(ValueVector vector, String column) {
    if (vector.getField().getDictionary() != null) {
      throw new TensorException(
          "column %s holds indices of a dictionary: decode it first, with DictionaryEncoder.decode"
              .formatted(column));
    }
    return switch (vector.getMinorType()) {
      case TINYINT -> ElementType.I8;
      case SMALLINT -> ElementType.I16;
      case INT, DATEDAY, TIMESEC, TIMEMILLI -> ElementType.I32;
      case BIGINT,
          DATEMILLI,
          TIMEMICRO,
          TIMENANO,
          DURATION,
          TIMESTAMPSEC,
          TIMESTAMPMILLI,
          TIMESTAMPMICRO,
          TIMESTAMPNANO,
          TIMESTAMPSECTZ,
          TIMESTAMPMILLITZ,
          TIMESTAMPMICROTZ,
          TIMESTAMPNANOTZ ->
          ElementType.I64;
      case UINT1 -> ElementType.U8;
      case UINT2 -> ElementType.U16;
      case UINT4 -> ElementType.U32;
      case UINT8 -> ElementType.U64;
      case FLOAT2 -> ElementType.F16;
      case FLOAT4 -> ElementType.F32;
      case FLOAT8 -> ElementType.F64;
      case BIT -> ElementType.BOOL;
      default ->
          throw new TensorException(
              "column %s of Arrow's type %s is not supported yet: a tensor's column holds numbers, truth values, or lists of one length of them"
                  .formatted(column, vector.getField().getType()));
    };
  }

  /** The type of Arrow that holds a dtype. */
  static ArrowType of(ElementType type) {
    return switch (type) {
      case I8, I16, I32, I64 -> new ArrowType.Int(8 * type.byteWidth(), true);
      case U8, U16, U32, U64 -> new ArrowType.Int(8 * type.byteWidth(), false);
      case F16 -> new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
      case F32 -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case F64 -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case BOOL -> ArrowType.Bool.INSTANCE;
      case BF16 -> throw new TensorException("Arrow has no bf16: give the values as f32");
    };
  }
}
