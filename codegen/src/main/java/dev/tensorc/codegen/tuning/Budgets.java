package dev.tensorc.codegen.tuning;

/**
 * What methods and classes may hold, so that HotSpot's compilers compile them well: decision 23 has
 * the measurements. What the format of class files allows stands in {@code JvmLimits}.
 *
 * @param plans methods of plans, and classes
 * @param kernels what is fused into one kernel, and how it is called
 */
public record Budgets(Plans plans, Kernels kernels) {

  static final Budgets DEFAULT = new Budgets(Plans.DEFAULT, Kernels.DEFAULT);

  /**
   * Plans are divided into methods that HotSpot compiles: decision 17.
   *
   * @param methodBytes bytes of code from which on a plan is divided: more is never compiled
   *     ({@code HugeMethodLimit})
   * @param partBytes bytes of code of a part; the rest is for slots whose numbers take more bytes
   * @param itemBytes bytes of code of an item that needs no frame: with what stands around it, it
   *     has fewer than {@code methodBytes}
   * @param minPartBytes bytes of code from which on a run of items becomes a part: a shorter one is
   *     about as long as its call
   * @param maxLocalsInFrame locals that a part may leave in its caller's frame
   * @param instructions instructions of a plan at which emission stops: nobody runs as many
   * @param walkedAxes axes of all operands of all versions of a cluster: each is code in the plan
   * @param toldApart kernels that the method which serves threads tells apart
   * @param startChoices kernels that one method of the class that starts them chooses among
   * @param verifierBytes bytes that the class writer takes for the frames of a method: twice what
   *     it would take by itself
   * @param verifierSteps steps that it takes for them
   * @param programBytes bytes of all class files of a program: more than all programs of a service
   *     have; emitting them takes some ten seconds
   */
  public record Plans(
      int methodBytes,
      int partBytes,
      int itemBytes,
      int minPartBytes,
      int maxLocalsInFrame,
      int instructions,
      int walkedAxes,
      int toldApart,
      int startChoices,
      int verifierBytes,
      long verifierSteps,
      long programBytes) {

    static final Plans DEFAULT =
        new Plans(
            8_000, 5_000, 7_000, 60, 100, 500_000, 800, 450, 500, 20 << 20, 200_000_000, 32L << 20);

    public Plans {
      if (startChoices < 1) {
        throw new IllegalArgumentException("a method chooses among kernels: " + startChoices);
      }
    }
  }

  /**
   * @param operations operations of a kernel: a larger one is cut, for its methods must have fewer
   *     than 8,000 bytes
   * @param slots slots of a kernel's arguments, of the 255 of a method: the rest is for the largest
   *     single operation
   * @param inputs tensors that a kernel reads
   * @param arguments arguments of a method; sizes and strides of more go in an array, for the
   *     second compiler refuses to hand on some 37 arguments
   */
  public record Kernels(int operations, int slots, int inputs, int arguments) {

    static final Kernels DEFAULT = new Kernels(150, 180, 24, 32);
  }
}
