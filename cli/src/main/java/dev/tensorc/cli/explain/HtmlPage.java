package dev.tensorc.cli.explain;

import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.explain.Report;
import dev.tensorc.codegen.explain.Summary;
import dev.tensorc.compiler.Explanation.Explained;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report on a program as one page without other files: its text on the left; on the right, for
 * each version of a function's loops, shapes, loops and predicted time. Lines and loops are linked.
 */
public final class HtmlPage {

  private static final String STYLE = "explain.css";
  private static final String SCRIPT = "explain.js";

  private final SourceText source;
  private final List<Explained> functions;
  private final SourcePane pane;
  private final Html results = new Html();
  private int cards;

  private HtmlPage(SourceText source, List<Explained> functions) {
    this.source = source;
    this.functions = functions;
    this.pane = new SourcePane(source);
  }

  /** The page, in UTF-8 when written. */
  public static String of(SourceText source, List<Explained> functions) {
    return new HtmlPage(source, functions).page();
  }

  private String page() {
    functions.forEach(this::function);
    var html = new Html();
    html.raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head");
    html.open("meta", "charset", "utf-8");
    html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.element("title", source.fileName() + ", explained");
    html.open("style").raw(resource(STYLE)).close("style").close("head").raw("\n").open("body");
    html.open("header").element("h1", source.fileName());
    html.element(
        "p", "compiled by tensorc; times are predicted, for one thread and data in the cache");
    html.close("header").open("main").open("section", "class", "text");
    pane.print(html);
    html.close("section").open("section", "class", "made").raw(results.toString());
    html.close("section").close("main");
    html.open("script").raw(resource(SCRIPT)).close("script");
    return html.close("body").close("html").raw("\n").toString();
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(HtmlPage.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---------------------------------------------------------------- functions

  private void function(Explained f) {
    results.open("article").element("h2", f.summary().signature());
    summary(f.summary());
    double all = launches(f.report().items()).mapToDouble(l -> l.cost().weight()).sum();
    items(f, f.report().items(), all);
    if (f.report().items().isEmpty()) {
      results.element("p", "no kernel: the plan computes all itself", "class", "note");
    }
    results.close("article").raw("\n");
  }

  private void summary(Summary s) {
    results.open("dl");
    fact("time", List.of(s.time()), "");
    boolean fast = s.slow().isEmpty();
    fact("slow", fast ? List.of("nothing") : s.slow(), fast ? "" : "slow");
    fact("stored", s.stored().isEmpty() ? List.of("nothing beside the results") : s.stored(), "");
    fact("write", s.advice(), "write");
    fact("versions", List.of(s.versions()), "");
    fact("native", List.of(s.natively()), "");
    results.close("dl");
  }

  private void fact(String name, List<String> texts, String kind) {
    if (!texts.isEmpty()) {
      results.element("dt", name).open("dd", "class", kind);
      texts.forEach(text -> results.element("p", text));
      results.close("dd");
    }
  }

  /** The calls of the first versions: those that the summary counts. */
  private static Stream<Report.Launch> launches(List<Report.Item> items) {
    return items.stream()
        .flatMap(
            i ->
                switch (i) {
                  case Report.Cluster c -> c.versions().getFirst().launches().stream();
                  case Report.Nested n -> launches(n.items());
                  case Report.Copied _, Report.Reshaped _, Report.Ordered _ -> Stream.empty();
                  case Report.Parts _, Report.Scattered _ -> Stream.empty();
                });
  }

  private void items(Explained f, List<Report.Item> items, double all) {
    for (Report.Item i : items) {
      switch (i) {
        case Report.Cluster c -> cluster(f, c, all);
        case Report.Nested n -> {
          results.open("div", "class", "nested").element("h3", n.flow().toString());
          items(f, n.items(), all);
          results.close("div");
        }
        case Report.Copied c ->
            note("kernel%d copies %s, because %s".formatted(c.kernel(), c.from(), c.copy().why()));
        case Report.Reshaped r ->
            note(
                "kernel%d copies %s where its elements lie in another order"
                    .formatted(r.otherwise().kernel(), r.otherwise().from()));
        case Report.Ordered o ->
            note("%s, %s: by the runtime".formatted(o.what(), f.report().lines(o.places())));
        case Report.Parts p -> note(p.made().text() + " is written part by part");
        case Report.Scattered s ->
            note("the runtime writes into %s one element after the other".formatted(s.target()));
      }
    }
  }

  private void note(String text) {
    results.element("p", text, "class", "note");
  }

  // ---------------------------------------------------------------- versions and kernels

  private void cluster(Explained f, Report.Cluster c, double all) {
    boolean several = c.versions().size() > 1;
    for (int v = 0; v < c.versions().size(); v++) {
      Report.Version version = c.versions().get(v);
      if (several) {
        results.open("details", "class", "version", v == 0 ? "open" : "", v == 0 ? "open" : "");
        results.open("summary").element("b", "version " + (v + 1)).text(" ");
        results.element("span", version.condition(), "class", "guard").close("summary");
        version.savings().forEach(s -> results.element("p", "saves " + s, "class", "note"));
      }
      shapes(version);
      for (Report.Launch l : version.launches()) {
        card(f, l, v == 0 ? l.cost().weight() / all : 0);
      }
      if (several) {
        results.close("details");
      }
    }
  }

  private void shapes(Report.Version version) {
    if (version.shapes().isEmpty()) {
      return;
    }
    results.open("p", "class", "shapes");
    for (Report.Shaped s : version.shapes()) {
      boolean here = s.place().source().equals(source);
      results.element("a", s.name() + ": " + s.type(), "href", here ? "#L" + s.place().line() : "");
      results.text(" ");
      if (here) {
        pane.names(s.place().line(), s.name(), s.type());
      }
    }
    results.close("p");
  }

  private void card(Explained f, Report.Launch l, double part) {
    String id = "k" + cards++;
    List<Integer> lines = lines(l.places());
    pane.computes(lines, part, id);
    Report.KernelReport kernel =
        f.report().kernels().stream()
            .filter(k -> k.number() == l.kernel())
            .findFirst()
            .orElseThrow();
    boolean slow = kernel.code() instanceof KernelCode.Scalar;
    String numbers = lines.stream().map(String::valueOf).collect(Collectors.joining(" "));
    results.open("div", "class", slow ? "card slow" : "card", "id", id, "data-lines", numbers);
    results.open("h4").element("b", "kernel" + l.kernel()).text(" ");
    String first = lines.isEmpty() ? "" : "#L" + lines.getFirst();
    results.element("a", f.report().lines(l.places()), "href", first).text(" ");
    results.element("span", slow ? "scalar code" : "vector code", "class", "code");
    results.element("span", l.cost().text(), "class", "cost").close("h4");
    if (part > 0) {
      results.open("div", "class", "bar", "style", "--part:%.3f".formatted(part)).close("div");
    }
    l.stored().forEach(s -> results.element("p", stored(s)));
    if (!l.apart().isEmpty() && kernel.code() instanceof KernelCode.Vector v) {
      String how = v.apart().text();
      results.element("p", String.join(", ", l.apart()) + ": " + how);
    }
    String loops = Objects.requireNonNull(f.loops().get(l.kernel()));
    results.element("pre", loops.substring(loops.indexOf('\n') + 1).stripTrailing().stripIndent());
    results.close("div").raw("\n");
  }

  private List<Integer> lines(List<Span> places) {
    return places.stream()
        .filter(p -> p.source().equals(source))
        .map(Span::line)
        .distinct()
        .sorted()
        .toList();
  }

  private static String stored(Report.Stored s) {
    return switch (s.place()) {
      case RESULT -> "stores the result " + s.text();
      case BETWEEN -> "stores " + s.text() + ", because " + s.why();
      case INSIDE -> "writes into " + s.text();
      case NUMBER -> "gives " + s.text();
    };
  }
}
