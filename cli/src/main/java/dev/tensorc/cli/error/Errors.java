package dev.tensorc.cli.error;

import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.onnx.wire.OnnxException;
import dev.tensorc.runtime.CallInterruptedException;
import dev.tensorc.runtime.TensorException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/** Errors, each as one message and an exit code. */
public final class Errors {

  /** The system's words: Java has no exception of its own for it. */
  private static final String BROKEN_PIPE = "Broken pipe";

  private Errors() {}

  /** A command line that picocli does not understand. */
  public static int usage(CommandLine.ParameterException e) {
    CommandLine command = e.getCommandLine();
    List<String> unknown = command.getUnmatchedArguments();
    if (e instanceof CommandLine.MissingParameterException && !unknown.isEmpty()) {
      // the more likely mistake, after which picocli looks last
      return usage(new CommandLine.UnmatchedArgumentException(command, unknown));
    }
    PrintWriter err = command.getErr();
    err.println("tensorc: " + e.getMessage());
    if (e instanceof CommandLine.UnmatchedArgumentException unmatched) {
      advice(unmatched).ifPresent(best -> err.println("did you mean `" + best + "`?"));
    }
    err.println("usage: " + command.getHelp().synopsis(0).strip());
    err.println("`" + command.getCommandSpec().qualifiedName() + " --help` explains");
    return ExitCodes.USAGE;
  }

  /** The option or command that an unknown word may have been meant to be. */
  private static Optional<String> advice(CommandLine.UnmatchedArgumentException e) {
    CommandLine command = e.getCommandLine();
    var known = new ArrayList<>(command.getSubcommands().keySet());
    command.getCommandSpec().options().forEach(o -> known.addAll(List.of(o.names())));
    return e.getUnmatched().stream()
        .map(word -> word.replaceFirst("=.*", ""))
        .flatMap(word -> Spelling.closest(word, known).stream())
        .findFirst();
  }

  /** Anything else. */
  public static int report(Throwable e, boolean debug, PrintWriter err) {
    if (e instanceof CompilationException c) {
      err.print(DiagnosticRenderer.renderAll(c.diagnostics()));
      err.println("\n`tensorc explain " + firstError(c) + "` says more");
      err.flush();
    } else {
      err.println("tensorc: " + message(e));
    }
    if (debug) {
      e.printStackTrace(err);
    }
    return e instanceof Failure f ? f.exitCode() : ExitCodes.ERROR;
  }

  /**
   * Standard output that could not be written. One whose reader has gone, such as {@code head}, has
   * read enough: nothing is said of that.
   *
   * @param code the exit code of the command otherwise
   */
  public static int output(IOException e, int code, PrintWriter err) {
    if (!text(e).contains(BROKEN_PIPE)) {
      err.println("tensorc: cannot write to standard output: " + text(e));
    }
    return code == ExitCodes.OK ? ExitCodes.ERROR : code;
  }

  private static String firstError(CompilationException e) {
    return e.diagnostics().stream()
        .filter(d -> d.severity() == Severity.ERROR)
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static String message(Throwable e) {
    return switch (e) {
      case Failure f -> text(f);
      case CompilationInterruptedException _ -> "--timeout: the program takes longer to compile";
      case CallInterruptedException c -> "--timeout: " + text(c);
      case OnnxException o -> text(o);
      case TensorException t -> text(t);
      case ArithmeticException a -> text(a);
      case IOException io -> describe(io);
      case UncheckedIOException u when u.getCause() instanceof IOException io -> describe(io);
      case OutOfMemoryError _ ->
          "not enough memory; give the JVM more with TENSORC_JAVA_OPTS=-Xmx...";
      default -> "internal error, a bug in tensorc: " + e + " (--debug shows where)";
    };
  }

  private static String text(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.toString() : message;
  }

  /** {@code x.tc: no such file}: the exceptions of {@code java.nio} name the file at most. */
  public static String describe(IOException e) {
    return switch (e) {
      case NoSuchFileException f -> f.getFile() + ": no such file";
      case AccessDeniedException f -> f.getFile() + ": permission denied";
      case FileSystemException f -> text(f);
      case CharacterCodingException _ -> "not UTF-8 text";
      default -> text(e);
    };
  }
}
