package dev.tensorc.io;

import java.util.List;
import java.util.Optional;

/**
 * How a CSV file is read.
 *
 * @param separator the character between fields; empty where the file's name or its first line says
 *     it: a tab in {@code .tsv}, else a comma, or a semicolon or tab where the first line has no
 *     comma
 * @param header whether the first row has the columns' names
 * @param columns the columns to read, in this order, by name, or by number from 1 where no column
 *     has that name; none for all
 */
public record CsvOptions(Optional<Character> separator, Header header, List<String> columns) {

  /** Whether the first row has the columns' names. */
  public enum Header {
    /**
     * The first row has names where one of its fields is neither a number nor a truth value nor
     * empty.
     */
    AUTO,
    /** The first row has names. */
    YES,
    /** The first row has values. */
    NO
  }

  /** All columns, and a header where the file has one. */
  public static final CsvOptions DEFAULT = new CsvOptions(Optional.empty(), Header.AUTO, List.of());

  /** Copies the list. */
  public CsvOptions {
    columns = List.copyOf(columns);
  }

  /** The same options with another separator. */
  public CsvOptions withSeparator(char other) {
    return new CsvOptions(Optional.of(other), header, columns);
  }

  /** The same options with another answer to whether there is a header. */
  public CsvOptions withHeader(Header other) {
    return new CsvOptions(separator, other, columns);
  }

  /** The same options with other columns. */
  public CsvOptions withColumns(List<String> others) {
    return new CsvOptions(separator, header, others);
  }
}
