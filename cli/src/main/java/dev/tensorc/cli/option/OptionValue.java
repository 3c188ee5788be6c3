package dev.tensorc.cli.option;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;

/** The value of an option or a word of a command line; to be read while the command runs. */
public final class OptionValue<T> implements Supplier<T> {

  private final ArgSpec arg;
  private final @Nullable T unlessGiven;

  /**
   * @param unlessGiven null of a word that must be there
   */
  OptionValue(ArgSpec arg, @Nullable T unlessGiven) {
    this.arg = arg;
    this.unlessGiven = unlessGiven;
  }

  @Override
  public T get() {
    @Nullable T given = arg.getValue();
    return Objects.requireNonNull(given == null ? unlessGiven : given);
  }
}
