package dev.tensorc.cli;

import dev.tensorc.FileImports;
import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.format.Formatter;
import dev.tensorc.runtime.io.StagedFiles;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** {@code tensorc fmt}: all files are written, or none. */
final class FmtCommand extends Verb {

  private static final Path STANDARD_INPUT = Path.of("-");

  private final Main main;

  private final OptionValue<List<Path>> files =
      options.words(
          "FILE",
          Path.class,
          "1..*",
          "Programs (.tc) in UTF-8, folders of them, or - for standard input.");

  private final OptionValue<Boolean> check =
      options.flag(
          "--check", "Write nothing; name the programs in another layout, and end with 1.");

  FmtCommand(Main main) {
    super(
        "Writes programs in the one layout, in their files.",
        """

        Blanks, indents and empty lines change; line ends and comments stay where they
        are, and so does everything behind the first line that begins with #>. No file
        is written where one has a mistake of syntax. A program that is read from
        standard input goes to standard output.

        Examples:
          $ tensorc fmt samples
          $ tensorc fmt --check samples/tour.tc\
        """);
    this.main = main;
  }

  @Override
  public Integer call() throws IOException {
    Map<Path, byte[]> before = new LinkedHashMap<>();
    Map<Path, byte[]> after = new LinkedHashMap<>();
    var mistakes = new ArrayList<Diagnostic>();
    for (Path file : new LinkedHashSet<>(Sources.programs(files.get()))) {
      byte[] bytes = bytes(file);
      try {
        after.put(file, formatted(file, bytes));
        before.put(file, bytes);
      } catch (CompilationException e) {
        mistakes.addAll(e.diagnostics());
      }
    }
    if (!mistakes.isEmpty()) {
      throw new CompilationException(mistakes);
    }
    List<Path> changed =
        before.keySet().stream()
            .filter(file -> !Arrays.equals(before.get(file), after.get(file)))
            .toList();
    return check.get() ? name(changed) : write(changed, after);
  }

  private static byte[] bytes(Path file) {
    try {
      byte[] bytes;
      try (var in = file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(file)) {
        bytes = in.readNBytes(FileImports.MAX_BYTES + 1);
      }
      if (bytes.length > FileImports.MAX_BYTES) {
        throw Failure.data(
            "%s: not a program: more than %d bytes".formatted(file, FileImports.MAX_BYTES));
      }
      return bytes;
    } catch (IOException e) {
      throw Failure.data("cannot read " + Errors.describe(e));
    }
  }

  /** Line ends of Windows stay where the first line has one. */
  private static byte[] formatted(Path file, byte[] bytes) {
    String name = file.equals(STANDARD_INPUT) ? "<stdin>" : file.toString();
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Failure.data(name + ": not a program: not UTF-8 text");
    }
    String result = Formatter.format(new SourceText(name, text));
    int firstEnd = text.indexOf('\n');
    boolean windows = firstEnd > 0 && text.charAt(firstEnd - 1) == '\r';
    return (windows ? result.replace("\n", "\r\n") : result).getBytes(StandardCharsets.UTF_8);
  }

  private int name(List<Path> changed) {
    changed.forEach(file -> out().println(file));
    if (!changed.isEmpty()) {
      err().println("tensorc: `tensorc fmt` brings them into the one layout");
    }
    return changed.isEmpty() ? ExitCodes.OK : ExitCodes.ERROR;
  }

  private int write(List<Path> changed, Map<Path, byte[]> after) {
    try (var staged = new StagedFiles()) {
      for (Path file : changed) {
        if (!file.equals(STANDARD_INPUT)) {
          byte[] bytes = after.get(file);
          staged.add(file, out -> out.write(bytes));
        }
      }
      staged.commit();
    } catch (TensorFileException e) {
      throw Failure.data("cannot write " + Errors.describe(e));
    }
    byte[] piped = after.get(STANDARD_INPUT);
    if (piped != null) {
      PrintWriter out = main.documents();
      out.print(new String(piped, StandardCharsets.UTF_8));
      out.flush();
    }
    changed.stream()
        .filter(file -> !file.equals(STANDARD_INPUT))
        .forEach(file -> err().println("tensorc: formatted " + file));
    return ExitCodes.OK;
  }
}
