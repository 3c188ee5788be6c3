package dev.tensorc.infer.rule;

import dev.tensorc.ir.Axes.Stretch;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** How an axis stretches that comes from several. */
public final class Stretches {

  private Stretches() {}

  /** An axis is {@code bcast} where all that meet in it are, strict where one is. */
  public static Stretch of(Collection<Stretch> met) {
    if (met.contains(Stretch.NEVER)) {
      return Stretch.NEVER;
    }
    return met.contains(Stretch.BY_DISCIPLINE) ? Stretch.BY_DISCIPLINE : Stretch.ALWAYS;
  }

  /** As {@link #of}, axis by axis. */
  public static List<Stretch> both(List<Stretch> a, List<Stretch> b) {
    return IntStream.range(0, a.size()).mapToObj(i -> of(List.of(a.get(i), b.get(i)))).toList();
  }
}
