package dev.tensorc.benchmarks.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code benchmarks/run spark} and {@code benchmarks/run arrow}. */
final class Main {
  private Main() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Settings settings;
    try {
      Path target = Path.of(System.getProperty("benchmarks.home"), "tables", "target");
      settings = Settings.of(List.of(args), target);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(1);
      throw e; // not reached: exit does not return
    }
    boolean arrow = settings.tables().equals("arrow");
    var figures = new ArrayList<JsonNode>();
    for (String where : arrow ? List.of("arrow") : settings.masters()) {
      MeasuringJvm.measure(where, settings).forEach(figures::add);
    }
    Scaling.print(figures);
    new ObjectMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValue(settings.json().toFile(), figures);
  }
}
