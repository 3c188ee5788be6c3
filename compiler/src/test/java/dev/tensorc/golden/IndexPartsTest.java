package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.codegen.step.IndexParts;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Elements that conditions on their indices choose, some of them outside of the axes: every engine
 * gives the interpreter's bits, or its exception. The interpreter computes no parts.
 */
class IndexPartsTest {

  private static final int PROGRAMS = Sample.isFull() ? 40 : 2;
  private static final int FUNCTIONS = 12;
  private static final int[] SIZES = {0, 1, 2, 3, 4, 5, 9, 17, 33};

  private final Random random = new Random(Sample.SEED);

  @Test
  void drawnConditions() {
    int divided = 0;
    for (int program = 0; program < PROGRAMS; program++) {
      var text = new StringBuilder();
      for (int f = 0; f < FUNCTIONS; f++) {
        text.append(f % 2 == 0 ? alongOneAxis(f) : alongTwoAxes(f));
      }
      var source = new SourceText("conditions.tc", text.toString());
      divided += divided(source);
      Engines engines = Engines.of(source);
      for (int f = 0; f < FUNCTIONS; f++) {
        for (int run = 0; run < 6; run++) {
          engines.agree("f" + f, arguments(f % 2 == 0));
        }
      }
    }
    assertThat(divided).isGreaterThan(PROGRAMS * FUNCTIONS / 4);
  }

  /** How many functions have parts. */
  private static int divided(SourceText source) {
    TensorIr.Module module = new Rendering(source, Options.DEFAULT).module();
    TensorIr.Module parts = IndexParts.run(module);
    int divided = 0;
    for (int f = 0; f < module.functions().size(); f++) {
      divided += parts.functions().get(f).equals(module.functions().get(f)) ? 0 : 1;
    }
    return divided;
  }

  private Object[] arguments(boolean rows) {
    long n = size();
    long m = size();
    return new Object[] {
      rows ? Awkward.tensor(DType.F64, random, n) : Awkward.tensor(DType.F64, random, n, m),
      Awkward.tensor(DType.F64, random, m),
      (long) random.nextInt(9) - 2
    };
  }

  private long size() {
    return SIZES[random.nextInt(SIZES.length)];
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /**
   * A condition on one index, and the places on an axis of x that its arms read.
   *
   * @param otherwise empty where the arm reads nothing
   */
  private record Choice(String extent, String condition, String then, String otherwise) {

    Choice of(String index, String size, int a, int b) {
      UnaryOperator<String> filled =
          text ->
              text.replace("@", index).replace("S", size).replace("A", "" + a).replace("B", "" + b);
      return new Choice(
          filled.apply(extent),
          filled.apply(condition),
          filled.apply(then),
          filled.apply(otherwise));
    }
  }

  private static final List<Choice> CHOICES =
      List.of(
          new Choice("S + A + B", "@ >= A and @ < S + A", "@ - A", ""),
          new Choice("S + A + B", "not (@ - A < 0 or @ > S + A - 1)", "@ - A", ""),
          new Choice("S", "S // 2 > @", "@ + S // 2", "@ - S // 2"),
          new Choice("S", "@ > 0", "@ - 1", "0"),
          new Choice("S", "@ == 0", "@", "@ - 1"),
          new Choice("S", "@ + A < S", "@ + A", "@"),
          new Choice("S", "@ < S - 1", "@ + 1", "S - 1"),
          new Choice("S", "@ > 0 and @ < S - 1", "@ + 1", "S - 1 - @"),
          new Choice("2 * S", "@ < S", "@", "2 * S - 1 - @"),
          new Choice("2 * S + B", "@ <= S - 1", "@", ""),
          new Choice("S + 1", "@ != S", "@", "0"),
          new Choice("S", "@ <= k", "@", "S - 1 - @"));

  private Choice choice(String index, String size) {
    return one(CHOICES).of(index, size, random.nextInt(3), random.nextInt(3));
  }

  private String alongOneAxis(int number) {
    Choice c = choice("i", "n");
    return """
    export fn f%d(x: f64[n], y: f64[m], k: i64) -> f64[?] {
        let z[i] = %s for i in 0:%s
        return z
    }
    """
        .formatted(number, elements(c.condition(), c.then(), c.otherwise()), c.extent());
  }

  private String alongTwoAxes(int number) {
    Choice c = choice("i", "n");
    Choice d = choice("j", "m");
    boolean both = random.nextBoolean();
    String otherwise = c.otherwise().isEmpty() ? "" : c.otherwise() + ", j";
    return """
    export fn f%d(x: f64[n, m], y: f64[m], k: i64) -> f64[?, ?] {
        let z[i, j] = %s for i in 0:%s, j in 0:%s
        return z
    }
    """
        .formatted(
            number,
            both
                ? elements(c.condition() + " and " + d.condition(), c.then() + ", " + d.then(), "")
                : elements(c.condition(), c.then() + ", j", otherwise),
            c.extent(),
            both ? d.extent() : "m");
  }

  /** One of six reads beyond the axis. */
  private String elements(String condition, String then, String otherwise) {
    String first = "x[%s%s]".formatted(random.nextInt(6) == 0 ? "1 + " : "", then);
    String last = otherwise.isEmpty() ? "0.5" : "x[%s]".formatted(otherwise);
    String chosen = "if %s then %s else %s".formatted(condition, operation(first), operation(last));
    return random.nextInt(3) == 0 ? "2 - (%s)".formatted(chosen) : chosen;
  }

  private String operation(String element) {
    return switch (random.nextInt(6)) {
      case 0 -> "-" + element;
      case 1 -> "%s * (i + 1)".formatted(element);
      case 2 -> "(if i == 3 then 1.5 else %s)".formatted(element);
      default -> element;
    };
  }
}
