package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.ir.ResultNames;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits the methods that users call: each calls its function's plan. */
final class FacadeEmitter {

  private final Program program;
  private final String facade;
  private final String planClass;
  private final String sourceFile;

  FacadeEmitter(Program program, String sourceFile, String facade, String planClass) {
    this.program = program;
    this.sourceFile = sourceFile;
    this.facade = facade;
    this.planClass = planClass;
  }

  private PlanTypes types(Plan plan) {
    return new PlanTypes(program, plan, facade);
  }

  void emit(ClassWriter writer) {
    ProgramNote.write(writer, program, sourceFile);
    for (Plan plan : program.plans()) {
      if (ResultRecord.hasOne(plan)) {
        types(plan).record().declare(writer);
      }
      method(writer, plan, false);
      if (types(plan).hasInto()) {
        method(writer, plan, true);
      }
    }
  }

  private void method(ClassWriter writer, Plan plan, boolean into) {
    var all = new ArrayList<Type>();
    if (into) {
      all.addAll(types(plan).outs());
    }
    all.addAll(types(plan).params());
    String name = plan.function().name() + (into ? "Into" : "");
    Type result = into ? Type.VOID_TYPE : types(plan).result();
    MethodVisitor mv =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            name,
            Type.getMethodDescriptor(result, all.toArray(Type[]::new)),
            null,
            null);
    if (into) {
      outNames(plan).forEach(n -> mv.visitParameter(n, 0));
    }
    for (TensorIr.Param p : plan.function().params()) {
      mv.visitParameter(p.name(), 0);
    }
    mv.visitCode();
    int slots = all.stream().mapToInt(Type::getSize).sum();
    var code = new Code(mv, Memory.ARRAYS, slots);
    code.at(plan.function().span());
    body(code, plan, locals(all), into);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  /** {@code out}, or for several results their names. */
  private static List<String> outNames(Plan plan) {
    return ResultRecord.hasOne(plan) ? ResultNames.of(plan.function()) : List.of("out");
  }

  private void body(Code code, Plan plan, List<Local> params, boolean into) {
    List<String> outs = outNames(plan);
    if (into) {
      for (int i = 0; i < outs.size(); i++) {
        code.load(params.get(i));
        code.pushString(outs.get(i));
        code.callStatic(
            JvmTypes.RUNTIME + "Checks", "notNull", "(Ljava/lang/Object;Ljava/lang/String;)V");
      }
    } else {
      types(plan).outs().forEach(_ -> code.op(Opcodes.ACONST_NULL));
    }
    params.forEach(code::load);
    code.callStatic(planClass, plan.function().name(), types(plan).runDescriptor());
    if (into) {
      code.op(Opcodes.POP);
      code.op(Opcodes.RETURN);
    } else {
      code.op(types(plan).result().getOpcode(Opcodes.IRETURN));
    }
  }

  private static List<Local> locals(List<Type> types) {
    var locals = new ArrayList<Local>();
    int slot = 0;
    for (Type t : types) {
      locals.add(new Local(slot, t));
      slot += t.getSize();
    }
    return locals;
  }
}
