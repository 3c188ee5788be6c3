package dev.tensorc.infer.rule;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;

/** The dtypes that a builtin takes, the one that it computes in, and the one that comes out. */
public final class DTypeRules {

  private DTypeRules() {}

  /** The dtype in which {@code b} computes on these arguments. */
  public static DType computed(Builtin b, List<Typed> args, Discipline discipline) {
    DType common = common(args, discipline);
    boolean bools = common == DType.BOOL && b.kind() == Builtin.Kind.ELEMENTWISE;
    return switch (b.types()) {
      case NUMERIC -> bools ? discipline.arithmeticOfBools().orElse(common) : common;
      case FLOAT -> common.isFloat() ? common : DType.F64;
      case SUM -> common.isFloat() ? common : common.isUnsigned() ? DType.U64 : DType.I64;
      case TRUTH, COUNT -> DType.BOOL;
      case COMPARE, EQUALITY, BOOL, BITS, INTEGER, SELECT, CAST, INDEX, PLACE, ANY -> common;
    };
  }

  /**
   * Whether {@code b} compares u64 with a signed integer: both are integers of 64 bits to it, as no
   * dtype holds them. Constants take the dtype that they meet; sizes and numbers computed of them
   * may be negative.
   */
  public static boolean comparesMixed(Builtin b, List<Typed> args) {
    return b.compares()
        && args.stream().noneMatch(Typed.Const.class::isInstance)
        && args.stream().anyMatch(t -> t.dtype() == DType.U64)
        && args.stream().anyMatch(t -> t.dtype().isSigned());
  }

  /** The dtype of the result of a computation in {@code computed}. */
  public static DType result(Builtin b, DType computed) {
    return switch (b.types()) {
      case COMPARE, EQUALITY, BOOL, TRUTH -> DType.BOOL;
      case INDEX, PLACE, COUNT -> DType.I64;
      case NUMERIC, FLOAT, BITS, INTEGER, SELECT, CAST, SUM, ANY -> computed;
    };
  }

  /** The promoted dtype: weak scalars give way, but a weak float makes integers f64. */
  public static DType common(List<Typed> args, Discipline discipline) {
    DType strong = null;
    boolean weakFloat = false;
    boolean weakInt = false;
    boolean hugeInt = false; // that only u64 holds
    for (Typed t : args) {
      if (!t.isWeak()) {
        strong = strong == null ? t.dtype() : discipline.promote(strong, t.dtype());
      } else if (t.dtype().isFloat()) {
        weakFloat = true;
      } else {
        weakInt = true;
        hugeInt |= t.dtype() == DType.U64;
      }
    }
    if (strong == null) {
      return weakFloat ? DType.F64 : hugeInt ? DType.U64 : DType.I64;
    }
    if (weakFloat && !strong.isFloat()) {
      return DType.F64;
    }
    return weakInt && strong == DType.BOOL ? discipline.integerBesideBool() : strong;
  }

  /** Why {@code b} does not take this argument, if it does not. */
  public static Optional<Diagnostic> refuse(
      Builtin b, Arg arg, boolean condition, List<Arg> all, Discipline discipline) {
    return refuse(b, spell(b), arg, condition, all, discipline);
  }

  /**
   * As {@link #refuse(Builtin, Arg, boolean, List, Discipline)}.
   *
   * @param called the program's name of {@code b}
   */
  public static Optional<Diagnostic> refuse(
      Builtin b, String called, Arg arg, boolean condition, List<Arg> all, Discipline discipline) {
    DType dtype = arg.typed().dtype();
    if (isText(arg.typed())) {
      return b.types() == Builtin.Types.EQUALITY && all.stream().allMatch(a -> isText(a.typed()))
          ? Optional.empty()
          : Optional.of(text(b, called, arg));
    }
    boolean numbers =
        b.kind() == Builtin.Kind.ELEMENTWISE && discipline.arithmeticOfBools().isPresent();
    Optional<Diagnostic> bool =
        dtype == DType.BOOL ? Optional.of(bool(b, called, arg, all)) : Optional.empty();
    boolean bits = b.types() == Builtin.Types.BITS || b.types() == Builtin.Types.INTEGER;
    if (bits && discipline.bits().isPresent()) {
      return refuseBits(b, called, arg, discipline.bits().get());
    }
    return switch (b.types()) {
      case NUMERIC, FLOAT -> numbers ? Optional.empty() : bool;
      case COMPARE, INDEX -> bool;
      case EQUALITY -> discipline.comparesBools() ? Optional.empty() : bool;
      case BOOL -> dtype == DType.BOOL ? Optional.empty() : Optional.of(needsBool(called, arg));
      case SELECT ->
          condition && dtype != DType.BOOL ? Optional.of(needsBool(called, arg)) : Optional.empty();
      case BITS ->
          dtype.isFloat()
              ? Optional.of(
                  needsInteger(b, called, arg, "integers or bools", "an integer dtype or bool"))
              : Optional.empty();
      case INTEGER ->
          dtype.isInt()
              ? Optional.empty()
              : Optional.of(needsInteger(b, called, arg, "integers", "an integer dtype"));
      case CAST, SUM, TRUTH, PLACE, COUNT, ANY -> Optional.empty();
    };
  }

