package dev.tensorc.runtime.io;

import dev.tensorc.runtime.ElementType;
import java.nio.ByteOrder;

/** NumPy's type codes, such as {@code <f4}: byte order, kind, bytes for each element. */
record NpyType(ElementType type, boolean littleEndian) {

  /** The code that is written for a type: always little-endian. */
  static String descr(ElementType type) {
    return switch (type) {
      case F32 -> "<f4";
      case F64 -> "<f8";
      case I32 -> "<i4";
      case I64 -> "<i8";
      case BOOL -> "|b1";
      case U8 -> "|u1";
      case I8 -> "|i1";
      case I16 -> "<i2";
      case U16 -> "<u2";
      case U32 -> "<u4";
      case U64 -> "<u8";
      case F16 -> "<f2";
      case BF16 -> throw new IllegalArgumentException("NumPy has no bf16");
    };
  }

  static NpyType parse(String file, String descr) throws TensorFileException {
    boolean prefixed = !descr.isEmpty() && "<>=|".indexOf(descr.charAt(0)) >= 0;
    boolean little =
        prefixed && descr.charAt(0) != '=' && descr.charAt(0) != '|'
            ? descr.charAt(0) == '<'
            : ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    String code = prefixed ? descr.substring(1) : descr;
    return new NpyType(
        switch (code) {
          case "f4" -> ElementType.F32;
          case "f8" -> ElementType.F64;
          case "i4" -> ElementType.I32;
          case "i8" -> ElementType.I64;
          case "b1", "?" -> ElementType.BOOL;
          case "u1" -> ElementType.U8;
          case "i1" -> ElementType.I8;
          case "i2" -> ElementType.I16;
          case "u2" -> ElementType.U16;
          case "u4" -> ElementType.U32;
          case "u8" -> ElementType.U64;
          case "f2" -> ElementType.F16;
          default -> throw new TensorFileException(file, refusal(printable(descr), code));
        },
        little);
  }

  private static String refusal(String descr, String code) {
    return switch (code) {
      case "V2" -> refusal(descr, "raw bytes, perhaps bfloat16", "convert it: x.astype('f4')");
      case "f12", "f16" -> refusal(descr, "extended precision", "convert it: x.astype('f8')");
      case "c8", "c16", "c32" -> refusal(descr, "complex numbers", "save x.real and x.imag apart");
      default -> refusalOfKind(descr, code.isEmpty() ? ' ' : code.charAt(0));
    };
  }

  private static String refusalOfKind(String descr, char kind) {
    return switch (kind) {
      case 'O' -> refusal(descr, "pickled Python objects", "convert them: x.astype('f8')");
      case 'S', 'a', 'U' -> refusal(descr, "text", "only numbers can be read");
      case 'M', 'm' -> refusal(descr, "dates and times", "convert them: x.astype('i8')");
      case 'V' -> refusal(descr, "raw or structured records", "save each field apart: x['name']");
      default ->
          refusal(descr, "of an unknown kind", "known are f2, f4, f8, i1 to i8, u1 to u8 and b1");
    };
  }

  private static String refusal(String descr, String what, String advice) {
    return "dtype '%s' (%s) is not supported; %s".formatted(descr, what, advice);
  }

  /** Text from a file, made safe and short enough to print. */
  static String printable(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .limit(40)
        .forEach(
            c -> safe.append(c >= ' ' && c < 127 ? Character.toString(c) : "\\x%02x".formatted(c)));
    return text.length() > 40 ? safe + "..." : safe.toString();
  }
}
