package dev.tensorc.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A page of the documentation, as the code that it shows. */
record Page(List<Block> blocks) {

  private static final Pattern FILE = Pattern.compile("`(\\S+)`");
  private static final Pattern FENCE = Pattern.compile("( *)```(\\w*)");

  /**
   * A fenced block.
   *
   * @param heading of the section that it is in
   * @param file its name, where that stands alone before the block; else empty
   * @param language behind the fence; empty for commands of a terminal, and for answers
   */
  record Block(String heading, String file, String language, String text, int line) {}

  static Page read(Path page) throws IOException {
    List<String> lines = Files.readAllLines(page);
    var blocks = new ArrayList<Block>();
    String heading = "";
    String file = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      var name = FILE.matcher(line);
      var fence = FENCE.matcher(line);
      if (line.startsWith("## ")) {
        heading = line.substring(3);
      }
      if (fence.matches()) {
        int start = i + 1;
        i = start + lines.subList(start, lines.size()).indexOf(fence.group(1) + "```");
        String text = String.join("\n", lines.subList(start, i)).stripIndent() + "\n";
        blocks.add(new Block(heading, file, fence.group(2), text, start));
      }
      if (name.matches()) {
        file = name.group(1);
      } else if (!line.isBlank()) {
        file = "";
      }
    }
    return new Page(blocks);
  }

  List<Block> of(String heading) {
    return blocks.stream().filter(block -> block.heading().equals(heading)).toList();
  }
}
