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
   * Of a jump the first place it leads to, of a label the first jump to it; of others its place.
   */
  private final int[] lowest;

  /** Of a jump the last place it leads to, of a label the last jump to it; of others its place. */
  private final int[] highest;

  /** The first place that a jump from this place, or from behind it, leads to. */
  private final int[] back;

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
    this.lowest = IntStream.range(0, nodes.size()).toArray();
    this.highest = lowest.clone();
    for (int at = 0; at < nodes.size(); at++) {
      for (LabelNode target : targets(nodes.get(at))) {
        int place = Objects.requireNonNull(places.get(target));
        join(at, place);
        join(place, at);
      }
    }
    this.back = new int[nodes.size() + 1];
    back[nodes.size()] = NEVER;
    for (int at = nodes.size() - 1; at >= 0; at--) {
      boolean jumps = !targets(nodes.get(at)).isEmpty();
      back[at] = jumps ? Math.min(back[at + 1], lowest[at]) : back[at + 1];
    }
  }

  private void join(int at, int place) {
    lowest[at] = Math.min(lowest[at], place);
    highest[at] = Math.max(highest[at], place);
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

  /** Whether no jump leaves or enters a range but at its ends. */
  boolean isClosed(int start, int end) {
    for (int at = start; at < end; at++) {
      if (lowest[at] < start || highest[at] >= end) {
        return false;
      }
    }
    return true;
  }

  /**
   * The locals that a range sets and that are read elsewhere, or by itself when a loop around it
   * comes round: a buffer keeps its memory from one round to the next.
   */
  BitSet setFor(int start, int end) {
    var set = new BitSet();
    for (int at = start; at < end; at++) {
      int local = stored[at];
      if (local >= 0 && (lastLoad[local] >= end || firstLoad[local] < start)) {
        set.set(local);
      }
    }
    if (back[end] < start) {
      List<AbstractInsnNode> range = nodes.subList(start, end);
      BitSet again = needed(range, new BitSet());
      again.and(set(range));
      set.or(again);
    }
    return set;
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
    Map<LabelNode, BitSet> atLabels = new HashMap<>();
    while (true) {
      var live = (BitSet) atEnd.clone();
      boolean changed = false;
      for (AbstractInsnNode node : code.reversed()) {
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
