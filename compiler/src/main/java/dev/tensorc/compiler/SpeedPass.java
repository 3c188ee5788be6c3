package dev.tensorc.compiler;

import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.frontend.Diagnostic;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Tells of kernels that take much longer than they need, before anybody measures them; and, since
 * no later pass warns, of warnings that are allowed and are not there.
 */
final class SpeedPass implements LoopPass<LoopIr.Program> {

  @Override
  public String name() {
    return "speed";
  }

  @Override
  public String purpose() {
    return "warns of loops five times slower than needed, and of an @allow without a warning";
  }

  @Override
  public LoopIr.Program run(LoopIr.Program in, PassContext cx) {
    // The instances of a generic function have one place, and so have the arms of a choice.
    var warnings = new LinkedHashMap<String, Diagnostic>();
    for (LoopIr.Plan plan : in.plans()) {
      for (Diagnostic d : SlowKernelLint.warnings(in, plan)) {
        warnings.putIfAbsent(d.span().source().name() + ":" + d.span().line() + d.hint(), d);
      }
    }
    cx.report(List.copyOf(warnings.values()));
    cx.reportUnusedAllowed();
    return in;
  }

  @Override
  public String size(LoopIr.Program out) {
    return Sizes.of(out.kernels().size(), "kernel");
  }

  @Override
  public String print(LoopIr.Program out) {
    return SlowKernelLint.times(out);
  }
}
