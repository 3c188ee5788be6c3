package dev.tensorc.cli.repl;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Text with open brackets goes on in the next line; words are names, for completion. */
final class InputParser implements Parser {

  private static final String OPENING = "([{";
  private static final String CLOSING = ")]}";

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    if (context == ParseContext.ACCEPT_LINE && isOpen(line)) {
      throw new EOFError(-1, -1, "a bracket is open");
    }
    int start = cursor;
    while (start > 0 && isPart(line, start - 1)) {
      start--;
    }
    return new Word(line, cursor, line.substring(start, cursor));
  }

  @Override
  public boolean isEscapeChar(char c) {
    return false;
  }

  /** Whether a bracket is open at the end of a text; those in comments and texts do not count. */
  static boolean isOpen(String text) {
    int depth = 0;
    boolean quoted = false;
    boolean comment = false;
    for (char c : text.toCharArray()) {
      comment &= c != '\n';
      quoted = !comment && (quoted != (c == '"'));
      comment |= c == '#' && !quoted;
      if (!quoted && !comment) {
        depth += OPENING.indexOf(c) >= 0 ? 1 : CLOSING.indexOf(c) >= 0 ? -1 : 0;
      }
    }
    return depth > 0;
  }

  /** Files of commands are words as a whole, names of programs are. */
  private static boolean isPart(String line, int at) {
    char c = line.charAt(at);
    boolean file = line.startsWith(":") && line.contains("=");
    return Character.isLetterOrDigit(c)
        || c == '_'
        || c == ':' && at == 0
        || file && !Character.isWhitespace(c) && c != '=';
  }

  /** The word up to the cursor. */
  private record Word(String line, int cursor, String word) implements CompletingParsedLine {
    @Override
    public int wordCursor() {
      return word.length();
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(word);
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate;
    }

    @Override
    public int rawWordCursor() {
      return word.length();
    }

    @Override
    public int rawWordLength() {
      return word.length();
    }
  }
}
