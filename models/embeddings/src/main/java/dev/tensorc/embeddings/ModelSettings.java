package dev.tensorc.embeddings;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** The settings in {@code embedder.properties}; a folder may have none. */
record ModelSettings(Path file, Properties values) {
  private static final Set<String> KEYS =
      new TreeSet<>(List.of("pooling", "normalize", "max_tokens", "output", "lower_case"));

  static ModelSettings read(Path file) throws IOException {
    var values = new Properties();
    if (Files.exists(file)) {
      try (var reader = Files.newBufferedReader(file)) {
        values.load(reader);
      } catch (CharacterCodingException e) {
        throw new ModelFileException(file, "it is not text in UTF-8");
      } catch (IllegalArgumentException e) {
        throw new ModelFileException(file, String.valueOf(e.getMessage()));
      }
    }
    var settings = new ModelSettings(file, values);
    for (String key : new TreeSet<>(values.stringPropertyNames())) {
      if (!KEYS.contains(key)) {
        throw settings.wrong(key, "is unknown; known are " + String.join(", ", KEYS));
      }
    }
    return settings;
  }

  ModelFileException wrong(String key, String problem) {
    return new ModelFileException(file, "`" + key + "` " + problem);
  }

  Optional<String> text(String key) {
    return Optional.ofNullable(values.getProperty(key)).map(String::strip);
  }

  boolean flag(String key, boolean otherwise) throws ModelFileException {
    String value = text(key).orElse(String.valueOf(otherwise));
    if (!value.equals("true") && !value.equals("false")) {
      throw wrong(key, "is " + value + ": write true or false");
    }
    return value.equals("true");
  }

  Optional<Integer> count(String key) throws ModelFileException {
    Optional<String> value = text(key);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (!value.get().matches("[1-9][0-9]{0,8}")) {
      throw wrong(key, "is " + value.get() + ": write a whole number");
    }
    return Optional.of(Integer.valueOf(value.get()));
  }

  Pooling pooling(boolean hiddenStates) throws ModelFileException {
    Optional<String> value = text("pooling");
    if (value.isEmpty()) {
      if (hiddenStates) {
        throw wrong("pooling", "is missing: write pooling=mean or pooling=cls, as the model says");
      }
      return Pooling.NONE;
    }
    for (Pooling pooling : Pooling.values()) {
      if (pooling.name().toLowerCase(Locale.ROOT).equals(value.get())) {
        if ((pooling == Pooling.NONE) == hiddenStates) {
          String gives = hiddenStates ? "f32[texts, tokens, n]" : "f32[texts, n]";
          throw wrong("pooling", "is " + value.get() + ", but the program gives " + gives);
        }
        return pooling;
      }
    }
    throw wrong("pooling", "is " + value.get() + ": write mean, cls or none");
  }
}
