package dev.tensorc.cli.option;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ScopeType;

/**
 * The options of a command, and the words without a name beside them, each stated by a call:
 * picocli's annotations would take longer to read than the rest of a command line ({@code
 * X
 */
public final class CommandOptions {

  private final CommandSpec spec;
  private final ScopeType scope;

  private CommandOptions(CommandSpec spec, ScopeType scope) {
    this.spec = spec;
    this.scope = scope;
  }

  /** The options of a command, which gets {@code --help} and {@code --version}. */
  public CommandOptions(CommandSpec spec) {
    this(spec, ScopeType.LOCAL);
    add(option("-h --help", "Show this help message and exit.").usageHelp(true), false);
    add(option("-V --version", "Print version information and exit.").versionHelp(true), false);
  }

  /** The options of no command: each has its default. */
  public static CommandOptions none() {
    return new CommandOptions(CommandSpec.create(), ScopeType.LOCAL);
  }

  /** Options that may also stand behind the verbs of the command. */
  public CommandOptions inherited() {
    return new CommandOptions(spec, ScopeType.INHERIT);
  }

  public OptionValue<Boolean> flag(String names, String description) {
    return add(option(names, description).type(boolean.class), false);
  }

  /**
   * @param unlessGiven the value without the option
   */
  public <T> OptionValue<T> value(
      String names, String label, Class<T> type, T unlessGiven, String description) {
    return add(option(names, description).paramLabel(label).type(type), unlessGiven);
  }

  public <T> OptionValue<Optional<T>> optional(
      String names, String label, Class<T> type, String description) {
    return add(
        option(names, description).paramLabel(label).type(Optional.class).auxiliaryTypes(type),
        Optional.empty());
  }

  /** The values of an option that may be given several times. */
  public OptionValue<List<String>> list(String names, String label, String description) {
    return add(
        option(names, description).paramLabel(label).type(List.class).auxiliaryTypes(String.class),
        List.of());
  }

  /** The values of an option {@code NAME=NUMBER}, several times or with commas. */
  public OptionValue<Map<String, Long>> numbers(String names, String label, String description) {
    return add(
        option(names, description)
            .paramLabel(label)
            .type(Map.class)
            .auxiliaryTypes(String.class, Long.class)
            .splitRegex(","),
        Map.of());
  }

  /** The next word, which must be there. */
  public <T> OptionValue<T> word(String label, Class<T> type, String description) {
    return add(word(label, description).arity("1").required(true).type(type), null);
  }

  /** The next word, if it is there. */
  public <T> OptionValue<Optional<T>> optionalWord(
      String label, Class<T> type, String description) {
    return add(
        word(label, description).arity("0..1").type(Optional.class).auxiliaryTypes(type),
        Optional.empty());
  }

  /**
   * All further words.
   *
   * @param arity how many, such as {@code 1..*}
   */
  public <T> OptionValue<List<T>> words(
      String label, Class<T> type, String arity, String description) {
    return add(
        word(label, description)
            .index(spec.positionalParameters().size() + "..*")
            .arity(arity)
            .required(!arity.startsWith("0"))
            .type(List.class)
            .auxiliaryTypes(type),
        List.of());
  }

  private OptionSpec.Builder option(String names, String description) {
    return OptionSpec.builder(names.split(" ")).scopeType(scope).description(description);
  }

  private PositionalParamSpec.Builder word(String label, String description) {
    return PositionalParamSpec.builder()
        .index(Integer.toString(spec.positionalParameters().size()))
        .paramLabel(label)
        .description(description);
  }

  private <T> OptionValue<T> add(OptionSpec.Builder option, T unlessGiven) {
    OptionSpec built = option.build();
    spec.addOption(built);
    return new OptionValue<>(built, unlessGiven);
  }

  private <T> OptionValue<T> add(PositionalParamSpec.Builder word, @Nullable T unlessGiven) {
    PositionalParamSpec built = word.build();
    spec.addPositional(built);
    return new OptionValue<>(built, unlessGiven);
  }
}
