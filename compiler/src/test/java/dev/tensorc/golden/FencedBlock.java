package dev.tensorc.golden;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page.
 *
 * @param start where its body begins in the page, and {@code end} where it ends
 */
record FencedBlock(String language, String body, int start, int end) {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```$");

  static List<FencedBlock> of(String page) {
    var blocks = new ArrayList<FencedBlock>();
    Matcher m = BLOCK.matcher(page);
    while (m.find()) {
      blocks.add(new FencedBlock(m.group(1), m.group(2), m.start(2), m.end(2)));
    }
    return blocks;
  }
}
