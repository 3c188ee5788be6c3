package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.loop.LoopIr.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The methods beside a vector kernel's own that have loops: the kernel under assumptions that its
 * own method checks.
 */
final class KernelForms {

  /** Emits the form of a kernel into a method of that name. */
  interface Emitter {
    void emit(Kernel kernel, Code code, VectorKernel.Holders holders, String name);
  }

  /** Scalar code: over native memory, for few elements or such as lie far apart. */
  private static final Emitter SCALAR = (k, code, _, _) -> ScalarKernel.emit(k, code);

  /**
   * @param method its name
   * @param tail its scalar form over arrays, under the same name: where that ends its rows, or is
   *     called by the kernel's own
   */
  record Form(String method, Kernel kernel, Emitter emitter, Optional<Kernel> tail) {}

  private KernelForms() {}

  /** What its rows go in: stages, or its own loop and the step at its end. */
  private static void addParts(String method, Kernel k, Memory memory, List<Form> forms) {
    Optional<Stages> stages = Stages.of(k);
    if (stages.isEmpty()) {
      addTail(method, k, memory, forms);
      return;
    }
    List<Stages.Stage> all = stages.get().all();
    for (int number = 0; number < all.size(); number++) {
      String stage = Stages.method(method, number);
      Kernel piece = all.get(number).piece().kernel();
      forms.add(new Form(stage, piece, VectorKernel::emitPiece, Optional.empty()));
      addTail(stage, piece, memory, forms);
    }
  }

  /** What has the kernel's loops: its own method where no operand is open. */
  private static void addStretching(String name, Kernel k, Memory memory, List<Form> forms) {
    List<StretchForms.Form> stretching = StretchForms.of(k);
    for (StretchForms.Form form : stretching) {
      String method = form.method(name);
      forms.add(new Form(method, form.kernel(), VectorKernel::emitForm, ownTail(form.kernel())));
      addParts(method, form.kernel(), memory, forms);
    }
    if (stretching.isEmpty()) {
      addParts(name, k, memory, forms);
    } else if (!BlockCalls.possible(k, memory)) {
      String rest = StretchForms.restMethod(name);
      forms.add(new Form(rest, k, VectorKernel::emitForm, ownTail(k)));
      addParts(rest, k, memory, forms);
    }
  }

  private static void addTail(String method, Kernel k, Memory memory, List<Form> forms) {
    if (VectorKernel.hasTailMethod(k, memory)) {
      forms.add(
          new Form(VectorKernel.tailMethod(method), k, VectorKernel::emitTail, Optional.empty()));
    }
  }

  private static List<Form> pieces(Kernel k, Memory memory, String name) {
    var forms = new ArrayList<Form>();
    var passes = new RowPasses(k);
    for (int number = 0; number < passes.all().size(); number++) {
      String method = RowPiece.method(name, number);
      RowPasses.Pass pass = passes.all().get(number);
      int reduction = pass.reductions().getFirst();
      Sweep.piece(k, pass, memory).ifPresent(p -> addPiece(method, p, reduction, memory, forms));
    }
    String last = RowPiece.method(name, passes.all().size());
    passes.lastPiece(memory).ifPresent(p -> addPiece(last, p, -1, memory, forms));
    return forms;
  }

  /**
   * @param number of the thread's sum that it takes
   */
  private static void addNarrow(
      String method, Kernel k, int number, Memory memory, List<Form> forms) {
    if (NarrowRows.possible(k, memory)) {
      forms.add(
          new Form(
              NarrowRows.method(method),
              k,
              (kernel, code, holders, name) ->
                  VectorRows.emitNarrow(kernel, code, holders, name, number),
              Optional.empty()));
    }
  }

  private static List<Form> spread(Kernel k, Memory memory, String name) {
    String spread = SpreadReductions.method(name);
    List<RowPiece> pieces = SpreadReductions.pieces(k);
    var forms = new ArrayList<Form>();
    if (!pieces.isEmpty()) {
      forms.add(new Form(spread, k, SpreadReductions::emit, Optional.empty()));
    }
    for (int number = 0; number < pieces.size(); number++) {
      addPiece(RowPiece.method(spread, number), pieces.get(number), 0, memory, forms);
    }
    return forms;
  }

  /**
   * @param reduction the number of what it reduces, if it does
   */
  private static void addPiece(
      String method, RowPiece piece, int reduction, Memory memory, List<Form> forms) {
    Emitter emitter =
        piece.kernel().reductions().isEmpty()
            ? VectorKernel::emitPiece
            : (sum, code, holders, _) -> VectorRows.emitSum(sum, code, holders, method, reduction);
    Kernel k = piece.kernel();
    boolean scalarRest = k.nests().stream().anyMatch(nest -> !NestEmitter.masksRest(k, nest));
    Optional<Kernel> tail = scalarRest ? Optional.of(k) : Optional.empty();
    forms.add(new Form(method, k, emitter, tail));
    forms.addAll(nests(k, memory, method));
    addNarrow(method, k, reduction, memory, forms);
  }

