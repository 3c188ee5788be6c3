package dev.tensorc.infer.scope;

import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Check;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Writes the steps of one function and knows where each check belongs.
 *
 * <p>Phases: an unconditional check on entry dims runs at entry; in a conditional region it stands
 * at the region's start; a check that involves a late dim stands at its operation. A fact that a
 * check establishes holds for the rest of its region.
 */
public final class Emitter {

  /** Straight-line code under one control dependence. */
  public static final class Region {
    private final List<TensorIr.Step> head = new ArrayList<>();
    private final List<TensorIr.Step> steps = new ArrayList<>();
    private final Set<Object> checked = new HashSet<>();

    /** The dims that are bound here, by the computations of their scalars. */
    private final Map<Integer, Dim> bound = new HashMap<>();

    /** The values computed here, by the keys under which they are asked for. */
    private final Map<Object, Value> known = new HashMap<>();

    /** Joined sizes that are known to be right once the region's head has run. */
    private final Set<Dim> joins = new HashSet<>();

    private Facts facts;

    private Region(Facts facts) {
      this.facts = facts;
    }

    public TensorIr.Block yielding(List<Value> values) {
      var all = new ArrayList<>(head);
      all.addAll(steps);
      return new TensorIr.Block(all, values);
    }
  }

  private final Deque<Region> regions = new ArrayDeque<>();
  private final Set<Value> windows = new HashSet<>();
  private final List<Check> entryChecks = new ArrayList<>();
  private final List<Learned> learned = new ArrayList<>();
  private final List<TensorIr.DimBinding> bindings = new ArrayList<>();
  private final ScalarNumbers scalars = new ScalarNumbers();
  private Facts entryFacts = Facts.NONE;

  /** Casts that nobody wrote, with their operands. */
  private final Map<Value, Value> casts = new HashMap<>();

  private int nextValue;
  private int parameters;
  private int nextLate;

  Emitter() {
    regions.push(new Region(Facts.NONE));
  }

  // ---------------------------------------------------------------- regions and facts

  public Facts facts() {
    return regions.element().facts;
  }

  public Dim resolve(Dim d) {
    return facts().resolve(d);
  }

  public List<Dim> resolve(List<Dim> shape) {
    return shape.stream().map(this::resolve).toList();
  }

  /** Begins a conditional region. */
  public Region open() {
    var region = new Region(facts());
    regions.push(region);
    return region;
  }

  /** Continues a region that was closed. */
  public void reopen(Region region) {
    regions.push(region);
  }

  public void close() {
    regions.pop();
  }

  private boolean unconditional() {
    return regions.size() == 1;
  }

  public Region body() {
    return regions.getLast();
  }

  public List<Check> entryChecks() {
    return entryChecks;
  }

  public Facts entryFacts() {
    return entryFacts;
  }

  public Dim.Late late() {
    return new Dim.Late(nextLate, "?late" + nextLate++);
  }

  /**
   * Where an equation was found.
   *
   * @param by its source: a declaration or an operation
   */
  record Learned(Dim left, Dim right, Span span, String by) {}

  /** Why the size differs from its own form: the first equation that changed it. */
  Optional<Learned> reason(Dim dim) {
    return resolve(dim).equals(dim)
        ? Optional.empty()
        : learned.stream().filter(l -> l.left().equals(dim) || l.right().equals(dim)).findFirst();
  }

  /** Records an equation that holds in this region from here on. */
  public void learn(Dim left, Dim right, Span span, String by) {
    learn(left, right, span, by, List.of(left, right));
  }

  /**
   * As {@link #learn(Dim, Dim, Span, String)}.
   *
   * @param dims those of the check that has made sure of it: it holds at entry if they are known
   */
  public void learn(Dim left, Dim right, Span span, String by, List<Dim> dims) {
    learned.add(new Learned(left, right, span, by));
    regions.element().facts = facts().with(left, right);
    if (unconditional() && early(dims)) {
      entryFacts = entryFacts.with(left, right);
    }
  }

