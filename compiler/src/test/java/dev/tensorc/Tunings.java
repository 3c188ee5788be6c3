package dev.tensorc;

import dev.tensorc.codegen.tuning.Tuning;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tunings in which some thresholds are not the usual ones. */
public final class Tunings {

  private Tunings() {}

  /**
   * The usual tuning, with other values for some components.
   *
   * @param values by the components' paths, such as {@code budgets.plans.partBytes}
   */
  public static Tuning with(Map<String, ? extends Number> values) {
    var unused = new HashMap<String, Number>(values);
    var tuning = (Tuning) changed(Tuning.DEFAULT, "", unused);
    if (!unused.isEmpty()) {
      throw new IllegalArgumentException("no components of a tuning: " + unused.keySet());
    }
    return tuning;
  }

  /** The paths of all components that are numbers. */
  public static List<String> paths() {
    var paths = new ArrayList<String>();
    collect(Tuning.class, "", paths);
    return paths;
  }

  private static void collect(Class<?> type, String prefix, List<String> paths) {
    for (RecordComponent c : type.getRecordComponents()) {
      if (c.getType().isRecord()) {
        collect(c.getType(), prefix + c.getName() + ".", paths);
      } else {
        paths.add(prefix + c.getName());
      }
    }
  }

  private static Record changed(Record r, String prefix, Map<String, Number> values) {
    RecordComponent[] components = r.getClass().getRecordComponents();
    try {
      var changed = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        Object old = components[i].getAccessor().invoke(r);
        String path = prefix + components[i].getName();
        Number value = values.remove(path);
        changed[i] =
            old instanceof Record inner
                ? changed(inner, path + ".", values)
                : value == null ? old : as(components[i].getType(), value);
      }
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return r.getClass().getDeclaredConstructor(types).newInstance(changed);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object as(Class<?> type, Number value) {
    return switch (type.getName()) {
      case "int" -> value.intValue();
      case "long" -> value.longValue();
      case "double" -> value.doubleValue();
      default -> throw new IllegalArgumentException("no number: " + type);
    };
  }
}
