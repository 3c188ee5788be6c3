package dev.tensorc.generated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Every feature, as often as its weight says. */
final class Features {

  static final List<Feature> ALL = new ArrayList<>();

  /** Features that make elements of elements. */
  static final List<Feature> ELEMENTS = new ArrayList<>();

  /** Features that arrays of any rank allow. */
  static final List<Feature> UNRANKED = new ArrayList<>();

  static {
    element(8, Elementwise::arithmetic);
    element(3, Elementwise::divide);
    element(3, Elementwise::floorDivide);
    element(3, Elementwise::compare);
    element(3, Elementwise::bits);
    element(2, Elementwise::logic);
    element(1, Elementwise::invert);
    element(8, Elementwise::drawn);
    element(1, Elementwise::negated);
    element(2, Elementwise::power);
    element(2, Elementwise::clipped);
    element(2, Elementwise::shifted);
    element(1, Elementwise::limited);
    element(5, Elementwise::where);
    element(3, Casts::cast);
    ALL.addAll(ELEMENTS);
    UNRANKED.addAll(ELEMENTS);
    UNRANKED.addAll(Collections.nCopies(12, Unranked::reduction));
    UNRANKED.addAll(Collections.nCopies(4, Unranked::arranged));
    UNRANKED.addAll(Collections.nCopies(3, Conditionals::conditional));
    add(6, Indexing::index);
    add(3, Indexing::transpose);
    add(2, Indexing::newaxis);
    add(3, Explicit::mapped);
    add(3, Explicit::repeated);
    add(2, Explicit::units);
    add(1, Explicit::materialize);
    add(1, Explicit::narrow);
    add(14, Reductions::drawn);
    add(3, Reductions::centred);
    add(5, Conditionals::conditional);
    add(2, Conditionals::test);
    add(2, Literals::array);
    add(1, Sizes::alone);
    add(4, Calls::call);
    add(2, Arrangements::joined);
    add(3, Arrangements::along);
    add(2, Arrangements::turned);
    add(2, Arrangements::reshaped);
    add(2, Arrangements::repeated);
    add(2, Arrangements::taken);
    add(1, Arrangements::windows);
    add(2, Orders::sorted);
    add(2, Orders::totals);
    add(1, Orders::extremes);
    add(1, Orders::found);
    add(1, Choices::places);
    add(1, Choices::unique);
    add(1, Choices::masked);
    add(1, Choices::counts);
    add(1, Creation::filled);
    add(1, Creation::counted);
    add(2, Contractions::matmul);
    add(1, Contractions::vecdot);
    add(1, Contractions::tensordot);
    add(1, Linear::outer);
    add(1, Linear::cross);
    add(2, Linear::diagonal);
    add(2, Linear::norm);
    add(2, Linear::einsum);
    add(2, Creation::random);
  }

  private Features() {}

  private static void element(int weight, Feature feature) {
    ELEMENTS.addAll(Collections.nCopies(weight, feature));
  }

  private static void add(int weight, Feature feature) {
    ALL.addAll(Collections.nCopies(weight, feature));
  }
}