  /** Whether the type is a text, or a unit of one. */
  public static boolean isText(Typed typed) {
    return typed instanceof Typed.Strong s && s.value().axes().isText();
  }

  private static Diagnostic text(Builtin b, String called, Arg arg) {
    boolean compares = b.types() == Builtin.Types.EQUALITY;
    return ErrorId.TEXT
        .at(
            arg.span(),
            called
                + (compares ? " compares text with text" : " takes no text")
                + ", but `"
                + arg.typed().name()
                + (compares ? "` meets something else" : "` is text"))
        .found(arg.typed().type())
        .hint(
            "texts configure: their units are compared by `==` and `!=`, and chosen by subscripts");
  }

  private static Optional<Diagnostic> refuseBits(Builtin b, String called, Arg arg, DType bits) {
    boolean taken =
        arg.typed().isWeak() ? arg.typed().dtype().isInt() : arg.typed().dtype() == bits;
    return taken
        ? Optional.empty()
        : Optional.of(needsInteger(b, called, arg, "only " + bits + " in tml", bits.label(), bits));
  }

  private static Diagnostic needsInteger(
      Builtin b, String called, Arg arg, String taken, String expected) {
    return needsInteger(b, called, arg, taken, expected, DType.I64);
  }

  private static Diagnostic needsInteger(
      Builtin b, String called, Arg arg, String taken, String expected, DType target) {
    String name = arg.typed().name();
    return ErrorId.NEEDS_INTEGER
        .at(
            arg.span(),
            called + " takes " + taken + ", but `" + name + "` is " + arg.typed().dtype())
        .found(arg.typed().type())
        .expected(expected)
        .hint(
            b == Builtin.BITWISE_XOR
                ? "a power is `"
                    + name
                    + " ** 2`; for its bits convert it: `astype("
                    + name
                    + ", "
                    + target
                    + ")`"
                : "convert it: `astype(" + name + ", " + target + ")`");
  }

  /** How to get a bool from a number. */
  public static String asBool(Typed number) {
    return number instanceof Typed.Const
        ? "write `true` or `false`"
        : "compare it to get a bool: `" + number.name() + " != 0`";
  }

  private static Diagnostic needsBool(String called, Arg arg) {
    String name = arg.typed().name();
    return ErrorId.NEEDS_BOOL
        .at(arg.span(), called + " takes bools, but `" + name + "` is " + arg.typed().dtype())
        .found(arg.typed().type())
        .expected("bool")
        .hint(asBool(arg.typed()));
  }

  /** A bool where numbers are asked for. */
  public static Diagnostic bool(Builtin b, String called, Arg arg, List<Arg> all) {
    String name = arg.typed().name();
    DType target =
        all.stream()
            .filter(a -> !a.typed().isUnknown() && !a.typed().isWeak())
            .map(a -> a.typed().dtype())
            .filter(DType::isNumeric)
            .findFirst()
            .orElse(b.types() == Builtin.Types.FLOAT ? DType.F64 : DType.I64);
    return ErrorId.BOOL_ARITHMETIC
        .at(arg.span(), called + " takes numbers, but `" + name + "` is bool")
        .found(arg.typed().type())
        .expected("a numeric dtype")
        .hint("say which number you mean: `astype(" + name + ", " + target + ")`");
  }

  /** The builtin as the program has it there: called by its name, or by its operator. */
  public static String spell(Builtin b, List<Arg> args, Span span) {
    boolean named =
        span.source().text().startsWith(b.label(), span.start())
            && args.getFirst().span().start() > span.start();
    return named ? "`" + b.label() + "`" : spell(b);
  }

  /** The builtin as a reader knows it: its operator if it has one. */
  public static String spell(Builtin b) {
    return b.operator().isEmpty() ? "`" + b.label() + "`" : "`" + b.operator() + "`";
  }

  /** Why two known arms have not one dtype, if they have not. */
  public static Optional<Diagnostic> armsDiffer(Typed a, Span then, Typed b, Span otherwise) {
    boolean adapts =
        a.isWeak() && b.isWeak() || (a.isWeak() ? fits(a, b) : b.isWeak() ? fits(b, a) : false);
    return adapts || a.dtype() == b.dtype()
        ? Optional.empty()
        : Optional.of(
            ErrorId.ARMS_DTYPE
                .at(
                    otherwise,
                    "the arms of `if` are " + a.dtype() + " and " + b.dtype() + ", not one dtype")
                .found(b.type())
                .expected(a.type())
                .related(then, "this arm is " + a.type())
                .hint("convert one arm: `astype(" + b.name() + ", " + a.dtype() + ")`"));
  }

  private static boolean fits(Typed weak, Typed strong) {
    return strong.dtype().isFloat() || (strong.dtype().isInt() && weak.dtype().isInt());
  }
}
