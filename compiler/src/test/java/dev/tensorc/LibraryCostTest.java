package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.StandardLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A program pays for those functions of the library that it calls, and for nothing else of it. */
class LibraryCostTest {

  private static final String FILES = "dev/tensorc/std/";

  /**
   * A function that a program without the library may well have: a name that the library has, too.
   */
  private static final String PLAIN =
      """
      fn median(x: f64[n]) -> f64 where n > 0 { return sort(x)[n // 2] }
      export fn spread(x: f64[n]) -> f64 where n > 0 { return max(x) - median(x) }
      """;

  private static final String CALLED = "export fn width(x: f64[n]) -> f64 { return ptp(x) }\n";

  @Test
  void aProgramWithoutImportsReadsNoFileOfIt() throws Exception {
    var compiler = new Watched();
    compiler.compile(PLAIN);
    assertThat(compiler.read).isEmpty();
    assertThat(compiler.defined)
        .contains("dev.tensorc.frontend.Linker")
        .doesNotContain("dev.tensorc.frontend.StandardLibrary");
  }

  @Test
  void anImportReadsThatFileOnce() throws Exception {
    var compiler = new Watched();
    compiler.compile("import \"std/stats.tc\"\n" + CALLED);
    assertThat(compiler.read).containsExactly(FILES + "stats.tc");
  }

  @Test
  void anImportAddsNothingButWhatIsCalled() {
    String one = "import \"std/stats.tc\"\n";
    String all =
        StandardLibrary.paths().stream()
            .map("import \"%s\"\n"::formatted)
            .collect(Collectors.joining());
    Map<String, List<String>> written = methods(ptp() + CALLED);
    assertThat(written.get("Width$Scalar")).isNotEmpty();
    assertThat(methods(one + CALLED)).isEqualTo(written);
    assertThat(methods(all + CALLED)).isEqualTo(written);
  }

  /** The function as it stands in the library. */
  private static String ptp() {
    String text = StandardLibrary.read("std/stats.tc").text();
    int start = text.indexOf("fn ptp[");
    return text.substring(start, text.indexOf("\n}\n", start) + 3);
  }

  /** The methods of each class with the bytes of their code; all but the places of source text. */
  private static Map<String, List<String>> methods(String program) {
    var methods = new TreeMap<String, List<String>>();
    Tensorc.compile(new SourceText("width.tc", program), Options.DEFAULT)
        .classFiles()
        .forEach(
            (name, bytes) ->
                methods.put(
                    name,
                    ClassFile.of().parse(bytes).methods().stream()
                        .map(LibraryCostTest::described)
                        .toList()));
    return methods;
  }

  private static String described(MethodModel m) {
    int bytes = m.findAttribute(Attributes.code()).map(CodeAttribute::codeLength).orElse(0);
    return m.methodName().stringValue() + m.methodType().stringValue() + " " + bytes;
  }

  /** A compiler of its own, whose loads and reads are seen. */
  private static final class Watched extends ClassLoader {

    final List<String> read = new ArrayList<>();
    final List<String> defined = new ArrayList<>();

    Watched() {
      super(LibraryCostTest.class.getClassLoader());
    }

    void compile(String program) throws ReflectiveOperationException {
      loadClass("dev.tensorc.Tensorc").getMethod("compile", String.class).invoke(null, program);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null || !name.startsWith("dev.tensorc.")) {
          return known != null ? known : super.loadClass(name, resolve);
        }
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
          if (in == null) {
            throw new ClassNotFoundException(name);
          }
          defined.add(name);
          byte[] bytes = in.readAllBytes();
          return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }

    @Override
    public URL getResource(String name) {
      if (name.startsWith(FILES)) {
        read.add(name);
      }
      return super.getResource(name);
    }
  }
}
