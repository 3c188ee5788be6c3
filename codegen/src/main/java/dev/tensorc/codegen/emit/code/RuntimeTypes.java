package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.facade.JavaType;
import dev.tensorc.ir.DType;
import org.objectweb.asm.Type;

/**
 * The classes of the runtime that generated code names, each here alone: the code generator does
 * not depend on the runtime. {@code RuntimeTypesTest} looks for them there.
 */
public final class RuntimeTypes {

  private static final String LINK = "link/";
  private static final String MATH = LINK + "math/";
  private static final String ORDER = LINK + "order/";

  // Classes for users, and for generated classes, too.

  public static final Type ALLOCATION_EXCEPTION = of("AllocationException");
  public static final Type ALLOCATION_LIMIT = of("AllocationLimit");
  public static final Type ARGUMENT_CHANGED_EXCEPTION = of("ArgumentChangedException");
  public static final Type BROADCAST_EXCEPTION = of("BroadcastException");
  public static final Type CALL_INTERRUPTED_EXCEPTION = of("CallInterruptedException");
  public static final Type DISCIPLINE = of("Discipline");
  public static final Type ELEMENT_TYPE = of("ElementType");
  public static final Type GENERATED = of("Generated");
  public static final Type LOAD_OPTIONS = of("LoadOptions");
  public static final Type SHAPE_EXCEPTION = of("ShapeException");
  public static final Type TENSOR = of("Tensor");
  public static final Type TENSOR_PROGRAM = of("TensorProgram");
  public static final Type TENSOR_PROGRAM_EXPORT = of("TensorProgram$Export");
  public static final Type TENSOR_PROGRAM_REDUCED = of("TensorProgram$Reduced");
  public static final Type TENSOR_PROGRAM_ROWS = of("TensorProgram$Rows");
  public static final Type TENSOR_PROGRAM_RULE = of("TensorProgram$Rule");
  public static final Type TENSOR_PROGRAM_VALUE = of("TensorProgram$Value");
  public static final Type TENSOR_PROGRAM_WEIGHT = of("TensorProgram$Weight");
  public static final Type TENSOR_PROGRAM_WEIGHTS = of("TensorProgram$Weights");
  public static final Type THREADS = of("Threads");

  // Classes for generated classes alone.

  public static final Type KERNEL_RUNS = of("warmup/KernelRuns");
  public static final Type TRIAL = of("warmup/Trial");
  public static final Type WARMUP = of("warmup/Warmup");
  public static final Type WEIGHTS = of("weights/Weights");

  public static final Type ARRAY_ARGUMENTS = of(LINK + "ArrayArguments");
  public static final Type BUFFERS = of(LINK + "Buffers");
  public static final Type CHECKS = of(LINK + "Checks");
  public static final Type COLLAPSE = of(LINK + "Collapse");
  public static final Type ENGINE = of(LINK + "Engine");
  public static final Type FINGERPRINT = of(LINK + "Fingerprint");
  public static final Type KERNEL_ARGUMENTS = of(LINK + "KernelArguments");
  public static final Type LANE_BYTES = of(LINK + "LaneBytes");
  public static final Type NATIVE_ELEMENTS = of(LINK + "NativeElements");
  public static final Type NATIVE_ROW = of(LINK + "NativeRow");
  public static final Type RESHAPING = of(LINK + "Reshaping");
  public static final Type ROW_STAGING = of(LINK + "RowStaging");
  public static final Type ROW_TAIL = of(LINK + "RowTail");
  public static final Type SCRATCH = of(LINK + "Scratch");
  public static final Type SPLIT = of(LINK + "Split");
  public static final Type STAGED_CALL = of(LINK + "StagedCall");
  public static final Type STAGING = of(LINK + "Staging");
  public static final Type UNRANKED = of(LINK + "Unranked");

  public static final Type FLOOR_DIVISION = of(MATH + "FloorDivision");
  public static final Type INTEGER_MATH = of(MATH + "IntegerMath");
  public static final Type LANE_PATTERNS = of(MATH + "LanePatterns");
  public static final Type SCALAR_MATH = of(MATH + "ScalarMath");
  public static final Type SHORT_FLOATS = of(MATH + "ShortFloats");
  public static final Type SIZE_MATH = of(MATH + "SizeMath");
  public static final Type TILING = of(MATH + "Tiling");
  public static final Type UNSIGNED = of(MATH + "Unsigned");
  public static final Type WINDOW_STEPS = of(MATH + "WindowSteps");

  public static final Type FINDING = of(ORDER + "Finding");
  public static final Type ROWS = of(ORDER + "Rows");
  public static final Type SCATTERING = of(ORDER + "Scattering");
  public static final Type SCATTERING_COMBINE = of(ORDER + "Scattering$Combine");
  public static final Type SORTING = of(ORDER + "Sorting");
  public static final Type TOTALS = of(ORDER + "Totals");

  private RuntimeTypes() {}

  private static Type of(String name) {
    return Type.getObjectType("dev/tensorc/runtime/" + name);
  }

  /** The class of tensors of a dtype. */
  public static Type tensor(DType d) {
    return of(new JavaType.TensorOf(d).source());
  }

  /** The class for sums of f32 or f64 along rows. */
  public static Type sum(DType d) {
    return twin(d, "Sum");
  }

  /** The class for sums of f32 or f64 down columns. */
  public static Type columns(DType d) {
    return twin(d, "Columns");
  }

  /** The class that cuts and lays out products of matrices of f32 or f64. */
  public static Type tiling(DType d) {
    return twin(d, "Tiling");
  }

  /** The class that knows where a factor of f32 or f64 lies. */
  public static Type factor(DType d) {
    return twin(d, "Factor");
  }

  private static Type twin(DType d, String name) {
    return of(MATH + (d == DType.F32 ? "Float" : "Double") + name);
  }
}
