package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.code.JvmLimits;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopPrinter;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The code generator's report on a program, with its reasons, for {@code tensorc explain}. */
public final class Explain {

  private final LoopIr.Program program;
  private final Methods methods;

  /** By identity: a plan's expressions are graphs. */
  private final Map<Plan, Report> reports = new IdentityHashMap<>();

  /**
   * @param classFiles the program's, by binary name
   * @param facade binary name of the class that users call
   */
  public Explain(LoopIr.Program program, Map<String, byte[]> classFiles, String facade) {
    this.program = program;
    this.methods = new Methods(classFiles, facade);
  }

  /** The report on a function. */
  public Report report(Plan plan) {
    return reports.computeIfAbsent(plan, p -> ReportBuilder.of(program, p, methods));
  }

  private Methods methods(List<Plan> plans) {
    Set<String> functions =
        plans.stream().map(p -> p.function().name()).collect(Collectors.toSet());
    var kernels = new TreeSet<Integer>();
    plans.forEach(p -> report(p).kernels().forEach(k -> kernels.add(k.number())));
    return methods.of(functions, kernels);
  }

  /**
   * Times, slow kernels and stored values of a function, and rewordings.
   *
   * @param advice more of them, which the code generator does not know
   */
  public Summary summary(Plan plan, List<String> advice) {
    return Summary.of(report(plan), advice);
  }

  /** The summary on a screen. */
  public String summaryText(Plan plan, List<String> advice) {
    return SummaryPrinter.print(summary(plan, advice));
  }

  /** The kernels that its lines became, their stored values and the reasons. */
  public String kernels(Plan plan) {
    return ReportPrinter.print(report(plan));
  }

  /** Its plan and loops, and whether they are vector code. */
  public String loops(Plan plan) {
    Map<Integer, String> remarks =
        report(plan).kernels().stream()
            .collect(Collectors.toMap(Report.KernelReport::number, ReportPrinter::remark));
    return LoopPrinter.print(program, plan, k -> remarks.getOrDefault(k, ""));
  }

  /** The loops of one of its kernels. */
  public String loops(Report.KernelReport kernel) {
    return LoopPrinter.kernel(program, kernel.number(), ReportPrinter.remark(kernel));
  }

  /** The bytes of the methods that some functions call. */
  public String methodSizes(List<Plan> plans) {
    Methods called = methods(plans);
    return "bytes of each method: the JIT compiles up to %d, the largest here has %d\n"
            .formatted(JvmLimits.COMPILED_BYTES, called.largest())
        + called.table();
  }
}
