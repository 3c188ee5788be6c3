package dev.tensorc.generated;

import dev.tensorc.generated.Library.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls of inner functions, made up on the way. */
final class Calls {

  private Calls() {}

  static Optional<Expr> call(Scope s, int depth) {
    if (!s.library.entries().isEmpty() && s.chance(60)) {
      return again(s, s.pick(s.library.entries()), depth);
    }
    return s.library.hasRoom() ? Optional.of(fresh(s, depth)) : Optional.empty();
  }

  /** A function that is there is good for arguments of exactly the types that it was made for. */
  private static Optional<Expr> again(Scope s, Entry entry, int depth) {
    var args = new ArrayList<Expr>();
    for (Type type : entry.params()) {
      Optional<Expr> arg = s.any(depth, type::equals);
      if (arg.isEmpty()) {
        return Optional.empty();
      }
      args.add(s.chance(50) ? arg.get() : Elementwise.disguise(s, arg.get()));
    }
    return Optional.of(call(entry, args));
  }

  private static Expr fresh(Scope s, int depth) {
    var args = new ArrayList<Expr>(List.of(s.any(depth)));
    for (int i = s.below(3); i > 0; i--) {
      args.add(s.beside(args.getFirst().type().shape(), _ -> true, depth).orElse(args.getFirst()));
    }
    String name = s.library.begin();
    var inner = new Scope(s.random, s.library);
    var params = new ArrayList<Fn.Param>();
    for (Expr arg : args) {
      String param = "abc".substring(params.size(), params.size() + 1);
      params.add(new Fn.Param(param, Declarations.declare(inner, arg.type(), true)));
    }
    for (int i = 0; i < args.size(); i++) {
      inner.add(Expr.leaf(params.get(i).name(), args.get(i).type()));
    }
    Bodies.Body body = Bodies.make(inner, 1 + s.below(2), 2);
    var fn = new Fn(false, name, params, body.declared(), body.statements());
    var entry = new Entry(fn, args.stream().map(Expr::type).toList(), body.result());
    s.library.add(entry);
    return call(entry, args);
  }

  private static Expr call(Entry entry, List<Expr> args) {
    return Expr.call(entry.fn().name(), entry.result(), args.toArray(Expr[]::new));
  }
}