  /**
   * Records that a size is the expected one from here on, which a check has made sure of: so the
   * expected one is not below 0.
   */
  public void learnSize(Dim actual, Dim expected, Span span, String by) {
    Dim size = Dims.clamp(expected);
    learn(actual, expected, span, by);
    learned.add(new Learned(expected, size, span, by));
    regions.element().facts = facts().with(expected, size);
    if (unconditional() && early(List.of(actual, expected))) {
      entryFacts = entryFacts.with(expected, size);
    }
  }

  /**
   * Records that the dim is at least that in this region from here on.
   *
   * @param dims those of the check that has made sure of it: it holds at entry if they are known
   */
  public void learnAtLeast(Dim dim, long least, List<Dim> dims) {
    regions.element().facts = facts().withAtLeast(dim, least);
    if (unconditional() && early(dims)) {
      entryFacts = entryFacts.withAtLeast(dim, least);
    }
  }

  // ---------------------------------------------------------------- checks

  /** Places a check over these dims in its phase. */
  public void check(Check check, List<Dim> dims) {
    if (!early(dims)) {
      regions.element().steps.add(check);
      return;
    }
    if (unconditional()) {
      entryChecks.add(check);
    } else {
      regions.element().head.add(check);
    }
    if (check instanceof TensorIr.JoinCheck join) {
      regions.element().joins.addAll(join.joined());
    }
  }

  /**
   * Whether sizes are known when the region begins: none is late, and joined sizes were checked by
   * then. An arm of an {@code if} may have joined sizes that nothing else checks.
   */
  private boolean early(List<Dim> dims) {
    return dims.stream().noneMatch(Dims::isLate)
        && dims.stream().flatMap(d -> Dims.joins(d).stream()).allMatch(this::isChecked);
  }

  /** Facts learned after the entry do not hold at the entry. */
  private boolean isChecked(Dim joined) {
    return regions.stream()
        .flatMap(r -> r.joins.stream())
        .anyMatch(known -> entryFacts.same(known, joined));
  }

  /** As {@link #check}, unless a check with an equal key has passed where this one would stand. */
  public void checkOnce(Object key, Check check, List<Dim> dims) {
    if (regions.stream().anyMatch(r -> r.checked.contains(key))) {
      return;
    }
    regions.element().checked.add(key);
    check(check, dims);
  }

  // ---------------------------------------------------------------- instructions

  /** A value whose axes are nothing special. */
  public Value fresh(DType dtype, List<Dim> shape, String name, Span span) {
    return fresh(dtype, shape, Axes.plain(shape.size()), name, span);
  }

  public Value fresh(DType dtype, List<Dim> shape, Axes axes, String name, Span span) {
    return new Value(nextValue++, dtype, shape, axes, name, span);
  }

  /** A parameter's value; all parameters come before any instruction. */
  public Value parameter(DType dtype, List<Dim> shape, Axes axes, String name, Span span) {
    parameters++;
    return fresh(dtype, shape, axes, name, span);
  }

  boolean isParameter(Value value) {
    return value.id() < parameters;
  }

  /** The parameter of the compiled function that the value is, if it is one. */
  public Optional<Integer> parameterIndex(Value value) {
    return isParameter(value) ? Optional.of(value.id()) : Optional.empty();
  }

  /** Values with this id or a higher one are yet to be made. */
  public int nextId() {
    return nextValue;
  }

  public Value add(TensorIr.Pure instr) {
    if (instr instanceof TensorIr.View v && v.axes().stream().anyMatch(a -> a.walks().size() > 1)) {
      windows.add(v.result());
    }
    regions.element().steps.add(instr);
    scalars.add(instr);
    return instr.result();
  }

  /**
   * Whether the value shows windows that overlap: one axis of an array that several indices walk.
   */
  public boolean isWindows(Value v) {
    return windows.contains(v);
  }

  public void add(TensorIr.Control instr) {
    regions.element().steps.add(instr);
  }

  // ---------------------------------------------------------------- scalars as dims

