package dev.tensorc.codegen.step;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes once the values that a program computes twice, and leaves values of {@link Constants} to
 * those.
 *
 * <p>Before: {@code a = sum(x); b = sum(x); c = a + b}. After: {@code a = sum(x); c = a + a}. A
 * step is left out where one before it, in its block or around it, does the same with the same
 * operands.
 *
 * <p>Deliberately missed: results larger than their operands, such as a table of all pairs, which a
 * reduction computes without storing it, or zeros that updates write into; {@code materialize};
 * updates; operands in another order.
 */
public final class CommonSteps {

  /** The earlier values that a block may use. */
  private static final class Scope {
    private final @Nullable Scope outer;
    private final Map<Object, Value> known = new HashMap<>();

    Scope(@Nullable Scope outer) {
      this.outer = outer;
    }

    @Nullable Value find(Object key) {
      for (Scope s = this; s != null; s = s.outer) {
        Value v = s.known.get(key);
        if (v != null) {
          return v;
        }
      }
      return null;
    }
  }

  /** The value that stands for one that is not computed again. */
  private final Map<Value, Value> same = new HashMap<>();

  private final Constants constants;

  private CommonSteps(Constants.Arithmetic arithmetic) {
    this.constants = new Constants(arithmetic);
  }

  /**
   * @param arithmetic of constants: codegen knows no engine
   */
  public static TensorIr.Module run(TensorIr.Module module, Constants.Arithmetic arithmetic) {
    return module.withFunctions(
        module.functions().stream()
            .map(f -> f.withBody(new CommonSteps(arithmetic).block(f.body(), null)))
            .toList());
  }

  private Block block(Block block, @Nullable Scope outer) {
    var scope = new Scope(outer);
    var steps = new ArrayList<TensorIr.Step>();
    for (TensorIr.Step step : block.steps()) {
      switch (step) {
        case TensorIr.Check c -> steps.add(c);
        case TensorIr.Bind b -> steps.add(new TensorIr.Bind(b.dim(), of(b.scalar())));
        case TensorIr.Control c -> steps.add(control(c, scope));
        case TensorIr.Pure p -> {
          TensorIr.Pure renamed = renamed(p);
          TensorIr.Pure simple =
              constants.folded(renamed).<TensorIr.Pure>map(c -> c).orElse(renamed);
          Optional<Object> key = key(simple);
          Value known = constants.chosen(simple).or(() -> key.map(scope::find)).orElse(null);
          if (known != null) {
            same.put(p.result(), known);
          } else {
            key.ifPresent(k -> scope.known.put(k, p.result()));
            if (simple instanceof TensorIr.Constant c) {
              constants.add(c);
            }
            steps.add(simple);
          }
        }
      }
    }
    return new Block(steps, of(block.yields()));
  }

  private Value of(Value v) {
    return same.getOrDefault(v, v);
  }

  private List<Value> of(List<Value> values) {
    return values.stream().map(this::of).toList();
  }

  private Operand of(Operand o) {
    return new Operand(of(o.value()), o.axes());
  }

  private TensorIr.Control control(TensorIr.Control c, Scope scope) {
    return switch (c) {
      case TensorIr.If i ->
          new TensorIr.If(
              i.results(),
              of(i.condition()),
              block(i.then(), scope),
              block(i.otherwise(), scope),
              i.span());
      case TensorIr.For f ->
          new TensorIr.For(
              f.index(),
              of(f.from()),
              of(f.to()),
              f.step(),
              of(f.loop()),
              block(f.body(), scope),
              f.span());
      case TensorIr.While w ->
          new TensorIr.While(
              of(w.loop()), block(w.condition(), scope), block(w.body(), scope), w.span());
    };
  }

  private TensorIr.Loop of(TensorIr.Loop loop) {
    return new TensorIr.Loop(of(loop.initial()), loop.carried(), loop.results());
  }

  private List<TensorIr.Place> places(List<TensorIr.Place> places) {
    return places.stream().map(p -> new TensorIr.Place(p.axis(), of(p.index()), p.text())).toList();
  }

