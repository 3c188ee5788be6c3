package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Builtin.Param;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every builtin of the table, in programs that are written from the table: of each dtype, of 0
 * elements, of 1, with dynamic sizes, of any rank, of a wrong one, with each optional parameter and
 * with a misspelt keyword. All engines agree on programs that compile; the others have a diagnostic
 * of the right kind.
 */
@ExtendWith(OnBigStack.class)
class BuiltinTableTest {

  /**
   * The calls of functions whose parameters do not say them; the others are called with x
   * throughout.
   */
  private static final Map<String, String> CALLS =
      Map.ofEntries(
          Map.entry("clip", "clip(x, max=x)"),
          Map.entry("where", "where(x == x, x, x)"),
          Map.entry("astype", "astype(x, f32)"),
          Map.entry("concat", "concat([x, x])"),
          Map.entry("stack", "stack([x, x], axis=1)"),
          Map.entry("permute_dims", "permute_dims(x, (1, 0))"),
          Map.entry("moveaxis", "moveaxis(x, 0, 1)"),
          Map.entry("take", "take(x, [0, -1], axis=0)"),
          Map.entry("take_along_axis", "take_along_axis(x, astype(x, i64), axis=0)"),
          Map.entry("broadcast_in_dim", "broadcast_in_dim(x, x, (0, 1))"),
          Map.entry("broadcast_dims", "broadcast_dims(x, 0)"),
          Map.entry("unbroadcast_dims", "unbroadcast_dims(x, 0)"),
          Map.entry("squeeze", "squeeze(x, 0)"),
          Map.entry("reshape", "reshape(x, -1)"),
          Map.entry("pad", "pad(x, 1)"),
          Map.entry("roll", "roll(x, 1)"),
          Map.entry("repeat", "repeat(x, 2, axis=0)"),
          Map.entry("sliding_window_view", "sliding_window_view(x, (0, 0))"),
          Map.entry("tile", "tile(x, (2, 1))"),
          Map.entry("full", "full(x, 1, dtype=i8)"),
          Map.entry("full_like", "full_like(x, true)"),
          Map.entry("arange", "arange(len(x))"),
          Map.entry("linspace", "linspace(0, 1, len(x))"),
          Map.entry("eye", "eye(len(x))"),
          Map.entry("random_uniform", "random_uniform(1, x)"),
          Map.entry("random_normal", "random_normal(1, x)"),
          Map.entry("finfo", "finfo(x).eps"),
          Map.entry("iinfo", "iinfo(x).max"),
          Map.entry("einsum", "einsum(\"ij->ji\", x)"),
          Map.entry("outer", "outer(reshape(x, -1), reshape(x, -1))"),
          Map.entry("meshgrid", "meshgrid(reshape(x, -1), len(x))"),
          Map.entry("broadcast_arrays", "broadcast_arrays(x, len(x))"),
          Map.entry("searchsorted", "searchsorted(reshape(x, -1), reshape(x, -1))"),
          Map.entry("top_k", "top_k(x, 0)"),
          Map.entry("nonzero", "nonzero(reshape(x, -1))"),
          Map.entry("bincount", "bincount(reshape(x, -1) % 5)"),
          Map.entry("cumulative_sum", "cumulative_sum(x, axis=0)"),
          Map.entry("cumulative_max", "cumulative_max(x, axis=0)"),
          Map.entry("cumulative_min", "cumulative_min(x, axis=0)"),
          Map.entry("cumulative_prod", "cumulative_prod(x, axis=0)"));

  /** The other arguments of a call where it has a parameter. */
  private static final Map<String, String> BESIDE =
      Map.of("max where", "initial=1, ", "min where", "initial=1, ");

  /** First sizes that a function asks for. */
  private static final Map<String, Integer> FIRST =
      Map.of("unstack", 2, "squeeze", 1, "broadcast_dims", 1);

  private static final List<long[]> SHAPES =
      List.of(new long[] {3, 3}, new long[] {1, 1}, new long[] {0, 3}, new long[] {3, 0});

  private static String call(Builtin b) {
    String written = CALLS.get(b.label());
    if (written != null) {
      return written;
    }
    return b.params().stream()
        .filter(p -> !p.optional())
        .map(_ -> "x")
        .collect(Collectors.joining(", ", b.label() + "(", ")"));
  }

  private static String program(String name, Builtin b, String call, String type) {
    boolean several = b.kind() == Builtin.Kind.SEVERAL;
    String body = several ? "let (p, q) = " + call + "\n  return (p, q)" : "return " + call;
    return "export fn %s(x: %s) {\n  %s\n}\n".formatted(name, type, body);
  }

