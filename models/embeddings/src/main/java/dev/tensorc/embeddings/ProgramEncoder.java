package dev.tensorc.embeddings;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Program;
import java.util.List;

/**
 * The encoder that is an exported function of a program, its parameters called as in ONNX files:
 * {@code input_ids}, {@code attention_mask}, {@code token_type_ids}.
 */
final class ProgramEncoder implements TextEncoder {
  private static final String IDS = "input_ids";
  private static final String MASK = "attention_mask";
  private static final String TYPES = "token_type_ids";

  private final Function function;
  private final int result;

  /**
   * @param output the name of the result that counts; empty for the first
   * @throws IllegalArgumentException if the program has no such function, or several
   */
  ProgramEncoder(Program program, String output) {
    this.function = encoder(program);
    this.result = result(function, output);
    for (Parameter parameter : function.parameters()) {
      boolean known = List.of(IDS, MASK, TYPES).contains(parameter.name());
      if (!known || parameter.dtype() != ElementType.I64 || parameter.rank() != 2) {
        throw new IllegalArgumentException(
            "`%s` has a parameter %s: %s; an encoder has i64[texts, tokens] called %s, %s or %s"
                .formatted(
                    function.name(), parameter.name(), parameter.declaredType(), IDS, MASK, TYPES));
      }
    }
    Parameter states = function.results().get(result);
    if (states.dtype() != ElementType.F32 || states.rank() < 2 || states.rank() > 3) {
      throw new IllegalArgumentException(
          "`%s` gives %s; an encoder gives f32[texts, tokens, n] or f32[texts, n]"
              .formatted(function.name(), states.declaredType()));
    }
  }

  private static Function encoder(Program program) {
    List<Function> encoders =
        program.functions().stream()
            .filter(f -> f.parameters().stream().anyMatch(p -> p.name().equals(IDS)))
            .toList();
    if (encoders.size() != 1) {
      throw new IllegalArgumentException(
          "%s exports %d functions with a parameter %s, and needs one: it exports %s"
              .formatted(program.source(), encoders.size(), IDS, program.functions()));
    }
    return encoders.getFirst();
  }

  private static int result(Function function, String output) {
    List<String> names = function.results().stream().map(Parameter::name).toList();
    int result = output.isEmpty() ? 0 : names.indexOf(output);
    if (result < 0) {
      throw new IllegalArgumentException(
          "`%s` gives no `%s`; it gives %s".formatted(function.name(), output, names));
    }
    return result;
  }

  /** Whether the program gives the hidden states of all tokens, and not a vector for each text. */
  boolean givesHiddenStates() {
    return function.results().get(result).rank() == 3;
  }

  @Override
  public FloatTensor encode(LongTensor ids, LongTensor mask, LongTensor types) {
    Object[] arguments =
        function.parameters().stream()
            .map(
                parameter ->
                    switch (parameter.name()) {
                      case IDS -> ids;
                      case MASK -> mask;
                      default -> types;
                    })
            .toArray();
    Object results = function.invoke(arguments);
    return (FloatTensor) (results instanceof List<?> several ? several.get(result) : results);
  }
}
