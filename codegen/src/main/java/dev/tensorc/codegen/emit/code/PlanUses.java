package dev.tensorc.codegen.emit.code;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Where a plan's code sets and reads its locals, and where it jumps. */
final class PlanUses {

  private static final int NEVER = Integer.MAX_VALUE;

  private final List<AbstractInsnNode> nodes;

  /** By place, the local that is set there, or -1. */
  private final int[] stored;

  private final int[] firstStore;
  private final int[] firstLoad;
  private final int[] lastLoad;

  /**
   * For a jump the first place it leads to, of a label the first jump to it; of others its place.
   */
  private final int[] lowestOf;

  /** For a jump the last place it leads to, of a label the last jump to it; of others its place. */
  private final int[] highestOf;

  /** The first place that a jump from this place, or from behind it, leads to. */
  private final int[] back;

  /**
   * As {@link #back}; also the first place that a jump comes from which leads behind this place.
   */
  private final int[] lowestFrom;

  /** The items so far that no jump enters or leaves, by their ends: the longest ones. */
  private final Map<Integer, Items> known = new HashMap<>();

  /**
   * @param params how many locals are set before the code begins
   */
  PlanUses(List<AbstractInsnNode> nodes, int locals, int params) {
    this.nodes = nodes;
    this.stored = new int[nodes.size()];
    this.firstStore = new int[locals];
    this.firstLoad = new int[locals];
    this.lastLoad = new int[locals];
    Arrays.fill(stored, -1);
    Arrays.fill(firstStore, NEVER);
    Arrays.fill(firstStore, 0, params, -1);
    Arrays.fill(firstLoad, NEVER);
    Arrays.fill(lastLoad, -1);
    Map<LabelNode, Integer> places = new IdentityHashMap<>();
    for (int at = 0; at < nodes.size(); at++) {
      AbstractInsnNode node = nodes.get(at);
      if (node instanceof LabelNode label) {
        places.put(label, at);
      } else if (node instanceof VarInsnNode v && isStore(v)) {
        stored[at] = v.var;
        firstStore[v.var] = Math.min(firstStore[v.var], at);
      } else if (node instanceof VarInsnNode v) {
        firstLoad[v.var] = Math.min(firstLoad[v.var], at);
        lastLoad[v.var] = at;
      }
    }
    this.lowestOf = IntStream.range(0, nodes.size()).toArray();
    this.highestOf = lowestOf.clone();
    for (int at = 0; at < nodes.size(); at++) {
      for (LabelNode target : targets(nodes.get(at))) {
        int place = Objects.requireNonNull(places.get(target));
        join(at, place);
        join(place, at);
      }
    }
    this.back = new int[nodes.size() + 1];
    this.lowestFrom = new int[nodes.size() + 1];
    back[nodes.size()] = NEVER;
    lowestFrom[nodes.size()] = NEVER;
    for (int at = nodes.size() - 1; at >= 0; at--) {
      boolean jumps = !targets(nodes.get(at)).isEmpty();
      back[at] = jumps ? Math.min(back[at + 1], lowestOf[at]) : back[at + 1];
      lowestFrom[at] = Math.min(lowestFrom[at + 1], lowestOf[at]);
    }
  }

  private void join(int at, int place) {
    lowestOf[at] = Math.min(lowestOf[at], place);
    highestOf[at] = Math.max(highestOf[at], place);
  }

  static boolean isStore(VarInsnNode v) {
    return v.getOpcode() >= Opcodes.ISTORE && v.getOpcode() <= Opcodes.ASTORE;
  }

  private static List<LabelNode> targets(AbstractInsnNode node) {
    return switch (node) {
      case JumpInsnNode j -> List.of(j.label);
      case LookupSwitchInsnNode s -> {
        var all = new java.util.ArrayList<LabelNode>(s.labels);
        all.add(s.dflt);
        yield all;
      }
      default -> List.of();
    };
  }

  /** Whether no jump enters or leaves the code from a place on. */
  boolean isClosedFrom(int place) {
    return lowestFrom[place] >= place;
  }

  /** No item yet: the first is to begin at a place. */
  Items none(int at) {
    var none = new Items(at, at);
    none.passes.set(0, firstStore.length);
    return none;
  }

