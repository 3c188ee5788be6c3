package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.PlanCode.Item;
import dev.tensorc.codegen.tuning.Budgets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Divides the code of a plan into methods that HotSpot compiles: it never compiles one of more than
 * 8,000 bytes.
 *
 * <p>Code that fits stays one method. Else, from the inside out, runs of items in code that is too
 * long become methods of their own, which take the locals that they need and return the one that
 * they set, if any. Only where that does not help, as in very long bodies of loops, they may set
 * several ({@link SpilledLocals}). Code that is still too long is cut between the outermost items:
 * there a method ends with the call of another that does the rest, with the locals that it needs.
 * Where such a call would pass more than 255 slots of locals, they are stored in arrays ({@link
 * SpilledLocals}) from there on, and each method loads those that it reads.
 */
public final class Outliner {

  /** Plans begin with a label and its line. */
  private static final int FIRST_LINE = 2;

  /** To take a local out of an array, and to load it where there are many. */
  private static final int FIND_BYTES = 12;

  /**
   * A piece of code.
   *
   * @param start its place in the whole plan
   * @param isItem whether it is an item, and not code between items
   * @param code its current instructions
   */
  private record Part(int start, int end, boolean isItem, List<AbstractInsnNode> code, int bytes) {

    Part(int start, int end, boolean isItem, List<AbstractInsnNode> code) {
      this(start, end, isItem, code, CodeSize.of(code));
    }
  }

  /**
   * A method.
   *
   * @param start the place in the whole plan where it begins
   * @param params the locals that it takes
   * @param body which still has the plan's numbers of locals
   */
  private record Made(
      MethodNode method,
      int start,
      BitSet params,
      List<AbstractInsnNode> body,
      IntUnaryOperator slots) {}

  private final Budgets.Plans budgets;
  private final String owner;
  private final Supplier<String> methodNames;
  private final MethodNode whole;
  private final List<AbstractInsnNode> nodes;
  private final List<Local> locals;
  private final LocalNames names;
  private final PlanUses uses;
  private final SpilledLocals frame;
  private final SpilledLocals left;
  private final List<Made> made = new ArrayList<>();

  private Outliner(
      String owner, Supplier<String> methodNames, PlanCode code, Budgets.Plans budgets) {
    this.budgets = budgets;
    this.owner = owner;
    this.methodNames = methodNames;
    this.names = code.names();
    this.whole = code.method();
    this.nodes = List.of(whole.instructions.toArray());
    this.locals = new ArrayList<>(code.slots());
    this.uses = new PlanUses(nodes, locals.size(), Type.getArgumentTypes(whole.desc).length);
    this.frame = new SpilledLocals(locals);
    this.left = new SpilledLocals(locals);
    nodes.forEach(whole.instructions::remove);
  }

  /**
   * @param owner internal name of the class that the methods are in
   * @param methodNames for methods beside the plan's own
   * @return the plan's method, and those that it calls
   * @throws CodeTooLargeException if a part that cannot be divided is too long for any method
   */
  public static List<MethodNode> methods(
      String owner, Supplier<String> methodNames, PlanCode code, Budgets.Plans budgets) {
    return new Outliner(owner, methodNames, code, budgets).run(code.items());
  }

  private List<MethodNode> run(List<Item> items) {
    IntUnaryOperator asEmitted = local -> locals.get(local).slot();
    if (bytes(nodes, asEmitted) <= budgets.methodBytes()) {
      finish(whole, 0, first(Type.getArgumentTypes(whole.desc).length), nodes, asEmitted);
    } else {
      cut(parts(0, nodes.size(), items));
    }
    Map<AbstractInsnNode, Integer> places = LocalNames.places(nodes);
    return made.stream().map(m -> finished(m, places)).toList();
  }

  private MethodNode finished(Made made, Map<AbstractInsnNode, Integer> places) {
    names.new Table(made.method(), places, locals, made.slots(), made.start(), made.params())
        .write(made.body());
    return made.method();
  }

  // ---------------------------------------------------------------- from the inside out

  /** The items of a range, shortened where they are too long, and the code between them. */
  private List<Part> parts(int start, int end, List<Item> items) {
    var parts = new ArrayList<Part>();
    int at = start;
    for (Item item : items) {
      between(at, item.start(), parts);
      List<Part> inner = parts(item.start(), item.end(), item.inner());
      parts.add(new Part(item.start(), item.end(), true, code(shortened(inner))));
      at = item.end();
    }
    between(at, end, parts);
    return parts;
  }

  private List<Part> shortened(List<Part> inner) {
    List<Part> shorter = bytes(inner) > budgets.partBytes() ? outlined(inner, 1) : inner;
    return bytes(shorter) > budgets.itemBytes()
        ? outlined(shorter, budgets.maxLocalsInFrame())
        : shorter;
  }

  private static int bytes(List<Part> parts) {
    return parts.stream().mapToInt(Part::bytes).sum();
  }

  private void between(int start, int end, List<Part> parts) {
    if (start < end) {
      parts.add(new Part(start, end, false, nodes.subList(start, end)));
    }
  }

