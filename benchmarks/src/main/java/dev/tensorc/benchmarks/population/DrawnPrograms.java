package dev.tensorc.benchmarks.population;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Draws small programs as users write them, over arrays of any size: the generator of the tests
 * writes sizes into its programs, which cannot grow. Each has one line of NumPy beside it where
 * that is natural. The caller leaves out programs that the compiler refuses.
 */
final class DrawnPrograms {

  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final long[] BYTES = {12_000, 1_500_000, 40_000_000};
  private static final int MOST_DEPTH = 4;

  /** An expression of the language, and the same in NumPy. */
  private record Text(String ours, String numpy) {

    static Text same(String text) {
      return new Text(text, text);
    }
  }

  /** A parameter: which axes of the shape it has; absent ones are 1, or left out in front. */
  private record Operand(String name, String type) {}

  private final long seed;
  private final Random random;
  private final Specimen.Size size;
  private final String dtype;
  private final boolean isFloat;
  private final long[] shape;
  private final List<Operand> operands = new ArrayList<>();
  private final List<String> facts = new ArrayList<>();
  private final boolean isNamed;

  private DrawnPrograms(long seed) {
    this.seed = seed;
    this.random = new Random(seed * SPREAD);
    this.size = Specimen.Size.values()[random.nextInt(BYTES.length)];
    this.dtype =
        pick("f32", "f32", "f32", "f32", "f32", "f64", "f64", "i32", "i64", "u8", "i8", "f16");
    this.isFloat = dtype.startsWith("f");
    this.isNamed = chance(75);
    int bytes =
        switch (dtype) {
          case "f64", "i64" -> 8;
          case "f16" -> 2;
          case "u8", "i8" -> 1;
          default -> 4;
        };
    this.shape = shape(BYTES[size.ordinal()] / bytes / 2);
  }

  /** The program of a seed. */
  static Specimen draw(long seed) {
    return new DrawnPrograms(seed).program();
  }

  // ---------------------------------------------------------------- dice

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** From 1 to most, small numbers more often. */
  private long few(int most) {
    return 1 + (long) (Math.exp(random.nextDouble() * Math.log(most)) - 0.5);
  }

  private long[] shape(long elements) {
    int rank = 1 + random.nextInt(3);
    long[] drawn = new long[rank];
    long left = Math.max(64, elements);
    for (int axis = rank - 1; axis > 0; axis--) {
      boolean isShort = chance(axis == rank - 1 ? 50 : 30);
      double most = Math.pow(left, 1.0 / (axis + 1));
      drawn[axis] = isShort ? few(64) : Math.max(3, (long) (most * (0.5 + random.nextDouble())));
      left = Math.max(3, left / drawn[axis]);
    }
    drawn[0] = left;
    return drawn;
  }

  // ---------------------------------------------------------------- operands

  private String axisName(int axis) {
    return "" + (char) ('n' + axis);
  }

  private Text operand() {
    if (!operands.isEmpty() && (operands.size() >= 4 || chance(35))) {
      return Text.same(operands.get(random.nextInt(operands.size())).name());
    }
    int kind = operands.isEmpty() ? 0 : random.nextInt(100);
    int rank = shape.length;
    if (kind < 60) {
      return Text.same(declare(IntStream.range(0, rank).boxed().toList(), rank).name());
    }
    if (rank > 1 && kind < 75) {
      return Text.same(declare(List.of(rank - 1), 1).name());
    }
    if (rank > 1 && kind < 88) {
      return Text.same(declare(List.of(0), rank).name());
    }
    return Text.same(isFloat ? pick("0.5", "2", "1.25", "3") : pick("2", "3", "1"));
  }

  /** A parameter that has these axes of so many; the others are 1. */
  private Operand declare(List<Integer> axes, int rank) {
    String name = "abcdefgh".charAt(operands.size()) + "";
    int lead = shape.length - rank;
    var dims = new ArrayList<String>();
    for (int k = 0; k < rank; k++) {
      int axis = lead + k;
      if (!axes.contains(axis)) {
        dims.add("1");
      } else if (isNamed) {
        dims.add(shape[axis] <= 4 ? Long.toString(shape[axis]) : axisName(axis));
        facts.add(axisName(axis) + " = " + shape[axis]);
      } else {
        dims.add("?");
        facts.add(name + "." + k + " = " + shape[axis]);
      }
    }
    var operand = new Operand(name, dtype + "[" + String.join(", ", dims) + "]");
    operands.add(operand);
    return operand;
  }

  private Text whole() {
    return Text.same(
        declare(IntStream.range(0, shape.length).boxed().toList(), shape.length).name());
  }

  // ---------------------------------------------------------------- expressions

