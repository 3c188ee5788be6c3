package dev.tensorc.infer.type;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.ForeignNames;
import dev.tensorc.frontend.Span;
import dev.tensorc.frontend.Spelling;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.Unsupported;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.DisciplineName;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Leading;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Declared types against inferred ones, by the rows of the MLIR trait: {@code ?} accepts any size,
 * two constants must be equal, anything else is checked at run time; nothing broadcasts. A checked
 * equation is a fact from there on.
 */
public final class Ascriptions {

  /**
   * @param dims those of the outer level first; a {@link Ast.RestDim} stands first, if at all
   * @param levels how many dims each level has, the outer one first
   * @param isText whether it is a text: {@code char}, {@code str}
   * @param text as written, type parameters replaced
   */
  public record Declared(
      DType dtype,
      List<Ast.Dim> dims,
      List<Integer> levels,
      boolean isText,
      String text,
      Span span) {

    /** A type without further levels. */
    public Declared(DType dtype, List<Ast.Dim> dims, String text, Span span) {
      this(dtype, dims, List.of(dims.size()), false, text, span);
    }

    /** The dims' marks of stretching. */
    public Axes axes() {
      var axes = new Axes(dims.stream().map(Declared::stretch).toList(), levels);
      return isText ? axes.asText() : axes;
    }

    private static Stretch stretch(Ast.Dim dim) {
      boolean strict =
          switch (dim) {
            case Ast.DynamicDim d -> d.strict();
            case Ast.ExprDim e -> e.strict();
            case Ast.BcastDim _, Ast.RestDim _ -> false;
          };
      if (strict) {
        return Stretch.NEVER;
      }
      return dim instanceof Ast.BcastDim ? Stretch.ALWAYS : Stretch.BY_DISCIPLINE;
    }

    /** As {@link #ofRank}, where all that {@code ...} stands for is {@code ?}. */
    public Declared anonymous(int rank) {
      if (dims.isEmpty() || !(dims.getFirst() instanceof Ast.RestDim rest)) {
        return this;
      }
      var unnamed = new ArrayList<>(dims);
      unnamed.set(0, new Ast.RestDim(Optional.empty(), rest.span()));
      return new Declared(dtype, unnamed, text, span).ofRank(rank);
    }

    /**
     * The type for a value of that rank: {@code ...} becomes as many dims as it then stands for,
     * each {@code ?} or, for {@code s...}, named {@code s[0]}, {@code s[1]} and so on. As it is
     * where the rank does not fit.
     */
    public Declared ofRank(int rank) {
      int standsFor = rank - (dims.size() - 1);
      if (dims.isEmpty() || !(dims.getFirst() instanceof Ast.RestDim rest) || standsFor < 0) {
        return this;
      }
      var fitted = new ArrayList<Ast.Dim>();
      for (int i = 0; i < standsFor; i++) {
        int axis = i;
        Span at = rest.span();
        fitted.add(
            rest.name()
                .<Ast.Dim>map(
                    n -> new Ast.ExprDim(false, new Ast.Ref(n.text() + "[" + axis + "]", at), at))
                .orElseGet(() -> new Ast.DynamicDim(false, at)));
      }
      fitted.addAll(dims.subList(1, dims.size()));
      return new Declared(dtype, fitted, text, span);
    }

    public Optional<Ast.RestDim> rest() {
      return dims.stream()
          .filter(Ast.RestDim.class::isInstance)
          .map(Ast.RestDim.class::cast)
          .findFirst();
    }
  }

  private static final Set<String> COMPLEX =
      Set.of("c64", "c128", "complex64", "complex128", "complex");

  /** A reduction along an axis that was given without its name. */
  private static final Pattern OF_TWO = Pattern.compile("(max|min)\\((\\w+, -?\\d+)\\)");

  private final TypeContext cx;

  Ascriptions(TypeContext cx) {
    this.cx = cx;
  }

