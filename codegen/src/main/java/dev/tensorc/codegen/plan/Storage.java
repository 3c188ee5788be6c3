package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.LiveRanges;
import dev.tensorc.codegen.loop.LiveRanges.Scope;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Buffer;
import dev.tensorc.codegen.loop.LoopIr.Carried;
import dev.tensorc.codegen.loop.LoopIr.CarriedTensor;
import dev.tensorc.codegen.loop.LoopIr.Cluster;
import dev.tensorc.codegen.loop.LoopIr.Home;
import dev.tensorc.codegen.loop.LoopIr.Output;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopPrinter;
import dev.tensorc.ir.Allocations;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Decides where the elements of a plan's tensors are: which storage an update may overwrite, which
 * must be copied, and which buffers change places when a loop goes round, so that it allocates
 * nothing.
 *
 * <p>Before: {@code x1 = x0, updated} with storage for every value. After: {@code x1} takes over
 * the storage of {@code x0} where that is the plan's own, holds {@code x0} alone, and is needed no
 * more; else it is a copy. A carried tensor has a buffer; where the body has stored the next one in
 * a buffer of its own, the two change places, and any other tensor is copied to such a buffer
 * first.
 *
 * <p>Deliberately missed: temporaries of straight-line code that could share a buffer.
 */
final class Storage {

  private final Plan plan;
  private final ToIntFunction<Value> copyKernel;
  private final Set<Value> wanted;
  private final List<DType> buffers = new ArrayList<>();
  private final Map<Value, Home> homes = new HashMap<>();
  private final BufferContents occupants = new BufferContents();

  private final Set<Integer> exchanged = new HashSet<>();
  private final UnaryOperator<Value> like;

  private int inLoops;

  /**
   * Buffers whose elements are written one by one, which is faster without an output's strides, or
   * are read in their order.
   */
  private final Set<Integer> rowMajor = new HashSet<>();

  /** Buffers that are outputs in truth, whose elements the caller may have laid out apart. */
  private final Set<Integer> outputs = new HashSet<>();

  /** Reshaped values that show a row-major buffer from its beginning. */
  private final Set<Value> inOrder = new HashSet<>();

  private Storage(Plan plan, ToIntFunction<Value> copyKernel, UnaryOperator<Value> like) {
    this.plan = plan;
    this.copyKernel = copyKernel;
    this.like = like;
    this.wanted = OwnStorage.in(plan.body());
  }

  /**
   * @param plan in which every update takes over its target's storage
   * @param copyKernel the number of the kernel that copies a tensor like that value
   * @param like makes a value like that value
   */
  static Plan assign(Plan plan, ToIntFunction<Value> copyKernel, UnaryOperator<Value> like) {
    var storage = new Storage(plan, copyKernel, like);
    List<Stmt> body = storage.block(plan.body(), plan.results()::contains);
    return new Plan(plan.function(), storage.buffers, storage.homes, body, plan.results());
  }

  // ---------------------------------------------------------------- places

  private int newBuffer(DType dtype) {
    buffers.add(dtype);
    return buffers.size() - 1;
  }

  /** Storage that holds nothing else: an output's for a result. */
  private void fresh(Value v) {
    if (v.isScalar()) {
      return;
    }
    if (plan.results().contains(v)) {
      homes.put(v, new Output(v));
    } else {
      int buffer = newBuffer(v.dtype());
      homes.put(v, new Buffer(buffer));
      occupants.own(v, buffer);
    }
  }

  // ---------------------------------------------------------------- statements

  private List<Stmt> block(List<Stmt> block, Predicate<Value> outside) {
    var scope = new Scope(block, outside);
    var out = new ArrayList<Stmt>();
    for (int at = 0; at < block.size(); at++) {
      statement(block.get(at), scope, at, out);
    }
    return out;
  }

