package dev.tensorc.embeddings;

import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;

/** The network between tokens and vectors. It is called from several threads at once. */
@FunctionalInterface
public interface TextEncoder {

  /**
   * Computes the hidden states of a batch of texts, or a vector for each text.
   *
   * @param ids the tokens: shape {@code [texts, tokens]}, short texts filled up with padding
   * @param mask of the same shape: 1 where there is a token, 0 where there is padding
   * @param types of the same shape: which of two texts a token belongs to, mostly 0
   * @return of shape {@code [texts, tokens, n]} for hidden states, {@code [texts, n]} for vectors
   */
  FloatTensor encode(LongTensor ids, LongTensor mask, LongTensor types);
}
