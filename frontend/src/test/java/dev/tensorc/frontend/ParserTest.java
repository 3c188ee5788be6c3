package dev.tensorc.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParserTest {

  /** Trees as text: every operation in parentheses. */
  private static String shape(Ast.Expr expression) {
    return switch (expression) {
      case Ast.Binary b ->
          "(" + shape(b.left()) + " " + b.op().symbol() + " " + shape(b.right()) + ")";
      case Ast.Unary u -> "(" + u.op().symbol() + " " + shape(u.operand()) + ")";
      case Ast.Conditional c ->
          "(if " + shape(c.condition()) + " " + shape(c.then()) + " " + shape(c.otherwise()) + ")";
      default -> AstPrinter.print(expression);
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      quoteCharacter = '`',
      textBlock =
          """
          a + b - c                = ((a + b) - c)
          a + b * c @ d            = (a + ((b * c) @ d))
          -a ** b                  = (- (a ** b))
          a ** -b ** c             = (a ** (- (b ** c)))
          a ** -b * c              = ((a ** (- b)) * c)
          -a * b                   = ((- a) * b)
          a * -b                   = (a * (- b))
          not a < b and c or d     = (((not (a < b)) and c) or d)
          a or not b and c         = (a or ((not b) and c))
          a | b ^ c & d << e + f   = (a | (b ^ (c & (d << (e + f)))))
          a < b | c                = (a < (b | c))
          ~a + -b                  = ((~ a) + (- b))
          if a then b else c + d   = (if a b (c + d))
          if a then b else if c then d else e = (if a b (if c d e))
          (if a then b else c) + d = ((if a b c) + d)
          - - a                    = (- (- a))
          not not a                = (not (not a))
          a.T[0] ** b              = (a.T[0] ** b)
          where(c, a, b) + where   = (where(c, a, b) + where)
          if then then then else then = (if then then then)
          """)
  void precedence(String text, String tree) {
    assertThat(shape(Programs.expression(text))).isEqualTo(tree);
  }

  @Test
  void theFirstExample() {
    var program = Programs.parse(Programs.BLACK_SCHOLES);
    var call = (Ast.Function) program.items().getFirst();
    assertThat(call.doc())
        .isEqualTo("Black–Scholes price of a European call, one row per contract.");
    assertThat(call.exported()).isTrue();
    assertThat(call.params())
        .extracting(p -> p.name().text())
        .containsExactly("s", "k", "t", "r", "sigma");
    assertThat(call.body().statements()).hasSize(3);
    assertThat(call.body().statements().get(1).span().text())
        .isEqualTo("let d1 = (log(s / k) + (r + sigma * sigma / 2) * t) / sd");
    var cdf = (Ast.Function) program.items().getLast();
    assertThat(cdf.typeParams().getFirst().bounds().getFirst().text()).isEqualTo("float");
    assertThat(cdf.params().getFirst().type().levels().getFirst().dims().getFirst())
        .isInstanceOf(Ast.RestDim.class);
  }

  @Test
  void indexNotation() {
    var body = ((Ast.Function) Programs.parse(Programs.INDEX_NOTATION).items().getFirst()).body();
    var let = (Ast.IndexLet) body.statements().getFirst();
    assertThat(let.indices()).extracting(Ast.Name::text).containsExactly("i", "j", "k");
    assertThat(let.ranges()).hasSize(2);
    var contraction = (Ast.IndexLet) body.statements().get(1);
    assertThat(contraction.value()).isInstanceOf(Ast.IndexReduce.class);
    var update = (Ast.Assign) body.statements().getLast();
    assertThat(update.subscripts()).hasSize(1);
    assertThat(update.ranges().getFirst().to()).isInstanceOf(Ast.Binary.class);
  }

  @Test
  void allForms() {
    var program = Programs.parse(Programs.ALL_FORMS);
    assertThat(program.broadcasting().map(Ast.Name::text)).contains("strict");
    var f = (Ast.Function) program.items().getLast();
    assertThat(f.annotations()).hasSize(2);
    assertThat(f.annotations().getFirst().args().getLast().keyword().map(Ast.Name::text))
        .contains("rank");
    assertThat(f.params().get(2).type().levels()).hasSize(2);
    assertThat(f.params().get(3).type().levels().getFirst().dims())
        .extracting(dim -> dim.getClass().getSimpleName())
        .containsExactly(
            "RestDim",
            "ExprDim",
            "DynamicDim",
            "BcastDim",
            "ExprDim",
            "DynamicDim",
            "ExprDim",
            "ExprDim",
            "RestDim");
    assertThat(f.results().getLast().name().map(Ast.Name::text)).contains("hi");
    assertThat(f.where()).hasSize(2);
    assertThat(f.body().statements().getLast())
        .isInstanceOfSatisfying(Ast.Return.class, r -> assertThat(r.values()).hasSize(2));
  }

  @Test
  void literals() {
    assertThat(intValue("0xff_ff")).isEqualTo(65535);
    assertThat(intValue("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(intValue("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(Programs.expression("0xffff_ffff_ffff_ffff")).hasToString("18446744073709551615");
    assertThat(Programs.expression("9223372036854775808")).hasToString("9223372036854775808");
    assertThat(((Ast.FloatLit) Programs.expression("1_0.5e-1")).value()).isEqualTo(1.05);
    assertThat(((Ast.StringLit) Programs.expression("\"a\\n\\u0041\\\"\"")).value())
        .isEqualTo("a\nA\"");
  }

  private static long intValue(String text) {
    return ((Ast.IntLit) Programs.expression(text)).value();
  }

  @Test
  void lists() {
    var rows = (Ast.ArrayLit) Programs.expression("[1, 2; 3, 4]");
    assertThat(rows.semicolons()).isTrue();
    assertThat(rows.rows()).hasSize(2);
    var nested = (Ast.ArrayLit) Programs.expression("[[1, 2], [3, 4]]");
    assertThat(nested.semicolons()).isFalse();
    assertThat(nested.rows()).hasSize(1);
  }

  @Test
  void tuples() {
    var args = ((Ast.Call) Programs.expression("f((2, 3), (), (2), (2,))")).args();
    assertThat(args)
        .extracting(arg -> arg.value().getClass().getSimpleName())
        .containsExactly("TupleLit", "TupleLit", "IntLit", "TupleLit");
  }

  @Test
  void operatorsTakeDims() {
    var binary = (Ast.Binary) Programs.expression("x +{1, 2} v");
    assertThat(binary.dims().map(dims -> dims.size())).contains(2);
    assertThat(binary.opSpan().text()).isEqualTo("+");
    var update = (Ast.Assign) Programs.body("x +={1} v").getFirst();
    assertThat(update.op()).contains(Ast.BinaryOp.ADD);
    assertThat(update.dims()).hasSize(1);
    assertThat(((Ast.Binary) Programs.expression("x + v")).dims()).isEqualTo(Optional.empty());
  }

  @Test
  void lineEnds() {
    assertThat(Programs.body("let x = a +\n b\nlet y = f(a,\n  b\n)\nx =\n 1")).hasSize(3);
    assertThat(Programs.body("if a { } \n\n else if b { }\n else { x = 1 }\nlet z = (a\n+ b)"))
        .hasSize(2);
    assertThat(Programs.body("let z = if a then\n b\n else\n c\nlet then = 1\nlet y = then\nx = 1"))
        .hasSize(4);
  }

  @Test
  void spansCoverParentheses() {
    assertThat(Programs.expression("(a + b) * (c)").span().text()).isEqualTo("(a + b) * (c)");
    assertThat(Programs.expression("(a + b)[0]").span().text()).isEqualTo("(a + b)[0]");
    assertThat(Programs.expression("x[1:-1]").span().text()).isEqualTo("x[1:-1]");
  }
}
