package dev.tensorc.embeddings;

/**
 * A text as a model reads it.
 *
 * @param ids the numbers of its tokens, special ones included
 * @param typeIds which of two texts each token belongs to, in models that read pairs: mostly 0
 */
public record Encoding(int[] ids, int[] typeIds) {

  /** How many tokens there are. */
  public int length() {
    return ids.length;
  }
}
