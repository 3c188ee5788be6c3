package dev.tensorc.ir;

import java.util.Optional;

/**
 * The element types that are compiled, ordered from narrow to wide within a kind. A stage asks here
 * all that it has to know of a dtype; only properties that differ by nature (an operation's name in
 * a library) are listed case by case.
 */
public enum DType {
  BOOL("bool", Kind.BOOL, 1, Storage.BOOLEAN),
  U8("u8", Kind.UNSIGNED, 8, Storage.BYTE),
  U16("u16", Kind.UNSIGNED, 16, Storage.SHORT),
  U32("u32", Kind.UNSIGNED, 32, Storage.INT),
  U64("u64", Kind.UNSIGNED, 64, Storage.LONG),
  I8("i8", Kind.SIGNED, 7, Storage.BYTE),
  I16("i16", Kind.SIGNED, 15, Storage.SHORT),
  I32("i32", Kind.SIGNED, 31, Storage.INT),
  I64("i64", Kind.SIGNED, 63, Storage.LONG),
  BF16("bf16", Kind.FLOAT, 8, Storage.SHORT),
  F16("f16", Kind.FLOAT, 11, Storage.SHORT),
  F32("f32", Kind.FLOAT, 24, Storage.FLOAT),
  F64("f64", Kind.FLOAT, 53, Storage.DOUBLE);

  /** The kind of a dtype's values: mixed with a later one, an earlier one gives way. */
  public enum Kind {
    BOOL,
    UNSIGNED,
    SIGNED,
    FLOAT
  }

  /** The Java primitive in whose arrays the elements are stored; its bits are the element's. */
  public enum Storage {
    BOOLEAN(1, Carrier.BOOLEAN),
    BYTE(1, Carrier.INT),
    SHORT(2, Carrier.INT),
    INT(4, Carrier.INT),
    LONG(8, Carrier.LONG),
    FLOAT(4, Carrier.FLOAT),
    DOUBLE(8, Carrier.DOUBLE);

    private final int bytes;
    private final Carrier carrier;

    Storage(int bytes, Carrier carrier) {
      this.bytes = bytes;
      this.carrier = carrier;
    }
  }

  /**
   * The Java primitive that holds one value outside of arrays. Narrow integers are ints of their
   * value.
   */
  public enum Carrier {
    BOOLEAN,
    INT,
    LONG,
    FLOAT,
    DOUBLE
  }

  private final String label;
  private final Kind kind;
  private final int digits;
  private final Storage storage;

  DType(String label, Kind kind, int digits, Storage storage) {
    this.label = label;
    this.kind = kind;
    this.digits = digits;
    this.storage = storage;
  }

  public String label() {
    return label;
  }

  public Kind kind() {
    return kind;
  }

  public Storage storage() {
    return storage;
  }

  public Carrier carrier() {
    return isShortFloat() ? Carrier.FLOAT : storage.carrier;
  }

  /** Whether the dtype is f16 or bf16, which are stored and converted, and computed with as f32. */
  public boolean isShortFloat() {
    return isFloat() && storage == Storage.SHORT;
  }

  /** The dtype in which operations on its values are computed. */
  public DType computation() {
    return isShortFloat() ? F32 : this;
  }

  /** Bytes of one element in memory. */
  public int bytes() {
    return storage.bytes;
  }

  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  public boolean isInt() {
    return isSigned() || isUnsigned();
  }

  /** Whether the dtype holds integers from below zero on. */
  public boolean isSigned() {
    return kind == Kind.SIGNED;
  }

  /** Whether the dtype holds integers from zero on. */
  public boolean isUnsigned() {
    return kind == Kind.UNSIGNED;
  }

  public boolean isNumeric() {
    return kind != Kind.BOOL;
  }

  /** Whether elements are narrower than the Java primitive that holds a value. */
  public boolean isNarrow() {
    return isInt() && bytes() < 4;
  }

  /** Whether values may have the sign bit of the Java primitive that holds them set. */
  public boolean isWideUnsigned() {
    return isUnsigned() && !isNarrow();
  }

  /** The lowest value of an integer dtype. */
  public long lowest() {
    return isSigned() ? -1L << digits : 0;
  }

  /** The highest value of an integer dtype; of u64 its bits, all ones. */
  public long highest() {
    return -1L >>> (64 - digits);
  }

  /** Bits of the significand: integers of so many bits are exact. */
  public int digits() {
    return digits;
  }

  /** The range of its values, for readers: {@code 0 to 255}. */
  public String range() {
    return lowest() + " to " + Long.toUnsignedString(highest());
  }

  /** The dtype called that in a program. */
  public static Optional<DType> named(String label) {
    for (DType d : values()) {
      if (d.label.equals(label)) {
        return Optional.of(d);
      }
    }
    return Optional.empty();
  }

  /**
   * The dtype of a mixed operation: the Array API's table, and NumPy 2's result where the standard
   * leaves the mix open. It is the narrowest dtype, of the kind that comes later, with digits and
   * range enough for both; where there is none (u64 with a signed dtype, i64 with a float) it is
   * f64.
   */
  public static DType promote(DType a, DType b) {
    Kind kind = a.kind.compareTo(b.kind) > 0 ? a.kind : b.kind;
    for (DType d : values()) {
      if (d.kind == kind && d.holds(a) && d.holds(b)) {
        return d;
      }
    }
    return F64;
  }

  private boolean holds(DType other) {
    return digits >= other.digits && (!other.isFloat() || maxExponent() >= other.maxExponent());
  }

  /**
   * The exponent of the largest finite value of a float dtype; 1 - it, that of the smallest normal.
   */
  public int maxExponent() {
    return switch (this) {
      case F16 -> 15;
      case BF16, F32 -> Float.MAX_EXPONENT;
      case F64 -> Double.MAX_EXPONENT;
      default -> throw new IllegalStateException("no float: " + this);
    };
  }

  @Override
  public String toString() {
    return label;
  }
}
