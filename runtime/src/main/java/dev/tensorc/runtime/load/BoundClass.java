package dev.tensorc.runtime.load;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Classes that implement an interface by method handles. The handles are constants of the class, so
 * that the JIT sees through a call to its target.
 */
final class BoundClass {

  private static final int PUBLIC_FINAL = ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL;
  private static final String ANCHOR = "dev.tensorc.bound.Anchor";
  private static final String LOOKUP = "lookup";

  private BoundClass() {}

  /**
   * An instance of a new class.
   *
   * @param lookup where the class is to be; it goes when neither the instance nor its class can be
   *     reached
   * @param handles for each method, of its type
   */
  static Object make(
      MethodHandles.Lookup lookup,
      Class<?> type,
      List<Method> methods,
      List<MethodHandle> handles) {
    String name = lookup.lookupClass().getPackageName() + "." + type.getSimpleName() + "Bound";
    ClassDesc self = ClassDesc.of(name.startsWith(".") ? name.substring(1) : name);
    byte[] bytes =
        ClassFile.of()
            .build(
                self,
                c -> {
                  c.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER);
                  c.withInterfaceSymbols(ClassDesc.ofDescriptor(type.descriptorString()));
                  constructor(c);
                  for (int i = 0; i < methods.size(); i++) {
                    method(c, methods.get(i), i);
                  }
                });
    try {
      MethodHandles.Lookup made = lookup.defineHiddenClassWithClassData(bytes, handles, true);
      return made.findConstructor(made.lookupClass(), MethodType.methodType(void.class)).invoke();
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the class that implements " + type.getName(), e);
    }
  }

  private static void constructor(ClassBuilder c) {
    c.withMethodBody(
        ConstantDescs.INIT_NAME,
        ConstantDescs.MTD_void,
        ClassFile.ACC_PUBLIC,
        code ->
            code.aload(0)
                .invokespecial(
                    ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .return_());
  }

  private static void method(ClassBuilder c, Method method, int index) {
    var handle =
        DynamicConstantDesc.ofNamed(
            ConstantDescs.BSM_CLASS_DATA_AT,
            ConstantDescs.DEFAULT_NAME,
            ConstantDescs.CD_MethodHandle,
            index);
    MethodTypeDesc type =
        MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .describeConstable()
            .orElseThrow();
    c.withMethodBody(
        method.getName(),
        type,
        PUBLIC_FINAL,
        code -> {
          code.loadConstant(handle);
          for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
          }
          code.invokevirtual(ConstantDescs.CD_MethodHandle, "invokeExact", type);
          code.return_(TypeKind.from(type.returnType()));
        });
  }

  /** The place of classes that see the same as an interface: a new class loader below its own. */
  static MethodHandles.Lookup lookupBelow(Class<?> type) {
    var loader = new AnchorLoader(type.getClassLoader());
    try {
      return (MethodHandles.Lookup) loader.anchor().getMethod(LOOKUP).invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the class that stands for a package", e);
    }
  }

  private static final class AnchorLoader extends ClassLoader {

    private AnchorLoader(ClassLoader parent) {
      super("tensorc binding", parent);
    }

    /** A public class whose only method gives its lookup. */
    private Class<?> anchor() {
      ClassDesc lookup = ConstantDescs.CD_MethodHandles_Lookup;
      MethodTypeDesc type = MethodTypeDesc.of(lookup);
      byte[] bytes =
          ClassFile.of()
              .build(
                  ClassDesc.of(ANCHOR),
                  c -> {
                    c.withFlags(PUBLIC_FINAL | ClassFile.ACC_SUPER);
                    c.withMethodBody(
                        LOOKUP,
                        type,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code ->
                            code.invokestatic(ConstantDescs.CD_MethodHandles, LOOKUP, type)
                                .areturn());
                  });
      return defineClass(ANCHOR, bytes, 0, bytes.length);
    }
  }
}
