package dev.tensorc.compiler;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Linker;
import dev.tensorc.frontend.SourceUnit;

/** Reads the files that a program imports. */
final class LinkPass implements Pass<Ast.Program, SourceUnit> {

  @Override
  public String name() {
    return "link";
  }

  @Override
  public String purpose() {
    return "reads imported files; each is parsed once, and none imports itself";
  }

  @Override
  public SourceUnit run(Ast.Program in, PassContext cx) {
    var result = Linker.link(in, cx.options().imports());
    cx.report(result.diagnostics());
    return result.unit().orElseThrow(cx::failure);
  }

  @Override
  public String size(SourceUnit out) {
    return Sizes.of(print(out).lines().distinct().count(), "file");
  }

  @Override
  public String print(SourceUnit out) {
    var text = new StringBuilder();
    print(out, 0, text);
    return text.toString();
  }

  private static void print(SourceUnit unit, int depth, StringBuilder text) {
    text.append("  ".repeat(depth)).append(unit.program().span().source().name()).append('\n');
    unit.imports().forEach(i -> print(i.unit(), depth + 1, text));
  }
}
