package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.infer.index.ArraySubscripts.Found;
import dev.tensorc.infer.scope.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Arrays among subscripts in index notation, for hints: {@code a[p, 0]} is {@code a[p[i], 0]},
 * {@code a[mask]} is {@code a[i, j]}.
 *
 * @param element of the array
 * @param masked the masks' condition on it; empty without masks
 * @param letters its indices
 */
public record PointSpelling(String element, String masked, List<String> letters) {

  /** Empty where a part of an axis is chosen. */
  public static Optional<PointSpelling> of(
      String array, int rank, List<Ast.Subscript> items, List<Found> found, IndexContext cx) {
    List<String> free =
        Stream.of("i", "j", "k", "l", "r", "s", "t", "u", "i1", "i2", "i3", "i4")
            .filter(name -> cx.names.earlier(name).isEmpty())
            .toList();
    var letters = new ArrayList<String>();
    var subscripts = new ArrayList<String>();
    String masked = "";
    int axes = 0;
    for (int k = 0; k < items.size(); k++) {
      int item = k;
      Optional<Found> at = found.stream().filter(f -> f.item() == item).findFirst();
      String text = Names.ofSource(items.get(k).span());
      int takes = at.map(f -> f.array().rank()).orElse(items.get(k) instanceof Ast.At ? 0 : 1);
      if (letters.size() + takes > free.size() || !isWhole(items.get(k))) {
        return Optional.empty();
      }
      List<String> own = List.copyOf(free.subList(letters.size(), letters.size() + takes));
      letters.addAll(own);
      String list = String.join(", ", own);
      boolean mask = at.filter(Found::isMask).isPresent();
      masked = mask ? enclosed(text) + "[" + list + "]" : masked;
      boolean place = at.isPresent() && !mask;
      subscripts.add(place ? enclosed(text) + "[" + list + "]" : takes == 0 ? text : list);
      axes += mask ? takes : 1;
    }
    if (axes > rank || letters.size() + rank - axes > free.size()) {
      return Optional.empty();
    }
    while (axes++ < rank) {
      subscripts.add(free.get(letters.size()));
      letters.add(free.get(letters.size()));
    }
    String element = array + "[" + String.join(", ", subscripts) + "]";
    return Optional.of(new PointSpelling(element, masked, letters));
  }

  private static boolean isWhole(Ast.Subscript s) {
    return s instanceof Ast.At
        || (s instanceof Ast.Slice all
            && all.lo().isEmpty()
            && all.hi().isEmpty()
            && all.step().isEmpty());
  }

  /** An element of the expression, which has so many axes. */
  public String of(String value, int rank) {
    if (rank == 0 || rank > letters.size()) {
      return value;
    }
    List<String> own = letters.subList(letters.size() - rank, letters.size());
    return enclosed(value) + "[" + String.join(", ", own) + "]";
  }

  private static String enclosed(String text) {
    return text.matches("\\w+") ? text : "(" + text + ")";
  }
}
