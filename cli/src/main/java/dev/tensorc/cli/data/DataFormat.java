package dev.tensorc.cli.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A format of files that hold tensors. */
public enum DataFormat {
  NPY(begins("\u0093NUMPY"), "npy"),
  NPZ(begins("PK\u0003\u0004"), "npz"),
  SAFETENSORS(DataFormat::hasLengthAndHeader, "safetensors"),
  CSV(DataFormat::isNeverTold, "csv"),
  TSV(DataFormat::isNeverTold, "tsv"),
  JSON(DataFormat::isBracketed, "json"),
  ARROW(begins("ARROW1", "\u00ff\u00ff\u00ff\u00ff"), "arrow", "feather"),
  PNG(begins("\u0089PNG"), "png"),
  JPEG(begins("\u00ff\u00d8\u00ff"), "jpg", "jpeg"),
  WAV(begins("RIFF"), "wav");

  /** How many bytes {@link #ofContent} looks at. */
  static final int LOOKED_AT = 512;

  private final Predicate<String> content;
  private final List<String> extensions;

  /**
   * @param content whether a file of this format may begin so, a byte as a character
   */
  DataFormat(Predicate<String> content, String... extensions) {
    this.content = content;
    this.extensions = List.of(extensions);
  }

  /** {@code .jpg}. */
  String extension() {
    return "." + extensions.getFirst();
  }

  /** All extensions, as a pattern's alternatives. */
  static String alternatives() {
    return Arrays.stream(values())
        .flatMap(format -> format.extensions.stream())
        .collect(Collectors.joining("|"));
  }

  /** {@code .npy, .npz or .csv}. */
  static String list(List<DataFormat> formats) {
    String all = formats.stream().map(DataFormat::extension).collect(Collectors.joining(", "));
    return all.replaceFirst(", ([^,]*)$", " or $1");
  }

  /** The formats that a result can be written as. */
  static List<DataFormat> written() {
    return Arrays.stream(values()).filter(f -> f != NPZ && f != SAFETENSORS).toList();
  }

  /** The format that a file's name says. */
  static Optional<DataFormat> ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(format -> format.extensions.stream().anyMatch(e -> lower.endsWith("." + e)))
        .findFirst();
  }

  /** The format of a stream that begins so; {@link #CSV} where none is told by its beginning. */
  static DataFormat ofContent(byte[] start) {
    String latin = new String(start, StandardCharsets.ISO_8859_1);
    return Arrays.stream(values()).filter(f -> f.content.test(latin)).findFirst().orElse(CSV);
  }

  private static Predicate<String> begins(String... magic) {
    return start -> Arrays.stream(magic).anyMatch(start::startsWith);
  }

  private static boolean isNeverTold(String start) {
    return false;
  }

  /** A header in JSON, behind its length: 8 bytes, the low ones first, and less than 4 GB. */
  private static boolean hasLengthAndHeader(String start) {
    return start.startsWith("\0\0\0\0{", Integer.BYTES);
  }

  private static boolean isBracketed(String start) {
    String text = start.strip();
    return text.startsWith("[") || text.startsWith("{");
  }
}
