package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The brackets of basic indexing.
 *
 * @param items {@code %d} in one stands for the number of the next part
 * @param parts indices that are computed
 * @param shape of the chosen part
 */
record Subscripts(List<String> items, List<Expr> parts, List<Long> shape) {

  /**
   * @param first the number of the first part in the whole expression
   */
  String text(int first) {
    int next = first;
    var written = new ArrayList<String>();
    for (String item : items) {
      written.add(item.contains("%d") ? item.formatted(next++) : item);
    }
    return written.stream().collect(Collectors.joining(", "));
  }

  /**
   * @param newAxes whether {@code newaxis} may stand among them
   */
  static Subscripts make(Scope s, List<Long> sizes, boolean newAxes, int depth) {
    var made = new Subscripts(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    int written = (int) s.between(1, sizes.size());
    int rest = s.chance(25) ? s.below(written + 1) : sizes.size();
    for (int axis = 0; axis < sizes.size(); axis++) {
      if (newAxes && s.chance(12)) {
        made.items.add("newaxis");
        made.shape.add(1L);
      }
      if (axis == rest) { // skips axes that are not written
        made.items.add("...");
        made.shape.addAll(sizes.subList(axis, axis + sizes.size() - written));
        axis += sizes.size() - written;
        rest = sizes.size();
        if (axis == sizes.size()) {
          break;
        }
      }
      made.add(s, sizes.get(axis), depth);
    }
    return made;
  }

  private void add(Scope s, long size, int depth) {
    if (size > 0 && s.chance(25)) {
      index(s, size, depth);
    } else if (s.chance(25)) {
      moving(s, size);
    } else {
      slice(s, size);
    }
  }

  private void index(Scope s, long size, int depth) {
    long at = s.between(-size, size - 1);
    List<Place> places = s.places().stream().filter(p -> p.most() - p.least() < size).toList();
    if (!places.isEmpty() && s.chance(35)) {
      Place place = s.pick(places);
      items.add(place.moved(place.least(), s.between(0, size - 1 - place.most() + place.least())));
    } else if (s.chance(15)) {
      s.any(Math.min(depth, 1), t -> t.isScalar() && t.dtype() == DType.I64)
          .ifPresentOrElse(
              e -> {
                items.add("$%d %% " + size);
                parts.add(e);
              },
              () -> items.add(Long.toString(at)));
    } else {
      items.add(Long.toString(at));
    }
  }

  /** {@code k:k + 3}, as long wherever {@code k} is. */
  private void moving(Scope s, long size) {
    List<Place> places = s.places().stream().filter(p -> p.most() - p.least() < size).toList();
    if (places.isEmpty()) {
      slice(s, size);
      return;
    }
    Place place = s.pick(places);
    long range = place.most() - place.least();
    long length = s.between(1, size - range);
    long from = s.between(0, size - range - length);
    items.add(place.moved(place.least(), from) + ":" + place.moved(place.least(), from + length));
    shape.add(length);
  }

  private void slice(Scope s, long size) {
    long step = s.pick(1L, 1L, 1L, 1L, 2L, 3L, -1L, -1L, -2L);
    Optional<Long> lo =
        s.chance(50) ? Optional.of(s.between(-size - 1, size + 1)) : Optional.empty();
    Optional<Long> hi =
        s.chance(50) ? Optional.of(s.between(-size - 1, size + 1)) : Optional.empty();
    long length = Shapes.sliced(size, lo, hi, step);
    if (length == 0 && !s.chance(10)) { // too much would be empty
      items.add(":");
      shape.add(size);
      return;
    }
    String bounds = bound(s, lo) + ":" + bound(s, hi);
    items.add(step == 1 && s.chance(90) ? bounds : bounds + ":" + step);
    shape.add(length);
  }

  /** A number, or a size that is that number on the witness. */
  private static String bound(Scope s, Optional<Long> at) {
    if (at.isEmpty()) {
      return "";
    }
    List<Place> known = s.places().stream().filter(Place::known).toList();
    if (known.isEmpty() || !s.chance(40)) {
      return at.get().toString();
    }
    Place place = s.pick(known);
    return place.moved(place.most(), at.get());
  }
}
