package dev.tensorc.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.ReadBudget;
import dev.tensorc.runtime.io.StagedFiles;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reads and writes tables of numbers as CSV (RFC 4180) and TSV, in UTF-8. Files are read as
 * streams: beside the elements, no more than a row is in memory. Blanks around a field do not
 * matter, empty lines are skipped, and fields in double quotes may hold separators.
 *
 * <p>Numbers are rounded to the nearest f64, and from there to the elements' type, as NumPy does;
 * an empty field is NaN where the elements are floats. A field that cannot be an element is refused
 * with its line and column, both counted from 1, and so are rows of different lengths.
 */
public final class Csv {

  private static final int MOST_LOOKED_AT = 1 << 16;

  private static final byte[] UTF8_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private Csv() {}

  /**
   * Reads a file.
   *
   * @param type of the elements
   * @return a matrix: [rows, columns]
   * @throws TensorFileException if it cannot be read, is no such table, or is above {@link
   *     ReadBudget the allocation limit}
   */
  public static Tensor read(Path file, ElementType type, CsvOptions options) throws IOException {
    String name = file.toString();
    boolean tabs = isTsv(name) && options.separator().isEmpty();
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, name, type, tabs ? options.withSeparator('\t') : options);
    } catch (IOException e) {
      throw TensorFileException.of(name, e);
    }
  }

  /**
   * Reads a stream to its end; does not close it.
   *
   * @param name the stream's name in messages
   * @param type of the elements
   * @return a matrix: [rows, columns]
   * @throws TensorFileException if it is no such table, or is above the allocation limit
   * @throws IOException if the stream throws it
   */
  public static Tensor read(InputStream in, String name, ElementType type, CsvOptions options)
      throws IOException {
    var buffered = new BufferedInputStream(in, MOST_LOOKED_AT);
    skipByteOrderMark(buffered);
    refuseBinary(buffered, name);
    char separator =
        options.separator().isPresent() ? options.separator().get() : separator(buffered);
    return new CsvTable(name, type, options).read(buffered, separator);
  }

  private static boolean isTsv(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".tsv");
  }

  /** Not FastCSV's, which loses bytes where there are less than four (version 4.1.0). */
  private static void skipByteOrderMark(BufferedInputStream in) throws IOException {
    in.mark(UTF8_MARK.length);
    if (!Arrays.equals(in.readNBytes(UTF8_MARK.length), UTF8_MARK)) {
      in.reset();
    }
  }

  /** Text in UTF-8 has no bytes of 0; in UTF-16 each digit has one. */
  private static void refuseBinary(BufferedInputStream in, String name) throws IOException {
    in.mark(MOST_LOOKED_AT);
    byte[] start = in.readNBytes(MOST_LOOKED_AT);
    in.reset();
    for (byte b : start) {
      if (b == 0) {
        throw new TensorFileException(
            name,
            "no CSV: it has bytes of 0, as UTF-16 and files of other kinds have; save it as text in"
                + " UTF-8");
      }
    }
  }

  /** The separator of the first line. */
  private static char separator(BufferedInputStream in) throws IOException {
    in.mark(MOST_LOOKED_AT);
    String start = new String(in.readNBytes(MOST_LOOKED_AT), StandardCharsets.ISO_8859_1);
    in.reset();
    String line = start.lines().findFirst().orElse("");
    if (line.indexOf(',') >= 0) {
      return ',';
    }
    return line.indexOf(';') >= 0 ? ';' : line.indexOf('\t') >= 0 ? '\t' : ',';
  }

  /**
   * Writes a file without a header: a line for each row of a matrix, and for each element of a
   * tensor of one axis. A {@code .tsv} gets tabs, any other file commas. An older file of the name
   * is replaced only when the new one is complete.
   *
   * @throws TensorFileException if the file cannot be written, or the tensor has more than 2 axes
   */
  public static void write(Path file, Tensor tensor) throws IOException {
    String name = file.toString();
    StagedFiles.write(file, out -> write(out, tensor, isTsv(name) ? '\t' : ',', name));
  }

  /**
   * Writes to a stream as {@link #write(Path, Tensor)} does; does not close it.
   *
   * @param name the stream's name in messages
   * @throws TensorFileException if the tensor has more than 2 axes
   * @throws IOException if the stream throws it
   */
  public static void write(OutputStream out, Tensor tensor, char separator, String name)
      throws IOException {
    if (tensor.rank() > 2) {
      throw new TensorFileException(
          name,
          "a table has 1 or 2 axes, not %d; write .json or .npy, or a part of it"
              .formatted(tensor.rank()));
    }
    var writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    if (tensor.rank() < 2) {
      ElementTexts.forEach(tensor, text -> writer.append(text).append('\n'));
    } else {
      for (long i = 0; i < tensor.size(0); i++) {
        writeRow(writer, tensor.select(0, i), separator);
      }
    }
    writer.flush();
  }

  private static void writeRow(Writer writer, Tensor row, char separator) throws IOException {
    var first = new boolean[] {true};
    ElementTexts.forEach(
        row,
        text -> {
          if (!first[0]) {
            writer.append(separator);
          }
          first[0] = false;
          writer.append(text);
        });
    writer.append('\n');
  }
}
