package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Program;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions by which a kernel is computed.
 *
 * @param part is called with each batch
 * @param finish is called with the results of all batches together; null where these are the
 *     kernel's
 */
record Stages(Function part, @Nullable Function finish) {

  /** Of a function that the compiler has split, its parts; else the function itself. */
  static Stages of(Program program, Function f) {
    Function part = find(program, f, f.name() + "_part");
    Function finish = find(program, f, f.name() + "_finish");
    boolean whole = f.partition().allowed() || f.reduction().allowed();
    return whole || part == null || finish == null ? new Stages(f, null) : new Stages(part, finish);
  }

  private static @Nullable Function find(Program program, Function f, String name) {
    return program.functions().stream()
        .filter(g -> g.name().equals(name) && g.types().equals(f.types()))
        .findFirst()
        .orElse(null);
  }

  /** Whether rows may be given in parts. */
  boolean allowed() {
    return part.partition().allowed() || part.reduction().allowed();
  }

  /** The parameters that have rows. */
  List<String> rows() {
    return part.partition().allowed() ? part.partition().rows() : part.reduction().rows();
  }

  /** The kernel's results, of those of all batches. */
  Partial finished(Partial all) {
    return finish == null ? all : all.finished(part, finish);
  }

  /** The function that has the kernel's results. */
  Function last() {
    return finish == null ? part : finish;
  }
}
