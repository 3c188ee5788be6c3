/** An embedder as the {@code EmbeddingModel} of LangChain4j. */
package dev.tensorc.adapters.langchain4j;
