package dev.tensorc.cli.diagnostics;

import dev.tensorc.frontend.Diagnostic;
import java.util.List;
import java.util.Locale;

/** Diagnostics as a list of objects, with the fields of {@link Diagnostic}. */
final class JsonReport {

  private JsonReport() {}

  private record Entry(
      String id,
      String severity,
      String title,
      Place place,
      String found,
      String expected,
      List<String> because,
      List<Related> related,
      String hint) {}

  private record Related(Place place, String text) {}

  static Object of(List<Diagnostic> diagnostics) {
    return diagnostics.stream().map(JsonReport::entry).toList();
  }

  private static Entry entry(Diagnostic d) {
    return new Entry(
        d.id(),
        d.severity().name().toLowerCase(Locale.ROOT),
        d.title(),
        Place.of(d.span()),
        d.found(),
        d.expected(),
        d.because(),
        d.related().stream().map(r -> new Related(Place.of(r.span()), r.text())).toList(),
        d.hint());
  }
}
