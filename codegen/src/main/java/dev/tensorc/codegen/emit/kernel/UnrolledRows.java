package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.emit.form.StepSize;
import dev.tensorc.codegen.emit.form.StretchForms;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;

/**
 * The form of an element-wise kernel for rows of one to eight vectors, without a loop along the row
 * and without a mask: the JIT's code before and behind such a loop takes as long as the row. The
 * last vector ends with the row, and takes in elements of the one before.
 */
final class UnrolledRows {

  private UnrolledRows() {}

  /** The most vectors of a row for which a kernel has a form; 0 where it has none. */
  private static int mostVectors(Kernel k, Memory memory) {
    boolean possible =
        memory == Memory.ARRAYS
            && k.rank() > 1
            && k.reductions().isEmpty()
            && StretchForms.open(k).isEmpty()
            && !Vectorizable.knowsIndices(k)
            && !k.computesPlaces()
            && !Splittable.mayThrow(k) // the last elements are computed first
            && StepSize.hasShortStep(k);
    long step = Vectorizable.operations(k.roots()) + k.inputs().size() + k.results().size();
    int most = k.tuning().budgets().forms().unrolledRowOperations();
    return possible ? (int) Math.min(k.tuning().elements().maxUnrolledVectors(), most / step) : 0;
  }

  /** Whether an operand has one element for each row: laying it out in blocks takes longer. */
  static boolean repeatsElements(Kernel k) {
    int inner = k.innermost();
    return inner > 0
        && IntStream.range(0, k.inputs().size())
            .anyMatch(in -> k.follows(in, inner - 1) && !k.follows(in, inner));
  }

  /** For each form the vectors that its rows have at least; the next form takes longer rows. */
  private static List<Integer> forms(Kernel k, Memory memory) {
    int most = mostVectors(k, memory);
    return IntStream.iterate(1, least -> least <= most, least -> least + lengths(k, most))
        .boxed()
        .toList();
  }

  /**
   * How many lengths of rows, counted in vectors, a form takes: before each of its last vectors it
   * asks whether the row has one more. Forms of short steps take two lengths each.
   */
  private static int lengths(Kernel k, int most) {
    return most < k.tuning().elements().maxUnrolledVectors() ? 4 : 2;
  }

  private static String method(String kernel) {
    return kernel + "Vectors";
  }

  private static String method(String kernel, int least) {
    return method(kernel) + least;
  }

  /**
   * @param name of the method that has the kernel's loops
   */
  static void addForms(Kernel k, Memory memory, String name, List<KernelForm> forms) {
    if (forms(k, memory).size() > 1) {
      KernelForm.Emitter choice = (kernel, code, holders, _) -> choose(kernel, code, holders, name);
      forms.add(new KernelForm(method(name), k, choice));
    }
    forms(k, memory)
        .forEach(
            least -> {
              KernelForm.Emitter emitter =
                  (kernel, code, holders, method) ->
                      VectorKernel.emitUnrolled(
                          kernel, least, most(kernel, memory, least), code, holders, method);
              forms.add(new KernelForm(method(name, least), k, emitter));
            });
  }

  private static int most(Kernel k, Memory memory, int least) {
    int most = mostVectors(k, memory);
    return Math.min(least + lengths(k, most) - 1, most);
  }

  /** Hands over rows of few vectors, whose elements lie next to each other. */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Memory memory = prologue.code().memory();
    int most = mostVectors(k, memory);
    if (most > 0) {
      DType lane = Vectorizable.lane(k);
      Local n = prologue.extent(k.innermost());
      boolean chooses = forms(k, memory).size() > 1;
      String method = chooses ? method(prologue.name()) : method(prologue.name(), 1);
      prologue.leaveIf(
          Code.and(VectorLoop.hasVector(lane, n), VectorLoop.hasAtMost(lane, n, most)), method);
    }
  }

  /** Emits the method that chooses a form: the kernel's own has no room for all their calls. */
  private static void choose(Kernel k, Code code, Holders holders, String name) {
    Params params = KernelCall.params(k, code.memory());
    var prologue = new KernelPrologue(k, code, params, holders, name);
    Local n = params.extents().getLast();
    forms(k, code.memory())
        .forEach(
            least ->
                prologue.leaveIf(
                    VectorLoop.hasAtMost(Vectorizable.lane(k), n, most(k, code.memory(), least)),
                    method(name, least)));
    code.op(Opcodes.RETURN);
  }
}
