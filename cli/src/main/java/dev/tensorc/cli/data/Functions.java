package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.io.ReadBudget;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the functions that a command line names. */
public final class Functions {

  /** {@code gen[f64]} or {@code gen[f32, i64]}: an instance of a generic function. */
  private static final Pattern INSTANCE = Pattern.compile("(.+)\\[([^\\[\\]]*)\\]");

  /**
   * A function and its arguments.
   *
   * @param rate of the first argument that is a sound, in frames per second
   */
  public record Call(Function function, Object[] arguments, Optional<Float> rate) {}

  private Functions() {}

  /** The functions called that: several where it is generic and its types are not named. */
  public static List<Function> find(Program program, String name) {
    Matcher instance = INSTANCE.matcher(name);
    try {
      return instance.matches()
          ? List.of(
              program.function(instance.group(1), instance.group(2).strip().split("\\s*,\\s*")))
          : program.instances(name);
    } catch (IllegalArgumentException e) {
      throw Failure.usage(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The signature of a function, with the types of an instance by which a command line names it.
   */
  public static String signature(Function function) {
    String text = function.signature();
    if (function.types().isEmpty()) {
      return text;
    }
    String types = String.join(", ", function.types());
    String head = function.name() + "[" + types + "]";
    int results = text.lastIndexOf(" -> ");
    String given = text.substring(results);
    for (Parameter r : function.results()) { // theirs are written with the parameter's name
      String type = r.declaredType().replaceFirst("^\\w+", r.dtype().label());
      given = r.isText() ? given : given.replace(r.declaredType(), type);
    }
    return head + text.substring(function.name().length(), results) + given;
  }

  /** Whether an argument is standard input. */
  public static boolean readStandardInput(List<String> words) {
    return words.stream()
        .anyMatch(word -> FileWord.isStandardInput(word.substring(word.indexOf('=') + 1).strip()));
  }

  /**
   * A call of a function; of a generic one the first instance that takes the arguments and loses
   * nothing of a literal; their files together are below the allocation limit.
   */
  public static Call call(List<Function> instances, List<String> words, DataOptions options) {
    boolean several = instances.size() > 1;
    var context = new ArgumentValue.Context(options, new StandardInput(several), several);
    Failure first = null;
    for (Function f : instances) {
      try {
        var list = new ArgumentList(f, context);
        List<ArgumentValue.Value> values = ReadBudget.together(() -> list.read(words));
        return new Call(
            f,
            values.stream().map(ArgumentValue.Value::value).toArray(),
            values.stream().flatMap(v -> v.rate().stream()).findFirst());
      } catch (Failure e) {
        first = first == null ? e : first;
      }
    }
    throw first == null ? Failure.usage("no function to call") : first;
  }
}
