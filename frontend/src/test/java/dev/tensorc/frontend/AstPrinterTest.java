package dev.tensorc.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Printing and parsing again gives the same tree. */
class AstPrinterTest {

  static final List<String> PROGRAMS = Programs.ALL;

  @ParameterizedTest
  @FieldSource("PROGRAMS")
  void roundTripsPrograms(String text) {
    var program = Programs.parse(text);
    var again = Programs.parse(AstPrinter.print(program));
    assertThat(WithoutSpans.of(again)).isEqualTo(WithoutSpans.of(program));
    assertThat(AstPrinter.print(again)).isEqualTo(AstPrinter.print(program));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void roundTripsRandomExpressions(long seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    BigStack.call( // where parsing starts no thread
        () -> {
          for (int i = 0; i < 300; i++) {
            roundTrips(new Generator(random).expression(5));
          }
          return true;
        });
  }

  private static void roundTrips(Ast.Expr expression) {
    String text = AstPrinter.print(expression);
    assertThat(WithoutSpans.of(Programs.expression(text)))
        .as(text)
        .isEqualTo(WithoutSpans.of(expression));
  }

  @Test
  void printsCanonicalText() {
    assertThat(AstPrinter.print(Programs.parse(Programs.INDEX_NOTATION)))
        .isEqualTo(
            """
            fn f() {
                let t[i, j, k] = a[i, k] for j in 0:5, l in 0:2
                let c[i, j] = sum[k](a[i, k] * b[k, j])
                let y[i, j] = sum[r, s](x[i + r, j + s] * w[r, s])
                let d[i, j] = sqrt(sum[k]((p[i, k] - q[j, k]) ** 2))
                let m[i] = max[j](x[i, j])
                let h[i] = argmax[j](x[i, j])
                var z[i] = sum[k](a[i, k] for k in 0:5)
                y[i] = (x[i - 1] + x[i + 1]) / 2 for i in 1:n - 1
            }
            """);
  }

  /** Trees that a parser can give, of bounded depth. */
  private record Generator(RandomGenerator random) {

    private static final Span NOWHERE = new Span(Programs.source(""), 0, 0, 1, 1);

    Ast.Expr expression(int depth) {
      return switch (depth == 0 ? random.nextInt(4) : random.nextInt(13)) {
        case 0 -> new Ast.Ref("abc".substring(random.nextInt(3)), NOWHERE);
        case 1 ->
            new Ast.IntLit(random.nextInt(8) == 0 ? Long.MIN_VALUE : random.nextInt(9), NOWHERE);
        case 2 ->
            new Ast.FloatLit(random.nextDouble() * Math.pow(10, random.nextInt(-20, 20)), NOWHERE);
        case 3 -> new Ast.StringLit("a\"\\\n\u0007é".substring(random.nextInt(6)), NOWHERE);
        case 4 -> unary(depth);
        case 5 ->
            new Ast.Conditional(
                expression(depth - 1), expression(depth - 1), expression(depth - 1), NOWHERE);
        case 6 ->
            new Ast.Index(
                expression(depth - 1),
                new Ast.SubscriptList(List.of(new Ast.At(index(depth), NOWHERE)), NOWHERE),
                NOWHERE);
        case 7 -> new Ast.Attribute(expression(depth - 1), name("T"), NOWHERE);
        case 8 -> new Ast.Call(name("f"), args(depth), NOWHERE);
        default -> binary(depth);
      };
    }

    private Ast.Expr index(int depth) {
      return expression(depth - 1);
    }

    private Ast.Expr unary(int depth) {
      var ops = Ast.UnaryOp.values();
      return new Ast.Unary(ops[random.nextInt(ops.length)], expression(depth - 1), NOWHERE);
    }

    private Ast.Expr binary(int depth) {
      var ops = Ast.BinaryOp.values();
      return new Ast.Binary(
          ops[random.nextInt(ops.length)],
          expression(depth - 1),
          expression(depth - 1),
          random.nextInt(9) == 0
              ? java.util.Optional.of(List.of(expression(0)))
              : java.util.Optional.empty(),
          NOWHERE,
          NOWHERE);
    }

    private List<Ast.Arg> args(int depth) {
      var args = new ArrayList<Ast.Arg>();
      for (int i = 0; i < random.nextInt(3); i++) {
        args.add(new Ast.Arg(java.util.Optional.empty(), expression(depth - 1), NOWHERE));
      }
      return args;
    }

    private static Ast.Name name(String text) {
      return new Ast.Name(text, NOWHERE);
    }
  }
}
