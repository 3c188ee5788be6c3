package dev.tensorc.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/** Nested arrays as they are read: how long those of each depth are, and the elements so far. */
final class JsonArrays {

  private static final int MOST_AXES = 64;
  private static final int MOST_NAMED = 20;
  private static final int UNKNOWN = -1;

  /** The text that Jackson adds to some messages, which says nothing here. */
  private static final Pattern SOURCE =
      Pattern.compile("\\s*\\([^()]*\\[Source:.*", Pattern.DOTALL);

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(MOST_AXES + 2).build())
          .build();

  private final String file;
  private final ElementList elements;

  /** The length of the arrays of each depth, from 1 on; that of the open ones. */
  private final long[] sizes = new long[MOST_AXES + 1];

  private final long[] counts = new long[MOST_AXES + 1];
  private int depth;
  private int deepest;
  private int rank = UNKNOWN;

  JsonArrays(String file, ElementType type) {
    this.file = file;
    this.elements = new ElementList(type, file);
    Arrays.fill(sizes, UNKNOWN);
  }

  Tensor read(InputStream in, Optional<String> member) throws IOException {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), in)) {
      if (parser.nextToken() == null) {
        throw new TensorFileException(file, "the file is empty");
      }
      if (member.isPresent()) {
        find(parser, member.get());
      }
      do {
        take(parser);
      } while (depth > 0 && next(parser));
      if (member.isEmpty() && parser.nextToken() != null) {
        throw problem(parser, "there is more behind the array; one array to a file");
      }
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      String what = "no JSON: " + SOURCE.matcher(e.getOriginalMessage()).replaceFirst("");
      throw at == null ? new TensorFileException(file, what) : problem(at, what);
    }
    int axes = rank == UNKNOWN ? deepest : rank;
    return elements.tensor(Arrays.copyOfRange(sizes, 1, axes + 1));
  }

  private boolean next(JsonParser parser) throws TensorFileException {
    if (parser.nextToken() == null) {
      throw problem(parser, "the file ends within an array");
    }
    return true;
  }

  /** Goes to the value of a member of the outermost object. */
  private void find(JsonParser parser, String member) throws TensorFileException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw problem(
          parser, "no object, so there is no member %s".formatted(NumberText.shown(member)));
    }
    var names = new ArrayList<String>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      if (name.equals(member)) {
        return;
      }
      if (names.size() < MOST_NAMED) {
        names.add(NumberText.shown(name));
      }
      parser.skipChildren();
    }
    throw new TensorFileException(
        file,
        "there is no member %s; there are: %s"
            .formatted(NumberText.shown(member), String.join(", ", names)));
  }

  private void take(JsonParser parser) throws TensorFileException {
    try {
      switch (parser.currentToken()) {
        case START_ARRAY -> open();
        case END_ARRAY -> close();
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
          element();
          addNumber(parser);
        }
        case VALUE_TRUE, VALUE_FALSE -> {
          element();
          elements.addTruth(parser.currentToken() == JsonToken.VALUE_TRUE);
        }
        case VALUE_NULL -> {
          element();
          elements.addMissing();
        }
        case VALUE_STRING ->
            throw new IllegalArgumentException(
                "the text %s, where a number is wanted"
                    .formatted(NumberText.shown(parser.getString())));
        default ->
            throw new IllegalArgumentException(
                "an object, where a number or an array is wanted; name the member to read");
      }
    } catch (IllegalArgumentException e) {
      throw problem(parser, String.valueOf(e.getMessage()));
    }
  }

  private void addNumber(JsonParser parser) throws TensorFileException {
    if (elements.isFloat()) {
      elements.add(parser.getDoubleValue());
    } else {
      elements.add(parser.getString());
    }
  }

  private void open() {
    if (depth == rank) {
      throw new IllegalArgumentException("an array, where those before it have numbers");
    }
    if (depth == MOST_AXES) {
      throw new IllegalArgumentException("arrays nest deeper than " + MOST_AXES);
    }
    counts[depth]++;
    depth++;
    deepest = Math.max(deepest, depth);
    counts[depth] = 0;
  }

  private void close() {
    if (sizes[depth] == UNKNOWN) {
      sizes[depth] = counts[depth];
    } else if (sizes[depth] != counts[depth]) {
      throw new IllegalArgumentException(
          "this array has length %d, and one before it %d; a tensor needs arrays of one length"
              .formatted(counts[depth], sizes[depth]));
    }
    depth--;
  }

  private void element() {
    if (rank == UNKNOWN && depth >= deepest) {
      rank = depth;
    }
    if (depth != rank) {
      throw new IllegalArgumentException("a number, where those before it are arrays");
    }
    counts[depth]++;
  }

  private TensorFileException problem(JsonParser parser, String what) {
    return problem(parser.currentTokenLocation(), what);
  }

  private TensorFileException problem(TokenStreamLocation at, String what) {
    return new TensorFileException(
        file, "line %d, column %d: %s".formatted(at.getLineNr(), at.getColumnNr(), what));
  }
}
