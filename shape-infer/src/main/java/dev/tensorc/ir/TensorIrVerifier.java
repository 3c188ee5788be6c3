package dev.tensorc.ir;

import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Checks the invariants of {@link TensorIr}: definitions before uses, phases of checks, sizes that
 * are known where they stand, a check before every join that may fail. {@link InstrRules} has the
 * rules of single instructions.
 */
public final class TensorIrVerifier {

  /** The facts at a point: values, sizes, equations, joins that were checked. */
  private static final class Scope {
    final Map<Integer, Value> values;
    final Set<Dim> atoms;
    final List<List<Dim>> joins;
    final List<Facts.Equation> checked;

    /** For facts of the function those that it has with the first 0, 1, 2... of the checked. */
    private final Map<Facts, List<Facts>> extended = new IdentityHashMap<>();

    Scope(
        Map<Integer, Value> values,
        Set<Dim> atoms,
        List<List<Dim>> joins,
        List<Facts.Equation> checked) {
      this.values = new HashMap<>(values);
      this.atoms = new HashSet<>(atoms);
      this.joins = new ArrayList<>(joins);
      this.checked = new ArrayList<>(checked);
    }

    Scope inner() {
      var inner = new Scope(values, atoms, joins, checked);
      extended.forEach((entry, facts) -> inner.extended.put(entry, new ArrayList<>(facts)));
      return inner;
    }

    void forgetChecked() {
      checked.clear();
      extended.clear();
    }

    /** The facts of the function and the first so many of the checked. */
    Facts with(Facts entry, int count) {
      List<Facts> facts = extended.computeIfAbsent(entry, e -> new ArrayList<>(List.of(e)));
      for (int k = facts.size(); k <= count; k++) {
        Facts.Equation e = checked.get(k - 1);
        facts.add(facts.getLast().with(e.left(), e.right()));
      }
      return facts.get(count);
    }
  }

  private final String pass;
  private final TensorIr.Function function;
  private final Set<Integer> defined = new HashSet<>();

  /** The facts that the first so many of the function give. */
  private final List<Facts> prefixes = new ArrayList<>();

  private TensorIrVerifier(String pass, TensorIr.Function function) {
    this.pass = pass;
    this.function = function;
    prefixes.add(Facts.NONE);
    for (Facts.Equation e : function.facts().equations()) {
      prefixes.add(prefixes.getLast().with(e.left(), e.right()));
    }
  }

  /**
   * @param pass the pass that made the module, to be named if it is wrong
   * @throws CompilerBug if an invariant does not hold
   */
  public static void verify(TensorIr.Module module, String pass) {
    var names = new HashSet<String>();
    for (TensorIr.Function f : module.functions()) {
      var verifier = new TensorIrVerifier(pass, f);
      verifier.require(names.add(f.name() + f.types()), "function %s stands twice", f.name());
      verifier.function();
    }
  }

  private void require(boolean holds, String message, Object... args) {
    if (!holds) {
      throw new CompilerBug(pass, "in " + function.name() + ": " + message.formatted(args));
    }
  }

  /**
   * Whether an equation holds under the facts at which the step was made: all facts of a function
   * hold in its whole body, but a step is written in terms of those that had been found by then.
   * Where facts contradict each other a check before the step always fails, and any equation holds.
   */
  private boolean knownToHold(Scope scope, Predicate<Facts> holds) {
    for (int entry = prefixes.size() - 1; entry >= 0; entry--) {
      for (int local = scope.checked.size(); local >= 0; local--) {
        Facts facts = scope.with(prefixes.get(entry), local);
        if (facts.contradictory() || holds.test(facts)) {
          return true;
        }
      }
    }
    return false;
  }

  private void function() {
    var scope = new Scope(Map.of(), Set.of(), List.of(), List.of());
    for (TensorIr.Param p : function.params()) {
      define(scope, p.value());
    }
    for (TensorIr.DimBinding b : function.bindings()) {
      Value v = function.params().get(b.param()).value();
      boolean value =
          b.axis() == TensorIr.DimBinding.VALUE && v.isScalar() && v.dtype() == DType.I64;
      boolean rank = b.axis() == TensorIr.DimBinding.RANK && v.isUnranked();
      require(
          value || rank || (b.axis() >= 0 && b.axis() < v.rank()),
          "%s is bound to no axis",
          b.symbol());
      require(scope.atoms.add(b.symbol()), "%s is bound twice", b.symbol());
    }
    function.params().forEach(p -> known(scope, p.value()));
    for (TensorIr.Check c : function.entryChecks()) {
      require(CheckFacts.sizes(c).stream().noneMatch(Dims::isLate), "late check at entry: %s", c);
      early(scope, c);
    }
    scope.forgetChecked(); // the function's facts have these, in the order of inference
    function
        .facts()
        .equations()
        .forEach(
            e -> require(!Dims.isLate(e.left()) && !Dims.isLate(e.right()), "late fact %s", e));
    block(scope, function.body(), true);
    results(scope);
  }

