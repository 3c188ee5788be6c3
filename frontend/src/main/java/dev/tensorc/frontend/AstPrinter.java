package dev.tensorc.frontend;

import java.util.List;
import java.util.Optional;

/**
 * Prints a tree as canonical {@code .tc} text: parsing the text gives an equal tree apart from
 * spans. Comments other than {@code ##} are lost.
 */
public final class AstPrinter {

  private static final String INDENT = "    ";

  private final StringBuilder out = new StringBuilder();
  private final ExpressionPrinter expressions = new ExpressionPrinter(out);
  private int depth;

  private AstPrinter() {}

  public static String print(Ast.Program program) {
    return BigStack.call(
        () -> {
          var printer = new AstPrinter();
          printer.program(program);
          return printer.out.toString();
        });
  }

  /** One expression on one line. */
  public static String print(Ast.Expr expression) {
    return BigStack.call(
        () -> {
          var printer = new AstPrinter();
          printer.expressions.expression(expression);
          return printer.out.toString();
        });
  }

  public static String print(Ast.Type type) {
    var printer = new AstPrinter();
    printer.expressions.type(type);
    return printer.out.toString();
  }

  private void program(Ast.Program program) {
    program.broadcasting().ifPresent(name -> line("broadcasting " + name.text()));
    for (var item : program.items()) {
      if (!(item instanceof Ast.Import || item instanceof Ast.Const) && !out.isEmpty()) {
        out.append('\n');
      }
      topLevel(item);
    }
  }

  private void topLevel(Ast.TopLevel item) {
    switch (item) {
      case Ast.Import(String path, Span _) -> line("import " + ExpressionPrinter.quoted(path));
      case Ast.Const(Ast.Name name, Ast.Expr value, Span _) -> {
        out.append("const ").append(name.text()).append(" = ");
        expressions.expression(value);
        out.append('\n');
      }
      case Ast.Weights weights -> weights(weights);
      case Ast.Function function -> function(function);
    }
  }

  private void weights(Ast.Weights weights) {
    line("weights " + ExpressionPrinter.quoted(weights.file()) + " {");
    for (Ast.Weight weight : weights.tensors()) {
      out.append(INDENT).append(weight.name().text()).append(": ");
      expressions.type(weight.type());
      weight.tensor().ifPresent(t -> out.append(" = ").append(ExpressionPrinter.quoted(t)));
      out.append('\n');
    }
    line("}");
  }

  private void function(Ast.Function function) {
    function.doc().lines().forEach(each -> line(each.isEmpty() ? "##" : "## " + each));
    for (var annotation : function.annotations()) {
      out.append('@').append(annotation.name().text());
      if (!annotation.args().isEmpty()) {
        expressions.arguments(annotation.args());
      }
      out.append('\n');
    }
    out.append(function.exported() ? "export fn " : "fn ").append(function.name().text());
    if (!function.typeParams().isEmpty()) {
      out.append('[');
      expressions.list(function.typeParams(), this::typeParam);
      out.append(']');
    }
    out.append('(');
    expressions.list(
        function.parameters(),
        parameter -> {
          switch (parameter) {
            case Ast.Param param -> {
              out.append(param.name().text()).append(": ");
              expressions.type(param.type());
            }
            case Ast.ConstParam param -> out.append("const ").append(param.name().text());
          }
          parameter
              .otherwise()
              .ifPresent(
                  value -> {
                    out.append(" = ");
                    expressions.expression(value);
                  });
        });
    out.append(')');
    results(function.results());
    if (!function.where().isEmpty()) {
      out.append(" where ");
      expressions.list(function.where(), expressions::expression);
    }
    block(function.body());
    out.append('\n');
  }

  private void typeParam(Ast.TypeParam param) {
    out.append(param.name().text()).append(": ");
    out.append(String.join(" | ", param.bounds().stream().map(Ast.Name::text).toList()));
  }

  private void results(List<Ast.Result> results) {
    if (results.isEmpty()) {
      return;
    }
    out.append(" -> ");
    if (results.size() == 1 && results.getFirst().name().isEmpty()) {
      expressions.type(results.getFirst().type());
      return;
    }
    out.append('(');
    expressions.list(
        results,
        result -> {
          result.name().ifPresent(name -> out.append(name.text()).append(": "));
          expressions.type(result.type());
        });
    out.append(')');
  }

  // ---------------------------------------------------------------- statements

  private void line(String text) {
    out.append(text).append('\n');
  }

  /** On the line of its statement, without a line end after the brace. */
  private void block(Ast.Block block) {
    out.append(" {\n");
    depth++;
    for (var statement : block.statements()) {
      out.append(INDENT.repeat(depth));
      statement(statement);
      out.append('\n');
    }
    depth--;
    out.append(INDENT.repeat(depth)).append('}');
  }

  private void statement(Ast.Stmt statement) {
    switch (statement) {
      case Ast.Let let -> let(let);
      case Ast.IndexLet let -> indexLet(let);
      case Ast.Assign assign -> assign(assign);
      case Ast.For(Ast.Range range, Ast.Block body, Span _) -> {
        out.append("for ");
        expressions.range(range);
        block(body);
      }
      case Ast.While(Ast.Expr condition, Ast.Block body, Span _) -> {
        out.append("while ");
        expressions.expression(condition);
        block(body);
      }
      case Ast.If branch -> branch(branch);
      case Ast.Chosen chosen -> block(chosen.block());
      case Ast.Return(List<Ast.Expr> values, Span _) -> {
        out.append("return ");
        if (values.size() == 1) {
          expressions.expression(values.getFirst());
        } else {
          out.append('(');
          expressions.list(values, expressions::expression);
          out.append(')');
        }
      }
    }
  }

  private void let(Ast.Let let) {
    out.append(let.variable() ? "var " : "let ");
    boolean tuple = let.targets().size() > 1;
    out.append(tuple ? "(" : "");
    expressions.list(
        let.targets(),
        target -> {
          out.append(target.name().text());
          if (target.type().isPresent()) {
            out.append(": ");
            expressions.type(target.type().get());
          }
        });
    out.append(tuple ? ") = " : " = ");
    expressions.expression(let.value());
  }

  private void indexLet(Ast.IndexLet let) {
    out.append(let.variable() ? "var " : "let ").append(let.name().text());
    expressions.indices(let.indices());
    out.append(" = ");
    expressions.expression(let.value());
    expressions.ranges(let.ranges());
  }

  private void assign(Ast.Assign assign) {
    out.append(assign.target().text());
    assign.subscripts().forEach(expressions::subscripts);
    out.append(' ').append(assign.op().map(Ast.BinaryOp::symbol).orElse("")).append('=');
    if (!assign.dims().isEmpty()) {
      expressions.dims(assign.dims());
    }
    out.append(' ');
    expressions.expression(assign.value());
    expressions.ranges(assign.ranges());
  }

  private void branch(Ast.If branch) {
    out.append("if ");
    expressions.expression(branch.condition());
    block(branch.then());
    Optional<Ast.Block> otherwise = branch.otherwise();
    if (otherwise.isEmpty()) {
      return;
    }
    out.append(" else");
    var statements = otherwise.get().statements();
    if (statements.size() == 1 && statements.getFirst() instanceof Ast.If nested) {
      out.append(' ');
      branch(nested);
    } else {
      block(otherwise.get());
    }
  }
}
