package dev.tensorc.models;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tensorc.cli.Main;
import dev.tensorc.embeddings.Pooling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A model that is packed in a Maven artifact, as an ONNX file with its tokenizer. {@link Packages}
 * brings the files.
 *
 * @param id the execution in this module's {@code pom.xml} that unpacks the artifact
 * @param pooling how the model's page makes a vector of hidden states
 * @param files the folder with the unpacked files
 */
public record ModelPackage(String id, Pooling pooling, Path files) {

  /** The tokenizer's file in a model folder. */
  public static final String TOKENIZER = "tokenizer.json";

  /** The tokens that all these models have positions for. */
  public static final int MOST_TOKENS = 512;

  /** The ONNX file. */
  public Path model() throws IOException {
    return file(".onnx");
  }

  /** The file that its tokenizer reads. */
  public Path tokenizer() throws IOException {
    return file("-tokenizer.json");
  }

  private Path file(String ending) throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      return all.filter(file -> file.toString().endsWith(ending))
          .findAny()
          .orElseThrow(() -> new IOException(files + " has no file *" + ending));
    }
  }

  /**
   * Makes a model folder for {@code TextEmbedder.load} by the commands that a user types: {@code
   * tensorc import}, {@code tensorc compile}, and the tokenizer beside their files.
   *
   * @return the program, which lies in that folder
   */
  public Path makeFolder(Path folder) throws IOException {
    tensorc("import", model().toString(), "-d", folder.toString(), "--name", "model");
    Path program = folder.resolve("model.tc");
    tensorc("compile", program.toString(), "-d", folder.toString());
    Files.copy(tokenizer(), folder.resolve(TOKENIZER));
    Files.writeString(
        folder.resolve("embedder.properties"),
        "pooling=%s%nmax_tokens=%d%n"
            .formatted(pooling.name().toLowerCase(Locale.ROOT), MOST_TOKENS));
    return program;
  }

  private static void tensorc(String... words) throws IOException {
    var errors = new ByteArrayOutputStream();
    var out = new PrintStream(errors, true, UTF_8);
    if (Main.run(words, out, out) != 0) {
      throw new IOException("tensorc " + String.join(" ", words) + ": " + errors.toString(UTF_8));
    }
  }
}
