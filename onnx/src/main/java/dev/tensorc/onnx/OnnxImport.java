package dev.tensorc.onnx;

import dev.tensorc.onnx.fold.Folding;
import dev.tensorc.onnx.graph.ExternalFiles;
import dev.tensorc.onnx.graph.Graph;
import dev.tensorc.onnx.graph.GraphBuilder;
import dev.tensorc.onnx.lift.Layers;
import dev.tensorc.onnx.lift.Lifting;
import dev.tensorc.onnx.program.Identifiers;
import dev.tensorc.onnx.program.Program;
import dev.tensorc.onnx.text.ProgramText;
import dev.tensorc.onnx.text.WeightsFile;
import dev.tensorc.onnx.wire.ModelReader;
import dev.tensorc.onnx.wire.OnnxException;
import dev.tensorc.runtime.io.StagedFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Imports a model: reads all of it, and only then writes the program and its weights. */
public final class OnnxImport {
  private OnnxImport() {}

  /**
   * The options of an import.
   *
   * @param folder where the files go; it is made where it is not there
   * @param name their name, without an ending; it is also the program's class
   * @param sizes numbers for some of the inputs' sizes, by the names that the program gives them
   */
  public record Options(Path folder, String name, Map<String, Long> sizes) {}

  /** A name for the files of a model: that of its file, as an identifier. */
  public static String nameOf(Path model) {
    String file = String.valueOf(model.getFileName()).replaceFirst("\\.[^.]*$", "");
    return Identifiers.of(file, "model");
  }

  /**
   * Imports a file.
   *
   * @return the files that were written: the program, and its weights where it has some
   * @throws OnnxException if it is no model, damaged, or has something that is not supported yet;
   *     the message begins with the file's name, and nothing was written
   * @throws IOException if a file cannot be read or written; nothing was written then either
   */
  public static List<Path> run(Path model, Options options) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Program program;
      String origin;
      try {
        var file = ModelReader.read(ExternalFiles.map(model, arena));
        Graph graph = GraphBuilder.build(file, ExternalFiles.beside(model, arena), arena);
        program =
            Layers.of(Lifting.lift(Folding.fold(graph, options.sizes(), ProgramText.reserved())));
        origin = origin(model, graph);
      } catch (OnnxException e) {
        throw new OnnxException(model + ": " + e.getMessage(), e);
      }
      return write(program, origin, options, arena);
    }
  }

  private static String origin(Path model, Graph graph) {
    String by = graph.producer().replaceAll("[^ -~]", "");
    return "Imported from %s (%sopset %d)."
        .formatted(model.getFileName(), by.isEmpty() ? "" : by + ", ", graph.opset());
  }

  private static List<Path> write(Program program, String origin, Options options, Arena arena)
      throws IOException {
    String weightsName = options.name() + ".safetensors";
    ProgramText.Written written = ProgramText.write(program, origin, weightsName);
    Path text = options.folder().resolve(options.name() + ".tc");
    Path weights = options.folder().resolve(weightsName);
    List<Path> paths = new ArrayList<>(List.of(text));
    try (var files = new StagedFiles()) {
      files.makeFolders(options.folder());
      files.add(text, out -> out.write(written.text().getBytes(StandardCharsets.UTF_8)));
      if (!written.weights().isEmpty()) {
        files.add(weights, WeightsFile.content(written.weights(), arena, weights));
        paths.add(weights);
      }
      files.commit();
    }
    return paths;
  }
}
