package dev.tensorc.codegen.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.schedule.Scheduler;
import dev.tensorc.codegen.schedule.Site;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How wide the lanes are that read elements at computed places. */
class LanesOfPlacesTest {

  /** {@code x[p[i]]}: the size and the stride of x are i64, but the same for all lanes. */
  private static final String ELEMENTS =
      """
      axes 1
      in0: f32[*]
      in1: i32[i]
      s0: i64
      s1: i64
      t0: i64 = cast in1
      t1: i64 = subscript t0 s0
      t2: i64 = mul t1 s1
      t3: f32 = gathered in0 t2
      out0 = t3
      """;

  @Test
  void theyAreAsWideAsTheElements() {
    Kernel k = KernelReader.read(ELEMENTS);
    Kernel scheduled = Scheduler.schedule(k, List.of(call()));
    assertThat(scheduled.nests()).hasSize(1);
    Kernel inLanes = scheduled.nests().getFirst().kernel(scheduled);
    assertThat(Vectorizable.lane(inLanes)).isEqualTo(DType.F32);
  }

  private static Site call() {
    var none = Optional.<Site.Element>empty();
    return new Site(
        0,
        List.of(new Dim.Sym(0, "n", true)),
        List.of(DType.F32, DType.I32, DType.F32),
        List.of(
            List.of(OptionalLong.of(0)), List.of(OptionalLong.of(1)), List.of(OptionalLong.of(1))),
        List.of(none, none, none));
  }
}
