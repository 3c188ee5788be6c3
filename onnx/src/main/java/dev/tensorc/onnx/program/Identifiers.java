package dev.tensorc.onnx.program;

import dev.tensorc.frontend.parser.TensorLexer;
import dev.tensorc.ir.Builtin;
import dev.tensorc.runtime.ElementType;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Names that a program may have, made of those that a model has. */
public final class Identifiers {
  private static final Set<String> WORDS = words();

  private Identifiers() {}

  private static Set<String> words() {
    Set<String> words = new HashSet<>(Set.of("complex64", "complex128", "int", "uint", "real"));
    for (int type = 1; type <= TensorLexer.VOCABULARY.getMaxTokenType(); type++) {
      String literal = TensorLexer.VOCABULARY.getLiteralName(type);
      if (literal != null) {
        words.add(literal.replace("'", ""));
      }
    }
    for (ElementType type : ElementType.values()) {
      words.add(type.label());
    }
    return words;
  }

  /**
   * A name of small letters, digits and underscores: {@code LayerNorm.weight} becomes {@code
   * layer_norm_weight}.
   *
   * @param otherwise the name where no letter is left
   */
  public static String of(String name, String otherwise) {
    String spaced = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_");
    String plain =
        spaced.replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_+|_+$", "").toLowerCase(Locale.ROOT);
    if (!plain.matches(".*[a-z].*")) {
      return otherwise;
    }
    String named = Character.isDigit(plain.charAt(0)) ? otherwise + "_" + plain : plain;
    return isTaken(named) ? named + "_" : named;
  }

  /** Whether the language needs the word for itself. */
  private static boolean isTaken(String name) {
    return WORDS.contains(name) || Builtin.named(name).isPresent();
  }

  /** The name, or with a number behind it where it is used already; it is used from then on. */
  public static String unique(String name, Set<String> used) {
    String unique = name;
    for (int i = 2; !used.add(unique); i++) {
      unique = name.endsWith("_") ? name + i : name + "_" + i;
    }
    return unique;
  }
}
