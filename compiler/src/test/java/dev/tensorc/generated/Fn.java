package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A function of a program.
 *
 * @param results the declared types; empty where they are inferred
 * @param body ends with {@code return}
 */
record Fn(Head head, List<Param> params, List<Declared> results, List<Stmt> body) {

  record Head(boolean exported, String name, Optional<Generic> generic, Discipline discipline) {
    Head withDiscipline(Discipline other) {
      return new Head(exported, name, generic, other);
    }
  }

  record Param(String name, Declared type) {}

  Fn {
    params = List.copyOf(params);
    results = List.copyOf(results);
    body = List.copyOf(body);
  }

  /**
   * @param results the declared types; empty where they are inferred
   */
  static Stmt returns(List<Expr> values, List<Declared> results) {
    var text = new ArrayList<String>();
    var python = new ArrayList<String>();
    for (int i = 0; i < values.size(); i++) {
      String place = "$" + (i + 1);
      text.add(place);
      python.add(
          results.isEmpty() ? place : "declared(%s, %s)".formatted(place, results.get(i).numpy()));
    }
    return Stmt.simple(
        "return " + list(text), "return " + list(python), values.toArray(Expr[]::new));
  }

  private static String list(List<String> items) {
    return items.size() == 1 ? items.getFirst() : "(" + String.join(", ", items) + ")";
  }

  String name() {
    return head.name;
  }

  Fn withDiscipline(Discipline other) {
    return new Fn(head.withDiscipline(other), params, results, body);
  }

  Fn withParams(List<Param> other) {
    return new Fn(head, other, results, body);
  }

  Fn withResults(List<Declared> other) {
    return new Fn(head, params, other, body);
  }

  Fn withBody(List<Stmt> other) {
    return new Fn(head, params, results, other);
  }

  /**
   * @param annotated whether it tells its discipline
   */
  String source(boolean annotated) {
    var out = new StringBuilder(annotated ? head.discipline.annotation() : "");
    out.append(head.exported ? "export fn " : "fn ").append(head.name);
    head.generic.ifPresent(g -> out.append(g.source()));
    out.append(
        params.stream()
            .map(p -> p.name() + ": " + p.type().source())
            .collect(Collectors.joining(", ", "(", ")")));
    if (!results.isEmpty()) {
      List<String> named =
          IntStream.range(0, results.size())
              .mapToObj(i -> resultName(i) + results.get(i).source())
              .toList();
      out.append(" -> ").append(list(named));
    }
    out.append(" {\n");
    body.forEach(s -> s.source("  ", out));
    return out.append("}\n").toString();
  }

  /** Of an exported function with several results those after the first have names. */
  private String resultName(int i) {
    return head.exported && i > 0 ? "r" + i + ": " : "";
  }

  String numpy(String indent) {
    var out = new StringBuilder();
    String names = params.stream().map(Param::name).collect(Collectors.joining(", "));
    out.append(indent).append("def %s(%s):\n".formatted(head.name, names));
    String inner = indent + "  ";
    head.generic.ifPresent(
        _ -> out.append(inner + Generic.NAME + " = dtype_of(" + typed() + ")\n"));
    namedDims().forEach((n, place) -> out.append(inner + n + " = " + place + "\n"));
    for (Param p : params) {
      out.append(inner).append("%s = declared(%1$s, %s)\n".formatted(p.name(), p.type().numpy()));
    }
    body.forEach(s -> s.numpy(inner, out));
    return out.toString();
  }

  /** The first parameter whose dtype is the type parameter's. */
  private String typed() {
    return params.get(typedIndex()).name();
  }

  int typedIndex() {
    return IntStream.range(0, params.size())
        .filter(i -> params.get(i).type().dtype().equals(Generic.NAME))
        .findFirst()
        .orElse(0);
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
    return withParams(Shrinker.without(params, param));
  }
}
