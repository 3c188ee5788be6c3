package dev.tensorc.frontend;

import static dev.tensorc.frontend.parser.TensorLexer.*;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Stands between lexer and parser: adds NEWLINE where a statement ends, and sees to it that
 * brackets match.
 *
 * <p>Why not in the grammar: whether a line end closes a statement depends on the brackets around
 * it and on the tokens beside it, so a grammar would have to allow a line end nearly everywhere,
 * and would then be neither readable nor predictable with two tokens of lookahead. And one bracket
 * that is never closed would make the rest of the file one statement: here it is reported once, and
 * the next line that must begin a statement begins one.
 *
 * <p>Before and after: {@code { a = 1 + ⏎ 2 ⏎ }} becomes {@code { a = 1 + 2 NEWLINE } NEWLINE}. A
 * block's last statement always has its NEWLINE, so that the grammar needs no second form.
 */
final class NewlineRules {

  private static final BitSet ENDS =
      set(
          NAME,
          WHERE,
          BROADCASTING,
          STRICT,
          THEN,
          WEIGHTS,
          INT,
          FLOAT,
          STRING,
          TRUE,
          FALSE,
          RPAREN,
          RBRACKET,
          RBRACE,
          QUESTION,
          ELLIPSIS,
          SEMI,
          DOT);

  /** The tokens that can only begin a statement or declaration, never go on inside parentheses. */
  private static final BitSet STARTS = set(LET, VAR, RETURN, WHILE, CONST, IMPORT, FN, EXPORT);

  private static final BitSet CONTINUES = set(ELSE, ARROW, WHERE);

  /**
   * @param block braces around statements; line ends count inside these only
   * @param indent column of the first token on its line
   */
  private record Open(Token token, boolean block, int indent) {}

  private final Spans spans;
  private final List<Token> raw;
  private final Problems problems;
  private final List<Token> out = new ArrayList<>();
  private final Deque<Open> open = new ArrayDeque<>();
  private int indent;
  private boolean lastEnds;
  private int awaitedThens;
  private boolean blockLeftOpen;

  /** A block whose closing brace stands in another column than the line that opened it. */
  private @Nullable Open suspect;

  private NewlineRules(SourceText source, List<Token> raw, Problems problems) {
    this.spans = new Spans(source);
    this.raw = raw;
    this.problems = problems;
  }

  /** The tokens that the parser reads, the last one EOF. */
  static List<Token> of(SourceText source, List<Token> raw, Problems problems) {
    return new NewlineRules(source, raw, problems).run();
  }

  static boolean isOperator(int type) {
    return type == AND || type == OR || type == NOT || (type >= LT && type <= TILDE);
  }

  static boolean isAssignment(int type) {
    return type >= ASSIGN && type <= BAR_ASSIGN;
  }

  private List<Token> run() {
    for (int i = 0; i < raw.size(); i++) {
      Token token = i + 1 < raw.size() ? named(raw.get(i), raw.get(i + 1)) : raw.get(i);
      boolean first = i == 0 || token.getLine() > raw.get(i - 1).getLine();
      boolean lineEndsHere = i + 1 == raw.size() || raw.get(i + 1).getLine() > token.getLine();
      add(token, first, lineEndsHere);
    }
    Token eof = synthetic(Token.EOF, "<EOF>");
    if (inBrackets()) {
      abandonBrackets();
    }
    endStatement(false);
    if (!open.isEmpty()) {
      reportOpenBlock(suspect == null ? open.peek() : suspect, "");
      closeBlocks();
    }
    out.add(eof);
    return out;
  }

  /** {@code var(x)} inside a statement is a call of the function {@code var}. */
  private Token named(Token token, Token next) {
    boolean called =
        token.getType() == VAR
            && next.getType() == LPAREN
            && next.getStartIndex() == token.getStopIndex() + 1;
    if (!called || !inBrackets() && (lastEnds || beginsStatement())) {
      return token;
    }
    var name = new CommonToken(token);
    name.setType(NAME);
    return name;
  }

  private void add(Token token, boolean first, boolean lineEndsHere) {
    int type = token.getType();
    if (first) {
      indent = token.getCharPositionInLine();
    }
    boolean block = type == LBRACE && !isDims(lineEndsHere);
    if (inBrackets() && (block || type == RBRACE && !opened(LBRACE) || first && STARTS.get(type))) {
      abandonBrackets();
    }
    if (first && (type == FN || type == EXPORT) && !open.isEmpty()) {
      closeBlocksBefore(token);
    }
    boolean separates = first && !CONTINUES.get(type) || type == RBRACE;
    if (separates && !inBrackets()) {
      endStatement(false);
    }
    switch (type) {
      case LPAREN, LBRACKET, LBRACE -> {
        open.push(new Open(token, block, indent));
        emit(token, false);
      }
      case RPAREN, RBRACKET, RBRACE -> close(token, first);
      case IF -> {
        awaitedThens += isStatementIf() ? 0 : 1;
        emit(token, false);
      }
      case THEN -> {
        boolean keyword = awaitedThens > 0 && lastEnds;
        awaitedThens -= keyword ? 1 : 0;
        emit(token, !keyword);
      }
      default -> emit(token, ENDS.get(type));
    }
  }

