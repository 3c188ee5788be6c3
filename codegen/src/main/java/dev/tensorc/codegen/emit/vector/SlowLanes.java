package dev.tensorc.codegen.emit.vector;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.scalar.ScalarEmitter;
import dev.tensorc.codegen.loop.Expr.SlowPath;
import dev.tensorc.ir.DType;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The lanes of a function that need its scalar form: rarely there are some. */
record SlowLanes(Code code, DType lane, SlowPath path) {

  /**
   * Computes these lanes of a result one by one, through arrays.
   *
   * @param slow the mask of the lanes
   * @param args vectors of the function's arguments
   */
  void mend(Local result, Local slow, List<Local> args) {
    DType t = path.type();
    Type vector = VectorTypes.of(t);
    Type array = JvmTypes.array(t);
    code.ifThen(
        Code.isTrue(
            () -> {
              code.load(slow);
              callMask("anyTrue", Type.BOOLEAN_TYPE);
            }),
        () -> {
          List<Local> arrays =
              args.stream().map(x -> code.newLocal(array, () -> pushArray(x))).toList();
          Local results = code.newLocal(array, () -> pushArray(result));
          Local lanes =
              code.newLocal(
                  Type.getType("[Z"),
                  () -> {
                    code.load(slow);
                    callMask("toArray", Type.getType("[Z"));
                  });
          Local i = code.newLocal(Type.INT_TYPE);
          code.forLoop(
              i,
              () -> code.load(results).length(),
              () -> code.pushInt(1),
              () -> lane(arrays, results, lanes, i));
          code.assign(
              result,
              () -> {
                LaneSpecies.push(code, t, lane);
                code.load(results);
                code.pushInt(0);
                code.callStatic(
                    vector, "fromArray", vector, VectorTypes.SPECIES, array, Type.INT_TYPE);
              });
        });
  }

  private void pushArray(Local vector) {
    DType t = path.type();
    code.load(vector);
    code.callVirtual(VectorTypes.of(t), "toArray", JvmTypes.array(t));
  }

  private void callMask(String name, Type result) {
    code.callVirtual(VectorTypes.MASK, name, result);
  }

  private void lane(List<Local> arrays, Local results, Local lanes, Local i) {
    DType t = path.type();
    code.ifThen(
        Code.isTrue(
            () -> {
              code.load(lanes);
              code.load(i);
              code.op(Opcodes.BALOAD);
            }),
        () -> {
          code.load(results);
          code.load(i);
          for (Local array : arrays) {
            code.load(array);
            code.load(i);
            JvmTypes.loadElement(code, t);
          }
          ScalarEmitter.slowFunction(code, path);
          JvmTypes.storeElement(code, t);
        });
  }
}
