package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.loop.LoopIr.Kernel;
import java.util.ArrayList;
import java.util.List;

/**
 * The methods beside a vector kernel's own that have loops: the kernel under assumptions that its
 * own method checks.
 */
final class KernelForms {

  /** Emits the vector form of a kernel into a method of that name. */
  interface Emitter {
    void emit(Kernel kernel, Code code, VectorKernel.Holders holders, String name);
  }

  /**
   * @param method its name
   */
  record Form(String method, Kernel kernel, Emitter emitter) {}

  private KernelForms() {}

  private static void addTail(String method, Kernel k, List<Form> forms) {
    if (VectorKernel.hasTailMethod(k)) {
      forms.add(new Form(VectorKernel.tailMethod(method), k, VectorKernel::emitTail));
    }
  }

  /**
   * @param name of the kernel's own method
   */
  static List<Form> of(Kernel k, Memory memory, String name) {
    var forms = new ArrayList<Form>();
    for (StretchForms.Form form : StretchForms.of(k)) {
      forms.add(new Form(form.method(name), form.kernel(), VectorKernel::emitForm));
    }
    if (BlockCalls.possible(k, memory)) {
      forms.add(new Form(RowBlocks.method(name), RowBlocks.matrix(k), VectorKernel::emitBlocks));
    }
    for (Form form : List.copyOf(forms)) {
      addTail(form.method(), form.kernel(), forms);
    }
    addTail(name, k, forms);
    return forms;
  }
}
