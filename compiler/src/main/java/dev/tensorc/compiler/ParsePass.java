package dev.tensorc.compiler;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.SourceText;

/** Text to {@link Ast}. */
final class ParsePass implements Pass<SourceText, Ast.Program> {

  @Override
  public String name() {
    return "parse";
  }

  @Override
  public String purpose() {
    return "reads the text; the tree holds the program as written, nothing inferred";
  }

  @Override
  public Ast.Program run(SourceText in, PassContext cx) {
    var result = Parser.parse(in);
    cx.report(result.diagnostics());
    return result.program().orElseThrow(cx::failure);
  }

  @Override
  public String size(Ast.Program out) {
    return Sizes.of(out.items().size(), "declaration", AstText.of(out).lines().count(), "node");
  }

  @Override
  public String print(Ast.Program out) {
    return AstText.of(out);
  }
}
