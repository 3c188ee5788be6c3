package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.io.Pictures;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.io.StagedFiles;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Values of files without a program that says their type. */
public final class DataFiles {

  /** Without a type of their own, texts and pictures are read as the first. */
  private static final List<ElementType> IN_TURN =
      List.of(
          ElementType.F64,
          ElementType.F32,
          ElementType.I64,
          ElementType.I32,
          ElementType.U8,
          ElementType.BOOL,
          ElementType.I16,
          ElementType.I8,
          ElementType.U16,
          ElementType.U32,
          ElementType.U64,
          ElementType.F16,
          ElementType.BF16);

  private static final float RATE = 44_100;

  private DataFiles() {}

  /**
   * The value of a word as {@code run} reads it: of the file's own type, f64 where it has none.
   *
   * @param name its name in messages
   */
  public static Tensor read(String name, String word) {
    var context =
        new ArgumentValue.Context(
            new DataOptions(CommandOptions.none()), new StandardInput(false), false);
    Failure first = null;
    for (ElementType type : IN_TURN) {
      var parameter = new Parameter(name, type.label() + "[...]", type, Parameter.UNRANKED);
      try {
        return (Tensor) ArgumentValue.read(parameter, word, context).value();
      } catch (Failure e) {
        first = first == null ? e : first;
      }
    }
    throw first == null ? Failure.data(name) : first;
  }

  /** Writes a value into a file, in the format that its name ends in, and says so. */
  public static String write(String name, Tensor tensor, String file) {
    var result = new Parameter(name, Tensors.typeText(tensor), tensor.type(), tensor.rank());
    ResultTarget target =
        ResultTarget.of(file, result, "`" + name + "`", new ResultOptions(CommandOptions.none()));
    try {
      StagedFiles.write(target.file().orElseThrow(), out -> target.write(out, tensor, RATE));
    } catch (TensorFileException e) {
      throw Failure.data("cannot write " + Errors.describe(e));
    }
    return "wrote %s: %s".formatted(target.name(), Tensors.typeText(tensor));
  }

  /** Writes a picture of bytes as PNG. */
  public static void png(OutputStream out, Tensor picture, String name) throws IOException {
    Pictures.write(out, picture, Pictures.Format.PNG, name);
  }
}
