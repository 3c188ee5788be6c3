package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Stored;
import dev.tensorc.codegen.loop.Stored.Why;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The consumers of each value of a block, as far as {@link Fusion} has come: kernels, each along an
 * access, and other steps, for which the value is stored.
 */
final class Consumers {

  /** Where the yielded values are needed. */
  static final int END = Integer.MAX_VALUE;

  /** One kernel needs the value, walked like that. */
  record Need(Group group, Access access) {}

  private final Map<Value, Set<Need>> needs = new HashMap<>();

  /** Values that something outside the block's kernels needs, and the first step that does. */
  private final Map<Value, Integer> forced = new HashMap<>();

  /** The values that a contraction reads once for each element of its other factor. */
  private final Set<Value> reread = new HashSet<>();

  /** Why values are forced, and then why they are stored. */
  private final Map<Value, Stored> reasons = new HashMap<>();

  private final Set<Value> temporaries;
  private final Set<Value> ahead;

  /**
   * @param temporaries values that are stored before an update overwrites their operands
   * @param ahead values that kernels which reduce have no lanes for
   */
  Consumers(Set<Value> temporaries, Set<Value> ahead) {
    this.temporaries = temporaries;
    this.ahead = ahead;
  }

  /** The kernels that need the value. */
  Set<Need> of(Value v) {
    return needs.getOrDefault(v, Set.of());
  }

  /** The only kernel that needs the value, or the first. */
  Need first(Value v) {
    return of(v).iterator().next();
  }

  /** How one kernel walks the value. */
  List<Access> in(Group g, Value v) {
    return of(v).stream().filter(n -> n.group() == g).map(Need::access).toList();
  }

  void add(Value v, Need need) {
    needs.computeIfAbsent(v, _ -> new LinkedHashSet<>()).add(need);
  }

  boolean needs(Value v) {
    return forced.containsKey(v) || needs.containsKey(v);
  }

  void force(Value v, int place, Stored why) {
    forced.merge(v, place, Math::min);
    explain(v, why);
  }

  boolean isForced(Value v) {
    return forced.containsKey(v);
  }

  /** The first step beside the block's kernels that needs the value. */
  int forcedAt(Value v) {
    return forced.getOrDefault(v, END);
  }

  void reread(Value v) {
    reread.add(v);
  }

  boolean isReread(Value v) {
    return reread.contains(v);
  }

  boolean isTemporary(Value v) {
    return temporaries.contains(v);
  }

  boolean isAhead(Value v) {
    return ahead.contains(v);
  }

  /** Keeps the reason why a value is stored, unless it is forced, which says more. */
  void explain(Value v, Stored why) {
    reasons.putIfAbsent(v, why);
  }

  Stored reason(Value v) {
    return Objects.requireNonNull(reasons.get(v), v.name());
  }

  /** A reason that names the value's consumer. */
  Stored because(Why why, Value v) {
    return Stored.because(
        why, of(v).stream().findFirst().map(n -> n.group().at(v)).orElse(v.span()));
  }
}
