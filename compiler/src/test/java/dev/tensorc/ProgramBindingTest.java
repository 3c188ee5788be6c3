package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.AllocationException;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs as interfaces of the caller's. */
class ProgramBindingTest {

  private static final SourceText SOURCE =
      new SourceText(
          "pricing.tc",
          """
          export fn scale(x: f32[n], s: f32) -> f32[n] { return x * s }
          export fn bounds(x: f32[n]) -> (lo: f32, hi: f32) { return (min(x), max(x)) }
          export fn halves(x: f32[n]) -> (f32[n], f32[n]) { return (x / 2, x / 4) }
          export fn twice[T: f32 | f64](x: T[n]) -> T[n] { return x + x }
          export fn call(spot: f64, k: f64, up: bool) -> f64 {
              var result = spot - k
              if not up { result = k - spot }
              return result
          }
          """);

  /** Results in a record of the caller's. */
  public record Bounds(float lo, float hi) {}

  /** Everything that a method may be. */
  @SuppressWarnings("ComparableType") // on purpose: inherited methods count too
  public interface Kernels extends Comparable<String> {
    FloatTensor scale(FloatTensor x, float s) throws IOException;

    void scaleInto(FloatTensor out, FloatTensor x, float s);

    Bounds bounds(FloatTensor x);

    FloatTensor twice(FloatTensor x);

    Tensor twice(DoubleTensor x);

    double call(double spot, double k, boolean up);

    void halvesInto(FloatTensor result0, FloatTensor result1, FloatTensor x);

    default float range(FloatTensor x) {
      return bounds(x).hi() - bounds(x).lo();
    }

    static int version() {
      return 3;
    }

    @Override
    default int compareTo(String other) {
      return 0;
    }

    @Override
    String toString();
  }

  private static FloatTensor vector(float... data) {
    return FloatTensor.of(data, data.length);
  }

