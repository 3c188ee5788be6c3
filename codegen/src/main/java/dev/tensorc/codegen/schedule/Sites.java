package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Access.Layer;
import dev.tensorc.codegen.loop.Access.Slice;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.Launch;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Region;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopIr.Written;
import dev.tensorc.codegen.schedule.Site.Element;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds where a plan calls kernels, and how the tensors lie there that views show. */
final class Sites {

  private final Map<Value, List<OptionalLong>> views = new HashMap<>();
  private final List<Site> sites = new ArrayList<>();

  private final Facts facts;

  private Sites(Facts facts) {
    this.facts = facts;
  }

  static List<Site> of(Plan plan) {
    var found = new Sites(plan.function().facts());
    plan.statements().forEach(found::add);
    return found.sites;
  }

  private void add(Stmt s) {
    switch (s) {
      case LoopIr.Alias a ->
          views.put(a.value(), Strides.of(strides(a.base()), a.access(), a.value().rank()));
      case LoopIr.Cluster c -> c.launches().forEach(this::launch);
      case LoopIr.Copy c -> c.parts().forEach(part -> copy(c, part));
      default -> {}
    }
  }

  private void launch(Launch launch) {
    var tensors = new ArrayList<>(launch.call().inputs());
    for (Written w : launch.target().written()) {
      Value v = w.value();
      tensors.add(new Argument(v, w.region().orElseGet(() -> Access.identity(v.rank()))));
    }
    add(launch.call().kernel(), launch.target().extents(), tensors);
  }

  private void copy(LoopIr.Copy c, Region part) {
    Access access = part.access();
    var tensors = List.of(new Argument(c.from(), access), new Argument(c.value(), access));
    add(c.kernel(), part.extents(), tensors);
  }

  private void add(int kernel, List<Dim> extents, List<Argument> tensors) {
    List<DType> dtypes = tensors.stream().map(t -> t.base().dtype()).toList();
    List<List<OptionalLong>> strides =
        tensors.stream()
            .map(t -> Strides.of(strides(t.base()), t.access(), extents.size()))
            .toList();
    List<Optional<Element>> elements = tensors.stream().map(this::element).toList();
    sites.add(new Site(kernel, resolved(extents), dtypes, strides, elements));
  }

  /**
   * The constant indices at the end say which element of a row it is: {@code m[i, 0, 1]} is the
   * second of {@code m[i]}.
   */
  private Optional<Element> element(Argument t) {
    List<List<AxisPath>> axes = t.access().axes();
    List<OptionalLong> strides = strides(t.base());
    long place = 0;
    int outside = axes.size();
    for (; outside > 0 && strides.get(outside - 1).isPresent(); outside--) {
      OptionalLong index = index(axes.get(outside - 1));
      if (index.isEmpty()) {
        break;
      }
      place += index.getAsLong() * strides.get(outside - 1).getAsLong();
    }
    return outside < axes.size()
        ? Optional.of(new Element(List.of(t.base(), axes.subList(0, outside)), place))
        : axes.isEmpty() ? Optional.empty() : ofRow(t.base(), axes);
  }

  /** The index on an axis, where it is a constant; 0 has no layer. */
  private static OptionalLong index(List<AxisPath> paths) {
    if (paths.size() != 1 || paths.getFirst().axis() >= 0) {
      return OptionalLong.empty();
    }
    return switch (paths.getFirst().layers()) {
      case List<Layer> none when none.isEmpty() -> OptionalLong.of(0);
      case List<Layer> one when one.size() == 1 -> start(one.getFirst());
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong start(Layer layer) {
    return layer instanceof Slice s && s.start() instanceof Dim.Const c
        ? OptionalLong.of(c.value())
        : OptionalLong.empty();
  }

  /** Elements along the last axis: {@code x[i, 1::2]} begins with the second. */
  private static Optional<Element> ofRow(Value base, List<List<AxisPath>> axes) {
    if (axes.getLast().size() != 1) {
      return Optional.empty();
    }
    AxisPath last = axes.getLast().getFirst();
    List<List<AxisPath>> outer = axes.subList(0, axes.size() - 1);
    return switch (last.layers()) {
      case List<Layer> none when none.isEmpty() ->
          Optional.of(new Element(List.of(base, outer, last.axis(), 1L), 0));
      case List<Layer> one when one.size() == 1 && one.getFirst() instanceof Slice s ->
          start(s).stream()
              .mapToObj(place -> new Element(List.of(base, outer, last.axis(), s.step()), place))
              .findFirst();
      default -> Optional.empty();
    };
  }

  private List<OptionalLong> strides(Value v) {
    return views.getOrDefault(v, Strides.rowMajor(resolved(v.shape())));
  }

  private List<Dim> resolved(List<Dim> sizes) {
    return sizes.stream().map(facts::resolve).toList();
  }
}
