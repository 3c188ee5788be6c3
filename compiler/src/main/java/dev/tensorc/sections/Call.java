package dev.tensorc.sections;

import dev.tensorc.runtime.ArgumentChangedException;
import dev.tensorc.runtime.CallInterruptedException;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.TensorException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A call as a section has it.
 *
 * @param function {@code f}, or {@code f[f32]} for an instance of a generic function
 * @param arguments by name, in the order in which they are written
 */
public record Call(String function, Map<String, Value> arguments) {

  /**
   * Reads {@code f(a=[1, 2]:f32, s=3)}.
   *
   * @throws SectionException if it is no call
   */
  public static Call read(String text) {
    return ValueReader.readCall(text);
  }

  /**
   * The function of that name, {@code f[f32]} for an instance of a generic one.
   *
   * @throws SectionException if there is none
   */
  public static Function find(Program program, String function) {
    List<String> words = List.of(function.split("[\\[\\], ]+"));
    String[] types = words.subList(1, words.size()).toArray(String[]::new);
    try {
      return program.function(words.getFirst(), types);
    } catch (IllegalArgumentException e) {
      throw new SectionException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The arguments in the order of the parameters; those without a dtype have the parameter's.
   *
   * @throws SectionException if they do not fit the parameters
   */
  public Object[] arguments(Function f) {
    List<String> names = f.parameters().stream().map(Parameter::name).toList();
    for (String name : arguments.keySet()) {
      if (!names.contains(name)) {
        throw new SectionException("%s has no parameter `%s`".formatted(f.signature(), name));
      }
    }
    return f.parameters().stream().map(p -> argument(f, p)).toArray();
  }

  private Object argument(Function f, Parameter p) {
    return Optional.ofNullable(arguments.get(p.name()))
        .orElseThrow(
            () ->
                new SectionException(
                    "`%s` is missing, a parameter of %s".formatted(p.name(), f.signature())))
        .of(p, "`" + p.name() + "`");
  }

  /**
   * A function's result. An exception is a result too, as a string: {@code ShapeException: ...}.
   */
  public static Object result(Function f, Object... arguments) {
    try {
      return f.invoke(arguments);
    } catch (ArgumentChangedException | CallInterruptedException e) {
      throw e; // neither is the program's doing
    } catch (TensorException | ArithmeticException e) {
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
  }
}