  private void emit(Token token, boolean ends) {
    out.add(token);
    lastEnds = ends;
  }

  private int lastType() {
    return out.isEmpty() ? NEWLINE : out.getLast().getType();
  }

  /** {@code +{1}}: braces after an operator hold dims, unless the line ends as a block's does. */
  private boolean isDims(boolean lineEndsHere) {
    return !lineEndsHere && (isOperator(lastType()) || isAssignment(lastType()));
  }

  private boolean isStatementIf() {
    int last = lastType();
    boolean elseIf = last == ELSE && out.size() > 1 && out.get(out.size() - 2).getType() == RBRACE;
    return elseIf || beginsStatement();
  }

  private boolean beginsStatement() {
    int last = lastType();
    return last == NEWLINE || last == LBRACE && open.peek().block();
  }

  private boolean inBrackets() {
    return !open.isEmpty() && !open.peek().block();
  }

  /** Whether such a bracket is open inside the innermost block. */
  private boolean opened(int type) {
    for (Open each : open) {
      if (each.block()) {
        return false;
      }
      if (each.token().getType() == type) {
        return true;
      }
    }
    return false;
  }

  private void endStatement(boolean always) {
    if (lastType() != NEWLINE && (lastEnds || always)) {
      emit(synthetic(NEWLINE, "\n"), false);
      awaitedThens = 0;
    }
  }

  private void close(Token token, boolean first) {
    int type = token.getType();
    int opener = type == RPAREN ? LPAREN : type == RBRACKET ? LBRACKET : LBRACE;
    if (type == RBRACE && !open.isEmpty() && open.peek().block()) {
      Open block = open.pop();
      if (first && block.indent() != indent && suspect == null) {
        suspect = block;
      }
      emit(token, true);
    } else if (opened(opener)) {
      while (open.peek().token().getType() != opener) {
        reportOpen(open.pop(), token);
      }
      open.pop();
      emit(token, type != RBRACE);
    } else if (inBrackets()) {
      var opening = open.pop().token();
      problems.report(
          ParseError.CLOSES_NOTHING
              .at(
                  spans.of(token),
                  "this " + Words.of(token) + " does not close " + Words.of(opening))
              .related(spans.of(opening), "opened here"));
      problems.cover(opening.getLine(), token.getLine());
    } else if (!(type == RBRACE && blockLeftOpen)) {
      problems.report(
          ParseError.CLOSES_NOTHING.at(
              spans.of(token), "this " + Words.of(token) + " closes nothing"));
    }
  }

  /** The brackets open inside the innermost block can no longer be closed. */
  private void abandonBrackets() {
    reportOpen(open.peek(), null);
    int firstLine = open.peek().token().getLine();
    while (inBrackets()) {
      firstLine = open.pop().token().getLine();
    }
    problems.cover(firstLine, out.getLast().getLine());
    endStatement(true);
  }

  private void reportOpen(Open bracket, @Nullable Token closer) {
    var token = bracket.token();
    var diagnostic =
        ParseError.NEVER_CLOSED.at(spans.of(token), "this " + Words.of(token) + " is never closed");
    problems.report(
        closer == null
            ? diagnostic
            : diagnostic.related(
                spans.of(closer), Words.of(closer) + " closes a bracket further out"));
    problems.cover(token.getLine(), closer == null ? token.getLine() : closer.getLine());
  }

  /** A function that begins no deeper than the one around it tells of a missing brace. */
  private void closeBlocksBefore(Token function) {
    Open outermost = open.peekLast();
    if (function.getCharPositionInLine() <= outermost.indent()) {
      reportOpenBlock(suspect == null ? open.peek() : suspect, function.getText());
      endStatement(true);
      closeBlocks();
    }
  }

  private void reportOpenBlock(Open block, String next) {
    var token = block.token();
    var diagnostic = ParseError.NEVER_CLOSED.at(spans.of(token), "this `{` is never closed");
    problems.report(
        next.isEmpty()
            ? diagnostic.found("the end of the file")
            : diagnostic.found("`" + next + "`, which begins a function"));
  }

  private void closeBlocks() {
    blockLeftOpen = true;
    suspect = null;
    while (!open.isEmpty()) {
      open.pop();
      emit(synthetic(RBRACE, "}"), true);
      endStatement(true);
    }
  }

  /** A token of no width, right after the last one. */
  private Token synthetic(int type, String text) {
    var token = new CommonToken(type, text);
    Token last = out.isEmpty() ? null : out.getLast();
    if (last == null) {
      token.setLine(1);
      token.setCharPositionInLine(0);
    } else {
      int width = last.getStopIndex() + 1 - last.getStartIndex();
      token.setLine(last.getLine());
      token.setCharPositionInLine(last.getCharPositionInLine() + width);
    }
    token.setStartIndex(last == null ? 0 : last.getStopIndex() + 1);
    token.setStopIndex(token.getStartIndex() - 1);
    return token;
  }

  private static BitSet set(int... types) {
    var set = new BitSet();
    for (int type : types) {
      set.set(type);
    }
    return set;
  }
}