  private static List<AbstractInsnNode> code(List<Part> parts) {
    return parts.stream().flatMap(p -> p.code().stream()).toList();
  }

  /**
   * Items that can be a method.
   *
   * @param end behind the last one
   * @param sets the locals that the method has to set
   */
  private record Run(int end, BitSet sets) {}

  /** Makes methods of the longest runs of items that can be one, and set at most so many locals. */
  private List<Part> outlined(List<Part> parts, int mostSet) {
    List<PlanUses.Items> items =
        parts.stream()
            .map(p -> p.isItem() ? uses.items(p.start(), p.end()) : uses.none(p.start()))
            .toList();
    var shorter = new ArrayList<Part>();
    int at = 0;
    while (at < parts.size()) {
      Optional<Run> run = longestRun(parts, items, at, mostSet);
      if (run.isPresent()) {
        shorter.add(called(parts.subList(at, run.get().end()), run.get().sets()));
        at = run.get().end();
      } else {
        shorter.add(parts.get(at++));
      }
    }
    return shorter;
  }

  /**
   * The longest run of items from one on that can be a method.
   *
   * @param items the effects of each part
   */
  private Optional<Run> longestRun(
      List<Part> parts, List<PlanUses.Items> items, int start, int mostSet) {
    var runs = new ArrayDeque<Run>();
    PlanUses.Items all = uses.none(parts.get(start).start());
    int bytes = 0;
    for (int next = start; next < parts.size() && parts.get(next).isItem(); next++) {
      bytes += parts.get(next).bytes();
      if (bytes > budgets.partBytes()) {
        break;
      }
      all.add(items.get(next));
      if (bytes >= budgets.minPartBytes() && all.isClosed()) {
        BitSet sets = all.setFor();
        if (sets.cardinality() <= mostSet) {
          runs.push(new Run(next + 1, sets));
        }
      }
    }
    return runs.stream().filter(r -> hasSlots(parts.subList(start, r.end()), r.sets())).findFirst();
  }

  /** Whether a method can take the locals that the parts need: two more may be the frame. */
  private boolean hasSlots(List<Part> parts, BitSet sets) {
    return slots(PlanUses.needed(code(parts), sets)) <= JvmLimits.SLOTS - 2;
  }

  /** The call of a new method that does the work of a run of items. */
  private Part called(List<Part> run, BitSet sets) {
    int start = run.getFirst().start();
    int end = run.getLast().end();
    var body = new ArrayList<AbstractInsnNode>(line(start));
    body.addAll(code(run));
    var after = new ArrayList<AbstractInsnNode>();
    Type result = Type.VOID_TYPE;
    if (sets.cardinality() > 1) {
      body.addAll(frame.put(sets));
      after.addAll(frame.take(sets));
    } else if (!sets.isEmpty()) {
      int local = sets.nextSetBit(0);
      result = locals.get(local).type();
      body.add(new VarInsnNode(result.getOpcode(Opcodes.ILOAD), local));
      after.add(new VarInsnNode(result.getOpcode(Opcodes.ISTORE), local));
    }
    body.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
    BitSet needed = PlanUses.needed(body, new BitSet());
    MethodNode method = method(needed, result);
    finish(method, start, needed, body, compact(needed));
    List<AbstractInsnNode> call = call(method, needed);
    call.addAll(after);
    return new Part(start, end, true, call);
  }

  // ---------------------------------------------------------------- between the outermost items

  /** A method that ends with the call of the next, but for the last one. */
  private record Link(MethodNode method, int start, BitSet params, List<AbstractInsnNode> body) {}

  /** Methods that each end with the call of the next. */
  private void cut(List<Part> parts) {
    var links = new ArrayList<Link>();
    Optional<Link> leaver = Optional.empty(); // the first method that leaves locals
    MethodNode method = whole;
    BitSet params = first(Type.getArgumentTypes(whole.desc).length);
    int at = 0;
    while (at < parts.size()) {
      int end = end(parts, at, budgets.partBytes());
      for (int most = budgets.partBytes() / 2;
          finds(parts, at, end) && most >= budgets.minPartBytes();
          most /= 2) {
        end = end(parts, at, most);
      }
      var body = new ArrayList<>(code(parts.subList(at, end)));
      MethodNode next = method;
      BitSet across = new BitSet();
      if (end < parts.size()) {
        across = handedOn(across(parts.get(end).start()), body);
        next = method(across, Type.getReturnType(whole.desc));
        body.addAll(call(next, across));
        body.add(new InsnNode(Type.getReturnType(whole.desc).getOpcode(Opcodes.IRETURN)));
      }
      if (at > 0) {
        BitSet found = PlanUses.needed(body, new BitSet());
        found.andNot(params);
        found.andNot(left.used());
        body.addAll(0, left.find(found));
      }
      links.add(new Link(method, parts.get(at).start(), params, body));
      if (leaver.isEmpty() && !left.used().isEmpty()) {
        leaver = Optional.of(links.getLast());
      }
      method = next;
      params = across;
      at = end;
    }
    leaver.ifPresent(l -> l.body().addAll(l == links.getFirst() ? FIRST_LINE : 0, left.made()));
    links.getFirst().body().addAll(FIRST_LINE, frame.made());
    links.stream().skip(1).forEach(l -> l.body().addAll(0, line(l.start())));
    links.forEach(l -> finish(l.method(), l.start(), l.params(), l.body(), compact(l.params())));
  }

