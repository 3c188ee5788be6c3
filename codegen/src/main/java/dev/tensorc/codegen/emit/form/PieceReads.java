package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.emit.form.RowPiece.Read;
import dev.tensorc.codegen.emit.form.RowPiece.Source;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprRewriter;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Rewrites expressions over a kernel's inputs as expressions over the rows that a piece reads. */
final class PieceReads {

  private final Kernel k;
  private final Map<Expr, Read> known;
  private final List<Integer> axes;
  private final BiFunction<PieceReads, Expr.Reduced, Optional<Expr>> reduced;
  private final List<Read> reads = new ArrayList<>();
  private final List<Input> inputs = new ArrayList<>();
  private final ExprRewriter of = new ExprRewriter(this::rewritten);

  /**
   * @param known values that lie in rows
   * @param axes of the kernel that the piece has
   * @param reduced the results of reductions in the piece, where they are not the same there
   */
  PieceReads(
      Kernel k,
      Map<Expr, Read> known,
      List<Integer> axes,
      BiFunction<PieceReads, Expr.Reduced, Optional<Expr>> reduced) {
    this.k = k;
    this.known = known;
    this.axes = axes;
    this.reduced = reduced;
  }

  /** Rewrites an expression over the kernel's inputs as one over the piece's. */
  ExprRewriter of() {
    return of;
  }

  /** Results that store expressions. */
  List<Result> results(List<Expr> roots) {
    return roots.stream().map(e -> new Result(of.apply(e), false)).toList();
  }

  /** Where the piece's inputs come from. */
  List<Read> reads() {
    return reads;
  }

  /** The piece's inputs. */
  List<Input> inputs() {
    return inputs;
  }

  private Optional<Expr> rewritten(Expr e, UnaryOperator<Expr> others) {
    Read row = known.get(e);
    if (row != null) {
      return Optional.of(load(row, e.type(), Collections.nCopies(axes.size(), AxisUse.FULL)));
    }
    return switch (e) {
      case Expr.Load l -> {
        List<AxisUse> uses = axes.stream().map(k.inputs().get(l.input()).axes()::get).toList();
        yield Optional.of(load(new Read(Source.INPUT, l.input()), l.type(), uses));
      }
      case Expr.Reduced r -> reduced.apply(this, r);
      case Expr.Named n -> Optional.of(others.apply(n.value()));
      default -> Optional.empty();
    };
  }

  /** An element of a row that the piece reads. */
  Expr load(Read read, DType type, List<AxisUse> uses) {
    int input = reads.indexOf(read);
    if (input < 0) {
      input = reads.size();
      reads.add(read);
      DType stored = read.source() == Source.INPUT ? k.inputs().get(read.number()).dtype() : type;
      inputs.add(new Input(stored, uses));
    }
    return new Expr.Load(input, type);
  }
}
