package dev.tensorc.compiler;

import dev.tensorc.codegen.facade.Entry;
import dev.tensorc.codegen.facade.Facade;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** Exported functions that cannot be the Java methods that they would be. */
final class JavaMethods {

  /** The methods that a static method of a class would hide, which Java does not allow. */
  private static final Set<String> OF_OBJECT =
      Set.of(
          "clone()",
          "finalize()",
          "getClass()",
          "hashCode()",
          "notify()",
          "notifyAll()",
          "toString()",
          "wait()",
          "wait(long)",
          "wait(long, int)");

  /** The methods that the class of a program with weights has beside its functions. */
  private static final Set<String> OF_WEIGHTS = Set.of("load", "close");

  private JavaMethods() {}

  /** An error for each such function. */
  static List<Diagnostic> errors(TensorIr.Module module, String className) {
    // one for each name: the instances of a generic function share it
    var errors = new LinkedHashMap<String, Diagnostic>();
    Map<String, Entry> signatures = new LinkedHashMap<>();
    for (Entry entry : Facade.of(module.functions(), className).entries()) {
      TensorIr.Function f = entry.function();
      String signature = entry.signature();
      if (SourceVersion.isKeyword(f.name())) {
        errors.putIfAbsent(f.name(), keyword(f));
      } else if (OF_OBJECT.contains(signature)) {
        errors.putIfAbsent(f.name(), ofObject(f, signature));
      } else if (module.weights().isPresent() && OF_WEIGHTS.contains(f.name())) {
        errors.putIfAbsent(f.name(), ofWeights(f));
      }
      Entry other = signatures.putIfAbsent(signature, entry);
      if (other != null && !other.function().name().equals(f.name())) {
        errors.putIfAbsent(f.name(), same(entry, other));
      }
    }
    return new ArrayList<>(errors.values());
  }

  private static Diagnostic keyword(TensorIr.Function f) {
    return renamed(
        ErrorId.JAVA_NAME
            .at(f.nameSpan(), "`" + f.name() + "` is a word of Java and cannot name a method")
            .because("an exported function becomes a Java method of its name"),
        f);
  }

  private static Diagnostic ofObject(TensorIr.Function f, String signature) {
    return renamed(
        ErrorId.JAVA_NAME
            .at(f.nameSpan(), "`" + f.name() + "` would be `" + signature + "` in Java")
            .because("every Java object has that method, and no static one can take its place"),
        f);
  }

  private static Diagnostic ofWeights(TensorIr.Function f) {
    return renamed(
        ErrorId.JAVA_NAME
            .at(f.nameSpan(), "a program with weights cannot export `" + f.name() + "`")
            .because("its class has a method of that name, for the file of the weights"),
        f);
  }

  private static Diagnostic renamed(Diagnostic d, TensorIr.Function f) {
    return d.hint("call it otherwise, such as `" + f.name() + "_`, or leave `export` out");
  }

  private static Diagnostic same(Entry one, Entry other) {
    Entry into = one.isInto() ? one : other;
    String name = into.function().name();
    return ErrorId.SAME_METHOD
        .at(
            one.function().nameSpan(),
            "`%s` and `%s` would be one Java method, `%s`"
                .formatted(other.function().name(), one.function().name(), one.signature()))
        .related(other.function().nameSpan(), "the other one")
        .because(
            "`%s` has a second method `%s`, which writes to outputs that it is given"
                .formatted(name, into.name()))
        .hint("give one of them another name");
  }
}