  /** The item of a range. */
  Items items(int start, int end) {
    var item = new Items(start, end);
    for (int at = start; at < end; at++) {
      item.lowest = Math.min(item.lowest, lowestOf[at]);
      item.highest = Math.max(item.highest, highestOf[at]);
      if (stored[at] >= 0) {
        item.sets.set(stored[at]);
      }
    }
    if (item.isRepeated()) {
      List<AbstractInsnNode> code = nodes.subList(start, end);
      var all = new BitSet();
      all.set(0, firstStore.length);
      item.needs.or(needed(code, new BitSet(), start, known));
      item.passes.or(needed(code, all, start, known));
      if (item.isClosed() && start < end) { // past an empty one nobody would come
        known.merge(end, item, (a, b) -> a.start < b.start ? a : b);
      }
    }
    return item;
  }

  /**
   * How items in a row use locals. As each item is entered at its start alone, and left at its end
   * alone, their use together follows from the use of every one.
   */
  final class Items {

    private final int start;
    private int end;

    /** The first place that a jump of theirs leads to, or that a jump to them comes from. */
    private int lowest = NEVER;

    /** The last such place. */
    private int highest = -1;

    private final BitSet sets = new BitSet();

    /** The locals whose values they read; known where a loop around them may come round. */
    private final BitSet needs = new BitSet();

    /** The locals that the items need, and the locals that they may leave as they are. */
    private final BitSet passes = new BitSet();

    private Items(int start, int end) {
      this.start = start;
      this.end = end;
    }

    void add(Items next) {
      end = next.end;
      lowest = Math.min(lowest, next.lowest);
      highest = Math.max(highest, next.highest);
      sets.or(next.sets);
      var needsNext = (BitSet) next.needs.clone();
      needsNext.and(passes);
      needs.or(needsNext);
      passes.and(next.passes);
    }

    /** Whether no jump leaves or enters them but at their ends. */
    boolean isClosed() {
      return lowest >= start && highest < end;
    }

    /** Whether a loop around them may come round. */
    private boolean isRepeated() {
      return back[end] < start;
    }

    /**
     * The locals that they set and that are read elsewhere, or by themselves when a loop around
     * them comes round: a buffer keeps its memory from one round to the next.
     */
    BitSet setFor() {
      var set = new BitSet();
      boolean isRepeated = isRepeated();
      for (int local : sets.stream().toArray()) {
        if (lastLoad[local] >= end
            || firstLoad[local] < start
            || (isRepeated && needs.get(local))) {
          set.set(local);
        }
      }
      return set;
    }
  }

  /** The locals that are set before a place which no jump crosses, and read behind it. */
  BitSet across(int place) {
    var live = new BitSet();
    for (int local = 0; local < firstStore.length; local++) {
      live.set(local, firstStore[local] < place && lastLoad[local] >= place);
    }
    return live;
  }

  /** The locals that code sets. */
  static BitSet set(List<AbstractInsnNode> code) {
    var set = new BitSet();
    for (AbstractInsnNode node : code) {
      if (node instanceof VarInsnNode v && isStore(v)) {
        set.set(v.var);
      }
    }
    return set;
  }

  /**
   * The locals whose values code needs when it begins.
   *
   * @param atEnd those that it must have set when it ends
   */
  static BitSet needed(List<AbstractInsnNode> code, BitSet atEnd) {
    return needed(code, atEnd, 0, Map.of());
  }

  /**
   * @param start the place where the code begins
   * @param known items inside it, by their ends: their code is not looked at again, for the time
   *     would grow with the square of the depth of nested loops
   */
  private static BitSet needed(
      List<AbstractInsnNode> code, BitSet atEnd, int start, Map<Integer, Items> known) {
    Map<LabelNode, BitSet> atLabels = new HashMap<>();
    while (true) {
      var live = (BitSet) atEnd.clone();
      boolean changed = false;
      for (int at = code.size() - 1; at >= 0; at--) {
        Items item = known.get(start + at + 1);
        if (item != null && item.start >= start) {
          live.and(item.passes);
          live.or(item.needs);
          at = item.start - start;
          continue;
        }
        AbstractInsnNode node = code.get(at);
        switch (node) {
          case VarInsnNode v -> live.set(v.var, !isStore(v));
          case LabelNode label ->
              changed |= !live.equals(atLabels.put(label, (BitSet) live.clone()));
          case InsnNode i when i.getOpcode() == Opcodes.ATHROW || isReturn(i) -> live.clear();
          default -> {
            if (node.getOpcode() == Opcodes.GOTO || node instanceof LookupSwitchInsnNode) {
              live.clear();
            }
            targets(node).forEach(t -> live.or(atLabels.getOrDefault(t, new BitSet())));
          }
        }
      }
      if (!changed) {
        return live;
      }
    }
  }

  private static boolean isReturn(InsnNode i) {
    return i.getOpcode() >= Opcodes.IRETURN && i.getOpcode() <= Opcodes.RETURN;
  }
}
