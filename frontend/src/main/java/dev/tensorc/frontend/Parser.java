package dev.tensorc.frontend;

import dev.tensorc.frontend.parser.TensorParser;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * From text to {@link Ast}, in four steps: {@link Lexemes} (words), {@link NewlineRules} (where
 * statements end, matching brackets), ANTLR (structure), {@link AstBuilder} (tree, operator
 * precedence).
 */
public final class Parser {

  /**
   * The tree that {@link #parse} gives is at most this deep, counted in nodes. A chain such as
   * {@code 1 + 1 + 1 + ...} makes it that deep, so recursive passes belong into {@link
   * BigStack#call}.
   */
  public static final int MAX_DEPTH = 12_000;

  /** How deep brackets and blocks may nest. */
  public static final int MAX_NESTING = 1_000;

  private Parser() {}

  /**
   * @param program the whole file; empty where a diagnostic is an error
   * @param diagnostics in source order
   */
  public record ParseResult(Optional<Ast.Program> program, List<Diagnostic> diagnostics) {

    /**
     * The program.
     *
     * @throws CompilationException if there is none
     */
    public Ast.Program orThrow() {
      return program.orElseThrow(() -> new CompilationException(diagnostics));
    }
  }

  /** Reads a file; never throws, whatever its text. */
  public static ParseResult parse(SourceText source) {
    return BigStack.call(() -> parseHere(source));
  }

  private static ParseResult parseHere(SourceText source) {
    var problems = new Problems();
    var lexemes = Lexemes.read(source, problems);
    var tokens = NewlineRules.of(source, lexemes.tokens(), problems);
    var tooDeep = DepthCheck.of(source, tokens);
    if (tooDeep.isPresent()) {
      problems.report(tooDeep.get());
      return new ParseResult(Optional.empty(), problems.inSourceOrder());
    }
    var tree = tree(source, tokens, problems);
    var program = new AstBuilder(source, lexemes, problems).program(tree);
    return new ParseResult(
        problems.isEmpty() ? Optional.of(program) : Optional.empty(), problems.inSourceOrder());
  }

  /**
   * Each token of a text at its place in the grammar, for tools that need the text itself. It has
   * all tokens only where {@link #parse} finds no mistake.
   */
  public static TensorParser.ProgramContext syntaxTree(SourceText source) {
    return BigStack.call(
        () -> {
          var problems = new Problems();
          var tokens = NewlineRules.of(source, Lexemes.read(source, problems).tokens(), problems);
          return tree(source, tokens, problems);
        });
  }

  /** Where the program ends, and the sections of expectations begin, as an offset in the text. */
  public static int endOfProgram(SourceText source) {
    return Lexemes.endOfProgram(source.text());
  }

  private static CommonTokenStream interruptible(List<Token> tokens) {
    return new CommonTokenStream(new ListTokenSource(tokens)) {
      @Override
      public void consume() {
        CompilationInterruptedException.check();
        super.consume();
      }
    };
  }

  /** The fast way first; its failure only says that there is an error or a hard decision. */
  private static TensorParser.ProgramContext tree(
      SourceText source, List<Token> tokens, Problems problems) {
    var parser = new TensorParser(interruptible(tokens));
    parser.removeErrorListeners();
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    parser.setErrorHandler(new BailErrorStrategy());
    try {
      return parser.program();
    } catch (ParseCancellationException e) {
      parser.reset();
      parser.getInterpreter().setPredictionMode(PredictionMode.LL);
      parser.setErrorHandler(new Recovery(new SyntaxMessages(source), problems));
      return parser.program();
    }
  }
}
