package dev.tensorc.infer.report;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.Span;
import java.util.List;

/** Every diagnostic of inference, declared once: its stable id and its meaning in one line. */
public enum ErrorId {
  UNKNOWN_NAME("TC-N001", "a name that nothing in sight defines"),
  UNKNOWN_FUNCTION("TC-N002", "a call of a function that does not exist"),
  DUPLICATE_NAME("TC-N003", "a name that is defined twice"),
  RESERVED_NAME("TC-N004", Severity.WARNING, "the name of a builtin, used for something else"),
  RECURSION("TC-N005", "a function that calls itself, directly or through others"),
  INLINE_BUDGET("TC-N006", "calls whose expansion exceeds the compiler's limit"),
  BAD_ARGUMENTS("TC-N007", "arguments that do not fit a function's parameters"),
  MISSING_RETURN("TC-N008", "a function that does not end with return"),
  AFTER_RETURN("TC-N009", "a statement after return"),
  NOT_A_VALUE("TC-N010", "a function, dtype or tuple where a value is asked for"),
  UNUSED_VALUE("TC-N011", Severity.WARNING, "a let that nothing uses (a warning)"),
  UNKNOWN_DTYPE("TC-N012", "an element type that does not exist"),
  NOT_ASSIGNABLE("TC-N014", "an assignment to something that is not a var"),
  SEVERAL_RESULTS("TC-N015", "several results where one is asked for, or another number of them"),
  UNDECLARED_RETURN("TC-N016", "a return in a loop of a function that declares no result"),
  ANNOTATION(
      "TC-N017", "an annotation that does not exist, is written in another way, or does not fit"),
  INSTANCES("TC-N020", "an exported generic function with too many instances"),
  SAME_METHOD("TC-N021", "exported functions that would be Java methods of one signature"),
  JAVA_NAME("TC-N022", "an exported function with a name that no Java method can have"),
  EXPORTED_PARAMETER("TC-N023", "a constant parameter, or a default, of an exported function"),
  WEIGHTS("TC-N024", "a second block of weights, or weights in a program that cannot have them"),
  UNUSED_ALLOW(
      "TC-N025",
      Severity.WARNING,
      "an @allow of a warning that its function does not have (a warning)"),

  BOOL_ARITHMETIC("TC-T001", "bool values in arithmetic"),
  DTYPE_MISMATCH("TC-T002", "a value whose dtype is not the declared one"),
  DOES_NOT_FIT("TC-T003", "a constant outside the range of the dtype that it meets"),
  NEEDS_BOOL("TC-T004", "a number where a bool is asked for"),
  NEEDS_INTEGER("TC-T005", "a value that is neither integer nor bool in a bitwise operation"),
  ZERO_DIVISOR("TC-T006", "an integer division by the constant zero"),
  ARMS_DTYPE("TC-T007", "the two arms of an if with different dtypes"),
  CONSTANT_OVERFLOW("TC-T008", "a constant expression that does not fit i64"),
  NEEDS_CONSTANT("TC-T009", "something that is not a constant where one is asked for"),
  NEGATIVE_OPERAND("TC-T010", "an integer to a negative constant power, or a negative shift"),
  TYPE_ARGUMENT("TC-T020", "arguments that do not settle a type parameter within its bounds"),
  NESTING(
      "TC-T030", "a tensor of tensors whose levels do not fit, or that a function does not take"),
  TEXT("TC-T031", "text where numbers are asked for, or numbers where text is"),

  BROADCAST("TC-S001", "sizes that cannot be broadcast together"),
  RANK("TC-S002", "a value whose rank is not the declared one"),
  SIZE("TC-S003", "a size that can never be the declared one"),
  INDEX_RANGE("TC-S004", "an integer subscript outside its axis"),
  SUBSCRIPTS("TC-S005", "more subscripts than axes"),
  AXIS("TC-S006", "an axis that does not exist, stands twice, or is one too many"),
  EMPTY_REDUCTION("TC-S007", "the largest or smallest over an axis without elements"),
  RAGGED("TC-S008", "an array literal whose rows differ in length"),
  NEEDS_SCALAR("TC-S009", "an array where a scalar is asked for"),
  UNBOUND_DIM("TC-S010", "a dim name that no parameter binds"),
  ARMS_RANK("TC-S011", "the two arms of an if with different ranks"),
  BAD_SIZE("TC-S012", "a declared size that no array can have"),
  TRANSPOSE("TC-S013", ".T of something that is not a matrix"),
  ZERO_STEP("TC-S014", "a slice or range with step 0"),
  REST_DIM("TC-S020", "`...` in a type, but not as its first dim"),
  CLAUSE("TC-S030", "a where clause that never holds, or that is no comparison of sizes"),
  UNRANKED("TC-S040", "an operation that has to know how many axes a value has"),
  STRICT_RESULTS("TC-S041", "with --strict-results, a declaration that only the run can confirm"),
  CONTRACTION("TC-S050", "factors of a contraction whose axes do not go together"),

