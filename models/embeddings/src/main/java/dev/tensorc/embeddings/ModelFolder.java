package dev.tensorc.embeddings;

import dev.tensorc.runtime.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A model as it lies in a folder: the class files of a program, its tokenizer ({@code
 * tokenizer.json}, or {@code vocab.txt}), and {@code embedder.properties}.
 */
record ModelFolder(
    WordPieceTokenizer tokenizer, TextEncoder encoder, Pooling pooling, boolean normalize) {
  private static final String SETTINGS = "embedder.properties";

  static ModelFolder open(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new ModelFileException(folder, "no such folder");
    }
    var settings = ModelSettings.read(folder.resolve(SETTINGS));
    var tokenizer = new InBackground<>(() -> tokenizer(folder, settings));
    ProgramEncoder encoder = encoder(folder, settings.text("output").orElse(""));
    return new ModelFolder(
        tokenizer.get(),
        encoder,
        settings.pooling(encoder.givesHiddenStates()),
        settings.flag("normalize", true));
  }

  private static ProgramEncoder encoder(Path folder, String output) throws IOException {
    try {
      return new ProgramEncoder(program(folder), output);
    } catch (IllegalArgumentException e) {
      String problem = String.valueOf(e.getMessage()).replace(folder + " holds", "it holds");
      throw new ModelFileException(folder, problem + hint(folder));
    }
  }

  /** The program of the folder, with the weights that lie there under the name that it gives. */
  private static Program program(Path folder) throws IOException {
    Program program = Program.load(folder);
    return program.weights().isPresent()
        ? program.withWeights(folder.resolve(program.weights().get().file()))
        : program;
  }

  /** Where the folder has a program that is not compiled, the command that does it. */
  private static String hint(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> names = files.map(Path::getFileName).sorted().toList();
      boolean compiled = names.stream().anyMatch(name -> name.toString().endsWith(".class"));
      return names.stream()
          .filter(name -> !compiled && name.toString().endsWith(".tc"))
          .findFirst()
          .map(name -> ". Compile it: tensorc compile " + folder.resolve(name) + " -d " + folder)
          .orElse("");
    }
  }

  private static WordPieceTokenizer tokenizer(Path folder, ModelSettings settings)
      throws IOException {
    Path json = folder.resolve("tokenizer.json");
    Path vocabulary = folder.resolve("vocab.txt");
    boolean plain = !Files.exists(json);
    if (plain && !Files.exists(vocabulary)) {
      throw new ModelFileException(folder, "it has no tokenizer.json, and no vocab.txt");
    }
    if (!plain && settings.text("lower_case").isPresent()) {
      throw settings.wrong("lower_case", "is for vocab.txt: tokenizer.json says it itself");
    }
    WordPieceTokenizer tokenizer =
        plain
            ? WordPieceTokenizer.loadVocabulary(vocabulary, settings.flag("lower_case", true))
            : WordPieceTokenizer.load(json);
    Optional<Integer> most = settings.count("max_tokens");
    try {
      return most.isPresent() ? tokenizer.withMostTokens(most.get()) : tokenizer;
    } catch (IllegalArgumentException e) {
      throw settings.wrong("max_tokens", "is too small: " + e.getMessage());
    }
  }
}
