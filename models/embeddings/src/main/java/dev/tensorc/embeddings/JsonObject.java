package dev.tensorc.embeddings;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object of a JSON file. A member that it should have and has not is a {@link
 * ModelFileException} that says where.
 */
final class JsonObject {
  private static final int MAX_DEPTH = 100;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // a vocabulary has each name once
          .build();

  private final Path file;
  private final String place;
  private final Map<?, ?> members;

  private JsonObject(Path file, String place, Map<?, ?> members) {
    this.file = file;
    this.place = place;
    this.members = members;
  }

  /**
   * Reads a file that holds one object.
   *
   * @throws ModelFileException if it is no JSON, or not an object
   * @throws IOException if it cannot be read
   */
  static JsonObject read(Path file) throws IOException {
    try (var in = Files.newInputStream(file);
        JsonParser parser = FACTORY.createParser(in)) {
      parser.nextToken();
      Object value = value(parser);
      if (!(value instanceof Map<?, ?> members)) {
        throw new ModelFileException(file, "it is not a JSON object");
      }
      if (parser.nextToken() != null) {
        throw new ModelFileException(file, "there is more behind the JSON object");
      }
      return new JsonObject(file, "", members);
    } catch (JacksonException e) {
      var at = e.getLocation();
      String place = at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr();
      throw new ModelFileException(file, place + ": " + e.getOriginalMessage());
    }
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> members(parser);
      case START_ARRAY -> elements(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case null, default -> null;
    };
  }

  private static Map<String, @Nullable Object> members(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      if (members.containsKey(name)) {
        throw new JsonParseException(parser, "Duplicate field '" + name + "'");
      }
      parser.nextToken();
      members.put(name, value(parser));
    }
    return members;
  }

  private static List<@Nullable Object> elements(JsonParser parser) throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser));
    }
    return elements;
  }

  /** A fault of a member, with the file and the way to it. */
  ModelFileException wrong(String name, String problem) {
    return new ModelFileException(file, "`" + place + name + "` " + problem);
  }

  /** Whether there is a member that is not null. */
  boolean has(String name) {
    return members.get(name) != null;
  }

  JsonObject object(String name) throws ModelFileException {
    return new JsonObject(file, place + name + ".", required(name, Map.class, "an object"));
  }

  String text(String name) throws ModelFileException {
    return required(name, String.class, "a text");
  }

  boolean flag(String name) throws ModelFileException {
    return required(name, Boolean.class, "true or false");
  }

  /** A number from 0 on that is an {@code int}. */
  int count(String name) throws ModelFileException {
    long value = required(name, Long.class, "a whole number");
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw wrong(name, "is " + value + ", not a number from 0 to " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  /** The elements of an array of objects. */
  List<JsonObject> objects(String name) throws ModelFileException {
    List<JsonObject> objects = new ArrayList<>();
    int i = 0;
    for (Object element : required(name, List.class, "an array")) {
      String at = name + "[" + i++ + "]";
      if (!(element instanceof Map<?, ?> map)) {
        throw wrong(at, "is not an object");
      }
      objects.add(new JsonObject(file, place + at + ".", map));
    }
    return objects;
  }

  /** The elements of an array of two: a text and a number from 0 on. */
  int numberOfPair(String name) throws ModelFileException {
    List<?> pair = required(name, List.class, "an array");
    if (pair.size() == 2 && pair.get(1) instanceof Long id && id >= 0 && id <= Integer.MAX_VALUE) {
      return id.intValue();
    }
    throw wrong(name, "is not a token and its number");
  }

  /** All members of an object of numbers from 0 on. */
  Map<String, Integer> counts(String name) throws ModelFileException {
    JsonObject object = object(name);
    Map<String, Integer> counts = HashMap.newHashMap(object.members.size());
    for (Object key : object.members.keySet()) {
      counts.put((String) key, object.count((String) key));
    }
    return counts;
  }

  private <T> T required(String name, Class<T> type, String what) throws ModelFileException {
    Object value = members.get(name);
    if (value == null) {
      throw wrong(name, "is missing");
    }
    if (!type.isInstance(value)) {
      throw wrong(name, "is not " + what);
    }
    return type.cast(value);
  }
}
