package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.column.ColumnBlocks;
import dev.tensorc.codegen.emit.column.FewColumns;
import dev.tensorc.codegen.emit.column.FlatColumns;
import dev.tensorc.codegen.emit.column.OverlappingRows;
import dev.tensorc.codegen.emit.column.SideBySide;
import dev.tensorc.codegen.emit.column.SmallWindow;
import dev.tensorc.codegen.emit.column.WideColumns;
import dev.tensorc.codegen.emit.form.InLanes;
import dev.tensorc.codegen.emit.form.LoopFission;
import dev.tensorc.codegen.emit.form.RowPasses;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.form.StepSize;
import dev.tensorc.codegen.emit.form.StretchForms;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.nest.NestEmitter;
import dev.tensorc.codegen.emit.product.SmallMatrices;
import dev.tensorc.codegen.emit.product.TiledContraction;
import dev.tensorc.codegen.emit.row.AcrossPoints;
import dev.tensorc.codegen.emit.row.AcrossRows;
import dev.tensorc.codegen.emit.row.FissionedSweeps;
import dev.tensorc.codegen.emit.row.MultiAxisReductions;
import dev.tensorc.codegen.emit.row.MultiAxisStrips;
import dev.tensorc.codegen.emit.row.NarrowRows;
import dev.tensorc.codegen.emit.row.RowGroups;
import dev.tensorc.codegen.emit.row.RowsInRegisters;
import dev.tensorc.codegen.emit.row.Sweep;
import dev.tensorc.codegen.emit.row.VectorRows;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.RowBlocks;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.ShortRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The methods with loops beside a vector kernel's own method: the kernel under assumptions that its
 * own method checks.
 */
public final class KernelForms {

  /** Scalar code: over native memory, for few elements or such as lie far apart. */
  private static final KernelForm.Emitter SCALAR = (k, code, _, _) -> ScalarKernel.emit(k, code);

  private KernelForms() {}

  /** Adds the forms that rows go in: stages, or the kernel's own loop and the step at its end. */
  private static void addParts(String method, Kernel k, Memory memory, List<KernelForm> forms) {
    Optional<LoopFission> stages = LoopFission.of(k);
    if (stages.isEmpty()) {
      addTail(method, k, memory, forms);
      return;
    }
    List<LoopFission.Stage> all = stages.get().all();
    for (int number = 0; number < all.size(); number++) {
      String stage = LoopFission.method(method, number);
      Kernel piece = all.get(number).piece().kernel();
      forms.add(new KernelForm(stage, piece, VectorKernel::emitPiece));
      addTail(stage, piece, memory, forms);
    }
  }

  /** An element-wise kernel whose caller has run the checks before the loops. */
  private static void addElements(String method, Kernel k, Memory memory, List<KernelForm> forms) {
    forms.add(new KernelForm(method, k, VectorKernel::emitRows, KernelForm.ownTail(k)));
    addParts(method, k, memory, forms);
    UnrolledRows.addForms(k, memory, method, forms);
  }

  /** Adds the methods with the kernel's loops: its own method where no operand is open. */
  private static void addStretching(String name, Kernel k, Memory memory, List<KernelForm> forms) {
    List<StretchForms.Form> stretching = StretchForms.of(k);
    for (StretchForms.Form form : stretching) {
      addForm(form.method(name), form.kernel(), memory, forms);
    }
    if (stretching.isEmpty()) {
      addParts(name, k, memory, forms);
    } else if (!BlockCalls.possible(k, memory)) {
      addForm(StretchForms.restMethod(name), k, memory, forms);
    }
  }

  private static void addForm(String method, Kernel k, Memory memory, List<KernelForm> forms) {
    forms.add(new KernelForm(method, k, VectorKernel::emitForm, KernelForm.ownTail(k)));
    addParts(method, k, memory, forms);
  }

  private static void addTail(String method, Kernel k, Memory memory, List<KernelForm> forms) {
    if (StepSize.hasTailMethod(k, memory)) {
      forms.add(new KernelForm(StepSize.tailMethod(method), k, VectorKernel::emitTail));
    }
  }

  private static List<KernelForm> pieces(Kernel k, Memory memory, String name) {
    var forms = new ArrayList<KernelForm>();
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
      String method, Kernel k, int number, Memory memory, List<KernelForm> forms) {
    addNarrow(method, k, number, memory, NarrowRows.forms(k, memory), forms);
  }

