package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Every feature, as often as its weight says. */
final class Features {

  static final List<Feature> ALL = new ArrayList<>();

  static {
    add(8, Elementwise::arithmetic);
    add(3, Elementwise::divide);
    add(3, Elementwise::floorDivide);
    add(3, Elementwise::compare);
    add(3, Elementwise::bits);
    add(2, Elementwise::logic);
    add(1, Elementwise::invert);
    add(3, Elementwise::unary);
    add(4, Elementwise::math);
    add(2, Elementwise::power);
    add(5, Elementwise::where);
    add(3, Casts::cast);
    add(6, Indexing::index);
    add(3, Indexing::transpose);
    add(2, Indexing::newaxis);
    add(5, Reductions::sum);
    add(3, Reductions::mean);
    add(2, Reductions::truth);
    add(4, Reductions::extremum);
    add(3, Reductions::centred);
    add(5, Conditionals::conditional);
    add(2, Conditionals::test);
    add(2, Literals::array);
    add(1, Sizes::alone);
    add(4, Calls::call);
  }

  private Features() {}

  private static void add(int weight, Feature feature) {
    ALL.addAll(Collections.nCopies(weight, feature));
  }
}
