package dev.tensorc.benchmarks.tables;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables of a run, how they are measured, and where the figures go.
 *
 * @param tables spark or arrow
 * @param masters of Spark, each in a JVM of its own
 * @param only a table of Spark, or all of them
 * @param json where the figures go
 */
record Settings(
    String tables, Vectors vectors, Pace pace, List<String> masters, String only, Path json) {

  static final String USAGE =
      """
      usage: benchmarks/run spark [--rows N] [--width N] [--rounds N] [--master M] [--table T] [--json FILE]
             benchmarks/run arrow [--rows N] [--width N] [--rounds N] [--json FILE]
        --rows N     vectors (default 100000)
        --width N    numbers in a vector (default 384)
        --rounds N   figures are medians of so many, in which the ways take turns (default 15)
        --master M   of Spark (default: local[1], local[2] and local-cluster[2,1,1024] one after the other)
        --table T    cosine, half, shares, covariance or kmeans (default: all)
        --json FILE  where the figures go (default benchmarks/tables/target/spark.json or arrow.json)\
      """;

  private static final int SPARK_WARM_UP_SECONDS = 8; // for each of seventeen ways, and each master
  private static final int ARROW_WARM_UP_SECONDS = 10;

  private static final List<String> MASTERS =
      List.of("local[1]", "local[2]", "local-cluster[2,1,1024]");

  private static final String NUMBER = "[1-9]\\d{0,6}";

  private static final Map<String, String> OPTIONS =
      Map.of(
          "--table",
          String.join("|", SparkTable.TABLES),
          "--rows",
          NUMBER,
          "--width",
          NUMBER,
          "--rounds",
          NUMBER,
          "--json",
          ".+",
          "--master",
          "local\\[\\d+]|local-cluster\\[\\d+,\\d+,\\d+]");

  /**
   * @param target folder of the file that has the figures if no option names one
   * @throws IllegalArgumentException if the words are not those of {@link #USAGE}
   */
  static Settings of(List<String> words, Path target) {
    if (words.isEmpty() || !List.of("spark", "arrow").contains(words.getFirst())) {
      throw new IllegalArgumentException(USAGE);
    }
    String tables = words.getFirst();
    var given = new LinkedHashMap<String, String>();
    for (int i = 1; i < words.size(); i += 2) {
      String option = words.get(i);
      String value = i + 1 < words.size() ? words.get(i + 1) : "";
      boolean known = OPTIONS.containsKey(option) && value.matches(OPTIONS.get(option));
      boolean ofSpark = List.of("--master", "--table").contains(option);
      if (!known || ofSpark && tables.equals("arrow")) {
        throw new IllegalArgumentException(USAGE);
      }
      given.put(option, value);
    }
    var vectors = new Vectors(number(given, "--rows", 100_000), number(given, "--width", 384));
    List<String> masters = given.containsKey("--master") ? List.of(given.get("--master")) : MASTERS;
    Path json = Path.of(given.getOrDefault("--json", target.resolve(tables + ".json").toString()));
    int warmUp = tables.equals("spark") ? SPARK_WARM_UP_SECONDS : ARROW_WARM_UP_SECONDS;
    var pace = new Pace(warmUp, number(given, "--rounds", 15));
    return new Settings(tables, vectors, pace, masters, given.getOrDefault("--table", "all"), json);
  }

  private static int number(Map<String, String> given, String option, int otherwise) {
    return Integer.parseInt(given.getOrDefault(option, otherwise + ""));
  }
}