  private static void addNarrow(
      String method,
      Kernel k,
      int number,
      Memory memory,
      List<NarrowRows.Form> of,
      List<KernelForm> forms) {
    for (NarrowRows.Form form : of) {
      String narrow = NarrowRows.method(method, form);
      forms.add(new KernelForm(narrow, k, narrow(number, form)));
      NarrowRows.sums(k, memory)
          .forEach(
              (r, sum) -> {
                String own = NarrowRows.sumMethod(narrow, r);
                forms.add(new KernelForm(own, sum.kernel(), narrow(number + r, form)));
              });
    }
  }

  /** Adds forms for rows of one chunk, behind which arrays end. */
  private static void addShortNarrow(
      String method, Kernel k, Memory memory, List<KernelForm> forms) {
    if (NarrowRows.possible(k, memory)) {
      addNarrow(method, k, 0, memory, List.of(NarrowRows.Form.ONE_CHUNK), forms);
    }
  }

  private static KernelForm.Emitter narrow(int number, NarrowRows.Form form) {
    return (kernel, code, holders, name) ->
        VectorRows.emitNarrow(kernel, code, holders, name, number, form);
  }

  private static List<KernelForm> spread(Kernel k, Memory memory, String name) {
    String spread = MultiAxisReductions.method(name);
    List<RowPiece> pieces = MultiAxisReductions.pieces(k);
    var forms = new ArrayList<KernelForm>();
    if (MultiAxisStrips.possible(k)) {
      forms.add(
          new KernelForm(
              MultiAxisStrips.method(name),
              k,
              (kernel, code, _, _) -> MultiAxisStrips.emit(kernel, code)));
    }
    if (!pieces.isEmpty()) {
      forms.add(new KernelForm(spread, k, MultiAxisReductions::emit));
    }
    for (int number = 0; number < pieces.size(); number++) {
      addPiece(RowPiece.method(spread, number), pieces.get(number), 0, memory, forms);
    }
    return forms;
  }

  /**
   * @param reduction the number of the piece's reduction, if it has one
   */
  private static void addPiece(
      String method, RowPiece piece, int reduction, Memory memory, List<KernelForm> forms) {
    KernelForm.Emitter emitter =
        piece.kernel().reductions().isEmpty()
            ? VectorKernel::emitPiece
            : (sum, code, holders, _) -> VectorRows.emitSum(sum, code, holders, method, reduction);
    Kernel k = piece.kernel();
    boolean scalarRest = k.nests().stream().anyMatch(nest -> !NestEmitter.masksRest(k, nest));
    Optional<Kernel> tail = scalarRest ? Optional.of(k) : Optional.empty();
    forms.add(new KernelForm(method, k, emitter, tail));
    forms.addAll(nests(k, memory, method));
    addNarrow(method, k, reduction, memory, forms);
  }