  /**
   * A call that compiles, of an x of two dynamic sizes where the function allows.
   *
   * @param dtype of x
   */
  private record Call(Builtin b, String text, DType dtype) {}

  private static String type(Builtin b, DType dtype) {
    Integer first = FIRST.get(b.label());
    return dtype + "[" + (first == null ? "?" : first) + ", ?]";
  }

  /**
   * Runs a twelfth of the calls in all engines, each of an x of every shape: one program of them
   * all.
   *
   * @param of the name of the calls, which tells them from others
   */
  private static void agree(Object of, List<Call> all) {
    List<Call> calls = new Sample("builtins", of).of(Math.ceilDiv(all.size(), 12), all);
    var text = new StringBuilder();
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      text.append(program("call" + i, call.b(), call.text(), type(call.b(), call.dtype())));
    }
    Engines engines = Engines.ofAnyLength(new SourceText("table.tc", text.toString()));
    var random = new Random(calls.size());
    for (long[] shape : SHAPES) {
      for (int i = 0; i < calls.size(); i++) {
        long rows = FIRST.getOrDefault(calls.get(i).b().label(), (int) shape[0]);
        engines.agree("call" + i, Awkward.tensor(calls.get(i).dtype(), random, rows, shape[1]));
      }
    }
  }

  /** The diagnostics that the tests have asked for: two of them ask for the same. */
  private static final Map<String, List<Diagnostic>> KNOWN = new ConcurrentHashMap<>();

  private static List<Diagnostic> errors(Builtin b, String call, String type) {
    return KNOWN.computeIfAbsent(program("f", b, call, type), BuiltinTableTest::errors);
  }

  private static List<Diagnostic> errors(String text) {
    return Tensorc.check(new SourceText("table.tc", text)).stream()
        .filter(d -> d.severity() == Severity.ERROR)
        .toList();
  }

  private static List<String> ids(List<Diagnostic> errors) {
    return errors.stream().map(Diagnostic::id).toList();
  }

  private static Stream<Builtin> table() {
    return Arrays.stream(Builtin.values());
  }

  // ---------------------------------------------------------------- dtypes and sizes

  @ParameterizedTest
  @EnumSource
  void everyFunctionTakesTheDtypeOrSaysWhichItTakes(DType dtype) {
    var taken = new ArrayList<Call>();
    for (Builtin b : table().toList()) {
      List<Diagnostic> errors = errors(b, call(b), type(b, dtype));
      if (errors.isEmpty()) {
        taken.add(new Call(b, call(b), dtype));
      } else {
        assertThat(ids(errors))
            .as(b + " of " + dtype + ": " + errors.getFirst().title())
            .allMatch(id -> id.startsWith("TC-T") || id.equals("TC-U006"));
        assertThat(errors.getFirst().hint()).as(b + " of " + dtype).isNotEmpty();
      }
    }
    agree(dtype, taken);
  }

  @ParameterizedTest
  @EnumSource
  void everyFunctionTakesSomeDtypeAndRefusesWhatItsRuleDoesNotName(Builtin b) {
    List<DType> refused =
        Arrays.stream(DType.values())
            .filter(d -> !errors(b, call(b), type(b, d)).isEmpty())
            .toList();
    assertThat(refused).as("refused by " + b.label()).doesNotContainSequence(DType.values());
    switch (b.types()) {
      case NUMERIC, FLOAT, COMPARE, INDEX -> assertThat(refused).contains(DType.BOOL);
      case BOOL -> assertThat(refused).doesNotContain(DType.BOOL).contains(DType.I32, DType.F32);
      case BITS -> assertThat(refused).contains(DType.F32, DType.F64).doesNotContain(DType.BOOL);
      case INTEGER -> assertThat(refused).contains(DType.F32, DType.F64, DType.BOOL);
      case EQUALITY, SELECT, CAST, SUM, TRUTH, COUNT -> assertThat(refused).isEmpty();
      default -> {} // arrangements take all, limits name their dtype
    }
  }

  // ---------------------------------------------------------------- ranks

  @ParameterizedTest
  @ValueSource(strings = {"", "[?]", "[?, ?, ?, ?, ?]", "[...]"})
  void everyFunctionTakesTheRankOrSaysWhichItTakes(String sizes) {
    var text = new StringBuilder();
    var taken = new ArrayList<DType>();
    for (Builtin b : table().toList()) {
      DType dtype =
          switch (b.types()) {
            case BOOL -> DType.BOOL;
            case BITS, INTEGER -> DType.I32;
            default -> b == Builtin.IINFO ? DType.I32 : DType.F64;
          };
      List<Diagnostic> errors = errors(b, call(b), dtype + sizes);
      if (errors.isEmpty()) {
        text.append(program("call" + taken.size(), b, call(b), dtype + sizes));
        taken.add(dtype);
      }
      if (b.kind() == Builtin.Kind.ELEMENTWISE) {
        assertThat(errors).as(b + " of " + sizes).isEmpty(); // whatever the rank
      }
      assertThat(ids(errors))
          .as(b + " of " + sizes + ": " + errors)
          .allMatch(id -> id.matches("TC-[SBN].*|TC-T009|TC-T005"));
    }
    Engines engines = Engines.ofAnyLength(new SourceText("table.tc", text.toString()));
    var random = new Random(sizes.length());
    for (long[] shape : shapes(sizes)) {
      for (int i = 0; i < taken.size(); i++) {
        Tensor x = Awkward.tensor(taken.get(i), random, shape);
        engines.agree("call" + i, sizes.isEmpty() ? TensorBridge.elements(x).getFirst() : x);
      }
    }
  }

  private static List<long[]> shapes(String sizes) {
    return switch (sizes) {
      case "" -> List.of(new long[] {1});
      case "[?]" -> List.of(new long[] {3}, new long[] {1}, new long[] {0});
      case "[...]" -> List.of(new long[] {3}, new long[] {2, 3}, new long[] {0}, new long[] {1, 1});
      default -> List.of(new long[] {1, 2, 1, 2, 3}, new long[] {2, 0, 1, 1, 1});
    };
  }

  // ---------------------------------------------------------------- optional parameters

  /** The dtypes of x, in turn. */
  private static final List<DType> DTYPES =
      List.of(DType.F64, DType.I32, DType.F32, DType.U8, DType.BOOL);

  @Test
  void everyOptionalParameterTakesWhatTheTableSays() {
    var taken = new ArrayList<Call>();
    for (Builtin b : table().toList()) {
      for (Param p : b.params().stream().filter(Param::optional).toList()) {
        int before = taken.size();
        for (String value : ParamValues.of(p, 2)) {
          String call = with(call(b), p.name(), value);
          String beside = BESIDE.getOrDefault(b.label() + " " + p.name(), "");
          String given = call.replace(p.name() + "=" + value, beside + p.name() + "=" + value);
          taken(b, given, taken.size()).ifPresent(taken::add);
        }
        assertThat(taken).as(b + " is not called with " + p.name()).hasSizeGreaterThan(before);
      }
    }
    agree("optional parameters", taken);
  }

  /**
   * The call with a dtype of x that it takes; there is none where the value is one of the few that
   * this function refuses.
   *
   * @param turn which dtype is tried first
   */
  private static Optional<Call> taken(Builtin b, String call, int turn) {
    for (int i = 0; i < DTYPES.size(); i++) {
      DType dtype = DTYPES.get((turn + i) % DTYPES.size());
      List<Diagnostic> errors = errors(b, call, type(b, dtype));
      if (errors.isEmpty()) {
        return Optional.of(new Call(b, call, dtype));
      }
      assertThat(ids(errors))
          .as(call + " of " + dtype + ": " + errors)
          .allMatch(id -> id.matches("TC-[STBN].*|TC-U006"));
    }
    return Optional.empty();
  }

  /** The call with a keyword, in place of the call's own argument for it. */
  private static String with(String call, String keyword, String value) {
    String bare = call.replaceAll(", " + keyword + "=[^,)]*", "");
    int end = bare.lastIndexOf(')');
    String row = "reshape(x, -1)";
    String fits = value.equals("x") && bare.contains(row) ? row : value;
    return bare.substring(0, end) + ", " + keyword + "=" + fits + bare.substring(end);
  }

  // ---------------------------------------------------------------- keywords

  @Test
  void aMisspeltKeywordIsToldFromThoseThatThereAre() {
    for (Builtin b : table().toList()) {
      String call = call(b);
      String misspelt = with(call, "axsi", "1");
      List<Diagnostic> errors = errors(b, misspelt, "f64[2, 2]");
      assertThat(ids(errors)).as(misspelt).containsExactly("TC-N007");
      assertThat(errors.getFirst().title()).contains("`" + b.label() + "` has no parameter `axsi`");
      assertThat(errors.getFirst().expected()).startsWith(b.label() + "(");
    }
  }
}
