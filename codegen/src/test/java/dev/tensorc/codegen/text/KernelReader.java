package dev.tensorc.codegen.text;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.Exprs;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.math.MathFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Kernels from the text that {@link KernelWriter} writes, one definition a line.
 *
 * <pre>{@code
 * axes 1 + 1                  # parallel, then reduced; "+ 1 rounds" where the caller goes round
 * in0: f32[i, j]              # a tensor: the index where it follows an axis, i? where it may
 * in1: f32[*, j]              # stretch, * where it does not follow it
 * s0: f32                     # a scalar
 * t0: f32 = mul in0 in1       # an operation of Expr.PrimOp; "shl t0 by 3" has an amount, and
 * t1: i64 = floor_div t0 c0 throws   # one that may end the run says so
 * c0: i64 = const 2
 * x0: i64 = index i           # also: gathered in0 x0, guarded t0 t1, subscript x0 s0, jdk exp t0,
 *                             # slowpath EXP slow fast arguments
 * r0: f32 = sum t0 last       # "last" where the last axis of the operand is reduced
 * r1: f32 = contract in0 in1 free 0 free 1   # the free axes of each factor; "windows" overlap
 * out0 = r0                   # "out0 = t0 along row" where it is stored at each point
 * }</pre>
 */
public final class KernelReader {

  static final String INDICES = "ijklmn";

  /** The span of each operation that may throw; a kernel has no program. */
  static final Span SPAN = new Span(new SourceText("kernel", "kernel"), 0, 6, 1, 1);

  private final Exprs exprs = new Exprs();
  private final Map<String, Expr> values = new HashMap<>();
  private final List<Input> inputs = new ArrayList<>();
  private final List<DType> scalars = new ArrayList<>();
  private final List<Reduction> reductions = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();
  private int parallel;
  private int reduced;
  private boolean rounds;

  private KernelReader() {}