  private void statement(Stmt s, Scope scope, int at, List<Stmt> out) {
    switch (s) {
      case LoopIr.Literal l -> {
        fresh(l.value());
        rowMajor.addAll(occupants.placesOf(l.value()));
      }
      case LoopIr.Allocate a -> fresh(a.value());
      case LoopIr.Ordered o -> fresh(o.value());
      case LoopIr.Alias a -> occupants.place(a.value(), occupants.placesOf(a.base()));
      case Cluster c -> {
        c.made().forEach(this::fresh);
        c.versions().stream()
            .flatMap(v -> v.made().stream())
            .filter(v -> !homes.containsKey(v))
            .forEach(this::fresh);
      }
      case LoopIr.Store x -> {
        if (inLoops > 0) {
          rowMajor.addAll(occupants.placesOf(x.value()));
        }
      }
      case LoopIr.Check _, LoopIr.Scalar _, LoopIr.Bind _, LoopIr.Scatter _ -> {}
      case LoopIr.Branch _, LoopIr.Loop _, LoopIr.Copy _, LoopIr.Reuse _, LoopIr.Reshape _ -> {}
    }
    out.add(
        switch (s) {
          case LoopIr.Reuse r -> takeOver(r, scope, at);
          case LoopIr.Copy c ->
              takeOver(new LoopIr.Reuse(c.value(), c.from(), Optional.empty()), scope, at);
          case LoopIr.Branch b -> branch(b, scope, at);
          case LoopIr.Loop l -> loop(l, scope, at, out);
          case LoopIr.Reshape r -> reshape(r);
          case LoopIr.Literal _, LoopIr.Allocate _, LoopIr.Alias _ -> s;
          case LoopIr.Ordered _, Cluster _ -> s;
          case LoopIr.Check _, LoopIr.Scalar _, LoopIr.Bind _ -> s;
          case LoopIr.Store _, LoopIr.Scatter _ -> s;
        });
  }

  /**
   * A tensor that lies row-major in a buffer has to stay so, and needs no copy; any other may need
   * one.
   */
  private LoopIr.Reshape reshape(LoopIr.Reshape r) {
    int buffer = occupants.bufferOf(r.from());
    boolean own = buffer != BufferContents.NONE && !outputs.contains(buffer);
    if (own || inOrder.contains(r.from())) {
      inOrder.add(r.value());
      rowMajor.addAll(occupants.placesOf(r.from()));
      occupants.place(r.value(), occupants.placesOf(r.from()));
      return new LoopIr.Reshape(r.value(), r.from(), Optional.empty());
    }
    var in = new HashSet<>(occupants.placesOf(r.from()));
    for (LoopIr.Copy copy : r.otherwise().stream().toList()) {
      fresh(copy.value());
      in.addAll(occupants.placesOf(copy.value()));
    }
    occupants.place(r.value(), in);
    return r;
  }

  private Stmt takeOver(LoopIr.Reuse reuse, Scope scope, int at) {
    Value v = reuse.value();
    Value target = reuse.target();
    Optional<String> obstacle = obstacle(v, target, scope, at);
    if (obstacle.isPresent()) {
      LoopIr.Copy all = copy(v, target, obstacle.get());
      return reuse
          .rewritten()
          .map(r -> new LoopIr.Copy(v, target, BoxComplement.around(r, v), all.kernel(), all.why()))
          .orElse(all);
    }
    int buffer = occupants.bufferOf(target);
    occupants.own(v, buffer);
    if (plan.results().contains(v)) {
      homes.replaceAll((_, home) -> home.equals(new Buffer(buffer)) ? new Output(v) : home);
      outputs.add(buffer);
    }
    return reuse;
  }

  /** Why {@code v} cannot take over the storage of {@code target}. */
  private Optional<String> obstacle(Value v, Value target, Scope scope, int at) {
    int buffer = occupants.bufferOf(target);
    if (buffer == BufferContents.NONE) {
      return Optional.of("it has no buffer of its own");
    }
    Optional<Value> needed = occupants.neededIn(buffer, scope, at, v);
    if (needed.isPresent()) {
      return Optional.of(LoopPrinter.plainName(needed.get()) + " is needed later");
    }
    return plan.results().contains(v) ? outputObstacle(v, buffer) : Optional.empty();
  }

  /** Why the caller's output cannot be the buffer of the value from the beginning. */
  private Optional<String> outputObstacle(Value v, int buffer) {
    if (!new Allocations(plan.function()).atEntry(v)) {
      return Optional.of("the output's size was not known before");
    }
    if (exchanged.contains(buffer)) {
      return Optional.of("an output does not change places with buffers");
    }
    return rowMajor.contains(buffer) ? Optional.of("its elements lie row-major") : Optional.empty();
  }

  private LoopIr.Copy copy(Value v, Value from, String why) {
    fresh(v);
    return new LoopIr.Copy(v, from, copyKernel.applyAsInt(v), why);
  }

  private LoopIr.Copy copy(Value from, String why) {
    return copy(like.apply(from), from, why);
  }

  /**
   * The one buffer whose elements the value shows in their order, or {@link BufferContents#NONE}.
   */
  private int wholeBuffer(Value v) {
    Set<Integer> in = occupants.placesOf(v);
    return inOrder.contains(v) && in.size() == 1 ? in.iterator().next() : occupants.bufferOf(v);
  }

  // ---------------------------------------------------------------- branches

