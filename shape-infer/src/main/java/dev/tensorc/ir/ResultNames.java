package dev.tensorc.ir;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The names of a function's results outside of the program. */
public final class ResultNames {

  private ResultNames() {}

  /** One name for each result, all different: its own, or {@code result0} and so on. */
  public static List<String> of(TensorIr.Function function) {
    var names = new ArrayList<String>();
    var taken = new HashSet<String>();
    for (TensorIr.Result r : function.results()) {
      String name = r.name().isEmpty() ? "result" + names.size() : r.name();
      while (!taken.add(name)) {
        name += "_";
      }
      names.add(name);
    }
    return names;
  }
}
