package dev.tensorc.codegen.step;

import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Value;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Numbers for values that a pass adds to a function. */
final class FreshIds {

  private FreshIds() {}

  static IntSupplier of(TensorIr.Function f) {
    return IntStream.iterate(1 + greatest(f.body()), id -> id + 1).iterator()::nextInt;
  }

  private static int greatest(Block block) {
    return block.steps().stream()
        .flatMapToInt(s -> s instanceof TensorIr.Instr i ? numbers(i) : IntStream.empty())
        .max()
        .orElse(-1);
  }

  /** The numbers of the values that an instruction and those inside it define. */
  private static IntStream numbers(TensorIr.Instr instr) {
    Stream<Value> own =
        switch (instr) {
          case TensorIr.For f -> Stream.concat(Stream.of(f.index()), f.loop().carried().stream());
          case TensorIr.While w -> w.loop().carried().stream();
          case TensorIr.If _, TensorIr.Pure _ -> Stream.empty();
        };
    return IntStream.concat(
        Stream.concat(own, instr.results().stream()).mapToInt(Value::id),
        instr.blocks().stream().mapToInt(FreshIds::greatest));
  }
}
