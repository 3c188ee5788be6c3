package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.loop.Kernel;
import java.util.List;

/** The methods that a kernel has beside its own. */
public final class FormNames {

  private FormNames() {}

  /** Over arrays, each without the name of the kernel; none of scalar code. */
  public static List<String> of(Kernel k) {
    return Vectorizable.obstacle(k).isPresent()
        ? List.of()
        : KernelForms.of(k, Memory.ARRAYS, "", "").stream().map(KernelForm::method).toList();
  }
}
