package dev.tensorc.cli.data;

import dev.tensorc.cli.error.Failure;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Parameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The {@code name=value} words of a command line, as arguments of a function. */
final class ArgumentList {

  private final Function function;
  private final ArgumentValue.Context context;

  ArgumentList(Function function, ArgumentValue.Context context) {
    this.function = function;
    this.context = context;
  }

  /** One value for each parameter, in order. */
  List<ArgumentValue.Value> read(List<String> words) {
    Map<String, String> texts = split(words);
    List<String> streams =
        texts.keySet().stream()
            .filter(name -> FileWord.isStandardInput(texts.getOrDefault(name, "").strip()))
            .toList();
    if (streams.size() > 1) {
      throw Failure.usage(
          "`%s` and `%s`: standard input can be read once; save it to a file"
              .formatted(streams.get(0), streams.get(1)));
    }
    for (Parameter p : function.parameters()) {
      if (!texts.containsKey(p.name())) {
        throw Failure.usage(
            "`%s` is missing: %s takes %s=VALUE (%s)\n  %s"
                .formatted(
                    p.name(),
                    function.name(),
                    p.name(),
                    p.declaredType(),
                    Functions.signature(function)));
      }
    }
    return function.parameters().stream()
        .map(p -> ArgumentValue.read(p, texts.getOrDefault(p.name(), ""), context))
        .toList();
  }

  private Map<String, String> split(List<String> words) {
    var texts = new LinkedHashMap<String, String>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals <= 0) {
        throw Failure.usage(
            "`" + word + "` is not of the form name=value\n  " + Functions.signature(function));
      }
      String name = word.substring(0, equals);
      requireParameter(name, words);
      if (texts.put(name, word.substring(equals + 1)) != null) {
        throw Failure.usage("`" + name + "` is given twice");
      }
    }
    return texts;
  }

  private void requireParameter(String name, List<String> words) {
    List<String> known = function.parameters().stream().map(Parameter::name).toList();
    if (!known.contains(name)) {
      List<String> open =
          known.stream().filter(k -> words.stream().noneMatch(w -> w.startsWith(k + "="))).toList();
      String advice =
          Spelling.closest(name, open).map(best -> "; did you mean `" + best + "`?").orElse("");
      throw Failure.usage(
          "%s has no parameter `%s`%s\n  %s"
              .formatted(function.name(), name, advice, Functions.signature(function)));
    }
  }
}
