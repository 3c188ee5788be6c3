package dev.tensorc.runtime.load;

/** Java types as messages write them. */
final class JavaNames {

  private JavaNames() {}

  /** As Java code writes it, without the package: {@code FloatTensor}, {@code float[]}. */
  static String of(Class<?> type) {
    return type.isArray()
        ? of(type.getComponentType()) + "[]"
        : type.isMemberClass()
            ? of(type.getDeclaringClass()) + "." + type.getSimpleName()
            : type.getSimpleName();
  }
}
