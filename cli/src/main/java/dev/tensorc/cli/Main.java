package dev.tensorc.cli;

import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.RunLast;

/** The command line. */
public final class Main implements Runnable {

  /** The verb that needs the options of all others. */
  private static final String COMPLETION = "completion";

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name("tensorc");
  private final OptionValue<Boolean> debug;
  private final Timeout timeout;

  /** In the order of help. */
  private final Map<String, Supplier<Verb>> verbs = new LinkedHashMap<>();

  private OutputStream standardOutput = OutputStream.nullOutputStream();

  /**
   * @param overdue runs where an interrupt does not end a command
   */
  private Main(Runnable overdue) {
    spec.versionProvider(new Version());
    spec.usageMessage()
        .description("Compiles a small array language to JVM bytecode.")
        .footer(
            "",
            "@FILE stands for the words in FILE, separated by blanks and line ends.",
            "Exit codes: 0 success, 1 errors in a program or its data, 2 wrong usage.");
    CommandOptions options = new CommandOptions(spec).inherited();
    debug = options.flag("--debug", "Show a stack trace with errors.");
    timeout = new Timeout(options, overdue);
    verbs.put("compile", () -> new CompileCommand(this));
    verbs.put("run", () -> new RunCommand(this));
    verbs.put("check", () -> new CheckCommand(this));
    verbs.put("fmt", () -> new FmtCommand(this));
    verbs.put("test", TestCommand::new);
    verbs.put("explain", ExplainCommand::new);
    verbs.put("bench", BenchCommand::new);
    verbs.put("repl", () -> new ReplCommand(this));
    verbs.put("import", ImportCommand::new);
    verbs.put("lsp", LspCommand::new);
    verbs.put(COMPLETION, CompletionCommand::new);
  }

  public static void main(String[] args) {
    System.setProperty("java.awt.headless", "true");
    // Not System.out, which does not say why it failed.
    var out = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    int code = new Main(Main::exit).run(args, out, System.out.charset(), System.err);
    System.err.flush();
    System.exit(code);
  }

  /** Runs one command line and gives its exit code; never throws. */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return new Main(() -> {}).run(args, new StandardOutput(out), out.charset(), err);
  }

  private static void exit() {
    System.err.println("tensorc: --timeout: stopped where it could not be interrupted");
    System.exit(ExitCodes.ERROR);
  }

  private int run(String[] args, StandardOutput out, Charset charset, PrintStream err) {
    standardOutput = out;
    var errors = new PrintWriter(err, true, err.charset());
    var printer = new PrintWriter(new OutputStreamWriter(out, charset), true);
    int code = execute(args, printer, errors);
    printer.flush();
    return out.failure().isPresent() ? Errors.output(out.failure().get(), code, errors) : code;
  }

  /** Whether errors have a stack trace. */
  boolean debug() {
    return debug.get();
  }

  /** Where a command writes bytes; texts go to its printer. */
  OutputStream standardOutput() {
    return standardOutput;
  }

  /** A printer of programs and JSON, which are in UTF-8 whichever charset a terminal has. */
  PrintWriter documents() {
    return new PrintWriter(standardOutput, false, StandardCharsets.UTF_8);
  }

  /**
   * The command with the verbs that a line can need: one that begins with a verb needs no other.
   */
  private CommandLine commandLine(String[] args) {
    var command = new CommandLine(spec);
    boolean one = args.length > 0 && verbs.containsKey(args[0]) && !args[0].equals(COMPLETION);
    verbs.forEach(
        (name, verb) -> {
          if (!one || name.equals(args[0])) {
            command.addSubcommand(name, verb.get().spec());
          }
        });
    return command;
  }

  private int execute(String[] args, PrintWriter out, PrintWriter errors) {
    try {
      return commandLine(args)
          .setOut(out)
          .setErr(errors)
          .registerConverter(Path.class, Path::of) // picocli's own takes reflection
          .setCaseInsensitiveEnumValuesAllowed(true)
          .setParameterExceptionHandler((e, _) -> Errors.usage(e))
          .setExecutionStrategy(parsed -> timeout.during(new RunLast(), parsed))
          .setExecutionExceptionHandler((e, _, _) -> Errors.report(e, debug.get(), errors))
          .execute(args);
    } catch (StackOverflowError | OutOfMemoryError e) {
      return Errors.report(e, debug.get(), errors);
    }
  }

  /** Runs without a subcommand. */
  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "which command?");
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"tensorc " + number(), "Java " + Runtime.version()};
    }

    static String number() {
      return Objects.requireNonNullElse(
          Main.class.getPackage().getImplementationVersion(), "(not packaged)");
    }
  }
}
