package dev.tensorc.benchmarks.population;

import java.util.List;

/**
 * Where a tensor's elements are, in C.
 *
 * @param array the pointer's variable, to tell which tensors may overlap
 * @param start pointer to the first element
 * @param strides elements from one to the next along each axis
 */
record Geometry(String array, String start, List<String> strides) {

  /** The number of the result that is written where this is read, or -1. */
  int among(List<Geometry> results) {
    for (int i = 0; i < results.size(); i++) {
      Geometry o = results.get(i);
      if (o.start().equals(start) && strides.subList(0, o.strides().size()).equals(o.strides())) {
        return i;
      }
    }
    return -1;
  }
}
