package dev.tensorc.compiler;

import dev.tensorc.codegen.CodeGenerator;
import dev.tensorc.ir.TensorIr;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@link TensorIr} to class files, by binary class name. The one place that names codegen. */
final class GeneratePass implements Pass<TensorIr.Module, Map<String, byte[]>> {

  @Override
  public String name() {
    return "generate";
  }

  @Override
  public String purpose() {
    return "fuses, chooses versions, makes loops and emits class files";
  }

  @Override
  public Map<String, byte[]> run(TensorIr.Module in, PassContext cx) {
    return CodeGenerator.generate(
        in,
        cx.source().fileName(),
        cx.options().packageName(),
        ClassNames.simpleName(cx.source(), cx.options()),
        cx.options().versions());
  }

  @Override
  public String print(Map<String, byte[]> out) {
    return new TreeMap<>(out)
        .entrySet().stream()
            .map(e -> e.getKey() + ": " + e.getValue().length + " bytes\n")
            .collect(Collectors.joining());
  }
}
