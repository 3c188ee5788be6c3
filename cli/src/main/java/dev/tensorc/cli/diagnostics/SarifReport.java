package dev.tensorc.cli.diagnostics;

import dev.tensorc.Findings;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.Span;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Diagnostics as a log of SARIF 2.1.0 (OASIS), which code hosts and editors show beside the
 * program: one run, a rule for each id, and its page of {@code docs/errors} as the rule's help.
 */
final class SarifReport {

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private SarifReport() {}

  private record Log(String $schema, String version, List<Run> runs) {}

  private record Run(Tool tool, String columnKind, List<Result> results) {}

  private record Tool(Driver driver) {}

  private record Driver(String name, String version, List<Rule> rules) {}

  private record Rule(String id, Text shortDescription, Help help) {}

  private record Text(String text) {}

  private record Help(String text, String markdown) {}

  private record Result(
      String ruleId,
      int ruleIndex,
      String level,
      Text message,
      List<Location> locations,
      List<Location> relatedLocations,
      List<Suppression> suppressions) {}

  /**
   * @param kind {@code inSource}: by an annotation of the program
   */
  private record Suppression(String kind) {}

  private record Location(PhysicalLocation physicalLocation, Text message) {}

  private record PhysicalLocation(ArtifactLocation artifactLocation, Region region) {}

  private record ArtifactLocation(String uri) {}

  private record Region(int startLine, int startColumn, int endLine, int endColumn) {}

  /**
   * @param pages the page of each id, if there is one: a heading, and an explanation
   */
  static Object of(Findings findings, String version, Function<String, Optional<String>> pages) {
    List<Diagnostic> shown = findings.diagnostics();
    List<Diagnostic> silenced = findings.silenced();
    List<String> ids =
        Stream.concat(shown.stream(), silenced.stream())
            .map(Diagnostic::id)
            .distinct()
            .sorted()
            .toList();
    var rules = ids.stream().map(id -> rule(id, pages.apply(id).orElse("# " + id))).toList();
    var inSource = List.of(new Suppression("inSource"));
    var results =
        Stream.concat(
                shown.stream().map(d -> result(d, ids.indexOf(d.id()), List.of())),
                silenced.stream().map(d -> result(d, ids.indexOf(d.id()), inSource)))
            .toList();
    var tool = new Tool(new Driver("tensorc", version, rules));
    return new Log(SCHEMA, "2.1.0", List.of(new Run(tool, "utf16CodeUnits", results)));
  }

  private static Rule rule(String id, String page) {
    String heading = page.lines().findFirst().orElse(id).replaceFirst("^# *(TC-\\w+: *)?", "");
    return new Rule(id, new Text(heading), new Help(page, page));
  }

  private static Result result(Diagnostic d, int rule, List<Suppression> suppressions) {
    String details = DiagnosticRenderer.details(d).strip();
    return new Result(
        d.id(),
        rule,
        d.severity().name().toLowerCase(Locale.ROOT),
        new Text(d.title() + "\n" + details),
        List.of(location(d.span(), d.title())),
        d.related().stream().map(r -> location(r.span(), r.text())).distinct().toList(),
        suppressions);
  }

  private static Location location(Span span, String text) {
    Place p = Place.of(span);
    var region = new Region(p.line(), p.column(), p.endLine(), p.endColumn());
    return new Location(
        new PhysicalLocation(new ArtifactLocation(uri(p.file())), region), new Text(text));
  }

  /** Relative paths stay relative: to the folder that the command ran in. */
  private static String uri(String file) {
    if (Path.of(file).isAbsolute()) {
      return Path.of(file).toUri().toASCIIString();
    }
    try {
      String path = file.replace('\\', '/');
      return new URI(null, null, path.contains(":") ? "./" + path : path, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(file, e);
    }
  }
}
