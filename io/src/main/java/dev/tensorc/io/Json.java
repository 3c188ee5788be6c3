package dev.tensorc.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.ReadBudget;
import dev.tensorc.runtime.io.StagedFiles;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads and writes nested arrays of JSON (RFC 8259), in UTF-8: {@code [[1, 2], [3, 4]]} has shape
 * [2, 2], and a number alone has no axis. Files are read as streams; beside the elements nothing is
 * kept.
 *
 * <p>Where the elements are floats, {@code null} is NaN; {@code NaN}, {@code Infinity} and {@code
 * -Infinity} are read, too, which some programs write, and numbers beyond f64 are infinities.
 * Written are {@code null} and {@code 1e999}, so that every reader of JSON takes them. Arrays of
 * different lengths, and values that cannot be an element, are refused with line and column, both
 * counted from 1.
 */
public final class Json {

  private Json() {}

  /**
   * Reads a file.
   *
   * @param type of the elements
   * @param member which member of the file's object; empty where the file is an array or a number
   * @throws TensorFileException if it cannot be read, is no such array, or is above {@link
   *     ReadBudget the allocation limit}
   */
  public static Tensor read(Path file, ElementType type, Optional<String> member)
      throws IOException {
    String name = file.toString();
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, name, type, member);
    } catch (IOException e) {
      throw TensorFileException.of(name, e);
    }
  }

  /**
   * Reads a stream as {@link #read(Path, ElementType, Optional)} does; does not close it.
   *
   * @param name the stream's name in messages
   * @throws TensorFileException if it is no such array, or is above the allocation limit
   * @throws IOException if the stream throws it
   */
  public static Tensor read(InputStream in, String name, ElementType type, Optional<String> member)
      throws IOException {
    return new JsonArrays(name, type).read(in, member);
  }

  /**
   * Writes a file: nested arrays, each row on a line. An older file of the name is replaced only
   * when the new one is complete.
   *
   * @throws TensorFileException if the file cannot be written
   */
  public static void write(Path file, Tensor tensor) throws IOException {
    StagedFiles.write(file, out -> write(out, tensor));
  }

  /**
   * Writes to a stream as {@link #write(Path, Tensor)} does; does not close it.
   *
   * @throws IOException if the stream throws it
   */
  public static void write(OutputStream out, Tensor tensor) throws IOException {
    var writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    write(writer, tensor, "");
    writer.append('\n').flush();
  }

  private static void write(Writer writer, Tensor tensor, String indent) throws IOException {
    if (tensor.rank() == 0) {
      ElementTexts.forEach(tensor, text -> writer.append(value(text)));
      return;
    }
    writer.append('[');
    if (tensor.rank() == 1) {
      var separator = new String[] {""};
      ElementTexts.forEach(
          tensor,
          text -> {
            writer.append(separator[0]).append(value(text));
            separator[0] = ", ";
          });
    } else {
      String deeper = indent + " ";
      for (long i = 0; i < tensor.size(0); i++) {
        writer.append(i == 0 ? "" : ",\n" + deeper);
        write(writer, tensor.select(0, i), deeper);
      }
    }
    writer.append(']');
  }

  private static String value(String text) {
    return switch (text) {
      case "NaN" -> "null";
      case "Infinity" -> "1e999";
      case "-Infinity" -> "-1e999";
      default -> text;
    };
  }
}
