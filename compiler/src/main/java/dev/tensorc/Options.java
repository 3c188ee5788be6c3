package dev.tensorc;

import dev.tensorc.compiler.Dump;
import dev.tensorc.frontend.Imports;
import dev.tensorc.ir.DisciplineName;
import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.Threads;
import java.util.Optional;
import java.util.OptionalLong;
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
 * @param fusion whether kernels compute what they need themselves; else every step is stored
 * @param allocationLimit the bytes that one array may take when functions are called through the
 *     {@link CompiledProgram}; empty for {@link AllocationLimit#bytes()}
 * @param threads how many threads a call may use; empty for {@link Threads#current()}
 * @param dump told what every pass gives
 * @param strictResults whether a declared size or rank that only the run can confirm is an error
 * @param verifyEach whether what each pass gives is verified; where assertions are enabled it
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

  /** What {@link Tensorc#compile(String)} uses. */
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
    return new Options(
        name,
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

  public Options withClassName(String name) {
    return new Options(
        packageName,
        name,
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

  public Options withBroadcasting(DisciplineName discipline) {
    return new Options(
        packageName,
        className,
        discipline,
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

  public Options withVersions(int budget) {
    return new Options(
        packageName,
        className,
        broadcasting,
        budget,
        fusion,
        engine,
        allocationLimit,
        threads,
        strictResults,
        verifyEach,
        dump,
        imports);
  }

  public Options withFusion(boolean fuse) {
    return new Options(
        packageName,
        className,
        broadcasting,
        versions,
        fuse,
        engine,
        allocationLimit,
        threads,
        strictResults,
        verifyEach,
        dump,
        imports);
  }

  public Options withEngine(EngineMode mode) {
    return new Options(
        packageName,
        className,
        broadcasting,
        versions,
        fusion,
        mode,
        allocationLimit,
        threads,
        strictResults,
        verifyEach,
        dump,
        imports);
  }

  /**
   * @param bytes at least 1
   */
  public Options withAllocationLimit(long bytes) {
    return new Options(
        packageName,
        className,
        broadcasting,
        versions,
        fusion,
        engine,
        OptionalLong.of(bytes),
        threads,
        strictResults,
        verifyEach,
        dump,
        imports);
  }

  /**
   * @param some for the program's calls, unless {@link Threads#during} says something else
   */
  public Options withThreads(Threads some) {
    return new Options(
        packageName,
        className,
        broadcasting,
        versions,
        fusion,
        engine,
        allocationLimit,
        Optional.of(some),
        strictResults,
        verifyEach,
        dump,
        imports);
  }

  public Options withStrictResults(boolean strict) {
    return new Options(
        packageName,
        className,
        broadcasting,
        versions,
        fusion,
        engine,
        allocationLimit,
        threads,
        strict,
        verifyEach,
        dump,
        imports);
  }

  public Options withVerifyEach(boolean verify) {
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
        verify,
        dump,
        imports);
  }

  public Options withDump(Dump hook) {
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
        hook,
        imports);
  }

  public Options withImports(Imports finder) {
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
        finder);
  }
}
