package dev.tensorc.codegen.tuning;

/**
 * The largest contents of methods and classes that HotSpot's compilers compile well: decision 23
 * has the measurements. The limits of class files stand in {@code JvmLimits}.
 *
 * @param plans methods of plans, and classes
 * @param kernels fusion into one kernel, and its calls
 * @param steps the step of a loop along a row
 * @param forms the forms of an element-wise kernel
 * @param sums reductions
 */
public record Budgets(Plans plans, Kernels kernels, Steps steps, Forms forms, Sums sums) {

  static final Budgets DEFAULT =
      new Budgets(Plans.DEFAULT, Kernels.DEFAULT, Steps.DEFAULT, Forms.DEFAULT, Sums.DEFAULT);

  /**
   * Plans are divided into methods that HotSpot compiles: decision 17.
   *
   * @param methodBytes bytes of code from which on a plan is divided: more is never compiled
   *     ({@code HugeMethodLimit})
   * @param partBytes bytes of code of a part; the rest is for slots whose numbers take more bytes
   * @param itemBytes bytes of code of an item that needs no frame: with the code around it, it has
   *     fewer than {@code methodBytes}
   * @param minPartBytes bytes of code from which on a run of items becomes a part: a shorter one is
   *     about as long as its call
   * @param maxLocalsInFrame locals that a part may leave in its caller's frame
   * @param instructions instructions of a plan at which emission stops: nobody runs as many
   * @param walkedAxes axes of all operands of all versions of a cluster: each is code in the plan
   * @param toldApart kernels that the method which serves threads tells apart
   * @param startChoices kernels that one method of the class that starts them chooses among
   * @param verifierBytes bytes that the class writer takes for the frames of a method: twice its
   *     own choice
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
      if (startChoices < 1 || minPartBytes < 1) {
        throw new IllegalArgumentException("less than one: " + startChoices + ", " + minPartBytes);
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

  /**
   * How often a step of a loop along a row stands in its method, so that the first compiler does
   * not run out of virtual registers.
   *
   * @param shortOperations operations of a short step, which may stand there twice or three times
   * @param repeatedOperations operations of a step that may stand there twice where all rows
   *     together are asked whether elements may be stored again; with more, the step at a row's end
   *     has a method of its own
   * @param unmaskedOperations operations of a step that knows indices up to which only the last one
   *     of a row is masked; of a longer one each is, and stands there once
   * @param repeatedOperands operands of a step that may stand there once more for the first vector
   * @param maskedOperands operands that are read under a mask at a row's end
   * @param maskedParts partly used vectors that are read and written under masks at a row's end;
   *     with more of them the end is scalar code
   * @param slicedOperands operands that are walked over slices which end with the row, where there
   *     are several rows
   */
  public record Steps(
      int shortOperations,
      int repeatedOperations,
      int unmaskedOperations,
      int repeatedOperands,
      int maskedOperands,
      int maskedParts,
      int slicedOperands) {

    static final Steps DEFAULT = new Steps(16, 30, 100, 6, 2, 8, 3);
  }

  /**
   * The forms that an element-wise kernel has beside its own method.
   *
   * @param packedOperations operations of the form whose rows are laid out in blocks, counting the
   *     code that lays operands out: with two loops of more it has over 8,000 bytes
   * @param packedOperandOperations operations that laying out one operand counts for
   * @param periodicInputs inputs of the form whose operands repeat from row to row: all but one may
   *     be in registers, and leave some to compute in
   * @param stretched forms in which some operands stretch: enough for five operands where up to two
   *     do
   * @param stretchedOperations operations of all those forms together: methods are loaded even
   *     where they are never called
   * @param stretchedArguments arguments of all calls in the kernel's method together: each takes
   *     some ten bytes
   * @param otherCalls calls in that method beside those of forms
   * @param nests nests of a kernel that its launches make likely: each is a method
   * @param nestOperations operations of a nest, at all points that stand in the code
   * @param nestPartOperations operations that a partly used vector counts for: with a step of 4 at
   *     six points HotSpot's first compiler has too few registers
   * @param roundingOperations operations of the conversions from and to f16 and bf16 of a kernel:
   *     of many more HotSpot keeps vectors as objects
   * @param scalarNodes nodes of the expressions of a kernel that is always scalar code whose body
   *     stands there once more, for elements that follow each other
   * @param shortRowNodes nodes of those with further bodies for short rows
   * @param shortRowPoints points of such a row, such as a colour or a coordinate: from 2 to so many
   *     each length has a body of its own, without a loop along the row
   * @param unrolledRowOperations operations, reads and stores of all vectors of a row that has no
   *     loop along it
   */
  public record Forms(
      int packedOperations,
      int packedOperandOperations,
      int periodicInputs,
      int stretched,
      int stretchedOperations,
      int stretchedArguments,
      int otherCalls,
      int nests,
      int nestOperations,
      int nestPartOperations,
      int roundingOperations,
      int scalarNodes,
      int shortRowNodes,
      int shortRowPoints,
      int unrolledRowOperations) {

    static final Forms DEFAULT =
        new Forms(150, 5, 4, 16, 400, 700, 5, 3, 240, 8, 320, 40, 20, 4, 32);
  }