  private void results(Scope scope) {
    List<Value> yields = function.body().yields();
    require(yields.size() == function.results().size(), "%d results", yields.size());
    for (int i = 0; i < yields.size(); i++) {
      TensorIr.Result r = function.results().get(i);
      Value v = yields.get(i);
      require(r.dtype() == v.dtype(), "result %d is %s, not %s", i, v.dtype(), r.dtype());
      require(r.shape().size() == v.rank(), "result %d has rank %d", i, v.rank());
      for (int axis = 0; axis < v.rank(); axis++) {
        Dim declared = r.shape().get(axis);
        Dim actual = v.shape().get(axis);
        require(
            knownToHold(scope, facts -> facts.same(declared, actual)),
            "result %d axis %d: %s is not %s",
            i,
            axis,
            actual,
            declared);
      }
    }
  }

  private void define(Scope scope, Value v) {
    require(defined.add(v.id()), "%s is defined twice", v);
    scope.values.put(v.id(), v);
  }

  private void use(Scope scope, Value v) {
    require(v.equals(scope.values.get(v.id())), "%s is used but not defined here", v);
  }

  private void known(Scope scope, Value v) {
    known(scope, v.shape(), v);
    known(scope, v.axes().ranks(), v);
  }

  private void known(Scope scope, List<Dim> dims, Object where) {
    for (Dim d : dims) {
      require(
          Dims.atoms(d).stream().allMatch(scope.atoms::contains),
          "%s of %s has no size here",
          d,
          where);
    }
  }

  // ---------------------------------------------------------------- blocks

  private void block(Scope scope, TensorIr.Block block, boolean unconditional) {
    boolean begun = unconditional;
    for (TensorIr.Step step : block.steps()) {
      CompilationInterruptedException.check();
      switch (step) {
        case TensorIr.Check c -> {
          boolean late =
              CheckFacts.sizes(c).stream()
                  .anyMatch(d -> Dims.isLate(d) || !Dims.joins(d).isEmpty());
          require(late || !begun, "a check on entry dims out of its place: %s", c);
          if (begun) {
            check(scope, c);
          } else {
            early(scope, c);
          }
        }
        case TensorIr.Bind b -> {
          use(scope, b.scalar());
          require(b.scalar().isScalar() && b.scalar().dtype() == DType.I64, "%s", b);
          require(scope.atoms.add(b.dim()), "%s is bound twice", b.dim());
        }
        case TensorIr.Instr i -> {
          begun = true;
          instruction(scope, i);
        }
      }
    }
    block.yields().forEach(v -> use(scope, v));
  }

  /** A check before any step: the sizes that it joins have been checked by then. */
  private void early(Scope scope, TensorIr.Check check) {
    for (Dim d : CheckFacts.sizes(check)) {
      for (Dim join : Dims.joins(d)) {
        require(
            knownToHold(scope, facts -> isChecked(scope, join, facts)),
            "%s is used before it is checked: %s",
            join,
            check);
      }
    }
    check(scope, check);
  }

  private static boolean isChecked(Scope scope, Dim join, Facts facts) {
    return scope.joins.stream().anyMatch(sizes -> facts.same(Dims.join(List.copyOf(sizes)), join));
  }

  private void check(Scope scope, TensorIr.Check check) {
    known(scope, CheckFacts.sizes(check), check);
    switch (check) {
      case TensorIr.SizeCheck _, TensorIr.ExtentCheck _, TensorIr.LeadingCheck _ ->
          scope.checked.addAll(CheckFacts.of(check));
      case TensorIr.JoinCheck c -> {
        scope.checked.addAll(CheckFacts.of(c));
        for (int axis = 0; axis < c.rank(); axis++) {
          scope.joins.add(c.sizes(axis));
        }
      }
      case TensorIr.ClauseCheck c -> {
        if (c.relation() == TensorIr.Relation.EQUAL) {
          scope.checked.add(new Facts.Equation(c.left(), c.right()));
        } else if (c.relation() == TensorIr.Relation.GREATER_EQUAL && Dims.isConst(c.right(), 0)) {
          scope.checked.add(new Facts.Equation(c.left(), Dims.clamp(c.left())));
        }
      }
      case TensorIr.ParamCheck _, TensorIr.RankCheck _, TensorIr.NonEmptyCheck _ -> {}
      case TensorIr.IndexCheck _, TensorIr.SubscriptCheck _ -> {}
    }
  }

