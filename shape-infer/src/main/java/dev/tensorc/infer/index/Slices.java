package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Dims.Bound;
import dev.tensorc.ir.TensorIr.Value;
import java.util.Optional;

/**
 * Slices, as in NumPy: negative bounds count from the end, then both are cut down to the axis.
 * Constant bounds have forms of their own ({@link SliceDims}); those that mean the same at run
 * time, such as {@code n - 1} on an axis of size n, take these too.
 */
final class Slices {

  /** Slice bounds beyond this mean the same as this: no axis is that long. */
  private static final long MAX_BOUND = 1L << 53;

  private final IndexContext cx;

  Slices(IndexContext cx) {
    this.cx = cx;
  }

  /** A slice's size and start; empty, and reported, where it is none. */
  record Slice(SliceDims dims, long step) {}

  /** A bound as it is written: left out, constant or known at run time. */
  private record Written(Optional<Dim> index, Span span) {}

  Optional<Slice> of(Value x, Dim n, Ast.Slice s) {
    Optional<Written> lo = bound(s.lo(), s.span());
    Optional<Written> hi = bound(s.hi(), s.span());
    Optional<Long> step = s.step().isEmpty() ? Optional.of(1L) : step(s.step().get());
    if (lo.isEmpty() || hi.isEmpty() || step.isEmpty()) {
      return Optional.empty();
    }
    if (step.get() == 0) {
      cx.report(
          ErrorId.ZERO_STEP
              .at(s.span(), "a slice of `" + x.name() + "` has step 0")
              .hint("leave the step out, or write `::1`"));
      return Optional.empty();
    }
    // n - 1 lies where -1 does for every n, n - 2 where -2 does: but not backwards for n = 1
    long always = step.get() > 0 ? 2 : 1;
    Optional<Bound> from = constant(lo.get(), n, always);
    Optional<Bound> to = constant(hi.get(), n, always);
    SliceDims dims =
        from.isPresent() && to.isPresent()
            ? SliceDims.of(n, from.get(), to.get(), step.get())
            : step.get() > 0
                ? forwards(n, lo.get(), hi.get(), step.get())
                : backwards(n, lo.get(), hi.get(), step.get());
    return Optional.of(new Slice(dims, step.get()));
  }

  private Optional<Written> bound(Optional<Ast.Expr> e, Span slice) {
    if (e.isEmpty()) {
      return Optional.of(new Written(Optional.empty(), slice));
    }
    return cx.indexing
        .integer(e.get(), "slice bound")
        .map(
            dim ->
                new Written(
                    Optional.of(
                        dim instanceof Dim.Const c
                            ? Dims.of(Math.clamp(c.value(), -MAX_BOUND, MAX_BOUND))
                            : dim),
                    e.get().span()));
  }

  private Optional<Long> step(Ast.Expr e) {
    Optional<Dim> step = cx.indexing.integer(e, "step");
    if (step.isPresent() && !(step.get() instanceof Dim.Const)) {
      cx.report(
          ErrorId.NEEDS_CONSTANT
              .at(
                  e.span(),
                  "`"
                      + Names.ofSource(e.span())
                      + "` as the step of a slice is not known when compiling")
              .expected("an integer constant"));
      return Optional.empty();
    }
    return step.map(dim -> Math.clamp(Dims.constant(dim), -MAX_BOUND, MAX_BOUND));
  }

  /**
   * The constant bound that lies where this one does, if there is one.
   *
   * @param always how far from the end it may be, whatever the size of the axis
   */
  private Optional<Bound> constant(Written written, Dim n, long always) {
    if (written.index().isEmpty()) {
      return Optional.of(Bound.NONE);
    }
    Dim index = written.index().get();
    if (index instanceof Dim.Const c) {
      return Optional.of(Bound.at(c.value()));
    }
    // others lie there where n is large enough
    return Dims.sub(index, n) instanceof Dim.Const c
            && c.value() < 0
            && (c.value() >= -always || cx.scalarDims.reaches(n, -c.value()))
        ? Optional.of(Bound.at(c.value()))
        : Optional.empty();
  }

  private SliceDims forwards(Dim n, Written lo, Written hi, long step) {
    Dim start = lo.index().isEmpty() ? Dims.ZERO : place(n, lo);
    Dim end = hi.index().isEmpty() ? n : place(n, hi);
    return new SliceDims(Dims.ceilDiv(length(start, end), step), start);
  }

  /**
   * {@code x[lo:hi:-k]} runs over the elements of a forward slice from its end: from behind {@code
   * hi} to behind {@code lo}.
   */
  private SliceDims backwards(Dim n, Written lo, Written hi, long step) {
    Dim end = lo.index().isEmpty() ? n : behind(n, lo);
    Dim start = hi.index().isEmpty() ? Dims.ZERO : behind(n, hi);
    return new SliceDims(Dims.ceilDiv(length(start, end), -step), Dims.add(end, -1));
  }

  private Dim length(Dim start, Dim end) {
    Dim length = cx.emit.resolve(Dims.sub(end, start));
    return cx.scalarDims.notNegative(length) ? length : Dims.clamp(length);
  }

  /** Where the bound lies, 0 to n. */
  private Dim place(Dim n, Written bound) {
    Dim index = bound.index().orElseThrow();
    Optional<Bound> constant = constant(bound, n, 2);
    if (constant.isPresent()) {
      return Dims.clampBound(n, constant.get(), n);
    }
    return cx.scalarDims.notNegative(index) && cx.scalarDims.atMost(index, n)
        ? index
        : Dims.bound(n, index);
  }

  /** Where the element behind the bound lies; behind -1 that is the end of the axis. */
  private Dim behind(Dim n, Written bound) {
    Dim index = bound.index().orElseThrow();
    if (index instanceof Dim.Const c && c.value() == -1) {
      return n;
    }
    Dim next = Dims.add(index, 1);
    boolean plain = index instanceof Dim.Const || cx.scalarDims.notNegative(index);
    return place(
        n, new Written(Optional.of(plain ? next : wrapped(n, index, bound.span())), bound.span()));
  }

  /** {@code n} where the index is -1, else the index after it, as a dim of its own. */
  private Dim wrapped(Dim n, Dim index, Span span) {
    return cx.scalarDims.whereEqual(index, Dims.of(-1), n, Dims.add(index, 1), span);
  }
}
