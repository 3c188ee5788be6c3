package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.LiveRanges.Scope;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The values that the buffers of a plan may hold. */
final class BufferContents {

  static final int NONE = -1;

  /** The one buffer that holds a value, whole and alone. */
  private final Map<Value, Integer> owned = new HashMap<>();

  /** The buffers that a value's elements may be in. */
  private final Map<Value, Set<Integer>> places = new HashMap<>();

  private final Map<Integer, Set<Value>> occupants = new HashMap<>();

  /** The value is in those buffers. */
  void place(Value v, Set<Integer> in) {
    places.put(v, in);
    in.forEach(b -> occupants.computeIfAbsent(b, _ -> new HashSet<>()).add(v));
  }

  /** The value is all that a buffer holds. */
  void own(Value v, int buffer) {
    owned.put(v, buffer);
    place(v, Set.of(buffer));
  }

  /** The buffer that holds the value alone, or {@link #NONE}. */
  int bufferOf(Value v) {
    return owned.getOrDefault(v, NONE);
  }

  /** The buffers that the value may be in. */
  Set<Integer> placesOf(Value v) {
    return places.getOrDefault(v, Set.of());
  }

  /** The values that may be in that buffer. */
  Set<Value> in(int buffer) {
    return occupants.getOrDefault(buffer, Set.of());
  }

  /** A value in that buffer, other than {@code except}, that is needed after the statement. */
  Optional<Value> neededIn(int buffer, Scope scope, int at, Value except) {
    return in(buffer).stream().filter(v -> !v.equals(except) && scope.after(at, v)).findFirst();
  }
}