  private void instruction(Scope scope, TensorIr.Instr instr) {
    instr.uses().forEach(v -> use(scope, v));
    switch (instr) {
      case TensorIr.Constant _,
          TensorIr.Literal _,
          TensorIr.Reduce _,
          TensorIr.Gather _,
          TensorIr.Ordered _,
          TensorIr.Reshape _,
          TensorIr.Iota _ -> {}
      case TensorIr.DimValue d -> known(scope, List.of(d.dim()), d.result());
      case TensorIr.Map m -> joined(scope, m.result(), m.operands(), m.result().rank());
      case TensorIr.Contract c ->
          joined(scope, c.result(), List.of(c.left(), c.right()), c.space().size());
      case TensorIr.View v -> v.axes().forEach(a -> known(scope, List.of(a.start()), v));
      case TensorIr.Update u -> {
        u.region().forEach(a -> known(scope, List.of(a.start()), u));
        known(scope, u.extents(), u);
      }
      case TensorIr.Scatter s -> known(scope, s.extents(), s);
      case TensorIr.If i -> arms(scope, i);
      case TensorIr.For f -> {
        Scope body = carried(scope, f.loop());
        define(body, f.index());
        block(body, f.body(), false);
      }
      case TensorIr.While w -> {
        Scope inside = carried(scope, w.loop());
        block(inside.inner(), w.condition(), false);
        block(inside, w.body(), false);
      }
    }
    if (instr instanceof TensorIr.Control) {
      bindLate(scope, instr.results());
    }
    if (!knownToHold(scope, facts -> InstrRules.problem(instr, facts).isEmpty())) {
      String problem = InstrRules.problem(instr, function.facts()).orElse("");
      require(false, "%s: %s", instr.results(), problem);
    }
    for (Value v : instr.results()) {
      known(scope, v);
      define(scope, v);
    }
  }

  /** The sizes that all arms join have been checked behind the arms, too. */
  private void arms(Scope scope, TensorIr.If i) {
    List<List<List<Dim>>> joins =
        i.blocks().stream().map(arm -> joinsOf(scope.inner(), arm)).toList();
    joins.getFirst().stream()
        .filter(join -> joins.stream().allMatch(ofArm -> ofArm.contains(join)))
        .filter(join -> !scope.joins.contains(join))
        .forEach(scope.joins::add);
  }

  private List<List<Dim>> joinsOf(Scope inside, TensorIr.Block arm) {
    block(inside, arm, false);
    return inside.joins;
  }

  private Scope carried(Scope scope, TensorIr.Loop loop) {
    Scope inside = scope.inner();
    bindLate(inside, loop.carried());
    for (Value v : loop.carried()) {
      known(inside, v);
      define(inside, v);
    }
    return inside;
  }

  private static void bindLate(Scope scope, List<Value> values) {
    for (Value v : values) {
      v.shape().stream().filter(Dim.Late.class::isInstance).forEach(scope.atoms::add);
      v.axes().ranks().stream().filter(Dim.Late.class::isInstance).forEach(scope.atoms::add);
    }
  }

  /** Sizes that differ on an axis were checked together before. */
  private void joined(Scope scope, Value result, List<TensorIr.Operand> operands, int rank) {
    for (int axis = 0; axis < rank; axis++) {
      var sizes = new HashSet<Dim>();
      for (TensorIr.Operand o : operands) {
        int own = o.axes().indexOf(axis);
        if (own >= 0) {
          sizes.add(o.value().shape().get(own));
        }
      }
      if (sizes.size() > 1) {
        require(
            knownToHold(scope, facts -> checked(scope, sizes, facts)),
            "%s joins %s on axis %d without a check",
            result,
            sizes,
            axis);
      }
    }
  }

  private static boolean checked(Scope scope, Set<Dim> sizes, Facts facts) {
    var open = new ArrayList<>(Dims.open(resolved(sizes, facts)));
    open.remove(Dims.ONE);
    return open.size() <= 1
        || scope.joins.stream().anyMatch(join -> resolved(join, facts).containsAll(open));
  }

  private static Set<Dim> resolved(Collection<Dim> dims, Facts facts) {
    return dims.stream().map(facts::resolve).collect(Collectors.toSet());
  }
}