  private LoopIr.Branch branch(LoopIr.Branch b, Scope scope, int at) {
    int before = buffers.size();
    var then = new Ending(b.then(), block(b.then().body(), after(b.then(), scope, at)), before);
    var otherwise =
        new Ending(
            b.otherwise(), block(b.otherwise().body(), after(b.otherwise(), scope, at)), before);
    var moved = new HashSet<Integer>();
    for (int i = 0; i < b.values().size(); i++) {
      Value v = b.values().get(i);
      if (wanted.contains(v)) {
        int home = home(v, i, List.of(then, otherwise), scope, at);
        then.bring(i, home);
        otherwise.bring(i, home);
        occupants.own(v, home);
      }
    }
    for (Ending arm : List.of(then, otherwise)) {
      arm.exchanges.forEach(e -> moved.add(e.buffer()));
    }
    exchanged.addAll(moved);
    for (int i = 0; i < b.values().size(); i++) {
      Value v = b.values().get(i);
      if (!v.isScalar() && !wanted.contains(v)) {
        var in = new HashSet<>(moved); // an array that it shows may have changed its buffer
        in.addAll(occupants.placesOf(then.yields.get(i)));
        in.addAll(occupants.placesOf(otherwise.yields.get(i)));
        occupants.place(v, in);
      }
    }
    return new LoopIr.Branch(b.values(), b.condition(), then.arm(), otherwise.arm());
  }

  private static Predicate<Value> after(LoopIr.Arm arm, Scope scope, int at) {
    return v -> arm.yields().contains(v) || scope.after(at, v);
  }

  /** A buffer from outside that one arm yields and nothing else needs, or else a new one. */
  private int home(Value v, int index, List<Ending> arms, Scope scope, int at) {
    for (Ending arm : arms) {
      int buffer = occupants.bufferOf(arm.yields.get(index));
      if (buffer != BufferContents.NONE
          && buffer < arm.before
          && occupants.neededIn(buffer, scope, at, v).isEmpty()
          && arms.stream().noneMatch(a -> a.yieldsElsewhere(index, buffer))) {
        return buffer;
      }
    }
    return newBuffer(v.dtype());
  }

  /** The end of an arm: its values are brought to the branch's storage. */
  private final class Ending {

    final List<Stmt> body;
    final List<Value> yields;
    final List<LoopIr.Exchange> exchanges = new ArrayList<>();
    final int before;

    /**
     * @param before how many buffers there were before the branch
     */
    Ending(LoopIr.Arm arm, List<Stmt> body, int before) {
      this.body = body;
      this.yields = new ArrayList<>(arm.yields());
      this.before = before;
    }

    boolean yieldsElsewhere(int index, int buffer) {
      for (int i = 0; i < yields.size(); i++) {
        if (i != index && occupants.placesOf(yields.get(i)).contains(buffer)) {
          return true;
        }
      }
      return false;
    }

    void bring(int index, int home) {
      int buffer = wholeBuffer(yields.get(index));
      if (buffer == home) {
        return;
      }
      boolean free =
          buffer >= before
              && !yieldsElsewhere(index, buffer)
              && exchanges.stream().noneMatch(e -> e.from() == buffer);
      if (!free) {
        LoopIr.Copy copy = copy(yields.get(index), "the branch's value has storage of its own");
        body.add(copy);
        yields.set(index, copy.value());
      }
      int from = wholeBuffer(yields.get(index));
      exchanges.add(new LoopIr.Exchange(home, from));
      exchanges.add(new LoopIr.Exchange(from, home));
    }

    LoopIr.Arm arm() {
      return new LoopIr.Arm(body, yields, exchanges);
    }
  }

  // ---------------------------------------------------------------- loops

  private LoopIr.Loop loop(LoopIr.Loop l, Scope scope, int at, List<Stmt> out) {
    Set<Value> fromOutside = LiveRanges.fromOutside(l);
    var rotation = new Rotation();
    var carried = new ArrayList<Carried>();
    for (Carried c : l.carried()) {
      carried.add(
          c instanceof CarriedTensor t ? begin(t, fromOutside, rotation, scope, at, out) : c);
    }
    rotation.placeShared();
    int before = buffers.size();
    Predicate<Value> outside = v -> fromOutside.contains(v) || scope.after(at, v);
    Set<Value> values = l.carried().stream().map(Carried::value).collect(Collectors.toSet());
    LoopIr.Head head =
        switch (l.head()) {
          case LoopIr.Counted h -> h;
          case LoopIr.Asked h -> {
            var used = new HashSet<>(values);
            l.body().forEach(s -> LiveRanges.used(s, used));
            List<Stmt> steps = block(h.steps(), v -> used.contains(v) || outside.test(v));
            yield new LoopIr.Asked(steps, h.condition());
          }
        };
    inLoops++;
    Set<Value> nexts = l.carried().stream().map(Carried::next).collect(Collectors.toSet());
    List<Stmt> body = block(l.body(), v -> nexts.contains(v) || outside.test(v));
    inLoops--;
    for (int i = 0; i < carried.size(); i++) {
      if (carried.get(i) instanceof CarriedTensor c) {
        carried.set(i, rotation.next(c, before, body));
      }
    }
    for (Carried c : carried) {
      if (c instanceof CarriedTensor t) {
        int buffer = occupants.bufferOf(t.value());
        if (buffer == BufferContents.NONE) {
          occupants.place(t.result(), occupants.placesOf(t.value()));
        } else {
          occupants.own(t.result(), buffer);
        }
      }
    }
    return new LoopIr.Loop(head, carried, body, rotation.exchanges(), l.span());
  }

