package dev.tensorc.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A kernel's compiled programs, by form. */
final class Programs {

  /**
   * One of them, ready to run.
   *
   * @param parts the calls that it makes, in turn
   * @param version which version of its kernels the inputs take
   * @param problems with its classes
   */
  record Compiled(List<Contender> parts, String version, List<String> problems) {

    /** All parts in turn. */
    Contender contender() {
      if (parts.size() == 1) {
        return parts.getFirst();
      }
      Contender[] inTurn = parts.toArray(Contender[]::new); // whose loop allocates no iterator
      return times -> {
        for (long t = 0; t < times; t++) {
          for (Contender part : inTurn) {
            part.run(1);
          }
        }
      };
    }
  }

  private Programs() {}

  /** All forms that the kernel has; the fallback alone only where there are versions. */
  static Map<Form, Compiled> of(Kernel kernel) {
    Map<Form, Compiled> programs = new LinkedHashMap<>();
    List<Form> forms =
        kernel.onThreads()
            ? List.of(Form.WRITTEN, Form.THREADS)
            : kernel.againstFastmath()
                ? List.of(Form.WRITTEN, Form.FASTMATH)
                : List.of(Form.WRITTEN, Form.STATIC, Form.DYNAMIC);
    for (Form form : forms) {
      CompiledProgram program = form.compile(kernel.ours());
      programs.put(form, compiled(kernel, List.of(kernel.ours()), List.of(program)));
      if (form == Form.DYNAMIC && program.hasVersions()) {
        CompiledProgram alone = Form.FALLBACK.compile(kernel.ours());
        programs.put(Form.FALLBACK, compiled(kernel, List.of(kernel.ours()), List.of(alone)));
      }
    }
    if (!kernel.plain().isEmpty() && !kernel.onThreads()) {
      var byHand = kernel.plain().stream().map(Form.BY_HAND::compile).toList();
      programs.put(Form.BY_HAND, compiled(kernel, kernel.plain(), byHand));
    }
    return programs;
  }

  private static Compiled compiled(
      Kernel kernel, List<Kernel.Call> calls, List<CompiledProgram> programs) {
    var contenders = new ArrayList<Contender>();
    var versions = new ArrayList<String>();
    var problems = new ArrayList<String>();
    for (int i = 0; i < calls.size(); i++) {
      contenders.add(programs.get(i).contender(calls.get(i), kernel.result()));
      versions.add(programs.get(i).versionTaken(calls.get(i)));
      problems.addAll(MethodSizes.problems(programs.get(i).classFiles()));
    }
    return new Compiled(contenders, String.join(", then ", versions), problems);
  }
}
