package dev.tensorc.onnx.program;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a node's name that numbers a layer: {@code /encoder/layer.3/output/Add} is {@code
 * output/Add} in layer 3 of {@code /encoder/layer}.
 */
public record LayerPath(String layers, int number, String rest) {
  private static final Pattern LAYER = Pattern.compile("(.*?[A-Za-z_])[./](\\d{1,4})/(.+)");

  /** The parts, where a layer is numbered. */
  public static Optional<LayerPath> of(String origin) {
    Matcher matcher = LAYER.matcher(origin);
    return matcher.matches()
        ? Optional.of(
            new LayerPath(matcher.group(1), Integer.parseInt(matcher.group(2)), matcher.group(3)))
        : Optional.empty();
  }

  /** A node's name without the layer that it is in. */
  public static String withoutLayer(String origin) {
    return of(origin).map(LayerPath::rest).orElse(origin);
  }
}
