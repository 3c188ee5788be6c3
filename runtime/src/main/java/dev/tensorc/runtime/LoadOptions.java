package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.util.Objects;
import java.util.Optional;

/**
 * How weights are loaded.
 *
 * @param arena how long the file stays mapped; empty until {@code close}
 */
public record LoadOptions(Optional<Arena> arena) {

  /** The file stays mapped until the weights are closed. */
  public static final LoadOptions DEFAULT = new LoadOptions(Optional.empty());

  /**
   * The file stays mapped as long as the arena lives. With {@link Arena#ofAuto()} that is as long
   * as anything can reach the weights, so that nobody has to close them.
   */
  public static LoadOptions in(Arena arena) {
    return new LoadOptions(Optional.of(Objects.requireNonNull(arena, "arena")));
  }
}
