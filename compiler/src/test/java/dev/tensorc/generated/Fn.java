package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A function of a program.
 *
 * @param result the declared type; nothing where it is inferred
 * @param body ends with {@code return}
 */
record Fn(
    boolean exported, String name, List<Param> params, Optional<Declared> result, List<Stmt> body) {

  record Param(String name, Declared type) {}

  Fn {
    params = List.copyOf(params);
    body = List.copyOf(body);
  }

  static Stmt returns(Expr value, Optional<Declared> result) {
    String python = result.map(d -> "declared($1, " + d.numpy() + ")").orElse("$1");
    return Stmt.simple("return $1", "return " + python, value);
  }

  Fn withBody(List<Stmt> other) {
    return new Fn(exported, name, params, result, other);
  }

  String source() {
    var out = new StringBuilder(exported ? "export fn " : "fn ").append(name);
    out.append(
        params.stream()
            .map(p -> p.name() + ": " + p.type().source())
            .collect(Collectors.joining(", ", "(", ")")));
    result.ifPresent(r -> out.append(" -> ").append(r.source()));
    out.append(" {\n");
    body.forEach(s -> s.source("  ", out));
    return out.append("}\n").toString();
  }

  String numpy(String indent) {
    var out = new StringBuilder();
    String names = params.stream().map(Param::name).collect(Collectors.joining(", "));
    out.append(indent).append("def %s(%s):\n".formatted(name, names));
    String inner = indent + "  ";
    namedDims().forEach((n, place) -> out.append(inner + n + " = " + place + "\n"));
    for (Param p : params) {
      out.append(inner).append("%s = declared(%1$s, %s)\n".formatted(p.name(), p.type().numpy()));
    }
    body.forEach(s -> s.numpy(inner, out));
    return out.toString();
  }

  /** Each named dim and the size that binds it: the first axis whose type is the bare name. */
  private Map<String, String> namedDims() {
    var places = new LinkedHashMap<String, String>();
    for (Param p : params) {
      List<String> dims = p.type().dims();
      for (int axis = 0; axis < dims.size(); axis++) {
        if (dims.get(axis).matches("[a-z]\\w*")) {
          places.putIfAbsent(dims.get(axis), p.name() + ".shape[" + axis + "]");
        }
      }
    }
    return places;
  }

  /** The function without one parameter. */
  Fn without(int param) {
    var fewer = new ArrayList<>(params);
    fewer.remove(param);
    return new Fn(exported, name, fewer, result, body);
  }
}
