package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.FunctionSignature;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.partition.Partitioning;
import dev.tensorc.partition.Reducing;
import java.util.List;
import java.util.function.BiConsumer;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassWriter;

/**
 * The annotation {@code @TensorProgram} of the class that users see: the functions' signatures, for
 * users who load the class without its source.
 */
final class ProgramNote {

  /** The runtime's {@code LinkVersion} that generated classes expect. */
  static final int LINK_VERSION = 13;

  private static final String PROGRAM = RuntimeTypes.TENSOR_PROGRAM.getDescriptor();
  private static final String EXPORT = RuntimeTypes.TENSOR_PROGRAM_EXPORT.getDescriptor();
  private static final String ROWS = RuntimeTypes.TENSOR_PROGRAM_ROWS.getDescriptor();
  private static final String REDUCED = RuntimeTypes.TENSOR_PROGRAM_REDUCED.getDescriptor();
  private static final String RULE = RuntimeTypes.TENSOR_PROGRAM_RULE.getDescriptor();
  private static final String VALUE = RuntimeTypes.TENSOR_PROGRAM_VALUE.getDescriptor();

  private static final String WEIGHTS = RuntimeTypes.TENSOR_PROGRAM_WEIGHTS.getDescriptor();
  private static final String WEIGHT = RuntimeTypes.TENSOR_PROGRAM_WEIGHT.getDescriptor();

  private ProgramNote() {}

  static void write(ClassWriter writer, Program program, String sourceFile) {
    AnnotationVisitor note = writer.visitAnnotation(PROGRAM, true);
    note.visit("link", LINK_VERSION);
    note.visit("source", sourceFile);
    array(note, "functions", EXPORT, program.plans(), ProgramNote::function);
    program.weights().ifPresent(w -> weights(note, w));
    note.visitEnd();
  }

  private static void function(AnnotationVisitor note, Plan plan) {
    var f = FunctionSignature.of(plan.function());
    note.visit("name", f.name());
    AnnotationVisitor types = note.visitArray("types");
    f.types().stream().map(DType::label).forEach(t -> types.visit("types", t));
    types.visitEnd();
    note.visit("doc", f.doc());
    array(note, "parameters", VALUE, f.parameters(), ProgramNote::slot);
    array(note, "results", VALUE, f.results(), ProgramNote::slot);
    rows(note, Partitioning.of(plan.function()));
    reduced(note, Reducing.of(plan.function()));
  }

  private static void rows(AnnotationVisitor note, Partitioning partitioning) {
    AnnotationVisitor rows = note.visitAnnotation("rows", ROWS);
    rows.visit("least", partitioning.least());
    parameters(rows, partitioning.rows());
    rows.visit("obstacle", partitioning.obstacle());
    rows.visitEnd();
  }

  private static void reduced(AnnotationVisitor note, Reducing reducing) {
    AnnotationVisitor reduced = note.visitAnnotation("reduced", REDUCED);
    parameters(reduced, reducing.rows());
    array(reduced, "rules", RULE, reducing.rules(), ProgramNote::rule);
    reduced.visit("obstacle", reducing.obstacle());
    reduced.visitEnd();
  }

  private static void rule(AnnotationVisitor note, Reducing.Rule rule) {
    note.visit("way", rule.way().name());
    note.visit("other", rule.other().orElse(-1));
  }

  private static void parameters(AnnotationVisitor note, List<String> names) {
    AnnotationVisitor parameters = note.visitArray("parameters");
    names.forEach(p -> parameters.visit("parameters", p));
    parameters.visitEnd();
  }

  private static void weights(AnnotationVisitor note, TensorIr.Weights weights) {
    AnnotationVisitor declared = note.visitAnnotation("weights", WEIGHTS);
    declared.visit("file", weights.file());
    array(declared, "tensors", WEIGHT, weights.tensors(), ProgramNote::weight);
    declared.visitEnd();
  }

  private static void weight(AnnotationVisitor note, TensorIr.Weight weight) {
    note.visit("name", weight.name());
    note.visit("tensor", weight.tensor());
    note.visit("dtype", weight.dtype().label());
    AnnotationVisitor sizes = note.visitArray("sizes");
    weight.sizes().forEach(s -> sizes.visit("sizes", s));
    sizes.visitEnd();
  }

  private static void slot(AnnotationVisitor note, FunctionSignature.Slot slot) {
    note.visit("name", slot.name());
    note.visit("declaredType", slot.declaredType());
    note.visit("dtype", slot.dtype().label());
    note.visit("rank", slot.rank());
  }

  private static <T> void array(
      AnnotationVisitor note,
      String name,
      String type,
      List<T> items,
      BiConsumer<AnnotationVisitor, T> write) {
    AnnotationVisitor array = note.visitArray(name);
    for (T item : items) {
      AnnotationVisitor each = array.visitAnnotation(name, type);
      write.accept(each, item);
      each.visitEnd();
    }
    array.visitEnd();
  }
}
