package dev.tensorc.compiler;

import dev.tensorc.codegen.CodeGenerator;
import dev.tensorc.codegen.loop.LoopIr;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@link LoopIr} to class files, by binary class name. */
final class EmitPass implements Pass<LoopIr.Program, Map<String, byte[]>> {

  @Override
  public String name() {
    return "emit";
  }

  @Override
  public String purpose() {
    return "turns plans and loop nests into class files";
  }

  @Override
  public Map<String, byte[]> run(LoopIr.Program in, PassContext cx) {
    return CodeGenerator.emit(
        in,
        cx.source().fileName(),
        cx.options().packageName(),
        ClassNames.simpleName(cx.source(), cx.options()));
  }

  @Override
  public String size(Map<String, byte[]> out) {
    long bytes = out.values().stream().mapToLong(b -> b.length).sum();
    return Sizes.of(out.size(), "class", bytes, "byte");
  }

  @Override
  public String print(Map<String, byte[]> out) {
    return new TreeMap<>(out)
        .entrySet().stream()
            .map(e -> e.getKey() + ": " + e.getValue().length + " bytes\n")
            .collect(Collectors.joining());
  }
}
