package dev.tensorc.frontend;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** "Did you mean": which known name was meant by an unknown one. */
public final class Spelling {

  private Spelling() {}

  /** The name nearest by edit distance, if near enough to be a slip. */
  public static Optional<String> closest(String name, Collection<String> known) {
    int most = Math.max(1, name.length() / 3);
    return known.stream()
        .filter(k -> name.length() > 1 || k.length() == 1 && k.equalsIgnoreCase(name))
        .filter(k -> Math.abs(k.length() - name.length()) <= most)
        .filter(k -> distance(name, k) <= most)
        .min(Comparator.comparingInt(k -> distance(name, k)));
  }

  /** Damerau–Levenshtein: insertions, deletions, substitutions, swaps of neighbours. */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        d[i][j] = i == 0 || j == 0 ? i + j : step(d, a, b, i, j);
      }
    }
    return d[a.length()][b.length()];
  }

  private static int step(int[][] d, String a, String b, int i, int j) {
    int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
  }
}
