package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.Kernel;
import java.util.Optional;

/**
 * A method beside a vector kernel's own that has loops: see {@code KernelForms}.
 *
 * @param method its name
 * @param tail its scalar form over arrays, under the same name: where that ends its rows, or is
 *     called by the kernel's own
 */
public record KernelForm(String method, Kernel kernel, Emitter emitter, Optional<Kernel> tail) {

  /** Emits the form of a kernel into a method of that name. */
  public interface Emitter {
    void emit(Kernel kernel, Code code, Holders holders, String name);
  }

  /** The scalar form that ends its rows, if one does. */
  public static Optional<Kernel> ownTail(Kernel k) {
    return Vectorizable.scalarTail(k) ? Optional.of(k) : Optional.empty();
  }
}