  /** The type as declared; empty, and reported, where it is not compiled or does not exist. */
  public Optional<Declared> declared(Ast.Type type) {
    String name = type.dtype().text();
    Optional<DType> dtype = dtype(name);
    if (dtype.isEmpty()) {
      cx.report(unknownDType(type.dtype()));
      return Optional.empty();
    }
    boolean nested = type.levels().size() > 1;
    var dims =
        new ArrayList<>(type.levels().reversed().stream().flatMap(l -> l.dims().stream()).toList());
    var sizes =
        new ArrayList<>(type.levels().reversed().stream().map(l -> l.dims().size()).toList());
    boolean isText = isTml() && (name.equals("char") || name.equals("str"));
    if (isText && name.equals("str")) {
      if (!dims.isEmpty()) {
        cx.report(Unsupported.type(type.span(), "a tensor of texts is", "`char[n]` is one text"));
        return Optional.empty();
      }
      dims.add(new Ast.DynamicDim(false, type.span()));
      sizes.add(1);
    }
    for (Ast.Dim d : dims) {
      Optional<Diagnostic> refused = refuse(d, d == dims.getFirst(), nested);
      if (refused.isPresent()) {
        cx.report(refused.get());
        return Optional.empty();
      }
    }
    String text = Names.ofSource(type.span());
    String concrete =
        cx.frame.types().containsKey(name) ? dtype.get() + text.substring(name.length()) : text;
    List<Integer> levels = sizes.isEmpty() ? List.of(0) : sizes;
    return Optional.of(new Declared(dtype.get(), dims, levels, isText, concrete, type.span()));
  }

  /** The dtype called that here: a type parameter, or one of the language. */
  public Optional<DType> dtype(String name) {
    return Optional.ofNullable(cx.frame.types().get(name))
        .or(() -> DType.named(name))
        .or(() -> isTml() ? tml(name) : Optional.empty());
  }

  private boolean isTml() {
    return cx.frame.discipline().name() == DisciplineName.TML;
  }

