package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.ForkedJvm;
import dev.tensorc.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import jdk.test.whitebox.WhiteBox;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * HotSpot's first compiler compiles every vector method of the golden files and of the benchmarks
 * that are drawn, over arrays and over native memory, but for those listed here. Decisions 23 and
 * 24 tell on which methods it gives up, and the cost of that.
 */
@Tag("jit")
class FirstCompilerTest {

  /**
   * Methods that the compiler is known to give up. The names of kernels have no numbers here, since
   * each change of the library changes these.
   */
  private static final List<String> TOO_LONG =
      List.of(
          // twelve operands in native memory, or laid out in blocks
          "Many_operands$SegmentVector.kernel",
          "Many_operands$Vector.kernelBlocks",
          // operands in native memory that may each stretch
          "Broadcast_into_a_sum$SegmentVector.kernel",
          // three results of six operands in native memory
          "Cross$SegmentVector.kernel",
          // masks that may stretch beside the operands that they choose from
          "Attention$Vector.kernel",
          "Attention$SegmentVector.kernel",
          "Attention$SegmentVector.kernelOtherwise",
          // sums of short rows side by side: under three axes, or of four operands
          "Networks_of_any_rank$Vector.kernelAcrossPairs",
          "Statistics_of_any_rank$Vector.kernelAcrossPairs",
          "Signals_of_any_rank$Vector.kernelAcrossPairs",
          "Signals_of_any_rank$Vector.kernelAcrossPoints",
          "Signals_of_any_rank$Vector.kernelSideBySide",
          "Signals_of_any_rank$SegmentVector.kernelSideBySide",
          // a softmax of rows in registers, over native memory
          "Row_by_row$SegmentVector.kernelRegistersLoop");

  /**
   * The beginning of the names of methods that are known for 256 bits alone: twelve operands in
   * native memory.
   */
  private static final String UNKNOWN = "Many_operands$SegmentVector.kernel16";

  /** Further methods that are too long where vectors are of 256 bits, and are not mended. */
  private static final List<String> IN_SHORT_VECTORS =
      List.of(
          "D18_another_example$SegmentVector.kernel",
          "Causal_mask$SegmentVector.kernel",
          "Curves$SegmentVector.kernelNest0",
          "Many_operands$SegmentVector.kernelOtherwise",
          "Many_operands$SegmentVector.kernelOtherwiseTail");

  /** The method with which the program shows that it finds some. */
  private static final String OWN = "FirstCompiler.manyStores";

  @TempDir private static Path folder;

  @Test
  void compilesEveryVectorMethod() throws Exception {
    Path whiteBox = folder.resolve("jdk/test/whitebox/WhiteBox.class");
    Files.createDirectories(whiteBox.getParent());
    try (var in = WhiteBox.class.getResourceAsStream("WhiteBox.class")) {
      Files.copy(in, whiteBox);
    }
    ForkedJvm jvm =
        ForkedJvm.run(
            "-XX:TieredStopAtLevel=3",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+WhiteBoxAPI",
            "-Xbatch",
            "-Xbootclasspath/a:" + folder,
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            ForkedJvm.CLASS_PATH,
            FirstCompiler.class.getName());
    assertThat(jvm.exit()).as(jvm.err()).isZero();
    var expected = new ArrayList<>(TOO_LONG);
    expected.add(OWN);
    boolean isShort = FloatVector.SPECIES_PREFERRED.vectorBitSize() == 256;
    if (isShort) {
      expected.addAll(IN_SHORT_VECTORS);
    }
    List<String> found =
        jvm.out()
            .lines()
            .filter(l -> l.startsWith(FirstCompiler.GAVE_UP))
            .map(l -> l.substring(FirstCompiler.GAVE_UP.length(), l.indexOf(',')))
            .filter(method -> isShort || !method.startsWith(UNKNOWN))
            .map(method -> method.replaceFirst("kernel\\d+", "kernel"))
            .distinct()
            .toList();
    assertThat(found).contains(OWN).isSubsetOf(expected);
    if (Sample.isFull()) {
      assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    }
  }
}