  private Text element(int depth) {
    if (depth <= 0 || chance(15)) {
      return operand();
    }
    Text a = element(depth - 1);
    if (isFloat && chance(25)) {
      return function(a);
    }
    Text b = element(depth - 1 - random.nextInt(2));
    String op =
        isFloat
            ? pick("+", "-", "*", "*", "+", "/", "max", "min", "where")
            : pick("+", "-", "*", "+", "max", "min", "where");
    return switch (op) {
      case "max" -> call("maximum", a, b);
      case "min" -> call("minimum", a, b);
      case "/" ->
          new Text(
              "(%s / (abs(%s) + 1))".formatted(a.ours(), b.ours()),
              "(%s / (np.abs(%s) + 1))".formatted(a.numpy(), b.numpy()));
      case "where" -> {
        Text c = operand();
        yield new Text(
            "where(%s < %s, %s, %s)".formatted(a.ours(), b.ours(), b.ours(), c.ours()),
            "np.where(%s < %s, %s, %s)".formatted(a.numpy(), b.numpy(), b.numpy(), c.numpy()));
      }
      default ->
          new Text(
              "(%s %s %s)".formatted(a.ours(), op, b.ours()),
              "(%s %s %s)".formatted(a.numpy(), op, b.numpy()));
    };
  }

  private static Text call(String function, Text... args) {
    String ours = java.util.Arrays.stream(args).map(Text::ours).collect(Collectors.joining(", "));
    String numpy = java.util.Arrays.stream(args).map(Text::numpy).collect(Collectors.joining(", "));
    return new Text(function + "(" + ours + ")", "np." + function + "(" + numpy + ")");
  }

  private Text function(Text a) {
    String f = pick("exp", "tanh", "sqrt", "abs", "square", "sin", "log", "floor");
    return switch (f) {
      case "exp" -> call("exp", call("minimum", a, Text.same("2")));
      case "sqrt", "log" ->
          new Text(
              "%s(abs(%s) + 1)".formatted(f, a.ours()),
              "np.%s(np.abs(%s) + 1)".formatted(f, a.numpy()));
      default -> call(f, a);
    };
  }

  // ---------------------------------------------------------------- programs

  private Specimen program() {
    int kind = random.nextInt(100);
    Text body;
    if (kind < 35) {
      body = elementwise();
    } else if (kind < 55) {
      body = reduction();
    } else if (kind < 65) {
      body = normalised();
    } else if (kind < 77) {
      body = slices();
    } else if (kind < 87) {
      body = arranged();
    } else if (kind < 93) {
      body = windows();
    } else if (kind < 96) {
      body = rowsOf();
    } else {
      body = rounds();
    }
    String params =
        operands.stream().map(o -> o.name() + ": " + o.type()).collect(Collectors.joining(", "));
    String source =
        body.ours().contains("return ")
            ? "export fn f(%s) {%n%s%n}%n".formatted(params, body.ours())
            : "export fn f(%s) {%n    return %s%n}%n".formatted(params, body.ours());
    Optional<String> numpy = body.numpy().isEmpty() ? Optional.empty() : Optional.of(body.numpy());
    String section =
        facts.stream().distinct().collect(Collectors.joining("\n"))
            + numpy.map(n -> "\nnumpy: " + n).orElse("");
    String text = source + "\n#> measure f\n" + section + "\n";
    Specimen s = Specimen.of("drawn", text, size).getFirst();
    String name = "drawn." + seed + "." + size.name().toLowerCase(Locale.ROOT);
    return new Specimen(name, s.source(), s.function(), s.numbers(), s.ranges(), s.numpy());
  }

  private Text elementwise() {
    return element(1 + random.nextInt(MOST_DEPTH));
  }

  private String axis() {
    return Integer.toString(chance(60) ? -1 : random.nextInt(shape.length) - shape.length);
  }

  private Text reduction() {
    whole();
    Text x = element(random.nextInt(3));
    if (x.ours().length() < 4) {
      x = Text.same("a");
    }
    String f = pick("sum", "sum", "max", "min", "argmax", isFloat ? "mean" : "sum");
    String over = chance(20) ? "" : ", axis=" + axis();
    return new Text(
        "%s(%s%s)".formatted(f, x.ours(), over), "np.%s(%s%s)".formatted(f, x.numpy(), over));
  }

  private Text normalised() {
    whole();
    String along = axis();
    String keep = ", axis=" + along + ", keepdims=";
    if (!isFloat) {
      return new Text("a - max(a" + keep + "true)", "a - np.max(a" + keep + "True)");
    }
    String form =
        pick(
            "a - @mean(a#)",
            "a / @sqrt(@mean(a * a#) + 1)",
            "(a - @mean(a#)) / @sqrt(@var(a#) + 1)",
            "@exp(a - @max(a#)) / @sum(@exp(a - @max(a#))#)",
            "a / (@sum(@abs(a)#) + 1)");
    return new Text(
        form.replace("@", "").replace("#", keep + "true"),
        form.replace("@", "np.").replace("#", keep + "True"));
  }

  private String at(int axis, String slice) {
    var all = new ArrayList<String>();
    for (int k = 0; k < shape.length; k++) {
      all.add(k == axis ? slice : ":");
    }
    return "[" + String.join(", ", all) + "]";
  }

