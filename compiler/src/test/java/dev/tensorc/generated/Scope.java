package dev.tensorc.generated;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The parts for expressions at one place of a program, and the dice. */
final class Scope {

  private static final int TRIES = 4;

  final Random random;
  final Library library;
  private final List<Expr> variables = new ArrayList<>();

  /** Named dims and their sizes on the witness. */
  private final Map<String, Long> dims = new LinkedHashMap<>();

  /** Whole numbers that are known at run time only. */
  private final List<Place> places = new ArrayList<>();

  /** The dtypes of the function's type parameter, if it has one. */
  final Optional<Generic> generic;

  final Discipline discipline;

  /** The features that expressions are made of. */
  private final List<Feature> features;

  /** How many calls deep the function is. */
  final int level;

  Scope(Random random, Optional<Generic> generic, Discipline discipline) {
    this(random, new Library(), generic, discipline, 0, Features.ALL);
  }

  private Scope(
      Random random,
      Library library,
      Optional<Generic> generic,
      Discipline discipline,
      int level,
      List<Feature> features) {
    this.random = random;
    this.library = library;
    this.generic = generic;
    this.discipline = discipline;
    this.level = level;
    this.features = features;
  }

  /** The scope of a called function: nothing yet. */
  Scope inner(Optional<Generic> itsGeneric) {
    return new Scope(
        random, library, itsGeneric, discipline.drawnInside(this), level + 1, features);
  }

  /** Where arrays have any rank. */
  Scope unranked() {
    return new Scope(random, library, generic, discipline, level, Features.UNRANKED);
  }

  boolean isUnranked() {
    return features == Features.UNRANKED;
  }

  /** Where index notation makes an expression of elements. */
  Scope elements(List<Expr> leaves) {
    var scope = new Scope(random, library, generic, discipline, level, Features.ELEMENTS);
    leaves.forEach(scope::add);
    scope.dims.putAll(dims);
    scope.places.addAll(places);
    return scope;
  }

  void add(Expr variable) {
    variables.add(variable);
  }

  /** A value made while one more variable is in sight. */
  <T> T with(Expr variable, Supplier<T> made) {
    variables.add(variable);
    try {
      return made.get();
    } finally {
      variables.remove(variable);
    }
  }

  void bind(String dim, long size) {
    dims.putIfAbsent(dim, size);
  }

  void addPlace(Place place) {
    places.add(place);
  }

  /** A value made while one more place is in sight. */
  <T> T with(Place place, Supplier<T> made) {
    places.add(place);
    try {
      return made.get();
    } finally {
      places.remove(place);
    }
  }

  /** Whole numbers that slices can begin and end at: named dims, parameters, indices of loops. */
  List<Place> places() {
    var all = new ArrayList<>(places);
    dims.forEach((name, size) -> all.add(Place.of(name, size)));
    return all;
  }

  Map<String, Long> dims() {
    return dims;
  }

  List<Expr> variables() {
    return List.copyOf(variables);
  }

  // ---------------------------------------------------------------- dice

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  int below(int n) {
    return random.nextInt(n);
  }

  /** From {@code from} to {@code to}, both included. */
  long between(long from, long to) {
    return from + random.nextInt(Math.toIntExact(to - from + 1));
  }

  <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  @SafeVarargs
  final <T> T pick(T... from) {
    return from[random.nextInt(from.length)];
  }

  // ---------------------------------------------------------------- expressions

  /** Any expression that is not weak. */
  Expr any(int depth) {
    if (depth > 0 && !chance(25)) {
      for (int i = 0; i < TRIES; i++) {
        var made = pick(features).make(this, depth - 1);
        if (made.filter(e -> Shapes.small(e.type()) && keeps(e.type())).isPresent()) {
          return made.get();
        }
      }
    }
    return variable();
  }

  /** Whether the function can have a value of that type for every dtype of its type parameter. */
  boolean keeps(Type type) {
    return generic.isEmpty() || generic.get().keeps(type.dtype());
  }

  /** A dtype as the function writes it. */
  String written(DType dtype) {
    return generic.map(g -> g.written(dtype)).orElse(dtype.label());
  }

  /** The later ones more often, so that most of a program is used. */
  private Expr variable() {
    return variables.get(Math.max(below(variables.size()), below(variables.size())));
  }

  Optional<Expr> any(int depth, Predicate<Type> wanted) {
    for (int i = 0; i < TRIES; i++) {
      Expr e = any(depth);
      if (wanted.test(e.type())) {
        return Optional.of(e);
      }
    }
    var fitting = variables.stream().filter(v -> wanted.test(v.type())).toList();
    return fitting.isEmpty() ? Optional.empty() : Optional.of(pick(fitting));
  }

  /** A number: bools are converted. */
  Expr number(int depth) {
    Expr e = any(depth);
    return e.type().isBool() ? Casts.to(this, e, number()) : e;
  }

  /** An expression of that kind that goes together with a shape. */
  Optional<Expr> beside(List<Long> shape, Predicate<Type> wanted, int depth) {
    for (int i = 0; i < TRIES; i++) {
      Expr e = any(depth);
      if (wanted.test(e.type())) {
        Optional<Expr> fitted = Indexing.fit(this, e, shape);
        if (fitted.isPresent()) {
          return fitted;
        }
      }
    }
    return Optional.empty();
  }

  /** A bool that goes together with a shape. */
  Expr condition(List<Long> shape, int depth) {
    return beside(shape, Type::isBool, depth)
        .or(() -> beside(shape, _ -> true, depth).map(e -> Elementwise.truth(this, e)))
        .orElseGet(() -> test(depth));
  }

  /** A scalar bool. */
  Expr test(int depth) {
    return any(depth, t -> t.isBool() && t.isScalar())
        .orElseGet(() -> Conditionals.compareScalars(this, depth));
  }

  /** Another expression of exactly that type. */
  Expr like(Expr e, int depth) {
    return any(depth, e.type()::equals)
        .filter(other -> !other.equals(e))
        .orElseGet(() -> Elementwise.disguise(this, e));
  }

  DType dtype() {
    return generic.isPresent() && chance(90) ? generic.get().witness() : pick(DType.values());
  }

  private DType number() {
    return generic.map(Generic::witness).orElseGet(() -> pick(Casts.NUMERIC));
  }
}