  /**
   * Limits of the loops of reductions.
   *
   * @param combinedSums float sums of a sweep whose chunks are combined in its method; those of
   *     more are combined by the runtime
   * @param nativeOperands operands of native memory that are read in parts beside the stored result
   * @param nativeAccumulators accumulators of each reduction over native memory, where there are
   *     more than {@code combinedSums}: reads take more code
   * @param accumulated reductions of a sweep with several accumulators each: those of more would
   *     not stay in registers
   * @param accumulatedOperations operations of an element of all of them: longer ones hide the
   *     latency of an addition themselves, and their code is long
   * @param narrowOperations operations for a vector of a sum with eight accumulators, for which
   *     sixteen registers must have room
   * @param narrowReductions reductions of one sweep up to which each goes along the row by itself
   *     where sums have eight accumulators: each has a method
   * @param groupOperations operations and reads of all vectors of a row that is reduced in a group
   *     of rows: HotSpot's first compiler gives up on more
   * @param registerOperations operations along a row that is whole in registers, for all of its
   *     vectors: an exponential of four vectors has room
   * @param registerOperands operands of such a row
   * @param outerOperands operands of a reduction whose results stand side by side
   * @param outerOperations operations of such a reduction
   * @param columnOperations operations and operands of an element that is summed along whole rows:
   *     it stands in the code ten times
   * @param convertedColumnOperations the same where short floats are converted: it stands there
   *     four times
   * @param fewColumnOperations operations and operands of the elements, one of each chunk, that are
   *     summed in registers together
   * @param columnRows rows of a pass of that sum, at most the 16 of a chunk
   * @param columnOperands operands of such a pass: of three HotSpot's first compiler gives up in
   *     some JVMs, where a loop that runs is replaced
   * @param nativeColumnRows the same over native memory, where several operands take more code, and
   *     of more operands
   * @param columnResultOperations operations of a result down a column, above which each step is
   *     masked and stands in the code once
   * @param searchedVectors vectors that are searched side by side: with the best element of each
   *     they stay in registers
   * @param nativeSearchedVectors the same over native memory
   * @param narrowPoints points of a sum in 32 bits from which on it has a kernel of its own beside
   *     that of 64 bits
   * @param windowAxes axes of windows of 3 whose products all stand in the loop: on more of them
   *     they are more than registers hold factors
   */
  public record Sums(
      int combinedSums,
      int nativeOperands,
      int nativeAccumulators,
      int accumulated,
      int accumulatedOperations,
      int narrowOperations,
      int narrowReductions,
      int groupOperations,
      int registerOperations,
      int registerOperands,
      int outerOperands,
      int outerOperations,
      int columnOperations,
      int convertedColumnOperations,
      int fewColumnOperations,
      int columnRows,
      int columnOperands,
      int nativeColumnRows,
      int columnResultOperations,
      int searchedVectors,
      int nativeSearchedVectors,
      int narrowPoints,
      int windowAxes) {

    static final Sums DEFAULT =
        new Sums(2, 4, 2, 3, 12, 6, 4, 96, 140, 3, 4, 12, 12, 18, 11, 4, 2, 2, 24, 2, 2, 1_000, 2);

    public Sums {
      if (nativeAccumulators < 1) {
        throw new IllegalArgumentException("no accumulators: " + nativeAccumulators);
      }
      if (Math.min(searchedVectors, nativeSearchedVectors) < 1) {
        throw new IllegalArgumentException("no vectors are searched");
      }
      if (!isPass(columnRows) || !isPass(nativeColumnRows)) {
        throw new IllegalArgumentException("a pass has 1 to 16 rows");
      }
    }

    private static boolean isPass(int rows) {
      return rows >= 1 && rows <= 16;
    }
  }
}
