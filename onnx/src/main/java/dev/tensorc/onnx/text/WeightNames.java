package dev.tensorc.onnx.text;

import dev.tensorc.onnx.program.Identifiers;
import dev.tensorc.onnx.program.Weight;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of weights in the program and in the file. */
final class WeightNames {
  /** Names that an exporter makes up: {@code onnx::MatMul_885}, with the text after the number. */
  private static final Pattern MADE_UP =
      Pattern.compile(
          "(?:onnx::)?(?:[A-Za-z]+_)?\\d+(?:_(\\D.*))?|.*Constant(?:_\\d+)?(?:_output_0)?");

  private static final Pattern FIRST_LAYER = Pattern.compile(".*?[./]0[./](.*)");

  private final Set<String> used;
  private final Set<String> keys = new HashSet<>();

  /**
   * @param used names that are not free
   */
  WeightNames(Set<String> used) {
    this.used = used;
  }

  /**
   * A weight with its names.
   *
   * @param name the program's
   * @param key the file's
   */
  record Named(Weight weight, String name, String key) {}

  List<Named> of(List<Weight> weights) {
    List<Named> named = new ArrayList<>();
    for (Weight each : weights) {
      String name = Identifiers.unique(base(each), used);
      named.add(new Named(each, name, key(each, name)));
    }
    return named;
  }

  private static String base(Weight weight) {
    String given = weight.first().name();
    Matcher madeUp = MADE_UP.matcher(given);
    if (madeUp.matches()) {
      int end = weight.user().lastIndexOf('/');
      String module = end < 0 ? "" : withoutSelf(weight.user().substring(0, end));
      String part = madeUp.group(1) == null ? "" : "_" + madeUp.group(1);
      return Identifiers.of(module + "_weight" + part.replace("_quantized", ""), "weight");
    }
    Matcher first = FIRST_LAYER.matcher(given);
    String own = weight.stacked() && first.matches() ? first.group(1) : given;
    return Identifiers.of(withoutSelf(own), "weight");
  }

  /** Without the part of a path that says nothing. */
  private static String withoutSelf(String path) {
    return path.replaceAll("([./])self(?=[./]|$)", "");
  }

  /** The model's own name, where one tensor has one that can be written. */
  private String key(Weight weight, String name) {
    String given = weight.first().name();
    boolean plain = given.matches("[!#-\\[\\]-~]+") && !MADE_UP.matcher(given).matches();
    String key = plain && !weight.stacked() ? given : name;
    return keys.add(key) ? key : Identifiers.unique(name, keys);
  }
}
