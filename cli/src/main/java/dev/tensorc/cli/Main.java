package dev.tensorc.cli;

import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.ExitCodes;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
    name = "tensorc",
    description = "Compiles a small array language to JVM bytecode.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    footer = {
      "",
      "@FILE stands for the words in FILE, separated by blanks and line ends.",
      "Exit codes: 0 success, 1 errors in a program or its data, 2 wrong usage.",
    })
public final class Main implements Runnable {

  /** The verb that needs the options of all others. */
  private static final String COMPLETION = "completion";

  /** The verbs, in the order of help. */
  private static final Map<String, Supplier<?>> VERBS = verbs();

  @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show a stack trace with errors.")
  private boolean debug;

  @Mixin private Timeout timeout;

  private OutputStream standardOutput = OutputStream.nullOutputStream();

  /** Of a command that nobody has started. */
  Main() {
    this(() -> {});
  }

  /**
   * @param overdue what to do where an interrupt does not end a command
   */
  private Main(Runnable overdue) {
    this.timeout = new Timeout(overdue);
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
    return debug;
  }

  /** Where a command writes bytes; texts go to its printer. */
  OutputStream standardOutput() {
    return standardOutput;
  }

  private static Map<String, Supplier<?>> verbs() {
    var verbs = new LinkedHashMap<String, Supplier<?>>();
    verbs.put("compile", CompileCommand::new);
    verbs.put("run", RunCommand::new);
    verbs.put("check", CheckCommand::new);
    verbs.put("fmt", FmtCommand::new);
    verbs.put("test", TestCommand::new);
    verbs.put("explain", ExplainCommand::new);
    verbs.put("bench", BenchCommand::new);
    verbs.put("repl", ReplCommand::new);
    verbs.put("import", ImportCommand::new);
    verbs.put("lsp", LspCommand::new);
    verbs.put(COMPLETION, CompletionCommand::new);
    return verbs;
  }

  /**
   * The command with the verbs that a line can need: one that begins with a verb needs no other,
   * and picocli takes long to read the annotations of all.
   */
  private CommandLine commandLine(String[] args) {
    var command = new CommandLine(this);
    boolean one = args.length > 0 && VERBS.containsKey(args[0]) && !args[0].equals(COMPLETION);
    VERBS.forEach(
        (name, verb) -> {
          if (!one || name.equals(args[0])) {
            command.addSubcommand(name, verb.get());
          }
        });
    return command;
  }

  private int execute(String[] args, PrintWriter out, PrintWriter errors) {
    try {
      return commandLine(args)
          .setOut(out)
          .setErr(errors)
          .setCaseInsensitiveEnumValuesAllowed(true)
          .setParameterExceptionHandler((e, _) -> Errors.usage(e))
          .setExecutionStrategy(parsed -> timeout.during(new RunLast(), parsed))
          .setExecutionExceptionHandler((e, _, _) -> Errors.report(e, debug, errors))
          .execute(args);
    } catch (StackOverflowError | OutOfMemoryError e) {
      return Errors.report(e, debug, errors);
    }
  }

  /** Without a subcommand. */
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
