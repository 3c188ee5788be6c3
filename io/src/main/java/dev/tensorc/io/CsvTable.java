package dev.tensorc.io;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One table as it is read: the names of its columns, and the elements so far. */
final class CsvTable {

  private static final int MOST_FIELDS = 1 << 22;
  private static final int MOST_FIELD_CHARS = 1 << 16;
  private static final int MOST_RECORD_CHARS = 1 << 27;
  private static final int MOST_NAMED = 20;

  /** How the parser says where it was. */
  private static final Pattern STARTED = Pattern.compile("record that started in line (\\d+)");

  private final String file;
  private final CsvOptions options;
  private final ElementList elements;
  private List<String> names = List.of();
  private int[] columns = {};
  private int width = -1;
  private long rows;

  CsvTable(String file, ElementType type, CsvOptions options) {
    this.file = file;
    this.options = options;
    this.elements = new ElementList(type, file);
  }

  Tensor read(InputStream in, char separator) throws IOException {
    var handler =
        CsvRecordHandler.builder()
            .maxFields(MOST_FIELDS)
            .maxFieldSize(MOST_FIELD_CHARS)
            .maxRecordSize(MOST_RECORD_CHARS)
            .build();
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .fieldSeparator(separator)
            .allowExtraFields(true) // counted here, for a message with the line
            .allowMissingFields(true)
            .trimWhitespacesAroundQuotes(true)
            .build(handler, in, StandardCharsets.UTF_8)) {
      for (CsvRecord record : reader) {
        add(record);
      }
    } catch (CsvParseException e) {
      throw new TensorFileException(file, "no CSV: " + reason(e));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (width < 0) {
      throw new TensorFileException(file, "there is no row in it");
    }
    return elements.tensor(rows, columns.length);
  }

  /** The error's place from the parser, and the error itself from its cause. */
  private static String reason(CsvParseException e) {
    String message = String.valueOf(e.getMessage()).replaceFirst("^Exception when reading ", "");
    Throwable cause = e.getCause();
    Matcher started = STARTED.matcher(message);
    if (cause != null && started.lookingAt() && isLongField(String.valueOf(cause.getMessage()))) {
      return "the record that begins in line %s has a field of more than %,d characters; is a quote never closed?"
          .formatted(started.group(1), MOST_FIELD_CHARS);
    }
    return cause == null || cause.getMessage() == null
        ? message
        : message + ": " + cause.getMessage();
  }

  /** Whether the parser refused a field for its length, or had no room for it. */
  private static boolean isLongField(String message) {
    return message.contains("max field size") || message.contains("maximum buffer size");
  }

  private void add(CsvRecord record) throws TensorFileException {
    if (width < 0) {
      begin(record);
    } else {
      addRow(record);
    }
  }

  private void begin(CsvRecord record) throws TensorFileException {
    width = record.getFieldCount();
    boolean header =
        switch (options.header()) {
          case YES -> true;
          case NO -> false;
          case AUTO ->
              record.getFields().stream().anyMatch(field -> !NumberText.isValue(field.strip()));
        };
    if (header) {
      names = record.getFields().stream().map(String::strip).toList();
    }
    columns = columns();
    if (!header) {
      addRow(record);
    }
  }

  private int[] columns() throws TensorFileException {
    if (options.columns().isEmpty()) {
      return IntStream.range(0, width).toArray();
    }
    var found = new ArrayList<Integer>();
    for (String wanted : options.columns()) {
      found.add(column(wanted));
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private int column(String wanted) throws TensorFileException {
    int first = names.indexOf(wanted);
    if (first >= 0 && first != names.lastIndexOf(wanted)) {
      throw new TensorFileException(
          file,
          "columns %d and %d are both called %s; give the number of one"
              .formatted(first + 1, names.lastIndexOf(wanted) + 1, NumberText.shown(wanted)));
    }
    if (first >= 0) {
      return first;
    }
    if (wanted.matches("[1-9]\\d{0,8}") && Integer.parseInt(wanted) <= width) {
      return Integer.parseInt(wanted) - 1;
    }
    String known =
        names.isEmpty()
            ? "there is no header, and they are numbered from 1 to " + width
            : "there are "
                + names.stream()
                    .limit(MOST_NAMED)
                    .map(NumberText::shown)
                    .collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMED ? ", ..." : "");
    throw new TensorFileException(
        file, "there is no column %s; %s".formatted(NumberText.shown(wanted), known));
  }

  private void addRow(CsvRecord record) throws TensorFileException {
    if (record.getFieldCount() != width) {
      throw new TensorFileException(
          file,
          "line %d has %s, and the first row has %d"
              .formatted(record.getStartingLineNumber(), fields(record.getFieldCount()), width));
    }
    for (int column : columns) {
      String field = record.getField(column).strip();
      try {
        if (field.isEmpty()) {
          elements.addMissing();
        } else {
          elements.add(field);
        }
      } catch (IllegalArgumentException e) {
        throw new TensorFileException(
            file, place(record.getStartingLineNumber(), column) + ": " + e.getMessage());
      }
    }
    rows++;
  }

  private static String fields(int n) {
    return n == 1 ? "1 field" : n + " fields";
  }

  /** {@code line 2, column 3 (`price`)}. */
  private String place(long line, int column) {
    String name = names.isEmpty() ? "" : " (%s)".formatted(NumberText.shown(names.get(column)));
    return "line %d, column %d%s".formatted(line, column + 1, name);
  }
}
