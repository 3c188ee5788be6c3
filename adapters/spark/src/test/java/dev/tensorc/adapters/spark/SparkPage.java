package dev.tensorc.adapters.spark;

import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ClassFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The examples of docs/spark.md. */
final class SparkPage {
  private SparkPage() {}

  /** The blocks of the page in a language, in order. */
  static List<String> blocks(String language) throws IOException {
    String page = Files.readString(Path.of("..", "..", "docs", "spark.md"));
    Pattern block = Pattern.compile("(?ms)^```%s\n(.*?)^```$".formatted(language));
    return block.matcher(page).results().map(m -> m.group(1)).toList();
  }

  /** The program of a block. */
  static ClassFiles program(String name, int block) throws IOException {
    CompiledProgram program =
        Tensorc.compile(new SourceText(name, blocks("tensor").get(block)), Options.DEFAULT);
    return new ClassFiles(program.className(), program.classFiles());
  }
}