  /**
   * The locals that a method takes of those that it needs. Where they are too many for any method
   * they are left in arrays, as far as they are not there yet; so it is from there on.
   */
  private BitSet handedOn(BitSet across, List<AbstractInsnNode> body) {
    if (slots(across) <= JvmLimits.SLOTS && left.used().isEmpty()) {
      return across;
    }
    BitSet leaves = (BitSet) across.clone();
    leaves.andNot(frame.used());
    BitSet set = PlanUses.set(body);
    leaves.stream().filter(l -> left.has(l) && !set.get(l)).forEach(leaves::clear);
    body.addAll(left.leave(leaves));
    BitSet arrays = left.used();
    arrays.or(frame.used());
    return arrays;
  }

  /** Whether a method for these parts is too long with the arrays' elements that it fetches. */
  private boolean finds(List<Part> parts, int from, int end) {
    if (left.used().isEmpty()) {
      return false;
    }
    List<AbstractInsnNode> code = code(parts.subList(from, end));
    int bytes = CodeSize.of(code);
    return bytes > budgets.itemBytes()
        || bytes + FIND_BYTES * PlanUses.needed(code, new BitSet()).cardinality()
            > budgets.itemBytes();
  }

  private static BitSet first(int count) {
    var set = new BitSet();
    set.set(0, count);
    return set;
  }

  /** The number of the part behind the last one of a method that begins with that part. */
  private int end(List<Part> parts, int from, int most) {
    int bytes = parts.get(from).bytes();
    int end = 0;
    for (int next = from + 1; next < parts.size(); next++) {
      boolean fits = bytes <= most;
      if (!fits && end > 0) {
        return end;
      }
      if (canCut(parts, next)) {
        end = next;
        if (!fits) {
          return end;
        }
      }
      bytes += parts.get(next).bytes();
    }
    return bytes <= most || end == 0 ? parts.size() : end;
  }

  private boolean canCut(List<Part> parts, int next) {
    return uses.isClosedFrom(parts.get(next).start());
  }

  private BitSet across(int place) {
    BitSet across = uses.across(place);
    across.or(frame.used());
    return across;
  }

  // ---------------------------------------------------------------- methods

  private int slots(BitSet set) {
    return set.stream().map(local -> locals.get(local).type().getSize()).sum();
  }

  private MethodNode method(BitSet params, Type result) {
    Type[] types = params.stream().mapToObj(p -> locals.get(p).type()).toArray(Type[]::new);
    return new MethodNode(
        Opcodes.ASM9,
        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
        methodNames.get(),
        Type.getMethodDescriptor(result, types),
        null,
        null);
  }

  private List<AbstractInsnNode> call(MethodNode method, BitSet params) {
    var call = new ArrayList<AbstractInsnNode>();
    params.stream()
        .forEach(p -> call.add(new VarInsnNode(locals.get(p).type().getOpcode(Opcodes.ILOAD), p)));
    call.add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, method.name, method.desc, false));
    return call;
  }

  /** Says the line in which the code from a place on begins. */
  private List<AbstractInsnNode> line(int place) {
    for (int at = place; at >= 0; at--) {
      if (nodes.get(at) instanceof LineNumberNode line) {
        var here = new LabelNode();
        return List.of(here, new LineNumberNode(line.line, here));
      }
    }
    return List.of();
  }

  /** Gives the parameters the first slots, then each local the next when it is met. */
  private IntUnaryOperator compact(BitSet params) {
    Map<Integer, Integer> slots = new HashMap<>();
    int[] next = {0};
    IntUnaryOperator slot =
        local ->
            slots.computeIfAbsent(
                local,
                _ -> {
                  int free = next[0];
                  next[0] += locals.get(local).type().getSize();
                  return free;
                });
    for (int param : params.stream().toArray()) {
      int _ = slot.applyAsInt(param);
    }
    return slot;
  }

  private void finish(
      MethodNode method,
      int start,
      BitSet params,
      List<AbstractInsnNode> body,
      IntUnaryOperator slots) {
    if (bytes(body, slots) > JvmLimits.CODE_BYTES) {
      throw new CodeTooLargeException();
    }
    made.add(new Made(method, start, params, body, slots));
  }

  private static int bytes(List<AbstractInsnNode> code, IntUnaryOperator slots) {
    int bytes = CodeSize.of(code);
    for (AbstractInsnNode node : code) {
      if (node instanceof VarInsnNode v && slots.applyAsInt(v.var) > 255) {
        bytes += 2;
      }
    }
    return bytes;
  }
}
