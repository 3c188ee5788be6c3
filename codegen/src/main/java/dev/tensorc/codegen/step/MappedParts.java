package dev.tensorc.codegen.step;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Map;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Update;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import dev.tensorc.ir.TensorIr.Walk;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * Computes a short operation on the parts of an array, instead of storing the array first and going
 * over it again.
 *
 * <p>Before: {@code y = concat([a, b]) * s}. After: {@code y = concat([a * s, b * s])}.
 *
 * <p>Deliberately missed: operations that change the dtype; long ones, which would stand in the
 * code once for each part; and operands that are not the same for all parts.
 */
public final class MappedParts extends PartsRewriter {

  private static final Set<Builtin> SHORT =
      EnumSet.of(
          Builtin.ADD,
          Builtin.SUBTRACT,
          Builtin.MULTIPLY,
          Builtin.DIVIDE,
          Builtin.NEGATIVE,
          Builtin.ABS);

  /** Parts at most: each has the operation in its code. */
  private static final int MOST_PARTS = 4;

  private MappedParts(TensorIr.Function f, IntSupplier ids) {
    super(f, ids);
  }

  public static TensorIr.Module run(TensorIr.Module module) {
    return run(module, MappedParts::new);
  }

  @Override
  void learn(Block block) {
    var chains = new UpdateChains(block, definitions, facts);
    for (Step step : block.steps()) {
      if (step instanceof Map m && SHORT.contains(m.builtin())) {
        learn(m, chains);
      } else if (step instanceof TensorIr.Instr i) {
        i.blocks().forEach(this::learn);
      }
    }
  }

  private void learn(Map m, UpdateChains chains) {
    for (int number = 0; number < m.operands().size(); number++) {
      List<Update> parts = partsOf(m, m.operands().get(number), chains);
      List<Step> steps = steps(m, number, parts);
      if (!steps.isEmpty() && parts.stream().noneMatch(gone::contains)) {
        gone.addAll(parts);
        replaced.put(m, steps);
        return;
      }
    }
  }

  /** The parts of an operand that is as large as the result, and is used for nothing else. */
  private List<Update> partsOf(Map m, Operand operand, UpdateChains chains) {
    Value whole = operand.value();
    boolean isWhole =
        !whole.isUnranked()
            && whole.dtype() == m.result().dtype()
            && operand.axes().equals(IntStream.range(0, m.result().rank()).boxed().toList())
            && facts.same(whole.shape(), m.result().shape())
            && chains.isUsedOnce(whole);
    List<Update> parts = isWhole ? chains.partsOf(whole) : List.of();
    return parts.size() <= MOST_PARTS ? parts : List.of();
  }

  /** The operation on each part, then the updates; none where some operand has parts, too. */
  private List<Step> steps(Map m, int whole, List<Update> parts) {
    var maps = new ArrayList<Step>();
    var updates = new ArrayList<Step>();
    for (Update u : parts) {
      var operands = new ArrayList<Operand>();
      for (int number = 0; number < m.operands().size(); number++) {
        Operand o = m.operands().get(number);
        Optional<Operand> ofPart = number == whole ? Optional.of(u.value()) : ofPart(o, m, u);
        ofPart.ifPresent(operands::add);
      }
      if (operands.size() < m.operands().size()) {
        return List.of();
      }
      Value r = m.result();
      List<Integer> axes =
          operands.stream().flatMap(o -> o.axes().stream()).distinct().sorted().toList();
      List<Dim> shape = axes.stream().map(axis -> size(axis, u, operands)).toList();
      var part = new Value(ids.getAsInt(), r.dtype(), shape, r.name(), r.span());
      var along =
          operands.stream()
              .map(o -> new Operand(o.value(), o.axes().stream().map(axes::indexOf).toList()))
              .toList();
      maps.add(new Map(part, m.builtin(), along, m.fastmath()));
      boolean isLast = updates.size() == parts.size() - 1;
      Value result = isLast ? r : another(u.result());
      Value target = updates.isEmpty() ? u.target() : ((Update) updates.getLast()).result();
      updates.add(new Update(result, target, u.region(), u.extents(), new Operand(part, axes)));
    }
    maps.addAll(updates);
    return maps;
  }

  /** The part's extent, or the operands' size: a value that fills a part is computed once. */
  private Dim size(int axis, Update part, List<Operand> operands) {
    Dim extent = part.extents().get(axis);
    List<Dim> sizes =
        operands.stream()
            .filter(o -> o.axes().contains(axis))
            .map(o -> o.value().shape().get(o.axes().indexOf(axis)))
            .filter(size -> !Dims.isConst(size, 1))
            .toList();
    boolean isExtent = sizes.stream().anyMatch(size -> facts.same(size, extent));
    return isExtent ? extent : sizes.isEmpty() ? Dims.ONE : sizes.getFirst();
  }

  private static boolean isOne(Operand o, int axis) {
    return Dims.isConst(o.value().shape().get(axis), 1);
  }

  /** An operand along a part's axes; empty where another part has other elements of it. */
  private Optional<Operand> ofPart(Operand o, Map m, Update part) {
    var axes = new ArrayList<Integer>();
    for (int a = 0; a < o.axes().size(); a++) {
      int axis = o.axes().get(a);
      ViewAxis region = part.region().get(axis);
      if (region.walks().size() != 1 || region.stretches()) {
        return Optional.empty();
      }
      Walk walk = region.walks().getFirst();
      boolean isAll =
          walk.step() == 1
              && facts.same(region.start(), Dims.ZERO)
              && facts.same(part.extents().get(walk.axis()), m.result().shape().get(axis));
      if (!isAll && !isOne(o, a)) {
        return Optional.empty();
      }
      axes.add(walk.axis());
    }
    return Optional.of(new Operand(o.value(), axes));
  }
}