  private Text slices() {
    whole();
    int axis = random.nextInt(shape.length);
    if (shape[axis] < 8) {
      axis = 0;
    }
    String form =
        pick(
            "a[1:] - a[:-1]",
            "a[2:] - 2 * a[1:-1] + a[:-2]",
            "a[::2] + a[1::2]",
            "maximum(a[2:], maximum(a[1:-1], a[:-2]))",
            "a[::-1] * 2",
            "a[::3] * 3 + 1",
            "a[4:] + a[3:-1] + a[2:-2] + a[1:-3] + a[:-4]");
    if (form.contains("::2")) {
      shape[axis] += shape[axis] % 2;
      facts.clear();
      operands.clear();
      whole();
    }
    String text = form;
    for (String slice :
        new String[] {
          "1:-1", "2:-2", "1:-3", "3:-1", "::-1", "1::2", "::2", "::3", ":-1", ":-2", ":-4", "1:",
          "2:", "4:"
        }) {
      text = text.replace("[" + slice + "]", at(axis, slice));
    }
    return new Text(text, text.replace("maximum", "np.maximum"));
  }

  private Text arranged() {
    whole();
    int last = shape.length - 1;
    switch (random.nextInt(6)) {
      case 0 -> {
        Text y = element(1);
        return new Text(
            "concat([a, %s], axis=%d)".formatted(sized(y.ours()), last),
            "np.concatenate([a, %s], axis=%d)".formatted(sized(y.numpy()), last));
      }
      case 1 -> {
        String axis = pick("0", "-1");
        return new Text(
            "stack([a * 2, a + 1, a], axis=%s)".formatted(axis),
            "np.stack([a * 2, a + 1, a], axis=%s)".formatted(axis));
      }
      case 2 -> {
        return new Text("flip(a, axis=-1) + a", "np.flip(a, axis=-1) + a");
      }
      case 3 -> {
        return new Text("roll(a, 1, axis=-1) - a", "np.roll(a, 1, axis=-1) - a");
      }
      case 4 -> {
        if (shape.length == 1) {
          return new Text("pad(a, (1, 1))", "np.pad(a, (1, 1))");
        }
        String width = shape.length == 2 ? "((1, 1), (2, 2))" : "((0, 0), (1, 1), (1, 1))";
        return new Text("pad(a, " + width + ")", "np.pad(a, " + width + ")");
      }
      default -> {
        if (shape.length == 1) {
          return new Text("a[:, newaxis] * a[newaxis, :8]", "a[:, None] * a[None, :8]");
        }
        String axes =
            shape.length == 2 ? "(1, 0)" : pick("(2, 0, 1)", "(0, 2, 1)", "(1, 0, 2)", "(2, 1, 0)");
        return new Text("permute_dims(a, " + axes + ") * 2", "np.transpose(a, " + axes + ") * 2");
      }
    }
  }

  /** Gives the text the whole shape: a row alone cannot be joined. */
  private static String sized(String text) {
    return "(" + text + " + a * 0)";
  }

  private Text windows() {
    whole();
    long w = 2 + few(20);
    String v = isFloat ? "0.5" : "2";
    if (shape.length == 1) {
      return new Text(
          "    let y[i] = sum[r](a[i + r] * %s for r in 0:%d) for i in 0:len(a) - %d%n    return y"
              .formatted(v, w, w - 1),
          "");
    }
    if (shape.length == 2) {
      return new Text(
          pick(
              "    let y[i, j] = sum[r](a[i + r, j] for r in 0:3) for i in 0:len(a) - 2\n"
                  + "    return y",
              "    let y[j, i] = a[i, j] * 2\n    return y",
              "    let y[i] = sum[j](a[i, j] * a[i, j])\n    return y",
              "    let y[j] = sum[i](a[i, j] * " + v + ")\n    return y",
              "    let y[i, j] = max[r](a[i + r, j] for r in 0:3) for i in 0:len(a) - 2\n"
                  + "    return y"),
          "");
    }
    return new Text(
        pick(
            "    let y[i, j] = sum[k](a[i, j, k] * a[i, j, k])\n    return y",
            "    let y[i, k] = sum[j](a[i, j, k])\n    return y",
            "    let y[k, i, j] = a[i, j, k] + 1\n    return y"),
        "");
  }

  private Text rowsOf() {
    whole();
    long count = Math.max(1, shape[0] / 2);
    operands.add(new Operand("rows", "i64[r]"));
    facts.add("r = " + count);
    facts.add("rows in 0:" + shape[0]);
    return new Text("take(a, rows, axis=0) * 2", "np.take(a, rows, axis=0) * 2");
  }

  private Text rounds() {
    whole();
    String step = isFloat ? pick("x * 0.9 + a * 0.1", "x * x + a", "x + 0.1 * (a - x)") : "x + a";
    return new Text(
        "    var x = a\n    for k in 0:%d { x = %s }\n    return x".formatted(2 + few(20), step),
        "");
  }
}