  /** The instruction that computes a scalar; empty for parameters and results of control flow. */
  public Optional<TensorIr.Pure> definition(Value scalar) {
    return scalars.definition(scalar);
  }

  /** The dim that has the scalar's value, where one is bound already. */
  public Optional<Dim> bound(Value scalar) {
    int number = scalars.of(scalar);
    return regions.stream()
        .flatMap(r -> Optional.ofNullable(r.bound.get(number)).stream())
        .findFirst();
  }

  /** Whether the scalar is a sum of scalars that have dims, as far as is easily seen. */
  public boolean isDim(Value scalar) {
    return bound(scalar).isPresent()
        || isParameter(scalar)
        || definition(scalar)
            .filter(
                d ->
                    switch (d) {
                      case TensorIr.Constant _, TensorIr.DimValue _ -> true;
                      case TensorIr.Map m ->
                          scalar.dtype() == DType.I64
                              && (m.builtin() == Builtin.ADD || m.builtin() == Builtin.SUBTRACT)
                              && m.operands().stream().allMatch(o -> isDim(o.value()));
                      case TensorIr.Literal _,
                          TensorIr.Iota _,
                          TensorIr.Reduce _,
                          TensorIr.Contract _,
                          TensorIr.View _,
                          TensorIr.Reshape _,
                          TensorIr.Gather _,
                          TensorIr.Ordered _,
                          TensorIr.Update _,
                          TensorIr.Scatter _ ->
                          false;
                    })
            .isPresent();
  }

  /** From here on a late dim is the value of the i64 scalar, in this region. */
  public Dim.Late bind(Value scalar) {
    var dim = new Dim.Late(nextLate, "?late" + nextLate++, true);
    regions.element().steps.add(new TensorIr.Bind(dim, scalar));
    regions.element().bound.put(scalars.of(scalar), dim);
    return dim;
  }

  /** As {@link #bind}, for a scalar that is never negative. */
  public Dim.Late bindSize(Value scalar) {
    Dim.Late dim = late();
    regions.element().steps.add(new TensorIr.Bind(dim, scalar));
    return dim;
  }

  /** The value computed under that key, here or in a region around this. */
  public Optional<Value> known(Object key) {
    return regions.stream()
        .flatMap(r -> Optional.ofNullable(r.known.get(key)).stream())
        .findFirst();
  }

  /** From here on, in this region, the value is known under that key. */
  public Value know(Object key, Value value) {
    regions.element().known.put(key, value);
    return value;
  }

  /** From the entry on the dim is the value of the i64 scalar, which is a parameter. */
  public void bound(Value scalar, Dim dim) {
    regions.getLast().bound.put(scalars.of(scalar), dim);
  }

  /**
   * A symbol for the size of an axis of a parameter, or for its value.
   *
   * @param axis -1 for the value
   * @param signed whether it may be negative
   */
  public Dim.Sym symbol(String name, boolean named, int param, int axis, boolean signed) {
    var symbol = new Dim.Sym(bindings.size(), name, named, signed);
    bindings.add(new TensorIr.DimBinding(symbol, param, axis));
    return symbol;
  }

  public List<TensorIr.DimBinding> bindings() {
    return bindings;
  }

  public Value constant(DType dtype, Object value, String name, Span span) {
    return add(new TensorIr.Constant(fresh(dtype, List.of(), name, span), value));
  }

  public Value dimValue(Dim dim, String name, Span span) {
    return add(new TensorIr.DimValue(fresh(DType.I64, List.of(), name, span), dim));
  }

  /** The value in another dtype; itself where it has that dtype. */
  public Value cast(Value value, DType dtype) {
    return cast(value, dtype, value.span());
  }

  public Value cast(Value value, DType dtype, Span span) {
    if (value.dtype() == dtype) {
      return value;
    }
    Value result = fresh(dtype, value.shape(), value.axes(), value.name(), span);
    if (!dtype.isShortFloat()) { // a value rounded to a short float is the program's own
      casts.put(result, value);
    }
    return add(new TensorIr.Map(result, Builtin.ASTYPE, List.of(Operand.whole(value))));
  }