  /** TML's own names of dtypes; texts are tensors of UTF-16 units. */
  private static Optional<DType> tml(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "int" -> DType.I32;
          case "uint" -> DType.U32;
          case "real" -> DType.F64;
          case "char", "str" -> DType.U16;
          default -> null;
        });
  }

  Diagnostic unknownDType(Ast.Name name) {
    String text = name.text();
    var known = Arrays.stream(DType.values()).map(DType::label).toList();
    Diagnostic d = ErrorId.UNKNOWN_DTYPE.at(name.span(), "there is no dtype `" + text + "`");
    if (text.equals("str") || text.equals("char")) {
      return d.hint("text is a dtype in tml alone: begin the file with `broadcasting tml`");
    }
    if (COMPLEX.contains(text)) {
      return Unsupported.type(
          name.span(),
          "complex numbers (`" + text + "`) are",
          "compute with the real and the imaginary parts, as two arrays of floats");
    }
    String alias = ForeignNames.dtype(text).or(() -> Spelling.closest(text, known)).orElse("");
    return alias.isEmpty()
        ? d.hint("dtypes are " + String.join(", ", known))
        : d.hint("did you mean `" + alias + "`?");
  }

  private static Optional<Diagnostic> refuse(Ast.Dim d, boolean first, boolean nested) {
    return switch (d) {
      case Ast.RestDim r when nested ->
          Optional.of(
              Unsupported.type(
                  r.span(),
                  "`...` in a tensor of tensors is",
                  "write one dim for each axis of each level"));
      case Ast.RestDim r when !first ->
          Optional.of(
              ErrorId.REST_DIM
                  .at(r.span(), "`...` stands for leading dims, so it stands first")
                  .hint("write it once, before the other dims: `f32[..., n]`"));
      case Ast.RestDim _, Ast.DynamicDim _, Ast.ExprDim _, Ast.BcastDim _ -> Optional.empty();
    };
  }

  /** The type for the value: the dims that {@code s...} stands for have names if all are known. */
  public Declared fitted(Declared read, Value value) {
    Optional<Frame.Rest> named = restName(read).map(cx.frame.rests()::get);
    boolean late = value.isUnranked() || named.filter(r -> !r.isRanked()).isPresent();
    return late ? read.anonymous(value.rank()) : read.ofRank(value.rank());
  }

  public static Optional<String> restName(Declared read) {
    return read.rest().flatMap(Ast.RestDim::name).map(Ast.Name::text);
  }

  /**
   * Checks that the value has the declared rank and sizes.
   *
   * @param subject the value's name in messages and checks, such as {@code result of f}
   * @param binds whether names that are not bound yet take the value's sizes
   * @return whether no error was found
   */
  public boolean check(Value value, Declared read, String subject, boolean binds, Span span) {
    Declared declared = fitted(read, value);
    String hint = "a declared type never broadcasts: add or drop axes, or change the declaration";
    if (!nesting(value, declared.levels(), declared, subject, span)
        || !rank(value, declared.dims().size(), declared, subject, hint, span)) {
      return false;
    }
    if (binds) {
      bindNames(value, read);
    }
    boolean good = sameRest(value, read, subject, span);
    for (int axis = 0; axis < value.rank(); axis++) {
      good &=
          switch (declared.dims().get(axis)) {
            case Ast.ExprDim e -> {
              Optional<Dim> expected = cx.dims.size(e);
              yield expected.isPresent()
                  && size(value, axis, expected.get(), declared, subject, span);
            }
            case Ast.BcastDim _ -> size(value, axis, Dims.ONE, declared, subject, span);
            case Ast.DynamicDim _, Ast.RestDim _ -> true;
          };
    }
    return good;
  }

  /**
   * Checks that the value has the variable's rank and the sizes that it keeps.
   *
   * @param declared the variable's declaration, with its place
   * @return whether no error was found
   */
  public boolean assigned(Value value, Frame.Variable variable, Declared declared, Span span) {
    String subject = "value assigned to " + variable.name();
    String hint =
        value.rank() < variable.shape().size()
            ? "to write it to every place, write `" + variable.name() + "[...] = ...`"
            : "a variable keeps its rank: add or drop axes, or define another one";
    boolean good =
        nesting(value, variable.axes().levels(), declared, subject, span)
            && rank(value, variable.shape().size(), declared, subject, hint, span);
    for (int axis = 0; good && axis < value.rank(); axis++) {
      Optional<Dim> kept = variable.shape().get(axis);
      good = kept.isEmpty() || size(value, axis, kept.get(), declared, subject, span);
    }
    return good;
  }

  /** A tensor of tensors and a plain tensor of as many axes are different types. */
  private boolean nesting(
      Value value, List<Integer> levels, Declared declared, String subject, Span span) {
    if (value.axes().isText() != declared.isText()) {
      cx.report(
          ErrorId.TEXT
              .at(
                  span,
                  quoted(subject)
                      + (value.axes().isText() ? " is text, not numbers" : " is no text"))
              .found(cx.shown(value))
              .expected(declared.text())
              .related(declared.span(), "declared here"));
      return false;
    }
    if (value.axes().levels().equals(levels)
        || (!value.axes().isNested() && levels.size() == 1)) { // then the rank decides
      return true;
    }
    cx.report(
        ErrorId.NESTING
            .at(span, quoted(subject) + " is nested otherwise than " + declared.text())
            .found(cx.shown(value))
            .expected(declared.text())
            .related(declared.span(), "declared here")
            .because("a tensor of tensors and a tensor of all their axes are different types")
            .hint("the levels and the number of axes on each of them must be equal"));
    return false;
  }

  private boolean rank(
      Value value, int rank, Declared declared, String subject, String hint, Span span) {
    if (value.rank() == rank) {
      return true;
    }
    cx.report(
        ErrorId.RANK
            .at(
                span,
                quoted(subject)
                    + " has rank "
                    + value.rank()
                    + ", but "
                    + declared.text()
                    + " has rank "
                    + rank)
            .found(cx.shown(value))
            .expected(declared.text())
            .related(declared.span(), "declared here")
            .hint(ofTwo(value.name()).orElse(hint)));
    return false;
  }

  /** The function that {@code max(x, 0)} was meant to be, where an array was expected. */
  private static Optional<String> ofTwo(String written) {
    Matcher two = OF_TWO.matcher(written);
    return two.matches()
        ? Optional.of("the second argument is an axis; " + ofTwo(two.group(1), two.group(2)))
        : Optional.empty();
  }

  /** The name of max or min of two numbers. */
  static String ofTwo(String function, String numbers) {
    return "of two numbers `%simum(%s)` is the %s"
        .formatted(function, numbers, function.equals("max") ? "larger" : "smaller");
  }

  /**
   * The value's axes with an ascription's marks of stretching: {@code strict} holds from there on.
   * Empty, and reported, where a {@code bcast} axis would have to be made or unmade.
   */
  public Optional<Axes> ascribed(
      Value value, Axes ascription, Declared declared, String subject, Span span) {
    var stretch = new ArrayList<Stretch>();
    for (int axis = 0; axis < value.rank(); axis++) {
      Stretch is = value.axes().stretch().get(axis);
      Stretch says = ascription.stretch().get(axis);
      boolean adds = says == Stretch.ALWAYS && is != Stretch.ALWAYS;
      boolean forgets = says == Stretch.NEVER && is == Stretch.ALWAYS;
      if (adds || forgets) {
        cx.report(
            ErrorId.BCAST
                .at(
                    span,
                    "axis %d of %s is %s, but %s says `%s`"
                        .formatted(
                            value.axisName(axis),
                            quoted(subject),
                            forgets ? "`bcast`" : "not `bcast`",
                            declared.text(),
                            forgets ? "strict" : "bcast"))
                .related(declared.span(), "declared here")
                .because("a declared type checks the axes of a value and changes none")
                .hint(
                    forgets
                        ? "write `unbroadcast_dims(%s, (%d))`".formatted(value.name(), axis)
                        : "write `broadcast_dims(%s, (%d))`".formatted(value.name(), axis)));
        return Optional.empty();
      }
      stretch.add(says == Stretch.BY_DISCIPLINE ? is : says);
    }
    return Optional.of(value.axes().with(stretch));
  }

  /** {@code s...} stands for one number of dims. */
  public boolean sameRest(Value value, Declared read, String subject, Span span) {
    Optional<String> name = restName(read);
    if (name.isEmpty()) {
      return true;
    }
    boolean isRanked = !value.isUnranked();
    var own = Leading.of(value, subject, read.text(), read.dims().size() - 1);
    Frame.Rest first = cx.frame.rests().putIfAbsent(name.get(), new Frame.Rest(own, isRanked));
    if (first == null) {
      return true;
    }
    if (!isRanked || !first.isRanked()) {
      String what = "`%s...` stands for the same sizes everywhere".formatted(name.get());
      cx.ranks.sameLeading(what, first.sizes(), own, span);
      return true;
    }
    int earlier = first.sizes().count();
    if (earlier == own.count()) {
      return true;
    }
    cx.report(
        ErrorId.RANK
            .at(
                span,
                quoted(subject)
                    + " has rank "
                    + value.rank()
                    + ", but `"
                    + name.get()
                    + "...` stands for "
                    + (earlier == 1 ? "1 dim" : earlier + " dims")
                    + " here")
            .found(cx.shown(value))
            .expected(read.text())
            .related(read.span(), "declared here")
            .hint("`...` without a name accepts any number of dims in each place"));
    return false;
  }

  /** Names that stand alone and are new are the sizes of the value. */
  public void bindNames(Value value, Declared read) {
    Declared declared = fitted(read, value);
    for (int axis = 0; axis < value.rank(); axis++) {
      bindName(declared.dims().get(axis), cx.emit.resolve(value.shape().get(axis)));
    }
  }

  /** A name that stands alone and is new is that size. */
  public void bindName(Ast.Dim dim, Dim size) {
    cx.dims
        .alone(dim)
        .filter(name -> !cx.frame.dims().containsKey(name.name()))
        .filter(name -> !cx.frame.isParameter(name.name()))
        .filter(name -> !cx.frame.locals().containsKey(name.name()))
        .ifPresent(name -> cx.dims.bind(name, size));
  }

  private boolean size(
      Value value, int axis, Dim expected, Declared declared, String subject, Span span) {
    Dim actual = value.shape().get(axis);
    Dim left = cx.emit.resolve(actual);
    Dim right = cx.emit.resolve(expected);
    if (left.equals(right)) {
      return true;
    }
    if (Dims.sub(left, right) instanceof Dim.Const) {
      cx.report(
          ErrorId.SIZE
              .at(
                  span,
                  quoted(subject)
                      + " has size "
                      + ShapeText.dim(left)
                      + " on axis "
                      + value.axisName(axis)
                      + ", but "
                      + declared.text()
                      + " asks for "
                      + ShapeText.dim(right))
              .found(cx.shown(value))
              .expected(declared.text())
              .related(declared.span(), "declared here")
              .hint("a declared type never broadcasts: sizes must be equal; `?` accepts any size"));
      return false;
    }
    cx.emit.check(
        new TensorIr.SizeCheck(
            subject, declared.text(), value.axisName(axis), actual, expected, span),
        List.of(actual, expected));
    cx.emit.learnSize(actual, expected, declared.span(), "declaration");
    return true;
  }

  static String quoted(String subject) {
    return subject.contains(" ") ? "the " + subject : "`" + subject + "`";
  }
}
