package dev.tensorc.cli.bench;

import java.io.Console;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** A bar on a terminal, which is gone at the end; nothing where there is no terminal. */
public final class Progress implements AutoCloseable {

  private static final int WIDTH = 40;

  /** In characters: shorter names erase longer ones. */
  private static final int LONGEST_NAME = 8;

  private static final String LINE_START = "\r";

  private final @Nullable PrintWriter out;
  private final int parts;
  private int begun;
  private int drawn = -1;
  private String name = "";

  Progress(@Nullable PrintWriter out, int parts) {
    this.out = out;
    this.parts = parts;
  }

  /**
   * @param console of the process, if it has one
   * @param parts how many things are measured
   */
  public static Progress on(@Nullable Console console, int parts) {
    if (console == null || !console.isTerminal()) {
      return new Progress(null, parts);
    }
    return new Progress(console.writer(), parts);
  }

  /** One that nobody sees. */
  static Progress none() {
    return new Progress(null, 1);
  }

  /** The next thing begins. */
  public void begin(String what) {
    name = what;
    begun++;
    drawn = -1;
    at(0);
  }

  /** How much of it is done, from 0 to 1. */
  void at(double part) {
    int now = (int) (WIDTH * (begun - 1 + Math.clamp(part, 0.0, 1.0)) / parts);
    if (out != null && now != drawn) {
      drawn = now;
      String rest = " ".repeat(Math.max(1, LONGEST_NAME - name.length()));
      out.print(LINE_START + "[" + "#".repeat(now) + ".".repeat(WIDTH - now) + "] " + name + rest);
      out.flush();
    }
  }

  /** Takes the bar away. */
  @Override
  public void close() {
    if (out != null) {
      out.print(LINE_START + " ".repeat(WIDTH + 4 + LONGEST_NAME) + LINE_START);
      out.flush();
    }
  }
}
