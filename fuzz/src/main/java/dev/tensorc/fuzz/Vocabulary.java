package dev.tensorc.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tensorc.cli.Main;
import dev.tensorc.frontend.parser.TensorLexer;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.DisciplineName;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Prints the dictionary of a target, as libFuzzer reads it. */
public final class Vocabulary {

  private Vocabulary() {}

  public static void main(String[] args) {
    words(Target.labelled(args[0])).forEach(word -> System.out.println(quoted(word)));
  }

  static Set<String> words(Target target) {
    return switch (target) {
      case PARSER, CHECK, COMPILE -> language();
      case IMPORTS -> imports();
      case NPY -> npy();
      case NPZ -> with(npy(), "PK\1\2", "PK\3\4", "PK\5\6", "PK\6\6", "PK\6\7", "x.npy", "\1\0");
      case SAFETENSORS -> safetensors();
      case PICTURE ->
          with(Set.of(), "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "sBIT", "iCCP", "iTXt");
      case LITERAL -> with(Set.of(), "true", "nan", "-inf", "[[", "]]", "],[", "1e39", MAX_LONG);
      case COMMAND -> command();
    };
  }

  private static final String MAX_LONG = "9223372036854775807";

  private static Set<String> with(Set<String> words, String... more) {
    var all = new TreeSet<>(words);
    all.addAll(List.of(more));
    return all;
  }

  private static Set<String> language() {
    var words = with(Set.of(), MAX_LONG, "0.5", "##", "bcast", "newaxis", "axis=", "f(x: f32[n])");
    for (int type = 1; type <= TensorLexer.VOCABULARY.getMaxTokenType(); type++) {
      String literal = TensorLexer.VOCABULARY.getLiteralName(type);
      if (literal != null) {
        words.add(literal.substring(1, literal.length() - 1));
      }
    }
    for (Builtin b : Builtin.values()) {
      words.add(b.label());
      b.params().forEach(p -> words.add(p.name() + "="));
    }
    for (DType d : DType.values()) {
      words.add(d.label());
    }
    for (DisciplineName d : DisciplineName.values()) {
      words.add(d.name().toLowerCase(Locale.ROOT));
    }
    return words;
  }

  private static Set<String> imports() {
    return with(
        language(),
        "\n" + Programs.BETWEEN_FILES,
        "import \"a.tc\"\n",
        "import \"sub/b.tc\"\n",
        "../",
        "./",
        "const c = 1\n");
  }

  private static Set<String> npy() {
    return with(
        Set.of(),
        "\u0093NUMPY\1\0",
        "'descr': '<f4'",
        "'>i8'",
        "'|b1'",
        "'fortran_order': True",
        "False",
        "'shape': (2, 3), }",
        "()",
        "(0,)",
        MAX_LONG);
  }

  private static Set<String> safetensors() {
    return with(
        Set.of(),
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
        "\"__metadata__\":{",
        "\"BF16\"",
        "\"BOOL\"",
        "\\u0041",
        "[]",
        MAX_LONG);
  }

  /** The options that the commands' own help names. */
  private static Set<String> command() {
    var words = with(Set.of(), "\n", "p.tc\n", "sub/q.tc\n", "sub\n", "x=[1,2]\n", "TC-S001\n");
    for (String command : List.of("run", "compile", "check", "explain")) {
      words.add(command + "\n");
      var help = new ByteArrayOutputStream();
      Main.run(new String[] {command, "--help"}, new PrintStream(help, true, UTF_8), System.err);
      Pattern.compile("--?[a-z][-a-z]*")
          .matcher(help.toString(UTF_8))
          .results()
          .forEach(option -> words.add(option.group() + "\n"));
    }
    return words;
  }

  private static String quoted(String word) {
    var text = new StringBuilder("\"");
    for (byte b : word.getBytes(ISO_8859_1)) {
      boolean plain = b > ' ' && b < 127 && b != '"' && b != '\\';
      text.append(plain ? "" + (char) b : "\\x%02X".formatted(b));
    }
    return text.append('"').toString();
  }
}
