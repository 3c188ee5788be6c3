package dev.tensorc.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinkerTest {

  private final Map<String, String> files = new HashMap<>();
  private int reads;

  private Linker.LinkResult link(String main) {
    var program = Parser.parse(new SourceText("main.tc", main)).orThrow();
    return Linker.link(
        program,
        (path, from) -> {
          reads++;
          return Imports.Result.of(
              Optional.ofNullable(files.get(path)).map(text -> new SourceText(path, text)));
        });
  }

  private static String lines(String... lines) {
    return String.join("\n", lines) + "\n";
  }

  @Test
  void aFileThatSeveralImportIsOneUnit() {
    files.put("a.tc", lines("import \"c.tc\""));
    files.put("b.tc", lines("import \"c.tc\""));
    files.put("c.tc", lines("const k = 1"));
    SourceUnit unit = link(lines("import \"a.tc\"", "import \"b.tc\"")).unit().orElseThrow();
    SourceUnit a = unit.imports().get(0).unit();
    SourceUnit b = unit.imports().get(1).unit();
    assertThat(a.imports().getFirst().unit()).isSameAs(b.imports().getFirst().unit());
  }

  @Test
  void everyMistakeOfEveryFileIsTold() {
    files.put("a.tc", lines("const k ="));
    files.put("b.tc", lines("import \"none.tc\""));
    var result = link(lines("import \"a.tc\"", "import \"b.tc\""));
    assertThat(result.unit()).isEmpty();
    assertThat(result.diagnostics())
        .extracting(d -> d.id() + " " + d.span().location())
        .containsExactly("TC-P001 a.tc:1:10", "TC-P021 b.tc:1:1");
  }

  @Test
  void longChainsAreCutOnce() {
    for (int i = 0; i < 2_000; i++) {
      files.put("f" + i + ".tc", lines("import \"f" + (i + 1) + ".tc\""));
    }
    var result = link(lines("import \"f0.tc\""));
    assertThat(result.diagnostics()).extracting(Diagnostic::id).containsExactly("TC-P023");
    assertThat(reads).isLessThan(1_100);
  }

  @Test
  void aFileMayNotImportItself() {
    files.put("a.tc", lines("import \"a.tc\""));
    assertThat(link(lines("import \"a.tc\"")).diagnostics())
        .extracting(Diagnostic::id)
        .containsExactly("TC-P022");
  }
}
