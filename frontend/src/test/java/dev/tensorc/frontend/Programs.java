package dev.tensorc.frontend;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

/** Texts that several tests read: the examples of the language's description, and all its forms. */
final class Programs {

  private static final int PARTS = 3;

  /** A third of the cases, the next one each day; with {@code -Pfull} all. */
  static <T> List<T> drawn(List<T> cases) {
    if (Boolean.getBoolean("tensorc.full")) {
      return cases;
    }
    long seed = Long.getLong("tensorc.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
    int first = Math.floorMod(seed, PARTS);
    return IntStream.range(0, cases.size())
        .filter(i -> i % PARTS == first)
        .mapToObj(cases::get)
        .toList();
  }

  static final String BLACK_SCHOLES =
      """
      ## Black–Scholes price of a European call, one row per contract.
      export fn call(s: f64[n], k: f64[n], t: f64[n], r: f64, sigma: f64) -> f64[n] {
          let sd = sigma * sqrt(t)
          let d1 = (log(s / k) + (r + sigma * sigma / 2) * t) / sd
          return s * cdf(d1) - k * exp(-r * t) * cdf(d1 - sd)
      }

      fn cdf[T: float](x: T[...]) -> T[...] { return 0.5 * (1 + erf(x / sqrt(2.0))) }   # specialised
      """;

  static final String INDEX_NOTATION =
      """
      fn f() {
          let t[i, j, k] = a[i, k] for j in 0:5, l in 0:2
          let c[i, j]    = sum[k](a[i, k] * b[k, j])     # contraction
          let y[i, j]    = sum[r, s](x[i + r, j + s] * w[r, s])
          let d[i, j]    = sqrt(sum[k]((p[i, k] - q[j, k]) ** 2))
          let m[i]       = max[j](x[i, j])
          let h[i]       = argmax[j](x[i, j])
          var z[i]       = sum[k](a[i, k] for k in 0:5)
          y[i] = (x[i - 1] + x[i + 1]) / 2 for i in 1:n-1
      }
      """;

  static final String ALL_FORMS =
      """
      broadcasting strict
      import "other.tc"
      const k = 0xff
      const m = 1_000 + 0b101
      weights "model.safetensors" {
          weights: f32[n, 2 * k] = "layer.0.weight"
          scale: f64
      }

      @broadcasting(strict, rank=off)
      @fastmath
      export fn f[T: f32 | f64, U: float](x: T[n, d], w: f32[m], z: i32[3][5, 5],
          s: f32[s..., strict n, strict ?, bcast, 2 * n + 1, ?, strict n + 1, strict 2 * n, ...],
          then: bool, numpy: f32[bcast + 1]) -> (lo: f32[n], hi: f32[...])
          where n > 1, d == 2 * m {
          let (a, b) = f(x)
          let x: f32[?, 4] = -9223372036854775808 + -2 ** -x ** 2 - - -9223372036854775808
          var q = not a == b and not c or (a and (b or c)) == d
          x[1:-1, :, ..., newaxis, ::2, 1:2:3] = (a + b)[0].T
          x[0][1] -= 1.5e-3
          x +={1} v
          y = x +{1} v @{0, 1} w <{} (2)
          for i in 0:n:2 {
              while not c { x = 1 }
          }
          if c { x = 1
          } else if d { x = 2 }
          else {
          }
          let z = if then then
              where(c, a, b) else
              if c then 2 else 3
          let t = [1, 2; 3, 4] + [[1, 2], [3, 4]] + []
          let u = concat([a, b], axis=0) + pad(x, ((1, 1), (0, 0)), mode="a\\n\\"\\\\", value=0)
          let v = f((2,), (), (2), -(1 + 2), ~a, (if c then a else b) * 2)
          let strict = where + then + weights
          let s = a // b % c | d & e ^ f << 2 >> 1 != (a < b)
          return (a, b)
      }
      #> run
      anything ((( goes !!!
      """;

  static final List<String> ALL = List.of(BLACK_SCHOLES, INDEX_NOTATION, ALL_FORMS);

  private Programs() {}

  static SourceText source(String text) {
    return new SourceText("t.tc", text);
  }

  static Ast.Program parse(String text) {
    return Parser.parse(source(text)).orThrow();
  }

  /** The statements of a function whose body is this text. */
  static List<Ast.Stmt> body(String text) {
    return ((Ast.Function) parse("fn f() {\n" + text + "\n}\n").items().getFirst())
        .body()
        .statements();
  }

  /** The one expression in {@code let x = text}. */
  static Ast.Expr expression(String text) {
    return ((Ast.Let) body("let x = " + text).getFirst()).value();
  }

  /** The report on a function body, rendered; its first line is line 2. */
  static String errors(String body) {
    return errorsOfFile("fn f() {\n" + body + "\n}\n");
  }

  static String errorsOfFile(String text) {
    return DiagnosticRenderer.renderAll(Parser.parse(source(text)).diagnostics());
  }
}
