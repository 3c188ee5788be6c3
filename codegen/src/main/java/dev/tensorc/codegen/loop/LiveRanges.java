package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.LoopIr.Cluster;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The live ranges of a plan's tensors: which tensors its statements define and name, and until
 * when.
 */
public final class LiveRanges {

  private LiveRanges() {}

  /** The tensors needed after each statement of a block. */
  public static final class Scope {

    private final Map<Value, Integer> last = new HashMap<>();
    private final Predicate<Value> outside;

    /**
     * @param outside the tensors needed after the block
     */
    public Scope(List<Stmt> block, Predicate<Value> outside) {
      this.outside = outside;
      for (int at = 0; at < block.size(); at++) {
        var used = new HashSet<Value>();
        used(block.get(at), used);
        for (Value v : used) {
          last.put(v, at);
        }
      }
    }

    /** Whether the value is needed after the statement at that place. */
    public boolean after(int at, Value v) {
      return last.getOrDefault(v, -1) > at || outside.test(v);
    }
  }

  /** Adds the tensors that a statement, or one inside it, names without defining them. */
  public static void used(Stmt s, Set<Value> into) {
    switch (s) {
      case LoopIr.Scalar x -> {
        if (x.expr() instanceof Expr.Element e) {
          into.add(e.tensor().base());
        }
      }
      case LoopIr.Alias a -> into.add(a.base());
      case LoopIr.Reshape r -> into.add(r.from());
      case LoopIr.Ordered o -> into.addAll(o.step().operands());
      case LoopIr.Copy c -> into.add(c.from());
      case LoopIr.Reuse r -> into.add(r.target());
      case LoopIr.Store x -> into.add(x.value());
      case LoopIr.Scatter x -> {
        into.add(x.value());
        into.addAll(x.step().operands());
      }
      case Cluster c -> {
        for (LoopIr.Launch launch : c.launches()) {
          launch.target().written().stream()
              .filter(w -> !w.made())
              .forEach(w -> into.add(w.value()));
          launch.call().inputs().forEach(a -> into.add(a.base()));
        }
      }
      case LoopIr.Branch b -> {
        for (LoopIr.Arm arm : List.of(b.then(), b.otherwise())) {
          arm.body().forEach(t -> used(t, into));
          into.addAll(arm.yields());
        }
      }
      case LoopIr.Loop l -> {
        inside(l).forEach(t -> used(t, into));
        for (LoopIr.Carried c : l.carried()) {
          into.add(c.next());
          if (c instanceof LoopIr.CarriedTensor t) {
            into.add(t.initial());
          }
        }
      }
      case LoopIr.Check _, LoopIr.Bind _, LoopIr.Literal _, LoopIr.Allocate _ -> {}
    }
  }

  /** The statements of a block, those inside others too. */
  static List<Stmt> all(List<Stmt> block) {
    return block.stream()
        .flatMap(
            s ->
                switch (s) {
                  case LoopIr.Branch b ->
                      Stream.concat(
                          Stream.of(s),
                          Stream.of(b.then(), b.otherwise())
                              .flatMap(arm -> all(arm.body()).stream()));
                  case LoopIr.Loop l -> Stream.concat(Stream.of(s), all(inside(l)).stream());
                  case LoopIr.Reshape r -> Stream.concat(Stream.of(s), r.otherwise().stream());
                  default -> Stream.of(s);
                })
        .toList();
  }

  /** The statements of a loop, those of its condition first. */
  public static List<Stmt> inside(LoopIr.Loop l) {
    if (l.head() instanceof LoopIr.Asked asked) {
      return Stream.concat(asked.steps().stream(), l.body().stream()).toList();
    }
    return l.body();
  }

  /** Adds the tensors that a statement, or one inside it, defines. */
  static void defined(Stmt s, Set<Value> into) {
    switch (s) {
      case LoopIr.Scalar x -> into.add(x.value());
      case LoopIr.Literal l -> into.add(l.value());
      case LoopIr.Allocate a -> into.add(a.value());
      case LoopIr.Alias a -> into.add(a.value());
      case LoopIr.Reshape r -> {
        into.add(r.value());
        r.otherwise().ifPresent(c -> into.add(c.value()));
      }
      case LoopIr.Ordered o -> into.add(o.value());
      case LoopIr.Copy c -> into.add(c.value());
      case LoopIr.Reuse r -> into.add(r.value());
      case Cluster c ->
          c.launches().stream()
              .flatMap(l -> l.target().written().stream())
              .forEach(w -> into.add(w.value()));
      case LoopIr.Branch b -> {
        into.addAll(b.values());
        b.then().body().forEach(t -> defined(t, into));
        b.otherwise().body().forEach(t -> defined(t, into));
      }
      case LoopIr.Loop l -> {
        inside(l).forEach(t -> defined(t, into));
        for (LoopIr.Carried c : l.carried()) {
          into.add(c.value());
          into.add(c.result());
        }
      }
      case LoopIr.Check _, LoopIr.Bind _, LoopIr.Store _, LoopIr.Scatter _ -> {}
    }
  }

  /**
   * The values that a loop names and does not define: they are needed as long as the loop goes on.
   */
  public static Set<Value> fromOutside(LoopIr.Loop l) {
    var used = new HashSet<Value>();
    inside(l).forEach(s -> used(s, used));
    l.carried().forEach(c -> used.add(c.next()));
    var defined = new HashSet<Value>();
    defined(l, defined);
    used.removeAll(defined);
    return used;
  }
}
