package dev.tensorc.frontend;

import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** From tokens to spans. */
record Spans(SourceText source) {

  Span of(Token token) {
    return of(token, token);
  }

  Span of(Token first, Token last) {
    int end = Math.max(last.getStopIndex(), first.getStopIndex()) + 1;
    return new Span(
        source, first.getStartIndex(), end, first.getLine(), first.getCharPositionInLine() + 1);
  }

  Span of(ParserRuleContext context) {
    return of(context.getStart(), context.getStop());
  }
}
