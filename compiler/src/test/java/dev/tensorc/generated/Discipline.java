package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules of broadcasting, as far as generated programs use them: no {@code bcast} axis is known. */
enum Discipline {
  NUMPY("numpy", true, true),
  STRICT("strict", true, false),
  XLA("xla", false, true),
  EQUAL_RANKS("numpy, rank=off", false, true),
  EQUAL_SHAPES("strict, rank=off", false, false),
  TML("tml", true, true);

  private static final Set<DType> TML_INTEGERS = Set.of(DType.U32, DType.I32);

  private final String text;

  /** Whether ranks may differ. */
  private final boolean ranks;

  /** Whether sizes of 1 stretch. */
  final boolean stretches;

  Discipline(String text, boolean ranks, boolean stretches) {
    this.text = text;
    this.ranks = ranks;
    this.stretches = stretches;
  }

  static Discipline drawn(Scope s) {
    return s.chance(75) ? NUMPY : s.pick(values());
  }

  /** Of a function that this one calls: a strict dim stays strict in it. */
  Discipline drawnInside(Scope s) {
    return s.chance(70) ? this : stretches ? drawn(s) : s.pick(STRICT, EQUAL_SHAPES);
  }

  /** The line that makes it the discipline of a file; nothing where only a function can have it. */
  Optional<String> header() {
    return text.contains(",") ? Optional.empty() : Optional.of("broadcasting " + text);
  }

  String annotation() {
    return this == NUMPY ? "" : "@broadcasting(" + text + ")\n";
  }

  /** The promoted dtype of operands that are all numeric, or all bool. */
  DType common(Type... types) {
    return Type.common(List.of(types), this == TML ? Discipline::greater : DType::promote);
  }

  /** In tml i32 holds u32, for whoever uses both. */
  private static DType greater(DType a, DType b) {
    boolean ordered = TML_INTEGERS.contains(a) && TML_INTEGERS.contains(b);
    return ordered && a != b ? DType.I32 : DType.promote(a, b);
  }

  /** Whether comparisons, logic and bits take operands of these shapes: tml broadcasts none. */
  boolean relates(Type a, Type b) {
    return this != TML || a.isScalar() || b.isScalar() || a.shape().equals(b.shape());
  }

  boolean comparesBools() {
    return this != TML;
  }

  boolean hasBits(Type type) {
    return this == TML ? type.dtype() == DType.U32 && !type.weak() : !type.dtype().isFloat();
  }

  /** Whether a list of lists is an array of rank 2. */
  boolean stacksLists() {
    return this != TML;
  }

  /** Whether a variable that was declared {@code ?} may change its size. */
  boolean resizes() {
    return this != TML;
  }

  boolean ranksGo(int a, int b) {
    return ranks || a == b || a == 0 || b == 0;
  }

  /** The shape of both together; nothing where they do not go together. */
  Optional<List<Long>> join(List<Long> a, List<Long> b) {
    if (!ranksGo(a.size(), b.size())) {
      return Optional.empty();
    }
    var joined = new ArrayList<>(a.size() >= b.size() ? a : b);
    List<Long> other = a.size() >= b.size() ? b : a;
    for (int i = 1; i <= other.size(); i++) {
      Optional<Long> size = join(joined.get(joined.size() - i), other.get(other.size() - i));
      if (size.isEmpty()) {
        return Optional.empty();
      }
      joined.set(joined.size() - i, size.get());
    }
    return Optional.of(joined);
  }

  Optional<Long> join(long a, long b) {
    return a == b
        ? Optional.of(a)
        : stretches && (a == 1 || b == 1) ? Optional.of(a == 1 ? b : a) : Optional.empty();
  }

  /** Whether a value goes into a place without changing its shape. */
  boolean isOneWay(List<Long> value, List<Long> place) {
    if (this == XLA) {
      return value.isEmpty() || value.equals(place);
    }
    return value.size() <= place.size() && join(value, place).filter(place::equals).isPresent();
  }
}
