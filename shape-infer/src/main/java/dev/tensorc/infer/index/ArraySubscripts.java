package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Subscripts that are arrays: {@code x[mask]}, and {@code x[places]}, which is {@code take}. */
public final class ArraySubscripts {

  /**
   * @param item its number among the subscripts
   */
  public record Found(int item, Value array) {
    public boolean isMask() {
      return array.dtype() == DType.BOOL;
    }
  }

  private final IndexContext cx;

  /** The values that were inferred already, and are not computed again where they are no arrays. */
  private final Map<Ast.Expr, Arg> looked = new IdentityHashMap<>();

  ArraySubscripts(IndexContext cx) {
    this.cx = cx;
  }

  /** The subscript's value, which may be known already. */
  Arg arg(Ast.Expr e) {
    Arg known = looked.remove(e);
    return known == null ? cx.arg(e) : known;
  }

  /** The subscripts that are arrays. */
  public List<Found> in(Ast.SubscriptList list) {
    var found = new ArrayList<Found>();
    for (int i = 0; i < list.items().size(); i++) {
      if (list.items().get(i) instanceof Ast.At at && mayBeArray(at.index())) {
        Arg arg = cx.arg(at.index());
        looked.put(at.index(), arg);
        if (arg.typed() instanceof Typed.Strong(Value v)
            && !v.isScalar()
            && !v.isUnranked()
            && !v.axes().isNested()
            && !v.axes().isText()
            && !v.dtype().isFloat()) {
          found.add(new Found(i, v));
        }
      }
    }
    return found;
  }

  /** Forgets the list's subscripts that {@link #in} has inferred. */
  public void forget(Ast.SubscriptList list) {
    for (Ast.Subscript s : list.items()) {
      if (s instanceof Ast.At at) {
        looked.remove(at.index());
      }
    }
  }

  private static boolean mayBeArray(Ast.Expr e) {
    return switch (e) {
      case Ast.IntLit _, Ast.FloatLit _, Ast.BoolLit _, Ast.StringLit _, Ast.TupleLit _ -> false;
      case Ast.Ref r -> !r.name().equals("None");
      case Ast.Unary u -> mayBeArray(u.operand());
      default -> true;
    };
  }

  /**
   * The elements that an array among the subscripts chooses; empty where none is one, unknown, and
   * reported, where it does not fit.
   */
  Optional<Typed> chosen(Typed target, Ast.SubscriptList list, Span span) {
    if (!(target instanceof Typed.Strong(Value x)) || x.isScalar()) {
      return Optional.empty();
    }
    List<Found> found = in(list);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Found array = found.getFirst();
    Optional<Value> chosen =
        !fits(x, list, found, span)
            ? Optional.empty()
            : array.isMask()
                ? cx.maskedPlaces.chosen(x, array.array(), span)
                : taken(x, array, list, span);
    forget(list);
    return Optional.of(chosen.<Typed>map(Typed.Strong::new).orElse(Typed.UNKNOWN));
  }

  /** Whether arrays may stand there; reported where not. */
  private boolean fits(Value x, Ast.SubscriptList list, List<Found> found, Span span) {
    String text = Names.ofSource(span);
    if (x.isUnranked()) {
      cx.report(cx.needsRank(x, "subscripts name axes by position", span));
      return false;
    }
    if (cx.nesting.plain("an array among subscripts", x, span).isEmpty()) {
      return false;
    }
    if (found.size() > 1) {
      cx.report(
          several(list, "`" + text + "` has several arrays among its subscripts")
              .hint(together(x, list, found)));
      return false;
    }
    if (found.getFirst().isMask() && list.items().size() > 1) {
      cx.report(
          several(list, "a mask stands alone between brackets")
              .hint(besideMask(x, list, found.getFirst())));
      return false;
    }
    if (isApart(list.items())) {
      cx.report(
          several(list, "an integer and an array with something between them")
              .because("in NumPy the axis of the array would come first then")
              .hint("choose with the integers first, and from that with the array"));
      return false;
    }
    return true;
  }

  /** A mask of one axis is written as places, one of several axes chooses of the leading ones. */
  private static String besideMask(Value x, Ast.SubscriptList list, Found mask) {
    if (mask.array().rank() == 1 && !isApart(list.items())) {
      return "write its places: `%s[%s]`".formatted(x.name(), withPlaces(list, mask));
    }
    return mask.item() == 0
        ? "choose first, then subscript the chosen elements: `%s[%s]`"
            .formatted(x.name(), mask.array().name())
        : "choose with the mask alone, when `moveaxis` has brought its axes to the front";
  }

  private static String withPlaces(Ast.SubscriptList list, Found mask) {
    var texts = new ArrayList<String>();
    list.items().forEach(item -> texts.add(Names.ofSource(item.span())));
    texts.set(mask.item(), "nonzero(" + texts.get(mask.item()) + ")");
    return String.join(", ", texts);
  }

  /** How places go together as in NumPy, which reads them side by side. */
  private String together(Value x, Ast.SubscriptList list, List<Found> found) {
    String text = Names.ofSource(list.span());
    boolean rows =
        found.stream().allMatch(f -> !f.isMask() && f.array().rank() == 1)
            && list.items().size() == found.size()
            && x.rank() == found.size();
    return rows && cx.names.earlier("i").isEmpty()
        ? "say how they go together: `let y[i] = %s%s`"
            .formatted(x.name(), text.replaceAll("([^\\[\\], ]+)", "$1[i]"))
        : "say in index notation how they go together";
  }

  private static Diagnostic several(Ast.SubscriptList list, String title) {
    return ErrorId.SUBSCRIPTS.at(list.span(), title);
  }

  /** Whether an integer stands among the subscripts, but not next to the array. */
  private static boolean isApart(List<Ast.Subscript> items) {
    List<Integer> numbers =
        IntStream.range(0, items.size())
            .filter(i -> items.get(i) instanceof Ast.At)
            .boxed()
            .toList();
    return numbers.getLast() - numbers.getFirst() != numbers.size() - 1;
  }

  /** The part that the other subscripts choose, and of that part the elements at the places. */
  private Optional<Value> taken(Value x, Found found, Ast.SubscriptList list, Span span) {
    var items = new ArrayList<>(list.items());
    Span place = items.get(found.item()).span();
    items.set(
        found.item(), new Ast.Slice(Optional.empty(), Optional.empty(), Optional.empty(), place));
    var rest = new Ast.SubscriptList(items, list.span());
    boolean whole = items.size() == 1;
    Typed chosen =
        whole ? new Typed.Strong(x) : cx.indexing.chosen(new Typed.Strong(x), rest, span);
    if (!(chosen instanceof Typed.Strong(Value part))) {
      return Optional.empty();
    }
    int behind =
        (int)
            items.stream()
                .skip(found.item() + 1)
                .filter(s -> s instanceof Ast.Slice || s instanceof Ast.NewAxis)
                .count();
    int before =
        (int)
            items.stream()
                .limit(found.item())
                .filter(s -> s instanceof Ast.Slice || s instanceof Ast.NewAxis)
                .count();
    boolean fromEnd = items.stream().limit(found.item()).anyMatch(Ast.Ellipsis.class::isInstance);
    int axis = fromEnd ? part.rank() - 1 - behind : before;
    Value places = cx.emit.cast(found.array(), DType.I64, place);
    return Optional.of(cx.gathers.taken(part, places, axis, span));
  }
}
