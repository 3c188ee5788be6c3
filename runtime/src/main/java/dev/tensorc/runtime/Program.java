package dev.tensorc.runtime;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import dev.tensorc.runtime.link.Engine;
import dev.tensorc.runtime.load.Binding;
import dev.tensorc.runtime.load.Entry;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The exported functions of a program, to be called by name or through an interface. {@link #load}
 * and {@link #of} give programs that were compiled ahead of time, for which this runtime is enough;
 * the compiler's {@code Tensorc.compile} gives those that it has just compiled.
 *
 * <p>Programs are immutable and safe to use from several threads. The classes of a program that was
 * loaded or compiled at run time have a class loader of their own: they are unloaded when neither
 * the program, nor a function of it, nor an object that {@link #as} gave can be reached.
 */
public class Program {

  private final String source;
  private final List<Function> functions;
  private final Optional<DeclaredWeights> weights;
  private final Supplier<List<Entry>> entries;

  /** The classes with the functions; empty where they run as their invokers do. */
  private final Optional<Compiled> compiled;

  private record Compiled(
      List<Signature> signatures, Supplier<ProgramClass> program, OptionalLong allocationLimit) {}

  /**
   * A program whose functions run as their invokers do.
   *
   * @param source the name of the source file
   */
  protected Program(String source, List<Function> functions) {
    this(source, functions, Optional.empty());
  }

  /**
   * As {@link #Program(String, List)}, of a program that may have weights.
   *
   * @param weights the weights that the program reads from a file
   */
  protected Program(String source, List<Function> functions, Optional<DeclaredWeights> weights) {
    this.source = source;
    this.functions = List.copyOf(functions);
    this.weights = weights;
    this.entries = Lazy.of(() -> Entries.of(this.functions));
    this.compiled = Optional.empty();
  }

  /**
   * A program whose functions are the methods of a generated class.
   *
   * @param source the name of the source file
   * @param facade gives the class, when it is first asked
   * @param allocationLimit the bytes that one array may take; empty for {@link
   *     AllocationLimit#bytes()}
   */
  protected Program(
      String source,
      List<Signature> signatures,
      Optional<DeclaredWeights> weights,
      Supplier<Class<?>> facade,
      OptionalLong allocationLimit) {
    this(
        source,
        weights,
        new Compiled(signatures, () -> new ProgramClass(facade.get()), allocationLimit));
  }

  private Program(String source, Optional<DeclaredWeights> weights, Compiled compiled) {
    Supplier<ProgramClass> program = Lazy.of(compiled.program());
    OptionalLong limit = compiled.allocationLimit();
    this.source = source;
    this.functions =
        compiled.signatures().stream()
            .map(s -> new Function(s, invoker(s, program, limit)))
            .toList();
    this.weights = weights;
    this.entries = Lazy.of(() -> Entries.of(program.get(), limit));
    this.compiled = Optional.of(compiled);
  }

  private static Invoker invoker(Signature s, Supplier<ProgramClass> program, OptionalLong limit) {
    var invoker = new ClassInvoker(s, program);
    return limit.isPresent() ? new LimitedInvoker(invoker, limit.getAsLong()) : invoker;
  }

  /**
   * Defines the classes of a program in a class loader of their own.
   *
   * @param classFiles by binary class name
   * @param className that of the class with the exported functions
   * @param vector whether it runs its vector kernels; empty to follow {@link Engine#PROPERTY}
   * @param threads how many threads its calls may use; empty for {@link Threads#current()}
   * @return the class with the exported functions
   */
  protected static Class<?> define(
      Map<String, byte[]> classFiles,
      String className,
      Optional<Boolean> vector,
      Optional<Threads> threads) {
    return ProgramLoader.with(classFiles, vector, threads).facade(className);
  }

  /**
   * The program whose class is in a folder or a jar.
   *
   * @param folderOrJar where class files are in folders for their packages
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it holds no program, or several: the message names them
   * @throws ProgramLinkError if the program was compiled for another version of the runtime
   */
  public static Program load(Path folderOrJar) throws IOException {
    return ClassFiles.read(folderOrJar).load();
  }

  /**
   * One of the programs whose classes are in a folder or a jar.
   *
   * @param folderOrJar where class files are in folders for their packages
   * @param className the name of the program's class with its package, such as {@code
   *     com.acme.Pricing}
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it has no such class, or that is no program
   * @throws ProgramLinkError if the program was compiled for another version of the runtime
   */
  public static Program load(Path folderOrJar, String className) throws IOException {
    return ClassFiles.read(folderOrJar, className).load();
  }

  /**
   * The program of a class that is on the class path.
   *
   * @param facade the class that the compiler made of the program
   * @throws IllegalArgumentException if the compiler did not make it
   * @throws ProgramLinkError if it was compiled for another version of the runtime
   */
  public static Program of(Class<?> facade) {
    TensorProgram program = facade.getAnnotation(TensorProgram.class);
    if (program == null) {
      throw new IllegalArgumentException(
          facade.getName() + " is not the class of a program: it lacks @TensorProgram");
    }
    LinkVersion.require(program.link(), facade.getName());
    return new Program(
        program.source(),
        Signature.of(program),
        DeclaredWeights.of(program),
        () -> facade,
        OptionalLong.empty());
  }

  /** The name of the file that it was compiled from. */
  public String source() {
    return source;
  }

  /** The weights that the program reads from a file; empty where it has none. */
  public Optional<DeclaredWeights> weights() {
    return weights;
  }

  /**
   * The same program with the weights of a file, which is mapped into memory and stays so as long
   * as the program, a function of it or an object that {@link #as} gave can be reached. Functions
   * that use weights can be called in such a program alone.
   *
   * @throws IllegalStateException if the program has no weights
   * @throws IOException if the file cannot be read or is damaged, or tensors are missing or have
   *     another dtype or shape: the message lists all of them
   */
  public Program withWeights(Path file) throws IOException {
    requireWeights();
    Compiled here = compiled.orElseThrow();
    ProgramClass loaded = here.program().get().withWeights(file);
    return new Program(
        source, weights, new Compiled(here.signatures(), () -> loaded, here.allocationLimit()));
  }

  /**
   * @throws IllegalStateException if the program has no weights
   */
  protected final void requireWeights() {
    if (weights.isEmpty()) {
      throw new IllegalStateException(source + " has no weights");
    }
  }

  /** The exported functions, in source order; of a generic one, each instance. */
  public List<Function> functions() {
    return functions;
  }

  /**
   * The exported function called that. Of a generic function, the instance with these dtypes.
   *
   * @param types the dtypes of its type parameters, such as {@code f32}
   * @throws IllegalArgumentException if there is none; the message lists those there are
   */
  public Function function(String name, String... types) {
    List<Function> instances = instances(name);
    if (instances.size() == 1 && types.length == 0) {
      return instances.getFirst();
    }
    return instances.stream()
        .filter(f -> f.types().equals(List.of(types)))
        .findFirst()
        .orElseThrow(() -> noInstance(name, instances));
  }

  /**
   * The exported functions called that: several where it is generic.
   *
   * @throws IllegalArgumentException if there is none; the message lists those there are
   */
  public List<Function> instances(String name) {
    List<Function> found = functions.stream().filter(f -> f.name().equals(name)).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          source + " exports no function `" + name + "`; " + advice(name, names()));
    }
    return found;
  }

  /** The end of the message of an unknown name: the known names. */
  protected String advice(String name, Set<String> known) {
    return known.isEmpty() ? "it exports none" : "it exports " + String.join(", ", known);
  }

  private Set<String> names() {
    return functions.stream().map(Function::name).collect(toCollection(LinkedHashSet::new));
  }

  private static IllegalArgumentException noInstance(String name, List<Function> instances) {
    String known = instances.stream().map(f -> String.join(", ", f.types())).collect(joining("; "));
    return new IllegalArgumentException(
        known.isEmpty()
            ? "`" + name + "` is not generic: it has no type parameters"
            : "`" + name + "` is generic: name its dtypes, one of: " + known);
  }

  /**
   * The program as an interface of the caller's: each abstract method calls the exported function
   * of its name that has its parameter types, or an overload of it (arrays, {@code ...Into}).
   * Default and static methods are left alone. A function of several results may return a record of
   * the caller's with their names and types. Calls go through generated code, without reflection.
   *
   * @param type a public interface
   * @throws IllegalArgumentException if it does not fit: the message names each method that does
   *     not, with a declaration that would
   */
  public <T> T as(Class<T> type) {
    return Binding.of(type, source, entries.get()).inLoaderOfItsOwn();
  }

  /**
   * As {@link #as(Class)}, for an interface that is not public.
   *
   * @param lookup {@code MethodHandles.lookup()}, called in the interface's package
   */
  public <T> T as(Class<T> type, MethodHandles.Lookup lookup) {
    Objects.requireNonNull(lookup, "lookup");
    return Binding.of(type, source, entries.get()).in(lookup);
  }

  @Override
  public String toString() {
    return functions.stream().map(Function::signature).collect(joining("; ", source + ": ", ""));
  }
}
