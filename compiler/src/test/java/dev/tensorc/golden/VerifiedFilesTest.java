package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.compiler.PassContext;
import dev.tensorc.compiler.Pipeline;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIrVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What inference makes of every golden file keeps the invariants of {@link TensorIr}. */
class VerifiedFilesTest {

  @Test
  void inferenceKeepsInvariants() throws IOException {
    var broken = new ArrayList<String>();
    List<GoldenFile> files = GoldenTest.all().toList();
    int verified = 0;
    for (GoldenFile file : files) {
      Optional<TensorIr.Module> module = inferred(file);
      verified += module.isPresent() ? 1 : 0;
      try {
        module.ifPresent(m -> TensorIrVerifier.verify(m, "infer"));
      } catch (CompilerBug e) {
        broken.add(file.path() + ": " + e.getMessage());
      }
    }
    assertThat(broken).isEmpty();
    assertThat(verified).isGreaterThan(files.size() / 2);
  }

  /** Empty where the file is about mistakes. */
  private static Optional<TensorIr.Module> inferred(GoldenFile file) {
    try {
      return Optional.of(Pipeline.analyse(new PassContext(file.source(), file.options())));
    } catch (CompilationException e) {
      return Optional.empty();
    }
  }
}