  /**
   * @param name of the kernel's own method
   * @param rowForms the name of the kernel whose forms of short rows it takes
   */
  static List<KernelForm> of(Kernel k, Memory memory, String name, String rowForms) {
    var forms = new ArrayList<KernelForm>(nests(k, memory, name));
    if (VectorForm.of(k) == VectorForm.NESTS) {
      return forms;
    }
    if (name.equals(rowForms) && BlockCalls.possible(k, memory)) {
      Kernel matrix = RowBlocks.matrix(k);
      forms.add(
          new KernelForm(
              RowBlocks.method(name),
              matrix,
              VectorKernel::emitBlocks,
              KernelForm.ownTail(matrix)));
    }
    if (SmallWindow.possible(k)) {
      String window = SmallWindow.method(name);
      forms.add(new KernelForm(window, k, SmallWindow::emit));
      forms.add(KernelForm.alone(StepSize.tailMethod(window), k, SmallWindow::emitTail));
    }
    if (VectorForm.of(k) == VectorForm.COLUMNS && WideColumns.possible(k)) {
      forms.add(
          KernelForm.alone(
              WideColumns.method(name),
              k,
              (kernel, code) -> WideColumns.emit(kernel, code, false)));
    }
    if (ColumnBlocks.possible(k)) {
      forms.add(KernelForm.alone(ColumnBlocks.method(name), k, ColumnBlocks::emit));
    }
    if (FlatColumns.possible(k)) {
      forms.add(KernelForm.alone(FlatColumns.method(name), k, FlatColumns::emit));
    }
    if (FewColumns.possible(k)) {
      String few = FewColumns.method(name);
      forms.add(new KernelForm(few, k, FewColumns::emit));
      if (FewColumns.isSum(k)) {
        forms.add(KernelForm.alone(FewColumns.restMethod(few), k, FewColumns::emitRest));
      }
    }
    SmallMatrices.of(k, memory)
        .ifPresent(
            product ->
                forms.add(
                    KernelForm.alone(
                        SmallMatrices.method(name),
                        k,
                        (kernel, code) -> SmallMatrices.emit(kernel, product, code))));
    TiledContraction.of(k)
        .ifPresent(
            tiled -> {
              Kernel finish = tiled.finish().kernel();
              String method = TiledContraction.finishMethod(name);
              forms.add(
                  new KernelForm(method, finish, VectorKernel::emitPiece, Optional.of(finish)));
              forms.addAll(tiled.left().forms(name, VectorKernel::emitPiece));
              forms.addAll(tiled.right().forms(name, VectorKernel::emitPiece));
            });
    if (AcrossRows.possible(k, memory)) {
      forms.add(
          new KernelForm(
              AcrossRows.method(name),
              k,
              (kernel, code, holders, _) -> AcrossRows.emit(kernel, code, holders.vector(), name)));
      AcrossPoints.addForms(k, name, forms);
    }
    if (SideBySide.possible(k)) {
      forms.add(KernelForm.alone(SideBySide.method(name), SideBySide.of(k), SideBySide::emit));
    }
    if (VectorForm.of(k) == VectorForm.ROWS) {
      OverlappingRows.addForms(k, memory, name, VectorKernel::emitPiece, forms);
      RowGroups.addForms(k, memory, name, forms);
      RowsInRegisters.addForms(k, name, forms);
      forms.addAll(pieces(k, memory, name));
      addNarrow(name, k, 0, memory, forms);
    }
    forms.addAll(spread(k, memory, name));
    for (KernelForm form : List.copyOf(forms)) {
      addTail(form.method(), form.kernel(), memory, forms);
    }
    if (InLanes.possible(k)) {
      String method = InLanes.method(name);
      Kernel rows = InLanes.of(k);
      forms.add(
          new KernelForm(
              method,
              rows,
              (kernel, code, holders, _) -> VectorRows.emit(kernel, code, holders, method, name)));
      forms.addAll(of(rows, memory, method, method));
    }
    if (VectorForm.of(k) == VectorForm.ROWS) {
      FissionedSweeps.addForms(
          k,
          memory,
          name,
          forms,
          (stage, elements) -> addElements(stage, elements, memory, forms),
          (stage, sums) -> addShortNarrow(stage, sums, memory, forms));
    }
    addStretching(name, k, memory, forms);
    if (name.equals(rowForms) && VectorForm.of(k) == VectorForm.ELEMENTS) {
      UnrolledRows.addForms(k, memory, name, forms);
    }
    if (name.equals(rowForms) && RepeatForm.possible(k, memory)) {
      for (RepeatForm form : RepeatForm.of(k)) {
        forms.add(KernelForm.alone(form.method(name), form.row(), (_, code) -> form.emit(code)));
      }
    }
    if (VectorForm.of(k) == VectorForm.ELEMENTS) {
      CacheTiles.addForms(k, name, forms);
      TilesInRegisters.addForms(k, memory, name, forms);
    }
    List<ShortRows> shortRows = VectorShortRows.of(k, memory);
    for (int n = 0; n < shortRows.size(); n++) {
      ShortRows rows = shortRows.get(n);
      forms.add(
          new KernelForm(
              VectorShortRows.method(name, n),
              k,
              (_, code, holders, method) ->
                  VectorKernel.emitShortRows(k, rows, code, holders, method)));
    }
    if (memory == Memory.SEGMENTS && UnitRows.possible(k)) {
      forms.add(new KernelForm(UnitRows.method(name), k, SCALAR));
    }
    return forms;
  }

  /** Over arrays the scalar rest of a nest is the kernel's own scalar form. */
  private static List<KernelForm> nests(Kernel k, Memory memory, String name) {
    var forms = new ArrayList<KernelForm>();
    for (int n = 0; n < k.nests().size(); n++) {
      int number = n;
      KernelForm.Emitter vectors =
          (_, code, holders, _) -> NestEmitter.emit(k, number, code, holders, name);
      KernelForm.Emitter rest =
          (_, code, holders, _) -> NestEmitter.emitRest(k, number, code, holders);
      forms.add(new KernelForm(NestEmitter.method(name, number), k, vectors));
      boolean masks = NestEmitter.masksRest(k, k.nests().get(number));
      if (masks || memory == Memory.SEGMENTS) {
        KernelForm.Emitter emitter = masks ? rest : SCALAR;
        forms.add(new KernelForm(NestEmitter.restMethod(name, number), k, emitter));
      }
    }
    return forms;
  }
}