  /** A carried tensor that is written begins in storage of its own. */
  private CarriedTensor begin(
      CarriedTensor c,
      Set<Value> fromOutside,
      Rotation rotation,
      Scope scope,
      int at,
      List<Stmt> out) {
    if (!wanted.contains(c.value())) {
      rotation.share(c, newBuffer(c.value().dtype()));
      return c;
    }
    int buffer = occupants.bufferOf(c.initial());
    boolean free =
        buffer != BufferContents.NONE
            && !rotation.buffers.containsValue(buffer)
            && occupants.neededIn(buffer, scope, at, c.result()).isEmpty()
            && occupants.in(buffer).stream().noneMatch(fromOutside::contains);
    Value initial = c.initial();
    if (!free) {
      LoopIr.Copy copy = copy(initial, "the loop writes to it");
      out.add(copy);
      initial = copy.value();
    }
    int home = occupants.bufferOf(initial);
    occupants.own(c.value(), home);
    rotation.buffers.put(c.value(), home);
    return new CarriedTensor(initial, c.value(), c.next(), c.result(), false);
  }

  /** The buffers of a loop's carried tensors, and how they change places at the body's end. */
  private final class Rotation {

    /** The buffer that each carried tensor is in, or will be in after one iteration. */
    final Map<Value, Integer> buffers = new HashMap<>();

    private final List<CarriedTensor> shared = new ArrayList<>();

    /** The buffer that each carried tensor's next one is in, by the carried tensor's. */
    private final Map<Integer, Integer> sources = new LinkedHashMap<>();

    private int of(CarriedTensor c) {
      return buffers.getOrDefault(c.value(), BufferContents.NONE);
    }

    /** A carried tensor that at first only shows another one's storage. */
    void share(CarriedTensor c, int buffer) {
      buffers.put(c.value(), buffer);
      shared.add(c);
    }

    /** The buffers of tensors may take each other's places. */
    void placeShared() {
      var in = new HashSet<Integer>();
      for (CarriedTensor c : shared) {
        in.add(of(c));
        in.addAll(occupants.placesOf(c.initial()));
      }
      shared.forEach(c -> occupants.place(c.value(), in));
    }

    /**
     * @param before how many buffers there were before the body
     */
    CarriedTensor next(CarriedTensor c, int before, List<Stmt> body) {
      Value next = c.next();
      int from = buffers.getOrDefault(next, wholeBuffer(next));
      boolean free =
          from != BufferContents.NONE
              && (from >= before || buffers.containsValue(from))
              && !sources.containsValue(from);
      if (!free) {
        LoopIr.Copy copy = copy(next, "the next iteration has it in storage of its own");
        body.add(copy);
        next = copy.value();
        from = occupants.bufferOf(next);
      }
      int to = of(c);
      sources.put(to, from);
      boolean stays = occupants.bufferOf(c.value()) != BufferContents.NONE && from == to;
      return new CarriedTensor(c.initial(), c.value(), next, c.result(), stays);
    }

    /** A permutation: buffers that hold nothing carried any more are the body's now. */
    List<LoopIr.Exchange> exchanges() {
      var exchanges = new ArrayList<LoopIr.Exchange>();
      var given = new ArrayList<>(sources.values());
      given.removeAll(sources.keySet());
      var left = new ArrayList<>(sources.keySet());
      left.removeAll(sources.values());
      sources.forEach(
          (to, from) -> {
            if (!to.equals(from)) {
              exchanges.add(new LoopIr.Exchange(to, from));
            }
          });
      for (int to : given) {
        DType dtype = Storage.this.buffers.get(to);
        Integer from =
            left.stream()
                .filter(b -> Storage.this.buffers.get(b) == dtype)
                .findFirst()
                .orElseThrow();
        left.remove(from);
        exchanges.add(new LoopIr.Exchange(to, from));
      }
      exchanges.forEach(e -> exchanged.add(e.buffer()));
      return exchanges;
    }
  }
}
