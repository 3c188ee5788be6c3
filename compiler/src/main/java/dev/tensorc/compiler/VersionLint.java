package dev.tensorc.compiler;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import dev.tensorc.codegen.CodeGenerator;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.plan.PlanOptions;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.SubscriptText;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.DisciplineName;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Param;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The warning of {@code ?} dims that cost versions though a name would save them: they meet each
 * other, one name or one number in implicit joins, and the function planned again under the
 * equations that the name would state has fewer versions. {@code docs/decisions/0016} has the rule.
 */
final class VersionLint {

  private static final List<String> NAMES =
      List.of("n", "m", "k", "d", "p", "q", "n1", "n2", "n3", "n4");

  private static final int MOST_PLACES = 4;

  private static final Pattern WORD = Pattern.compile("\\w+");

  private VersionLint() {}

  /** Dims that one name could stand for, and one of the operations in which they meet. */
  private record Group(Set<Dim> dims, TensorIr.JoinCheck join) {

    /** The names and numbers that the program has for them: several say that they may differ. */
    List<String> written() {
      return dims.stream().filter(d -> !isAnonymous(d)).map(Object::toString).toList();
    }

    /** Whether one name, written for {@code ?}, makes them one size. */
    boolean isOpen() {
      return written().size() < Math.min(2, dims.size());
    }
  }

  static Optional<Diagnostic> warning(TensorIr.Function f, int budget) {
    List<Group> groups = groups(f).stream().filter(Group::isOpen).toList();
    Facts named = f.facts();
    for (Group g : groups) {
      Dim first = g.dims().iterator().next();
      for (Dim other : g.dims()) {
        named = named.with(first, other);
      }
    }
    if (groups.isEmpty() || budget == 0 || named.contradictory()) {
      return Optional.empty();
    }
    int now = versions(f, budget);
    int then = versions(f.under(named), budget);
    return now > then ? warning(f, groups, now, then) : Optional.empty();
  }

  private static boolean isAnonymous(Dim d) {
    return d instanceof Dim.Sym s && !s.named();
  }

  // ---------------------------------------------------------------- which dims meet

  private static List<Group> groups(TensorIr.Function f) {
    Set<Dim> declared = new HashSet<>();
    f.params().forEach(p -> p.value().shape().forEach(d -> declared.add(f.facts().resolve(d))));
    var groups = new ArrayList<Group>();
    for (TensorIr.JoinCheck join : Explanation.joins(f)) {
      // the stretching that broadcast_to and its kind are asked for is meant
      if (join.joining() != TensorIr.Joining.SHAPE && !join.isUnranked()) {
        for (int axis = 0; axis < join.rank(); axis++) {
          meeting(join, axis, f.facts(), declared).ifPresent(g -> merge(groups, g));
        }
      }
    }
    return groups;
  }

  /** The sizes that meet on an axis and may differ; empty where one is no dim of a parameter. */
  private static Optional<Group> meeting(
      TensorIr.JoinCheck join, int axis, Facts facts, Set<Dim> declared) {
    Set<Dim> sizes = new LinkedHashSet<>();
    for (Dim size : join.sizes(axis)) {
      Dim known = facts.resolve(size);
      if (known instanceof Dim.Join earlier) {
        sizes.addAll(earlier.operands());
      } else if (!facts.isOne(known)) {
        sizes.add(known);
      }
    }
    return sizes.size() > 1 && declared.containsAll(sizes)
        ? Optional.of(new Group(sizes, join))
        : Optional.empty();
  }

  /** Groups that share a dim are one. */
  private static void merge(List<Group> groups, Group added) {
    for (Group g : List.copyOf(groups)) {
      if (g.dims().stream().anyMatch(added.dims()::contains)) {
        groups.remove(g);
        g.dims().addAll(added.dims());
        added = g;
      }
    }
    groups.add(added);
  }

  // ---------------------------------------------------------------- the cost of versions

  private static int versions(TensorIr.Function f, int budget) {
    return CodeGenerator.plan(new TensorIr.Module(List.of(f)), new PlanOptions(budget, true))
        .plans()
        .stream()
        .mapToInt(p -> versions(p.body()))
        .sum();
  }

  private static int versions(List<LoopIr.Stmt> body) {
    return body.stream().mapToInt(VersionLint::versions).sum();
  }

