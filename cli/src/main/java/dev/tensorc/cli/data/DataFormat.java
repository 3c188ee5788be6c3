package dev.tensorc.cli.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A format of files that hold tensors. */
public enum DataFormat {
  NPY("npy"),
  NPZ("npz"),
  SAFETENSORS("safetensors"),
  CSV("csv"),
  TSV("tsv"),
  JSON("json"),
  ARROW("arrow", "feather"),
  PNG("png"),
  JPEG("jpg", "jpeg"),
  WAV("wav");

  /** How many bytes {@link #ofContent} looks at. */
  static final int LOOKED_AT = 512;

  private final List<String> extensions;

  DataFormat(String... extensions) {
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

  /** Those that a result can be written as. */
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

  /** The format of a stream that begins so; of texts that are no JSON, {@link #CSV}. */
  static DataFormat ofContent(byte[] start) {
    String latin = new String(start, StandardCharsets.ISO_8859_1);
    if (latin.startsWith("\u0093NUMPY")) {
      return NPY;
    }
    if (latin.startsWith("\u0089PNG")) {
      return PNG;
    }
    if (latin.startsWith("\u00ff\u00d8\u00ff")) {
      return JPEG;
    }
    if (latin.startsWith("ARROW1") || latin.startsWith("\u00ff\u00ff\u00ff\u00ff")) {
      return ARROW;
    }
    if (latin.startsWith("RIFF")) {
      return WAV;
    }
    if (latin.startsWith("PK\u0003\u0004")) {
      return NPZ;
    }
    if (start.length > Long.BYTES && latin.charAt(Long.BYTES) == '{' && start[7] == 0) {
      return SAFETENSORS;
    }
    String text = latin.strip();
    return text.startsWith("[") || text.startsWith("{") ? JSON : CSV;
  }
}