  /** The instruction here that made a value; empty for parameters and carried values. */
  Optional<TensorIr.Instr> made(Value value) {
    return regions.stream()
        .flatMap(r -> r.steps.stream())
        .filter(s -> s instanceof TensorIr.Instr i && i.results().contains(value))
        .map(TensorIr.Instr.class::cast)
        .findFirst();
  }

  /** The value as the program has it, where this one is a cast of it that nobody wrote. */
  public Value written(Value value) {
    Value source = casts.get(value);
    return source == null ? value : written(source);
  }

  /** The same elements with axes that broadcasting treats otherwise; itself where it does not. */
  public Value withAxes(Value value, Axes axes) {
    if (axes.equals(value.axes())) {
      return value;
    }
    Value result = fresh(value.dtype(), value.shape(), axes, value.name(), value.span());
    var all = IntStream.range(0, value.rank()).mapToObj(TensorIr.ViewAxis::whole).toList();
    return add(new TensorIr.View(result, value, all));
  }

  /** A scalar computed of scalars. */
  public Value scalar(DType dtype, Builtin builtin, List<Value> operands, Span span) {
    Value result = fresh(dtype, List.of(), Names.ofSource(span), span);
    return add(new TensorIr.Map(result, builtin, operands.stream().map(Operand::whole).toList()));
  }

  /** Gives the value its {@code let} name if the last instruction made it; else as it was. */
  public Value rename(Value value, String name) {
    List<TensorIr.Step> steps = regions.element().steps;
    if (steps.isEmpty()
        || !(steps.getLast() instanceof TensorIr.Instr last)
        || last.results().size() != 1
        || last.results().getFirst().id() != value.id()) {
      return value;
    }
    Value named =
        new Value(value.id(), value.dtype(), value.shape(), value.axes(), name, value.span());
    steps.set(
        steps.size() - 1,
        switch (last) {
          case TensorIr.Constant c -> new TensorIr.Constant(named, c.value());
          case TensorIr.Literal l -> new TensorIr.Literal(named, l.elements());
          case TensorIr.DimValue d -> new TensorIr.DimValue(named, d.dim());
          case TensorIr.Iota i -> new TensorIr.Iota(named, i.axis());
          case TensorIr.Map m -> new TensorIr.Map(named, m.builtin(), m.operands(), m.fastmath());
          case TensorIr.Reduce r ->
              new TensorIr.Reduce(named, r.builtin(), r.operand(), r.axes(), r.keepdims());
          case TensorIr.Contract c ->
              new TensorIr.Contract(named, c.left(), c.right(), c.reduced(), c.windows());
          case TensorIr.View v -> new TensorIr.View(named, v.operand(), v.axes());
          case TensorIr.Reshape r -> new TensorIr.Reshape(named, r.operand());
          case TensorIr.Gather g -> new TensorIr.Gather(named, g.source(), g.places(), g.guard());
          case TensorIr.Ordered o -> o.of(named, o.operands());
          case TensorIr.Update u ->
              new TensorIr.Update(named, u.target(), u.region(), u.extents(), u.value());
          case TensorIr.Scatter s ->
              new TensorIr.Scatter(
                  named, s.target(), s.combine(), s.extents(), s.places(), s.value());
          case TensorIr.If i ->
              new TensorIr.If(List.of(named), i.condition(), i.then(), i.otherwise(), i.span());
          case TensorIr.For f ->
              new TensorIr.For(
                  f.index(),
                  f.from(),
                  f.to(),
                  f.step(),
                  named(f.loop(), named),
                  f.body(),
                  f.span());
          case TensorIr.While w ->
              new TensorIr.While(named(w.loop(), named), w.condition(), w.body(), w.span());
        });
    return named;
  }

  private static TensorIr.Loop named(TensorIr.Loop loop, Value result) {
    return new TensorIr.Loop(loop.initial(), loop.carried(), List.of(result));
  }
}
