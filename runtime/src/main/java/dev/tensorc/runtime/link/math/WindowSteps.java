package dev.tensorc.runtime.link.math;

import java.util.Arrays;

/**
 * How windows that begin one element after the other are reduced together: in steps. Each step
 * combines two rows of values, element by element. A part that two windows share is computed once.
 *
 * <p>A step is five numbers: the buffer that it fills, those that it reads, how much later it reads
 * the second one, and how many values more than there are windows it gives. Buffer {@link
 * #ELEMENTS} holds the elements, and the last step fills {@link #RESULT}.
 */
public final class WindowSteps {

  /** Numbers of a step. */
  public static final int SIZE = 5;

  public static final int ELEMENTS = 0;

  public static final int RESULT = 5;

  /** No value, where there is no element. */
  private static final int NONE = -1;

  private int[] steps = new int[16 * SIZE];
  private int length;

  private WindowSteps() {}

  /**
   * The steps of a sum or product in the order of {@link FloatSum}: in virtual lanes, where the
   * first ones may have an element more, and then in a tree of these.
   *
   * @param n elements of a window: at least two, and of each lane at most a chunk
   * @param lanes the virtual lanes, a power of two
   */
  public static int[] sums(int n, int lanes) {
    var all = new WindowSteps();
    int each = n / lanes;
    int more = n % lanes; // the first lanes, which have one element more
    int few = all.values(each, lanes);
    int many = all.oneMore(each, few, lanes, more);
    int buffer = 3;
    for (int half = lanes / 2; half > 0; half /= 2) {
      boolean both = (more & half) != 0; // whether lanes with more elements meet some of their kind
      int first = more % half;
      int left = both ? many : few;
      int nextMany = first == 0 ? NONE : all.add(buffer, many, both ? many : few, half, first - 1);
      int nextFew = all.add(buffer + 1, left, few, half, half - 1);
      many = nextMany;
      few = nextFew;
      buffer = 4 - buffer; // 1 and 3
    }
    return all.complete();
  }

  /** The steps of a reduction in any order that takes elements twice: of a maximum or minimum. */
  public static int[] extremes(int n) {
    var all = new WindowSteps();
    int width = 1;
    int of = ELEMENTS;
    for (int buffer = 1; 2 * width <= n; buffer = 3 - buffer, width *= 2) {
      of = all.add(buffer, of, of, width, n - 2 * width);
    }
    if (width < n) {
      all.add(RESULT, of, of, n - width, 0);
    }
    return all.complete();
  }

  /** The sums of lanes with so many elements, which are added one after the other. */
  private int values(int elements, int lanes) {
    int of = elements == 0 ? NONE : ELEMENTS;
    for (int k = 1; k < elements; k++) {
      of = add(1 + k % 2, of, ELEMENTS, k * lanes, lanes - 1);
    }
    return of;
  }

  /**
   * The sums of the lanes with an element more.
   *
   * @param count how many lanes these are
   */
  private int oneMore(int elements, int before, int lanes, int count) {
    if (count == 0) {
      return NONE;
    }
    return before == NONE
        ? ELEMENTS
        : add(1 + elements % 2, before, ELEMENTS, elements * lanes, count - 1);
  }

  /** Where there is no second value, the first is the result. */
  private int add(int buffer, int first, int second, int shift, int more) {
    if (second == NONE) {
      return first;
    }
    if (length == steps.length) {
      steps = Arrays.copyOf(steps, 2 * length);
    }
    for (int number : new int[] {buffer, first, second, shift, more}) {
      steps[length++] = number;
    }
    return buffer;
  }

  private int[] complete() {
    steps[length - SIZE] = RESULT;
    return Arrays.copyOf(steps, length);
  }
}