  /**
   * @throws IllegalArgumentException which names the line, if it is not of that form
   */
  public static Kernel read(String text) {
    var reader = new KernelReader();
    text.lines()
        .map(line -> line.replaceFirst("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .forEach(reader::line);
    return new Kernel(
        reader.parallel,
        reader.reduced,
        reader.rounds,
        reader.inputs,
        reader.scalars,
        reader.reductions,
        reader.results,
        SPAN,
        Tuning.DEFAULT);
  }

  private void line(String line) {
    try {
      List<String> words = List.of(line.split("\\s+"));
      if (line.startsWith("axes ")) {
        parallel = Integer.parseInt(words.get(1));
        reduced = words.size() > 3 ? Integer.parseInt(words.get(3)) : 0;
        rounds = words.getLast().equals("rounds");
      } else if (line.startsWith("out")) {
        results.add(new Result(value(words.get(2)), words.size() > 3));
      } else {
        String name = words.getFirst().replace(":", "");
        String type = line.substring(line.indexOf(':') + 1).replaceFirst("=.*", "").strip();
        int equals = words.indexOf("=");
        values.put(
            name,
            equals < 0
                ? parameter(name, type)
                : defined(dtype(type), words.subList(equals + 1, words.size())));
      }
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("kernel line: " + line, e);
    }
  }

  private Expr parameter(String name, String type) {
    if (name.startsWith("s")) {
      scalars.add(dtype(type));
      return exprs.add(new Expr.ScalarArg(scalars.size() - 1, scalars.getLast()));
    }
    DType dtype = dtype(type.substring(0, type.indexOf('[')));
    List<AxisUse> axes =
        Stream.of(type.substring(type.indexOf('[') + 1, type.length() - 1).split(","))
            .map(String::strip)
            .filter(index -> !index.isEmpty())
            .map(index -> use(index))
            .toList();
    inputs.add(new Input(dtype, axes));
    return exprs.add(new Expr.Load(inputs.size() - 1, dtype));
  }

  private static AxisUse use(String index) {
    return index.equals("*") ? AxisUse.NONE : index.endsWith("?") ? AxisUse.OPEN : AxisUse.FULL;
  }

  private Expr defined(DType type, List<String> words) {
    String what = words.getFirst();
    List<String> rest = words.subList(1, words.size());
    return switch (what) {
      case "const" -> exprs.constant(type, constant(type, rest.getFirst()));
      case "index" -> exprs.add(new Expr.AxisIndex(axis(rest.getFirst()), type));
      case "gathered" -> exprs.gathered(inputNumber(rest.get(0)), type, value(rest.get(1)));
      case "guarded" -> exprs.guarded(value(rest.get(0)), value(rest.get(1)));
      case "subscript" -> exprs.subscript(value(rest.get(0)), value(rest.get(1)), "a place");
      case "jdk" ->
          exprs.jdk(builtin(rest.getFirst()), rest.stream().skip(1).map(this::value).toList());
      case "slowpath" ->
          exprs.slowPath(
              value(rest.get(1)),
              value(rest.get(2)),
              MathFunction.valueOf(rest.get(0)),
              rest.stream().skip(3).map(this::value).toList());
      case "sum", "prod", "max", "min", "argmax", "argmin", "contract" ->
          reduction(type, what, rest);
      default -> operation(type, PrimOp.valueOf(what.toUpperCase(Locale.ROOT)), rest);
    };
  }

  private Expr operation(DType type, PrimOp op, List<String> rest) {
    if (rest.contains("by")) {
      return exprs.shift(op, type, value(rest.getFirst()), Integer.parseInt(rest.getLast()));
    }
    boolean throwing = rest.getLast().equals("throws");
    Expr[] args =
        rest.subList(0, throwing ? rest.size() - 1 : rest.size()).stream()
            .map(this::value)
            .toArray(Expr[]::new);
    return throwing ? exprs.throwing(op, type, SPAN, args) : exprs.op(op, type, args);
  }

  private Expr reduction(DType type, String what, List<String> rest) {
    if (what.equals("contract")) {
      Expr left = value(rest.get(0));
      Expr right = value(rest.get(1));
      int free = rest.indexOf("free");
      int second = rest.lastIndexOf("free");
      var contraction =
          new Kernel.Contraction(
              left,
              right,
              numbers(rest.subList(free + 1, second)),
              numbers(rest.subList(second + 1, rest.size())),
              rest.contains("windows"));
      Expr product = exprs.op(PrimOp.MUL, type, left, right);
      reductions.add(
          new Reduction(Builtin.SUM, product, contraction.inLanes(), Optional.of(contraction)));
    } else {
      reductions.add(new Reduction(builtin(what), value(rest.getFirst()), rest.contains("last")));
    }
    return exprs.add(new Expr.Reduced(reductions.size() - 1, type));
  }

  private static List<Integer> numbers(List<String> words) {
    return words.stream().filter(w -> w.matches("\\d+")).map(Integer::valueOf).toList();
  }

  private static Object constant(DType type, String text) {
    return switch (type) {
      case BOOL -> Boolean.valueOf(text);
      case F32, F16, BF16 -> Float.valueOf(text);
      case F64 -> Double.valueOf(text);
      case I64, U64 -> Long.valueOf(text);
      default -> Integer.valueOf(text);
    };
  }

  private int axis(String index) {
    return INDICES.indexOf(index.charAt(0));
  }

  private int inputNumber(String name) {
    return Integer.parseInt(name.substring("in".length()));
  }

  private Expr value(String name) {
    return Objects.requireNonNull(values.get(name), () -> "no value " + name);
  }

  private static DType dtype(String label) {
    return DType.named(label).orElseThrow();
  }

  static Builtin builtin(String label) {
    return Arrays.stream(Builtin.values())
        .filter(b -> b.label().equals(label))
        .findFirst()
        .orElseThrow();
  }
}
