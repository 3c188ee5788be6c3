package dev.tensorc.samples;

import dev.tensorc.embeddings.TextEmbedder;
import dev.tensorc.runtime.FloatTensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Finds the sentences of a file that mean most nearly the same as a query. */
public final class SearchSentences {
  private static final int HITS = 5;

  /**
   * A sentence that was found.
   *
   * @param score the cosine of the angle between its vector and the query's, 1 at most
   */
  record Found(float score, String sentence) {}

  private final TextEmbedder embedder;
  private final List<String> sentences;

  /** A row for each sentence. */
  private final FloatTensor vectors;

  /**
   * @param sentences at least one
   */
  SearchSentences(TextEmbedder embedder, List<String> sentences) {
    this.embedder = embedder;
    this.sentences = List.copyOf(sentences);
    this.vectors = FloatTensor.copyOf(embedder.embedAll(sentences));
  }

  /** The sentences that go best with a query, best first; at most as many as there are. */
  List<Found> best(String query, int count) {
    float[] embedded = embedder.embed(query);
    FloatTensor vector = FloatTensor.of(embedded, embedded.length);
    var best = Search.best(vectors, vector, Math.min(count, sentences.size()));
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < best.rows().size(0); i++) {
      found.add(new Found(best.scores().get(i), sentences.get((int) best.rows().get(i))));
    }
    return found;
  }

  private void print(String query) {
    System.out.println(query);
    for (Found found : best(query, HITS)) {
      System.out.printf(Locale.ROOT, "  %.2f  %s%n", found.score(), found.sentence());
    }
  }

  /**
   * Prints the best sentences for each query: MODEL_FOLDER SENTENCES_FILE [QUERY]... Without
   * queries each line of the standard input is one.
   */
  public static void main(String[] args) throws IOException {
    if (args.length < 2) {
      System.err.println("usage: SearchSentences MODEL_FOLDER SENTENCES_FILE [QUERY]...");
      System.exit(2);
    }
    List<String> sentences =
        Files.readAllLines(Path.of(args[1])).stream().filter(line -> !line.isBlank()).toList();
    if (sentences.isEmpty()) {
      System.err.println(args[1] + " has no sentences");
      System.exit(1);
    }
    var search = new SearchSentences(TextEmbedder.load(Path.of(args[0])), sentences);
    if (args.length > 2) {
      Arrays.stream(args).skip(2).forEach(search::print);
      return;
    }
    System.err.println("Enter one query a line; an empty line ends the search.");
    var lines = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    for (String line = lines.readLine(); line != null && !line.isBlank(); line = lines.readLine()) {
      search.print(line);
    }
  }
}
