/**
 * Text to vectors: {@link dev.tensorc.embeddings.TextEmbedder} loads a model that tensorc compiled,
 * {@link dev.tensorc.embeddings.WordPieceTokenizer} makes the numbers of tokens that it reads.
 */
@NullMarked
package dev.tensorc.embeddings;

import org.jspecify.annotations.NullMarked;
