package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Types as a program might declare them: more or less is said of each size. */
final class Declarations {

  private static final List<String> NAMES = List.of("n", "m", "k", "p", "q", "r", "t", "u");

  private Declarations() {}

  /**
   * @param binds whether new names may stand in it, which are in scope from then on
   */
  static Declared declare(Scope s, Type type, boolean binds) {
    var dims = new ArrayList<String>();
    for (long size : type.shape()) {
      dims.add(dim(s, size, binds));
    }
    return new Declared(s.written(type.dtype()), dims);
  }

  private static String dim(Scope s, long size, boolean binds) {
    var known = List.copyOf(s.dims().entrySet());
    var equal = known.stream().filter(d -> d.getValue() == size).map(Map.Entry::getKey).toList();
    var free = NAMES.stream().filter(n -> !s.dims().containsKey(n)).toList();
    int kind = s.below(100);
    if (kind < 15) {
      return Long.toString(size);
    }
    if (kind < 40 && !equal.isEmpty()) {
      return s.pick(equal);
    }
    if (kind < 50 && !known.isEmpty()) {
      return computed(s, size, s.pick(known));
    }
    if (kind < 70 && binds && !free.isEmpty()) {
      s.bind(free.getFirst(), size);
      return free.getFirst();
    }
    return Declared.OPEN;
  }

  private static String computed(Scope s, long size, Map.Entry<String, Long> dim) {
    long rest = size - dim.getValue();
    if (rest == dim.getValue() && s.chance(60)) {
      return "2 * " + dim.getKey();
    }
    return rest == 0 ? dim.getKey() : dim.getKey() + (rest > 0 ? " + " : " - ") + Math.abs(rest);
  }
}
