package dev.tensorc.benchmarks.models;

import dev.tensorc.embeddings.TextEmbedder;
import dev.tensorc.models.ModelPackage;
import dev.tensorc.models.Packages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Embeds one text in a JVM that has done nothing else, and prints the nanoseconds from {@code main}
 * to the vector: HOME ID FOLDER CONTESTANT. With a file of sentences as last argument it then
 * embeds {@value #TEXTS} of them, and prints the most bytes of memory that the process has had.
 */
final class StartJvm {
  /** Together, and then one by one. */
  private static final int TEXTS = 1_000;

  private StartJvm() {}

  public static void main(String[] args) throws Exception {
    long start = System.nanoTime();
    ModelPackage model = Packages.of(Path.of(args[0]), args[1]);
    TextEmbedder embedder = Contestant.valueOf(args[3]).embedder(model, Path.of(args[2]));
    embedder.embed("Where is the nearest station?");
    System.out.println("first " + (double) (System.nanoTime() - start));
    if (args.length > 4) {
      embed(embedder, Files.readAllLines(Path.of(args[4])));
      System.out.println("peak " + (double) peakBytes());
    }
  }

  private static void embed(TextEmbedder embedder, List<String> sentences) {
    List<String> texts =
        IntStream.range(0, TEXTS).mapToObj(i -> sentences.get(i % sentences.size())).toList();
    embedder.embedAll(texts);
    texts.forEach(embedder::embed);
  }

  /** Linux counts it, in units of 1,024 bytes. */
  private static long peakBytes() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    throw new IllegalStateException("/proc/self/status has no VmHWM");
  }
}
