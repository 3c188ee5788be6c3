package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.emit.code.Code.Local;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The names of a plan's locals in a debugger: those of the program's values. A local may hold one
 * value after another; from a place in the plan's code on it has the name that it was given last.
 */
final class LocalNames {

  /** The names of each local, by where it was given them. */
  private final Map<Integer, TreeMap<Integer, String>> names = new HashMap<>();

  /** The locals that got a name at a place. */
  private final Map<Integer, List<Integer>> begun = new HashMap<>();

  /** By place, the first of the locals that end there, and the one behind the last. */
  private final TreeMap<Integer, List<int[]>> ends = new TreeMap<>();

  /** Gives a local a name from a place on. */
  void begin(int place, int local, String name) {
    names.computeIfAbsent(local, _ -> new TreeMap<>()).put(place, name);
    begun.computeIfAbsent(place, _ -> new ArrayList<>()).add(local);
  }

  /** Locals end at a place, and with them their names. */
  void end(int place, int first, int behind) {
    ends.computeIfAbsent(place, _ -> new ArrayList<>()).add(new int[] {first, behind});
  }

  private @Nullable String at(int local, int place) {
    var given = names.get(local);
    Map.Entry<Integer, String> last = given == null ? null : given.floorEntry(place);
    return last == null ? null : last.getValue();
  }

  /** The places of a plan's code. */
  static Map<AbstractInsnNode, Integer> places(List<AbstractInsnNode> nodes) {
    var places = new IdentityHashMap<AbstractInsnNode, Integer>();
    for (int at = 0; at < nodes.size(); at++) {
      places.put(nodes.get(at), at);
    }
    return places;
  }

  /** Makes the table of one method. */
  final class Table {

    private record Open(String name, LabelNode start, int size) {}

    private final MethodNode method;
    private final Map<AbstractInsnNode, Integer> places;
    private final List<Local> locals;
    private final IntUnaryOperator slots;
    private final BitSet set = new BitSet();
    private final TreeMap<Integer, Open> open = new TreeMap<>();
    private int place;

    /** How many instructions there are so far. */
    private int size;

    /**
     * @param place where in the plan's code the method begins
     * @param params the locals that it begins with
     * @param slots of the method, by local
     */
    Table(
        MethodNode method,
        Map<AbstractInsnNode, Integer> places,
        List<Local> locals,
        IntUnaryOperator slots,
        int place,
        BitSet params) {
      this.method = method;
      this.places = places;
      this.locals = locals;
      this.slots = slots;
      this.place = place;
      params.stream().forEach(p -> name(p, place));
      set.or(params);
    }

    /** Writes the method's code, whose variables have the plan's numbers still. */
    void write(List<AbstractInsnNode> body) {
      for (int i = 0; i < body.size(); i++) {
        AbstractInsnNode node = body.get(i);
        Integer known = places.get(node);
        if (known != null) {
          reach(known);
        }
        int local = node instanceof VarInsnNode v ? v.var : -1;
        if (local >= 0) {
          ((VarInsnNode) node).var = slots.applyAsInt(local);
        }
        method.instructions.add(node);
        size += node.getOpcode() >= 0 ? 1 : 0;
        if (local >= 0 && PlanUses.isStore((VarInsnNode) node)) {
          set.set(local);
          name(local, known == null ? next(body, i) : known + 1);
        }
      }
      close(0, Integer.MAX_VALUE);
    }

    /** Where the code goes on after instructions of no plan: the call of another method. */
    private int next(List<AbstractInsnNode> body, int from) {
      return body.subList(from, body.size()).stream()
          .map(places::get)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(Integer.MAX_VALUE);
    }

    private void reach(int next) {
      for (var end = ends.higherEntry(place);
          end != null && end.getKey() <= next;
          end = ends.higherEntry(end.getKey())) {
        end.getValue().forEach(range -> close(range[0], range[1]));
      }
      place = next;
      begun.getOrDefault(next, List.of()).stream()
          .filter(set::get)
          .forEach(local -> name(local, next));
    }

    private void name(int local, int from) {
      String name = at(local, from);
      Open before = open.get(local);
      if (name == null || (before != null && before.name().equals(name))) {
        return;
      }
      close(local, local + 1);
      open.put(local, new Open(name, here(), size));
    }

    /** Each label begins a block, for which the class writer computes a frame: few are made. */
    private LabelNode here() {
      if (method.instructions.getLast() instanceof LabelNode last) {
        return last;
      }
      var here = new LabelNode();
      method.instructions.add(here);
      return here;
    }

    private void close(int first, int behind) {
      var closing = open.subMap(first, behind);
      closing.forEach(this::write);
      closing.clear();
    }

    private void write(int local, Open range) {
      if (size > range.size()) {
        String type = locals.get(local).type().getDescriptor();
        method.localVariables.add(
            new LocalVariableNode(
                range.name(), type, null, range.start(), here(), slots.applyAsInt(local)));
      }
    }
  }
}
