package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.loop.Kernel;
import java.util.Optional;
import java.util.function.BiConsumer;

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

  /** A form without a scalar one. */
  public KernelForm(String method, Kernel kernel, Emitter emitter) {
    this(method, kernel, emitter, Optional.empty());
  }

  /** One that calls no other method. */
  public static KernelForm alone(String method, Kernel kernel, BiConsumer<Kernel, Code> body) {
    return new KernelForm(method, kernel, (k, code, _, _) -> body.accept(k, code));
  }

  /** The scalar form that ends its rows, if one does. */
  public static Optional<Kernel> ownTail(Kernel k) {
    return Vectorizable.scalarTail(k) ? Optional.of(k) : Optional.empty();
  }
}
