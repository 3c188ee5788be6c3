package dev.tensorc.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.infer.Inference;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A right function, changed in one way at a time. */
class TensorIrVerifierTest {

  private static TensorIr.Function function(String program) {
    return Inference.infer(Parser.parse(new SourceText("t.tc", program)).orThrow())
        .module()
        .orElseThrow()
        .functions()
        .getFirst();
  }

  private static final TensorIr.Function SUM =
      function("export fn f(a: f32[?], b: f32[?]) -> f32[?] { return (a + b) * a + 1 }");

  private static TensorIr.Function with(
      TensorIr.Function f, List<TensorIr.Check> checks, TensorIr.Block body) {
    return new TensorIr.Function(
        f.name(),
        f.types(),
        f.doc(),
        f.params(),
        f.bindings(),
        checks,
        f.facts(),
        body,
        f.results(),
        f.span());
  }

  private static TensorIr.Function steps(UnaryOperator<List<TensorIr.Step>> change) {
    var steps = change.apply(new ArrayList<>(SUM.body().steps()));
    return with(SUM, SUM.entryChecks(), new TensorIr.Block(steps, SUM.body().yields()));
  }

  private static void refused(TensorIr.Function f, String message) {
    assertThatThrownBy(() -> TensorIrVerifier.verify(new TensorIr.Module(List.of(f)), "fuse"))
        .isInstanceOf(CompilerBug.class)
        .hasMessageContaining("after pass `fuse`")
        .hasMessageContaining(message);
  }

  @Test
  void aRightFunctionPasses() {
    TensorIrVerifier.verify(new TensorIr.Module(List.of(SUM)), "infer");
    assertThat(new CompilerBug("fuse", "x").pass()).isEqualTo("fuse");
  }

  @Test
  void aJoinWithoutItsCheck() {
    refused(with(SUM, List.of(), SUM.body()), "without a check");
  }

  @Test
  void aUseBeforeItsDefinition() {
    refused(steps(List::reversed), "used but not defined");
  }

  @Test
  void aDefinitionTwice() {
    refused(
        steps(
            s -> {
              s.add(s.getFirst());
              return s;
            }),
        "defined twice");
  }

  @Test
  void aCheckOnEntryDimsInTheBody() {
    refused(
        steps(
            s -> {
              s.add(SUM.entryChecks().getFirst());
              return s;
            }),
        "out of its place");
  }

  private static TensorIr.Function lastMap(UnaryOperator<TensorIr.Map> change) {
    var changed = change.apply((TensorIr.Map) SUM.body().steps().getLast());
    var steps = new ArrayList<>(SUM.body().steps());
    steps.set(steps.size() - 1, changed);
    return with(SUM, SUM.entryChecks(), new TensorIr.Block(steps, List.of(changed.result())));
  }

  @Test
  void wrongDTypes() {
    refused(
        lastMap(
            m -> {
              Value r = m.result();
              var wrong = new Value(r.id(), DType.F64, r.shape(), r.name(), r.span());
              return new TensorIr.Map(wrong, m.builtin(), m.operands());
            }),
        "ADD from f32 to f64");
  }

  @Test
  void wrongShape() {
    refused(
        lastMap(
            m -> {
              Value r = m.result();
              var wrong = new Value(r.id(), r.dtype(), List.of(Dims.of(7)), r.name(), r.span());
              return new TensorIr.Map(wrong, m.builtin(), m.operands());
            }),
        "axis 0 has size 7");
  }

  @Test
  void wrongIndexMap() {
    refused(
        lastMap(
            m -> {
              var operands = new ArrayList<>(m.operands());
              operands.set(0, new TensorIr.Operand(operands.get(0).value(), List.of(1)));
              return new TensorIr.Map(m.result(), m.builtin(), operands);
            }),
        "index map [1]");
  }

  @Test
  void aDimThatNothingBinds() {
    var f =
        new TensorIr.Function(
            "f",
            List.of(),
            "",
            SUM.params(),
            SUM.bindings().subList(0, 1),
            SUM.entryChecks(),
            Facts.NONE,
            SUM.body(),
            SUM.results(),
            SUM.span());
    refused(f, "has no size here");
  }

  private static final TensorIr.Function SCATTER =
      function(
          "export fn f(a: f32[n], p: i64[k], v: f32[k]) -> f32[n] {"
              + " var y = a\n y[p[i]] += v[i]\n return y }");

  private static TensorIr.Function scatter(UnaryOperator<TensorIr.Scatter> change) {
    List<TensorIr.Step> steps =
        SCATTER.body().steps().stream()
            .map(s -> s instanceof TensorIr.Scatter x ? change.apply(x) : s)
            .toList();
    return with(SCATTER, SCATTER.entryChecks(), new TensorIr.Block(steps, SCATTER.body().yields()));
  }

  @Test
  void aScatterWithoutAPlaceForAnAxis() {
    refused(
        scatter(
            s ->
                new TensorIr.Scatter(
                    s.result(), s.target(), s.combine(), s.extents(), List.of(), s.value())),
        "scatter of f32[k] into f32[n] at []");
  }

  @Test
  void aScatterThatCombinesByWhatMayThrow() {
    refused(
        scatter(
            s ->
                new TensorIr.Scatter(
                    s.result(),
                    s.target(),
                    Optional.of(Builtin.POW),
                    s.extents(),
                    s.places(),
                    s.value())),
        "scatter of f32[k] into f32[n]");
  }

  @Test
  void aScatterAtPlacesThatAreNoIntegers() {
    refused(
        scatter(
            s ->
                new TensorIr.Scatter(
                    s.result(),
                    s.target(),
                    s.combine(),
                    s.extents(),
                    List.of(new TensorIr.Place(0, s.value(), "axis 0 of y")),
                    s.value())),
        "scatter of f32[k] into f32[n] at [f32[k]]");
  }

  @Test
  void aGatherWhoseGuardIsNoBool() {
    TensorIr.Function f =
        function("export fn f(x: f32[n], p: i64[k]) -> f32[k] { let y[i] = x[p[i]]\n return y }");
    List<TensorIr.Step> steps =
        f.body().steps().stream()
            .map(
                s ->
                    s instanceof TensorIr.Gather g
                        ? new TensorIr.Gather(
                            g.result(),
                            g.source(),
                            g.places(),
                            Optional.of(g.places().getFirst().index()))
                        : s)
            .toList();
    refused(
        with(f, f.entryChecks(), new TensorIr.Block(steps, f.body().yields())), "gather of f32[n]");
  }
}
