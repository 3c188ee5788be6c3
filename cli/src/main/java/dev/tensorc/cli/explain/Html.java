package dev.tensorc.cli.explain;

/** Text of a page, in which everything that is not a tag is escaped. */
final class Html {

  private final StringBuilder text = new StringBuilder();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; one of an empty value is left out
   */
  Html open(String tag, String... attributes) {
    text.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      if (!attributes[i + 1].isEmpty()) {
        text.append(' ').append(attributes[i]).append("=\"");
        text.append(escaped(attributes[i + 1])).append('"');
      }
    }
    text.append('>');
    return this;
  }

  /** Closes an element. */
  Html close(String tag) {
    text.append("</").append(tag).append('>');
    return this;
  }

  /** A whole element. */
  Html element(String tag, String content, String... attributes) {
    return open(tag, attributes).text(content).close(tag);
  }

  /** Content of an element. */
  Html text(String content) {
    text.append(escaped(content));
    return this;
  }

  /** A part of a page as it stands. */
  Html raw(String html) {
    text.append(html);
    return this;
  }

  private static String escaped(String content) {
    return content
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
