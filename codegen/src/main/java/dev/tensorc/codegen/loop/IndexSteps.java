package dev.tensorc.codegen.loop;

import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Value;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What programs say of indices, so that vectors have lanes for it: the one after the other. */
public final class IndexSteps {

  private IndexSteps() {}

  public static TensorIr.Module run(TensorIr.Module module) {
    return new TensorIr.Module(module.functions().stream().map(IndexSteps::function).toList());
  }

  private static TensorIr.Function function(TensorIr.Function f) {
    IntSupplier ids = IntStream.iterate(1 + greatest(f.body()), id -> id + 1).iterator()::nextInt;
    return FlatIndices.of(NarrowIndices.of(f, ids), ids);
  }

  private static int greatest(Block block) {
    return block.steps().stream()
        .flatMapToInt(s -> s instanceof TensorIr.Instr i ? numbers(i) : IntStream.empty())
        .max()
        .orElse(-1);
  }

  /** The numbers of what an instruction and those inside it define. */
  private static IntStream numbers(TensorIr.Instr instr) {
    Stream<Value> own =
        switch (instr) {
          case TensorIr.For f -> Stream.concat(Stream.of(f.index()), f.loop().carried().stream());
          case TensorIr.While w -> w.loop().carried().stream();
          case TensorIr.If _, TensorIr.Pure _ -> Stream.empty();
        };
    return IntStream.concat(
        Stream.concat(own, instr.results().stream()).mapToInt(Value::id),
        instr.blocks().stream().mapToInt(IndexSteps::greatest));
  }
}