  private TensorIr.Pure renamed(TensorIr.Pure p) {
    return switch (p) {
      case TensorIr.Constant _, TensorIr.DimValue _, TensorIr.Iota _ -> p;
      case TensorIr.Literal l -> new TensorIr.Literal(l.result(), of(l.elements()));
      case TensorIr.Map m ->
          new TensorIr.Map(
              m.result(), m.builtin(), m.operands().stream().map(this::of).toList(), m.fastmath());
      case TensorIr.Reduce r ->
          new TensorIr.Reduce(r.result(), r.builtin(), of(r.operand()), r.axes(), r.keepdims());
      case TensorIr.Contract c ->
          new TensorIr.Contract(c.result(), of(c.left()), of(c.right()), c.reduced(), c.windows());
      case TensorIr.View v -> new TensorIr.View(v.result(), of(v.operand()), v.axes());
      case TensorIr.Update u ->
          new TensorIr.Update(u.result(), of(u.target()), u.region(), u.extents(), of(u.value()));
      case TensorIr.Reshape r -> new TensorIr.Reshape(r.result(), of(r.operand()));
      case TensorIr.Ordered o -> o.of(o.result(), of(o.operands()));
      case TensorIr.Gather g ->
          new TensorIr.Gather(
              g.result(), of(g.source()), places(g.places()), g.guard().map(this::of));
      case TensorIr.Scatter s ->
          new TensorIr.Scatter(
              s.result(),
              of(s.target()),
              s.combine(),
              s.extents(),
              places(s.places()),
              of(s.value()));
    };
  }

  /**
   * A key that is equal for steps that compute the same; empty for steps that are always computed.
   */
  private static Optional<Object> key(TensorIr.Pure p) {
    Value r = p.result();
    List<Object> type = List.of(r.dtype(), r.shape(), r.axes());
    return switch (p) {
      case TensorIr.Constant c -> Optional.of(List.of("constant", type, c.value()));
      case TensorIr.DimValue d -> Optional.of(List.of("size", d.dim()));
      case TensorIr.Map m when isLarger(m) || m.builtin() == Builtin.MATERIALIZE ->
          Optional.empty();
      case TensorIr.Map m -> Optional.of(List.of(m.builtin(), m.fastmath(), type, m.operands()));
      case TensorIr.Reduce s ->
          Optional.of(List.of(s.builtin(), type, s.operand(), s.axes(), s.keepdims()));
      case TensorIr.Contract c ->
          Optional.of(List.of("contract", type, c.left(), c.right(), c.reduced(), c.windows()));
      // where a place is not there, the earlier step has ended the run
      case TensorIr.Gather g ->
          Optional.of(
              List.of(
                  "gather",
                  type,
                  g.source(),
                  g.places().stream().map(x -> List.of(x.axis(), x.index())).toList(),
                  g.guard()));
      case TensorIr.View v when v.operand().isScalar() -> Optional.empty();
      case TensorIr.View v -> Optional.of(List.of("view", type, v.operand(), v.axes()));
      case TensorIr.Scan s ->
          Optional.of(List.of(s.builtin(), type, s.operand(), s.axis(), s.initial()));
      case TensorIr.Sort s ->
          Optional.of(List.of(s.builtin(), type, s.operand(), s.axis(), s.descending()));
      case TensorIr.Search s -> Optional.of(List.of(s.builtin(), type, s.operands(), s.right()));
      case TensorIr.Find f -> Optional.of(List.of(f.builtin(), type, f.mask()));
      case TensorIr.Literal _,
          TensorIr.Iota _,
          TensorIr.Update _,
          TensorIr.Scatter _,
          TensorIr.Reshape _ ->
          Optional.empty();
    };
  }

  /** Whether the result has more axes than any operand. */
  private static boolean isLarger(TensorIr.Map m) {
    return !m.result().isScalar()
        && m.operands().stream().noneMatch(o -> Cost.isAsLarge(o.value(), m.result()));
  }
}
