package dev.tensorc.codegen.facade;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** The names in Java of names of a program that cannot stay as they are. */
final class JavaNames {

  /** Java allows no record component of these names. */
  private static final Set<String> COMPONENTS =
      Set.of(
          "clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

  private JavaNames() {}

  /** Names of parameters: a keyword, or a name that stands before, gets an underscore. */
  static List<String> parameters(List<String> names) {
    return distinct(names, Set.of());
  }

  /** Names of record components, likewise. */
  static List<String> components(List<String> names) {
    return distinct(names, COMPONENTS);
  }

  private static List<String> distinct(List<String> names, Set<String> reserved) {
    // names that can stay do, wherever they stand
    var taken = new HashSet<>(names);
    taken.removeIf(n -> isReserved(n, reserved));
    var met = new HashSet<String>();
    var distinct = new ArrayList<String>();
    for (String name : names) {
      String free = name;
      if (isReserved(name, reserved) || !met.add(name)) {
        do {
          free += "_";
        } while (isReserved(free, reserved) || !taken.add(free));
      }
      distinct.add(free);
    }
    return distinct;
  }

  private static boolean isReserved(String name, Set<String> reserved) {
    return SourceVersion.isKeyword(name) || reserved.contains(name);
  }

  /**
   * The name itself, or with underscores, so that it is in no case the name of a file which is
   * there already.
   */
  static String file(String name, Set<String> taken) {
    String free = name;
    while (!taken.add(free.toLowerCase(Locale.ROOT))) {
      free += "_";
    }
    return free;
  }

  static String capitalised(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
