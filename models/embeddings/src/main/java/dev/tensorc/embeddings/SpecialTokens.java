package dev.tensorc.embeddings;

import java.util.List;

/**
 * The special tokens around a text, and the padding of a batch.
 *
 * @param before such as {@code [CLS]}
 * @param after such as {@code [SEP]}
 * @param typeId the type of the text's own tokens
 * @param padding the id of {@code [PAD]}
 */
record SpecialTokens(List<Special> before, List<Special> after, int typeId, int padding) {

  record Special(int id, int typeId) {}

  int count() {
    return before.size() + after.size();
  }

  /** A text's own tokens between the special ones. */
  Encoding around(int[] ids, int length) {
    int[] all = new int[count() + length];
    int[] types = new int[all.length];
    int place = 0;
    for (Special special : before) {
      all[place] = special.id();
      types[place++] = special.typeId();
    }
    for (int i = 0; i < length; i++) {
      all[place] = ids[i];
      types[place++] = typeId;
    }
    for (Special special : after) {
      all[place] = special.id();
      types[place++] = special.typeId();
    }
    return new Encoding(all, types);
  }
}
