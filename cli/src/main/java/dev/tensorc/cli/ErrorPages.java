package dev.tensorc.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The pages of {@code docs/errors}, which are packaged with this class. */
final class ErrorPages {

  private static final Pattern ID = Pattern.compile("TC-[A-Z]\\d{3}", Pattern.CASE_INSENSITIVE);

  private ErrorPages() {}

  /** Whether the text can only be meant as the id of an error, in either case. */
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  private static String page(String id) {
    return "errors/" + id.toUpperCase(Locale.ROOT) + ".md";
  }

  /** The page of an error, in either case; empty where there is none. */
  static Optional<String> find(String id) throws IOException {
    try (InputStream page = ErrorPages.class.getResourceAsStream(page(id))) {
      return page == null
          ? Optional.empty()
          : Optional.of(new String(page.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
