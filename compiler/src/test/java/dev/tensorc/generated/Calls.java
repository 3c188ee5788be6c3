package dev.tensorc.generated;

import dev.tensorc.generated.Library.Entry;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls of inner functions, made up on the way. */
final class Calls {

  private static final int DEEPEST = 2;

  /**
   * @param results the types of the call's results
   */
  private record Call(Expr call, List<Type> results) {}

  private Calls() {}

  static Optional<Expr> call(Scope s, int depth) {
    return make(s, 1, depth).map(Call::call);
  }

  /** {@code let (a, b) = g(x)}. */
  static Optional<Stmt> several(Scope s, String name, int depth) {
    return make(s, 2, depth)
        .map(
            made -> {
              String first = name + "a";
              String second = name + "b";
              s.add(Expr.leaf(first, made.results.getFirst()));
              s.add(Expr.leaf(second, made.results.getLast()));
              String names = first + ", " + second;
              return Stmt.simple("let (" + names + ") = $1", names + " = $1", made.call);
            });
  }

  private static Optional<Call> make(Scope s, int results, int depth) {
    if (s.level >= DEEPEST) {
      return Optional.empty();
    }
    var fitting =
        s.library.entries().stream()
            .filter(e -> e.results().size() == results)
            .filter(e -> s.generic.isEmpty() || s.generic.equals(e.generic()))
            .toList();
    if (!fitting.isEmpty() && s.chance(60)) {
      return again(s, s.pick(fitting), depth);
    }
    return s.library.hasRoom() ? Optional.of(fresh(s, results, depth)) : Optional.empty();
  }

  /**
   * A function that is there is good for arguments of exactly the types that it was made for; a
   * generic one for those with another dtype, too.
   */
  private static Optional<Call> again(Scope s, Entry entry, int depth) {
    Optional<DType> chosen =
        entry.generic().map(g -> s.generic.isPresent() ? g.witness() : s.pick(g.dtypes()));
    var args = new ArrayList<Expr>();
    for (Type type : entry.params()) {
      Type wanted = instance(entry, type, chosen);
      Optional<Expr> arg =
          s.any(depth, wanted::equals).or(() -> s.any(depth, t -> like(t, wanted)));
      if (arg.isEmpty()) {
        return Optional.empty();
      }
      Expr fitting =
          arg.get().type().equals(wanted) ? arg.get() : Casts.to(s, arg.get(), wanted.dtype());
      args.add(s.chance(50) ? fitting : Elementwise.disguise(s, fitting));
    }
    List<Type> results = entry.results().stream().map(t -> instance(entry, t, chosen)).toList();
    return Optional.of(call(entry.fn().name(), args, results));
  }

  private static boolean like(Type t, Type wanted) {
    return t.shape().equals(wanted.shape()) && !t.weak();
  }

  private static Type instance(Entry entry, Type type, Optional<DType> chosen) {
    return chosen.map(d -> entry.generic().orElseThrow().instance(type, d)).orElse(type);
  }

  private static Call fresh(Scope s, int results, int depth) {
    Optional<Generic> generic =
        s.generic.or(() -> s.chance(30) ? Optional.of(Generic.inner(s)) : Optional.empty());
    var args = new ArrayList<Expr>();
    args.add(argument(s, generic, s.any(depth)));
    for (int i = s.below(3); i > 0; i--) {
      Expr beside =
          s.beside(args.getFirst().type().shape(), _ -> true, depth).orElse(args.getFirst());
      args.add(beside.type().isBool() ? beside : argument(s, generic, beside));
    }
    String name = s.library.begin();
    var inner = s.inner(generic);
    var params = new ArrayList<Fn.Param>();
    for (Expr arg : args) {
      String param = "abc".substring(params.size(), params.size() + 1);
      params.add(new Fn.Param(param, Declarations.declare(inner, arg.type(), true)));
    }
    for (int i = 0; i < args.size(); i++) {
      inner.add(Expr.leaf(params.get(i).name(), args.get(i).type()));
    }
    Bodies.Body body = Bodies.make(inner, 1 + s.below(2), results, 2);
    var head = new Fn.Head(false, name, generic, inner.discipline);
    var fn = new Fn(head, params, body.declared(), body.statements());
    List<Type> types = args.stream().map(Expr::type).toList();
    s.library.add(new Entry(fn, types, body.results()));
    return call(name, args, body.results());
  }

  private static Expr argument(Scope s, Optional<Generic> generic, Expr e) {
    return generic
        .filter(g -> e.type().dtype() != g.witness())
        .map(g -> Casts.to(s, e, g.witness()))
        .orElse(e);
  }

  private static Call call(String name, List<Expr> args, List<Type> results) {
    return new Call(Expr.call(name, results.getFirst(), args.toArray(Expr[]::new)), results);
  }
}