  DISCIPLINE("TC-B001", "a broadcasting discipline or switch that does not exist"),
  BROADCAST_RANKS("TC-B002", "ranks that differ where the discipline asks for equal ones"),
  BROADCAST_DIMS("TC-B003", "broadcast dimensions that do not fit the operands"),
  OUTER_JOIN(
      "TC-B004", Severity.WARNING, "a column joined with a vector of its length (a warning)"),
  BCAST("TC-B005", "an axis that cannot be made bcast, or is it already"),
  BROADCAST_TO("TC-B006", "a value that cannot be broadcast to the shape that is asked for"),
  NOT_ONE("TC-B007", "an axis that squeeze is to drop, but whose size is not 1"),
  UPDATE("TC-B008", "a value that does not fit the target that it is written to"),
  VERSIONS("TC-B009", Severity.WARNING, "sizes without a name that cost versions (a warning)"),
  WRONG_AXIS(
      "TC-B010",
      Severity.WARNING,
      "a reduced array, lined up with another axis than its own (a warning)"),

  SLOW_KERNEL(
      "TC-K001",
      Severity.WARNING,
      "a loop that takes five times as long as its work asks for (a warning)"),

  HIDDEN_BY_INDEX("TC-I001", "an index with a name that is taken"),
  FEEDS_TWO("TC-I002", "one axis for two indices: where one ends and the other begins is open"),
  NO_PLACE("TC-I003", "a subscript that is no place on an axis"),
  NO_EXTENT("TC-I004", "an index whose extent nothing gives"),
  INDEX_SIZES("TC-I005", "an index that runs over axes of different sizes"),
  SUBSCRIPT_BOUNDS("TC-I006", "a subscript that runs beyond its axis"),
  INDEX_RANGES("TC-I007", "a range that its index cannot have"),
  WHOLE_ARRAY("TC-I008", "an array or a range where index notation asks for one element"),
  MISPLACED_INDEX("TC-I009", "an index where no index can stand"),
  NO_REDUCTION("TC-I010", "indices behind something that is no reduction"),
  INDEX_TARGET("TC-I011", "an update whose subscripts do not name each index once"),

  UNSUPPORTED_TYPE("TC-U001", "not supported yet: a kind of type or dim"),
  UNSUPPORTED_BUILTIN("TC-U006", "not supported yet: a builtin, or one of its arguments"),
  UNSUPPORTED_EXPRESSION("TC-U009", "not supported yet: a kind of expression"),
  JVM_LIMIT("TC-U100", "a function beyond the limits of JVM methods and classes");

  private final String code;
  private final Severity severity;
  private final String meaning;

  ErrorId(String code, String meaning) {
    this(code, Severity.ERROR, meaning);
  }

  /**
   * @param severity the mildest that it has
   */
  ErrorId(String code, Severity severity, String meaning) {
    this.code = code;
    this.severity = severity;
    this.meaning = meaning;
  }

  /** The stable id, such as {@code TC-S001}. */
  public String code() {
    return code;
  }

  /** Whether it is, or may be, a warning: one that the program may do without. */
  public boolean warns() {
    return severity == Severity.WARNING;
  }

  /** Its meaning, in one line. */
  public String meaning() {
    return meaning;
  }

  /** A program has one file of weights. */
  public static Diagnostic secondWeights(Ast.Weights second, Ast.Weights first) {
    return WEIGHTS
        .at(second.span(), "a program has one `weights` block")
        .related(first.span(), "the first one")
        .hint("put the tensors of both into one file, and declare them in one block");
  }

  /** An error with this id. */
  public Diagnostic at(Span span, String title) {
    return Diagnostic.error(code, span, title);
  }

  /** A warning with this id. */
  public Diagnostic warningAt(Span span, String title) {
    return new Diagnostic(code, Severity.WARNING, title, span, "", "", List.of(), List.of(), "");
  }
}
