package dev.tensorc.lsp;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.Observer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The findings of inference in one text: the types of its parts, and where names are bound. */
final class Findings implements Observer {

  /**
   * The number of types that are shown of a function that is expanded at many calls, as many types
   * as a reader looks at.
   */
  private static final int MOST_TYPES = 3;

  private record Place(int start, int end) {
    boolean holds(int offset) {
      return start <= offset && offset <= end;
    }
  }

  private final SourceText source;
  private final Map<Place, Set<String>> types = new HashMap<>();
  private final Map<Place, Span> definitions = new HashMap<>();

  Findings(SourceText source) {
    this.source = source;
  }

  /** Other files are of no interest: {@code ==} is meant. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isHere(Span span) {
    return span.source() == source;
  }

  @Override
  public void type(Span span, Supplier<String> type) {
    if (isHere(span)) {
      Set<String> known =
          types.computeIfAbsent(new Place(span.start(), span.end()), _ -> new LinkedHashSet<>());
      if (known.size() < MOST_TYPES) {
        known.add(type.get());
      }
    }
  }

  @Override
  public void definition(Span use, Span definition) {
    if (isHere(use)) {
      definitions.putIfAbsent(new Place(use.start(), use.end()), definition);
    }
  }

  /** The types of exactly that part of the text, with {@code or} between them. */
  Optional<String> typeOf(int start, int end) {
    Set<String> known = types.getOrDefault(new Place(start, end), Set.of());
    return known.isEmpty() ? Optional.empty() : Optional.of(String.join(" or ", known));
  }

  /** The smallest part of the text around a place whose type is known, as offsets. */
  Optional<int[]> around(int offset) {
    return types.keySet().stream()
        .filter(p -> p.holds(offset))
        .min((a, b) -> Integer.compare(a.end() - a.start(), b.end() - b.start()))
        .map(p -> new int[] {p.start(), p.end()});
  }

  /** Where the name is bound that is used in exactly that part of the text. */
  Optional<Span> definitionOf(int start, int end) {
    return Optional.ofNullable(definitions.get(new Place(start, end)));
  }
}
