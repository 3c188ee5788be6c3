package dev.tensorc.benchmarks.tables;

import dev.tensorc.CompiledProgram;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ClassFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The functions that are measured. */
final class TablePrograms {
  private TablePrograms() {}

  static ClassFiles compile() throws IOException {
    String name = "tables.tc";
    try (InputStream in = Objects.requireNonNull(TablePrograms.class.getResourceAsStream(name))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      CompiledProgram program = Tensorc.compile(new SourceText(name, text), Options.DEFAULT);
      return new ClassFiles(program.className(), program.classFiles());
    }
  }
}
