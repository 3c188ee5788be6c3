package dev.tensorc.codegen.emit.code;

import dev.tensorc.codegen.tuning.Budgets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * The code of a plan, which may be longer than one method is to be. It is kept as a list of
 * instructions, in which every local has a number of its own, and a tree of items: parts that are
 * entered at their beginning, left at their end, and find the operand stack empty. {@link Outliner}
 * makes methods of it.
 */
public final class PlanCode extends Code {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");

  /**
   * A part of the code.
   *
   * @param start the place of its first instruction
   * @param end the place behind its last
   * @param inner the items that it contains, in order
   */
  record Item(int start, int end, List<Item> inner) {}

  private final MethodNode method;
  private final Budgets.Plans budgets;
  private final List<Local> locals = new ArrayList<>();
  private final LocalNames names = new LocalNames();
  private final Deque<List<Item>> open = new ArrayDeque<>();

  private PlanCode(MethodNode method, Memory memory, Budgets.Plans budgets) {
    super(method, memory, 0);
    this.method = method;
    this.budgets = budgets;
    open.push(new ArrayList<>());
  }

  /** A static method without code. Its parameters are the first locals to be made. */
  public static PlanCode of(String name, String descriptor, Memory memory, Budgets.Plans budgets) {
    return new PlanCode(
        new MethodNode(Opcodes.ASM9, Opcodes.ACC_STATIC, name, descriptor, null, null),
        memory,
        budgets);
  }

  MethodNode method() {
    return method;
  }

  /** The items that are in no other. */
  List<Item> items() {
    return open.getLast();
  }

  /** The slot of a local where the code is one method, by the local's number. */
  List<Local> slots() {
    return locals;
  }

  @Override
  public Local newLocal(Type type) {
    locals.add(super.newLocal(type));
    return new Local(locals.size() - 1, type);
  }

  /** The names of the values that its locals hold. */
  LocalNames names() {
    return names;
  }

  @Override
  public void name(Local local, String name) {
    if (NAME.matcher(name).matches()) { // and not an expression
      names.begin(method.instructions.size(), local.slot(), name);
    }
  }

  @Override
  public void scope(Part part) {
    int first = locals.size();
    super.scope(part);
    if (locals.size() > first) {
      names.end(method.instructions.size(), first, locals.size());
    }
  }

  /** How many bytes it has is {@link Outliner}'s to ask. */
  @Override
  public void end() {
    method.visitMaxs(0, 0);
    method.visitEnd();
  }

  @Override
  public void item(Part part) {
    if (method.instructions.size() > budgets.instructions()) {
      throw new CodeTooLargeException();
    }
    int start = method.instructions.size();
    var inner = new ArrayList<Item>();
    open.push(inner);
    part.emit();
    open.pop();
    open.element().add(new Item(start, method.instructions.size(), inner));
  }
}