  private static Program compile(EngineMode engine) {
    return Tensorc.compile(SOURCE, Options.DEFAULT.withEngine(engine));
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void everyMethodCallsItsFunction(EngineMode engine) throws IOException {
    Kernels kernels = compile(engine).as(Kernels.class);
    assertThat(kernels.scale(vector(1, 2), 3)).isEqualTo(vector(3, 6));
    FloatTensor out = FloatTensor.zeros(2);
    kernels.scaleInto(out, vector(1, 2), 4);
    assertThat(out).isEqualTo(vector(4, 8));
    assertThat(kernels.bounds(vector(3, 1, 2))).isEqualTo(new Bounds(1, 3));
    assertThat(kernels.range(vector(3, 1, 2))).isEqualTo(2);
    assertThat(kernels.twice(vector(1))).isEqualTo(vector(2));
    assertThat(kernels.twice(DoubleTensor.of(new double[] {1}, 1)))
        .isEqualTo(DoubleTensor.of(new double[] {2}, 1));
    assertThat(kernels.call(3, 2, false)).isEqualTo(-1);
    FloatTensor other = FloatTensor.zeros(2);
    kernels.halvesInto(out, other, vector(4, 8));
    assertThat(out).isEqualTo(vector(2, 4));
    assertThat(other).isEqualTo(vector(1, 2));
    assertThatThrownBy(() -> kernels.scaleInto(out, vector(1), 1))
        .isInstanceOf(ShapeException.class);
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void theAllocationLimitHoldsForBoundMethods(EngineMode engine) {
    var options = Options.DEFAULT.withEngine(engine).withAllocationLimit(8);
    Kernels kernels = Tensorc.compile(SOURCE, options).as(Kernels.class);
    assertThatThrownBy(() -> kernels.twice(vector(1, 2, 3)))
        .isInstanceOf(AllocationException.class);
    assertThat(kernels.twice(vector(1, 2))).isEqualTo(vector(2, 4));
  }

  /** The overloads on arrays. */
  public interface OnArrays {
    float[] scale(float[] x, float s);

    void scaleInto(float[] out, float[] x, float s);

    Bounds bounds(float[] x);
  }

  @Test
  void methodsMayTakeArrays() {
    OnArrays kernels = compile(EngineMode.AUTO).as(OnArrays.class);
    assertThat(kernels.scale(new float[] {1, 2}, 3)).containsExactly(3, 6);
    float[] out = new float[2];
    kernels.scaleInto(out, new float[] {1, 2}, 4);
    assertThat(out).containsExactly(4, 8);
    assertThat(kernels.bounds(new float[] {3, 1, 2})).isEqualTo(new Bounds(1, 3));
  }

  /** An interface that does not fit in several ways. */
  public interface Misfits {
    FloatTensor scale(FloatTensor x, double s);

    float twice(FloatTensor x);

    double call(double k, double spot, boolean up);

    FloatTensor[] bounds(FloatTensor x);

    float missing();

    FloatTensor halves();
  }

  @Test
  void whatDoesNotFitIsSaidMethodByMethod() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compile(EngineMode.SCALAR).as(Misfits.class))
        .withMessageStartingWith(
            "dev.tensorc.ProgramBindingTest$Misfits does not fit pricing.tc\n\n  FloatTensor[]"
                + " bounds(FloatTensor x)\n    it returns several results, not FloatTensor[]\n"
                + "    write\n"
                + "      BoundsResult bounds(FloatTensor x);\n"
                + "      record BoundsResult(float lo, float hi) {}\n")
        .withMessageContaining(
            "\n  double call(double k, double spot, boolean up)\n    parameter 1 is called k, which"
                + " is parameter 2 of the function\n    write\n      double call(double spot,"
                + " double k, boolean up);")
        .withMessageContaining("\n  FloatTensor halves()\n    halves takes 1 parameters, not 0\n")
        .withMessageContaining(
            "\n  float missing()\n    the program exports no function missing\n    it has bounds, ")
        .withMessageContaining(
            "\n  FloatTensor scale(FloatTensor x, double s)\n    parameter 2, s, is float, not"
                + " double\n")
        .withMessageContaining("      FloatTensor scale(FloatTensor x, float s);")
        .withMessageContaining(
            "\n  float twice(FloatTensor x)\n    it returns FloatTensor, not"
                + " float\n    write\n      FloatTensor twice(FloatTensor x);");
  }

  interface Hidden {
    FloatTensor twice(FloatTensor x);

    Pair bounds(FloatTensor x);
  }

  record Pair(float lo, float hi) {}

  /** A record whose constructor the program cannot call. */
  public interface Closed {
    Pair bounds(FloatTensor x);
  }

  @Test
  void interfacesThatAreNotPublicNeedALookup() {
    Program program = compile(EngineMode.AUTO);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.as(Hidden.class))
        .withMessage(
            "dev.tensorc.ProgramBindingTest$Hidden is not public: make it public, or call"
                + " as(ProgramBindingTest.Hidden.class, MethodHandles.lookup()) from its package");
    Hidden hidden = program.as(Hidden.class, MethodHandles.lookup());
    assertThat(hidden.twice(vector(2))).isEqualTo(vector(4));
    assertThat(hidden.bounds(vector(2, 3))).isEqualTo(new Pair(2, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.as(Hidden.class, MethodHandles.publicLookup()))
        .withMessageContaining("call MethodHandles.lookup() in a class of package dev.tensorc");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.as(Closed.class))
        .withMessageContaining("make the record public, or pass MethodHandles.lookup()");
  }

  /** Nothing to implement. */
  public sealed interface Sealed permits Only {}

  private record Only() implements Sealed {}

  @Test
  void onlyOpenInterfacesAreBound() {
    Program program = compile(EngineMode.AUTO);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.as(String.class))
        .withMessage("java.lang.String is not an interface: programs are bound to interfaces");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.as(Sealed.class))
        .withMessageContaining("it is sealed or hidden");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.as(Override.class))
        .withMessageContaining("is not an interface");
  }
}
