package dev.tensorc;

import dev.tensorc.compiler.Dump;
import dev.tensorc.frontend.Imports;
import dev.tensorc.ir.DisciplineName;
import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.Threads;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import javax.lang.model.SourceVersion;

/**
 * How a program is compiled and run.
 *
 * @param packageName of the class; empty for the unnamed package
 * @param className simple name of the class; empty for one made from the file's name ({@code
 *     edges.tc} gives {@code Edges})
 * @param broadcasting the discipline of files that name none
 * @param versions how many versions one cluster of kernels may have beside the fallback; 0 for the
 *     fallback alone
 * @param fusion whether kernels compute their operands themselves; else every step is stored
 * @param allocationLimit the bytes that one array may take when functions are called through the
 *     {@link CompiledProgram}; empty for {@link AllocationLimit#bytes()}
 * @param threads how many threads a call may use; empty for {@link Threads#current()}
 * @param dump gets the result of every pass
 * @param strictResults whether a declared size or rank that only the run can confirm is an error
 * @param verifyEach whether the result of each pass is verified; where assertions are enabled it
 *     always is
 * @param imports finds the files that the program imports
 */
public record Options(
    String packageName,
    String className,
    DisciplineName broadcasting,
    int versions,
    boolean fusion,
    EngineMode engine,
    OptionalLong allocationLimit,
    Optional<Threads> threads,
    boolean strictResults,
    boolean verifyEach,
    Dump dump,
    Imports imports) {

  /** Versions of a cluster unless something else is asked for. */
  public static final int DEFAULT_VERSIONS = 16;

  /** The options of {@link Tensorc#compile(String)}. */
  public static final Options DEFAULT =
      new Options(
          "",
          "",
          DisciplineName.NUMPY,
          DEFAULT_VERSIONS,
          true,
          EngineMode.AUTO,
          OptionalLong.empty(),
          Optional.empty(),
          false,
          false,
          Dump.NONE,
          Imports.NONE);

  public Options {
    if (!packageName.isEmpty() && !SourceVersion.isName(packageName)) {
      throw new IllegalArgumentException("not a package name: `" + packageName + "`");
    }
    if (!className.isEmpty()
        && (!SourceVersion.isIdentifier(className) || SourceVersion.isKeyword(className))) {
      throw new IllegalArgumentException("not a class name: `" + className + "`");
    }
    if (versions < 0) {
      throw new IllegalArgumentException("versions must not be negative: " + versions);
    }
    if (allocationLimit.isPresent() && allocationLimit.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "an allocation limit is at least 1 byte, not " + allocationLimit.getAsLong());
    }
  }

  public Options withPackageName(String name) {
    return with(fields -> fields.packageName = name);
  }

  public Options withClassName(String name) {
    return with(fields -> fields.className = name);
  }

  public Options withBroadcasting(DisciplineName discipline) {
    return with(fields -> fields.broadcasting = discipline);
  }

  public Options withVersions(int budget) {
    return with(fields -> fields.versions = budget);
  }

  public Options withFusion(boolean fuse) {
    return with(fields -> fields.fusion = fuse);
  }

  public Options withEngine(EngineMode mode) {
    return with(fields -> fields.engine = mode);
  }

  /**
   * @param bytes at least 1
   */
  public Options withAllocationLimit(long bytes) {
    return with(fields -> fields.allocationLimit = OptionalLong.of(bytes));
  }

  /**
   * @param some for the program's calls, unless {@link Threads#during} says something else
   */
  public Options withThreads(Threads some) {
    return with(fields -> fields.threads = Optional.of(some));
  }

  public Options withStrictResults(boolean strict) {
    return with(fields -> fields.strictResults = strict);
  }

  public Options withVerifyEach(boolean verify) {
    return with(fields -> fields.verifyEach = verify);
  }

  public Options withDump(Dump hook) {
    return with(fields -> fields.dump = hook);
  }

  public Options withImports(Imports finder) {
    return with(fields -> fields.imports = finder);
  }

  private Options with(Consumer<Fields> change) {
    var fields = new Fields(this);
    change.accept(fields);
    return fields.options();
  }

  /** The components of a record that is about to be made. */
  private static final class Fields {
    private String packageName;
    private String className;
    private DisciplineName broadcasting;
    private int versions;
    private boolean fusion;
    private EngineMode engine;
    private OptionalLong allocationLimit;
    private Optional<Threads> threads;
    private boolean strictResults;
    private boolean verifyEach;
    private Dump dump;
    private Imports imports;

    Fields(Options o) {
      packageName = o.packageName;
      className = o.className;
      broadcasting = o.broadcasting;
      versions = o.versions;
      fusion = o.fusion;
      engine = o.engine;
      allocationLimit = o.allocationLimit;
      threads = o.threads;
      strictResults = o.strictResults;
      verifyEach = o.verifyEach;
      dump = o.dump;
      imports = o.imports;
    }

    Options options() {
      return new Options(
          packageName,
          className,
          broadcasting,
          versions,
          fusion,
          engine,
          allocationLimit,
          threads,
          strictResults,
          verifyEach,
          dump,
          imports);
    }
  }
}
