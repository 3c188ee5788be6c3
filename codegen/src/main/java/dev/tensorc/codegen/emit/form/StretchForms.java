package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.tuning.Budgets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The forms of an element-wise kernel whose operands may stretch along the innermost axis: each is
 * a kernel of its own in which some are known to stretch and the others are walked, so that its
 * loop is as good as a version's. They are chosen once a call. Calls that no form covers have a
 * method of their own: in a method that also calls the forms HotSpot's first compiler ran out of
 * registers. Forms with few stretched operands come first, as many as the budget allows.
 */
public final class StretchForms {

  /**
   * @param stretched the inputs that stretch along the innermost axis
   * @param kernel with no open operand there
   */
  public record Form(List<Integer> stretched, Kernel kernel) {

    /** The name of its method, beside the kernel's. */
    public String method(String kernel) {
      return kernel
          + (stretched.isEmpty() ? "Walked" : "Stretching")
          + stretched.stream().map(String::valueOf).collect(Collectors.joining("And"));
    }
  }

  private StretchForms() {}

  /** The method for calls that no form covers, where there are forms. */
  public static String restMethod(String kernel) {
    return kernel + "Otherwise";
  }

  /** Empty where no operand is open along the innermost axis. */
  public static List<Form> of(Kernel k) {
    List<Integer> open = open(k);
    if (open.isEmpty() || !k.reductions().isEmpty()) {
      return List.of();
    }
    long each = 1 + Vectorizable.operations(k.roots());
    Budgets.Forms budgets = k.tuning().budgets().forms();
    long calls = Math.max(1, budgets.stretchedArguments() / arguments(k) - budgets.otherCalls());
    long most =
        Math.min(budgets.stretched(), Math.min(budgets.stretchedOperations() / each, calls));
    var forms = new ArrayList<Form>();
    for (int count = 0; count <= open.size() && forms.size() < most; count++) {
      for (List<Integer> stretched : choices(open, count)) {
        if (forms.size() < most) {
          forms.add(new Form(stretched, form(k, stretched)));
        }
      }
    }
    return forms;
  }

  private static int arguments(Kernel k) {
    return KernelCall.arguments(k, Memory.ARRAYS).count();
  }

  /** The inputs that may stretch along the innermost axis. */
  public static List<Integer> open(Kernel k) {
    return IntStream.range(0, k.inputs().size())
        .filter(i -> k.inputs().get(i).axes().get(k.innermost()) == AxisUse.OPEN)
        .boxed()
        .toList();
  }

  /** All ways to choose some of the numbers, in order. */
  private static List<List<Integer>> choices(List<Integer> from, int count) {
    if (count == 0) {
      return List.of(List.of());
    }
    var all = new ArrayList<List<Integer>>();
    for (int i = 0; i + count <= from.size(); i++) {
      for (List<Integer> rest : choices(from.subList(i + 1, from.size()), count - 1)) {
        var choice = new ArrayList<Integer>(List.of(from.get(i)));
        choice.addAll(rest);
        all.add(choice);
      }
    }
    return all;
  }

  private static Kernel form(Kernel k, List<Integer> stretched) {
    var inputs = new ArrayList<Input>();
    for (int i = 0; i < k.inputs().size(); i++) {
      var axes = new ArrayList<>(k.inputs().get(i).axes());
      if (axes.get(k.innermost()) == AxisUse.OPEN) {
        axes.set(k.innermost(), stretched.contains(i) ? AxisUse.NONE : AxisUse.FULL);
      }
      inputs.add(new Input(k.inputs().get(i).dtype(), axes));
    }
    return k.withInputs(inputs);
  }
}