  /**
   * @param name of the kernel's own method
   * @param rowForms the name of the kernel whose forms of short rows it takes
   */
  static List<Form> of(Kernel k, Memory memory, String name, String rowForms) {
    var forms = new ArrayList<Form>(nests(k, memory, name));
    if (VectorForm.of(k) == VectorForm.NESTS) {
      return forms;
    }
    if (name.equals(rowForms) && BlockCalls.possible(k, memory)) {
      Kernel matrix = RowBlocks.matrix(k);
      forms.add(
          new Form(RowBlocks.method(name), matrix, VectorKernel::emitBlocks, ownTail(matrix)));
    }
    if (VectorColumns.mayHaveSmallWindow(k)) {
      forms.add(
          new Form(
              VectorColumns.windowMethod(name), k, VectorColumns::emitWindow, Optional.empty()));
      forms.add(
          new Form(
              VectorKernel.tailMethod(VectorColumns.windowMethod(name)),
              k,
              (kernel, code, _, _) -> VectorColumns.emitWindowTail(kernel, code),
              Optional.empty()));
    }
    if (VectorForm.of(k) == VectorForm.COLUMNS && WideColumns.possible(k)) {
      forms.add(
          new Form(
              WideColumns.method(name),
              k,
              (kernel, code, _, _) -> VectorColumns.emitWide(kernel, code, false),
              Optional.empty()));
    }
    if (InLanes.possible(k)) {
      String method = InLanes.method(name);
      Kernel rows = InLanes.of(k);
      forms.add(
          new Form(
              method,
              rows,
              (kernel, code, holders, _) -> VectorRows.emit(kernel, code, holders, method, name),
              Optional.empty()));
      forms.addAll(of(rows, memory, method, method));
    }
    SmallMatrices.of(k, memory)
        .ifPresent(
            product ->
                forms.add(
                    new Form(
                        SmallMatrices.method(name),
                        k,
                        (kernel, code, _, _) -> SmallMatrices.emit(kernel, product, code),
                        Optional.empty())));
    TiledContraction.of(k)
        .ifPresent(
            tiled -> {
              Kernel finish = tiled.finish().kernel();
              String method = TiledContraction.finishMethod(name);
              forms.add(new Form(method, finish, VectorKernel::emitPiece, Optional.of(finish)));
              forms.addAll(tiled.left().forms(name));
              forms.addAll(tiled.right().forms(name));
            });
    if (AcrossRows.possible(k, memory)) {
      forms.add(
          new Form(
              AcrossRows.method(name),
              k,
              (kernel, code, holders, _) -> AcrossRows.emit(kernel, code, holders.vector(), name),
              Optional.empty()));
      AcrossPoints.addForms(k, name, forms);
    }
    if (SideBySide.possible(k)) {
      forms.add(
          new Form(
              SideBySide.method(name),
              SideBySide.of(k),
              (kernel, code, _, _) -> SideBySide.emit(kernel, code),
              Optional.empty()));
    }
    if (VectorForm.of(k) == VectorForm.ROWS) {
      RowsInRegisters.addForms(k, memory, name, forms);
      forms.addAll(pieces(k, memory, name));
      addNarrow(name, k, 0, memory, forms);
    }
    forms.addAll(spread(k, memory, name));
    for (Form form : List.copyOf(forms)) {
      addTail(form.method(), form.kernel(), memory, forms);
    }
    addStretching(name, k, memory, forms);
    if (name.equals(rowForms) && RepeatForm.possible(k, memory)) {
      for (RepeatForm form : RepeatForm.of(k)) {
        forms.add(
            new Form(
                form.method(name),
                form.row(),
                (_, code, _, _) -> form.emit(code),
                Optional.empty()));
      }
    }
    if (memory == Memory.SEGMENTS && RowsOfOne.possible(k)) {
      forms.add(new Form(RowsOfOne.method(name), k, SCALAR, Optional.empty()));
    }
    return forms;
  }

  /** Over arrays the scalar rest of a nest is the kernel's own scalar form. */
  private static List<Form> nests(Kernel k, Memory memory, String name) {
    var forms = new ArrayList<Form>();
    for (int n = 0; n < k.nests().size(); n++) {
      int number = n;
      Emitter vectors = (_, code, holders, _) -> NestEmitter.emit(k, number, code, holders, name);
      Emitter rest = (_, code, holders, _) -> NestEmitter.emitRest(k, number, code, holders);
      forms.add(new Form(NestEmitter.method(name, number), k, vectors, Optional.empty()));
      boolean masks = NestEmitter.masksRest(k, k.nests().get(number));
      if (masks || memory == Memory.SEGMENTS) {
        Emitter emitter = masks ? rest : SCALAR;
        forms.add(new Form(NestEmitter.restMethod(name, number), k, emitter, Optional.empty()));
      }
    }
    return forms;
  }

  /** The scalar form that ends its rows, if one does. */
  static Optional<Kernel> ownTail(Kernel k) {
    return Vectorizable.scalarTail(k) ? Optional.of(k) : Optional.empty();
  }
}
