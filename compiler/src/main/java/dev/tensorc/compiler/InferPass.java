package dev.tensorc.compiler;

import dev.tensorc.frontend.SourceUnit;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.Inference;
import dev.tensorc.infer.report.Allowed;
import dev.tensorc.ir.TensorIr;
import java.util.List;
import java.util.stream.Stream;

/** {@link SourceUnit} to {@link TensorIr}. */
final class InferPass implements TensorPass<SourceUnit> {

  @Override
  public String name() {
    return "infer";
  }

  @Override
  public String purpose() {
    return "finds dtypes and shapes, inlines calls, writes implicit joins and checks down";
  }

  @Override
  public TensorIr.Module run(SourceUnit in, PassContext cx) {
    var result = Inference.infer(in, cx.options().broadcasting(), cx.options().strictResults());
    List<Allowed> allowed = Allowed.of(in);
    cx.allow(allowed);
    cx.report(result.diagnostics());
    TensorIr.Module module = result.module().orElseThrow(cx::failure);
    if (!allowed.isEmpty()) {
      cx.exports(module.functions().stream().flatMap(InferPass::places).toList());
    }
    return module;
  }

  private static Stream<Span> places(TensorIr.Function f) {
    return Stream.concat(Stream.of(f.span()), places(f.body()));
  }

  /** The place of each step: the steps of a function that was called lie in that function. */
  private static Stream<Span> places(TensorIr.Block block) {
    return block.steps().stream()
        .flatMap(
            step ->
                step instanceof TensorIr.Instr i
                    ? Stream.concat(
                        Stream.of(i.span()), i.blocks().stream().flatMap(InferPass::places))
                    : Stream.of(step.span()));
  }
}