  private static int versions(LoopIr.Stmt statement) {
    return switch (statement) {
      case LoopIr.Cluster c -> c.versions().size();
      case LoopIr.Branch b -> versions(b.then().body()) + versions(b.otherwise().body());
      case LoopIr.Loop l ->
          versions(l.body())
              + (l.head() instanceof LoopIr.Asked asked ? versions(asked.steps()) : 0);
      case LoopIr.Check _, LoopIr.Scalar _, LoopIr.Bind _ -> 0;
      case LoopIr.Literal _, LoopIr.Allocate _, LoopIr.Alias _ -> 0;
      case LoopIr.Reshape _, LoopIr.Ordered _ -> 0;
      case LoopIr.Copy _, LoopIr.Reuse _, LoopIr.Store _, LoopIr.Scatter _ -> 0;
    };
  }

  // ---------------------------------------------------------------- the text

  private static Optional<Diagnostic> warning(
      TensorIr.Function f, List<Group> groups, int now, int then) {
    Map<Dim, String> names = names(f, groups);
    List<Param> open =
        f.arguments().stream().filter(p -> !named(f, p, names).equals(p.span().text())).toList();
    if (open.isEmpty()) { // the sizes are those of a value whose rank a declaration found
      return Optional.empty();
    }
    Diagnostic d =
        ErrorId.VERSIONS.warningAt(
            open.getFirst().span(),
            "`%s` has %d versions; with names for its sizes it would have %d"
                .formatted(f.name(), now, then));
    for (Group g : groups) {
      d = d.related(g.join().span(), places(f, g) + " meet here, and nothing says that they agree");
    }
    String signature =
        f.arguments().stream()
            .map(p -> named(f, p, names))
            .collect(joining(", ", f.name() + "(", ")"));
    String columns =
        groups.stream()
            .flatMap(g -> column(g.join(), f.facts()).stream())
            .distinct()
            .collect(joining());
    return Optional.of(
        d.hint(
            columns
                + "if they always agree, say so: `%s`\nif one of them may be 1, give them different names"
                    .formatted(signature)));
  }

  /** A line for a vector that has the size of another axis than the one that it lines up with. */
  private static Optional<String> column(TensorIr.JoinCheck join, Facts facts) {
    return join.operands().stream()
        .filter(o -> o.shape().size() == 1 && join.discipline() == DisciplineName.NUMPY)
        .flatMap(vector -> join.operands().stream().flatMap(o -> column(vector, o, facts).stream()))
        .findFirst();
  }

  private static Optional<String> column(
      TensorIr.JoinOperand vector, TensorIr.JoinOperand other, Facts facts) {
    int last = other.shape().size() - 1;
    return IntStream.range(0, last)
        .filter(axis -> facts.same(vector.shape().getFirst(), other.shape().get(axis)))
        .mapToObj(
            axis ->
                "if `%s` belongs to axis %d of `%s`, write `%s`\n"
                    .formatted(
                        vector.name(),
                        axis,
                        other.name(),
                        SubscriptText.column(vector.name(), last - axis)))
        .findFirst();
  }

  /** The name to write for each dim. */
  private static Map<Dim, String> names(TensorIr.Function f, List<Group> groups) {
    Set<String> taken =
        WORD.matcher(f.span().text())
            .results()
            .map(MatchResult::group)
            .collect(toCollection(HashSet::new));
    var names = new HashMap<Dim, String>();
    for (Group g : groups) {
      String name =
          g.written().stream()
              .findFirst()
              .or(() -> NAMES.stream().filter(n -> !taken.contains(n)).findFirst())
              .orElse("size");
      taken.add(name);
      g.dims().forEach(d -> names.put(d, name));
    }
    return names;
  }

  /** A parameter as written, with names where its type has {@code ?}. */
  private static String named(TensorIr.Function f, Param p, Map<Dim, String> names) {
    String text = p.span().text();
    int dims = text.lastIndexOf('[') + 1;
    String[] written = text.substring(dims).replace("]", "").split(",\\s*");
    if (written.length != p.value().rank()) {
      return text;
    }
    for (int axis = 0; axis < written.length; axis++) {
      String name = names.get(f.facts().resolve(p.value().shape().get(axis)));
      written[axis] = name == null ? written[axis] : written[axis].replace("?", name);
    }
    return text.substring(0, dims) + String.join(", ", written) + "]";
  }

  /** {@code axis 0 of a and axis 1 of b}; of many the first ones. */
  private static String places(TensorIr.Function f, Group g) {
    var places = new ArrayList<String>();
    for (Param p : f.params()) {
      for (int axis = 0; axis < p.value().rank(); axis++) {
        if (g.dims().contains(f.facts().resolve(p.value().shape().get(axis)))) {
          places.add("axis " + axis + " of `" + p.name() + "`");
        }
      }
    }
    int more = places.size() - MOST_PLACES;
    return more > 1
        ? String.join(", ", places.subList(0, MOST_PLACES)) + " and " + more + " others"
        : String.join(", ", places.subList(0, places.size() - 1)) + " and " + places.getLast();
  }
}
