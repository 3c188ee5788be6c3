package dev.tensorc.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.frontend.format.Formatter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The one layout: its rules; it changes no program, and formatting again changes nothing. */
class FormatterTest {

  static final List<String> PROGRAMS = Programs.ALL;

  @Test
  void layout() {
    assertThat(
            format(
                """


                # About the file.


                ## Doc of f.
                ##   indented
                @broadcasting( strict,rank = off )
                export fn f [T:f32|f64] (x:T[n,d ],const k=-1, eps : f64=1e-5)->(lo:T[n], hi : T [ s ... ])
                where n>1 ,
                d==2 *m {

                  # first
                   let y=x [1:-1 , : ,...,newaxis]*-2**-n   # trailing
                  let(a,b:f32)=f( x , axis = 1 )


                  var z : f32[?]=if not c then - a else+b
                  x +={ 1 } v
                  x[i] = x[i - 1] for i in 1 : n - 1 , j in 0:(n-1) // 2
                  for s in 0:n { z+=1 }
                  if c { z = 1
                     # in the block
                  }
                  else if d { z = 2 } else {
                  z = 3 }
                  if c { z = 1 }
                  else { z = 2 }
                      let t = [1,2 ; 3,4] + g(
                    (2 ,),
                        x . T)
                  return (
                    a ,
                  # last
                  )

                }
                #comment
                const  k = 2 . T


                #> run   f( x=1 )
                  untouched\s\s
                """))
        .isEqualTo(
            """
            # About the file.

            ## Doc of f.
            ##   indented
            @broadcasting(strict, rank=off)
            export fn f[T: f32 | f64](x: T[n, d], const k = -1, eps: f64 = 1e-5) -> (lo: T[n], hi: T[s...])
                where n > 1,
                    d == 2 * m {
                # first
                let y = x[1:-1, :, ..., newaxis] * -2 ** -n # trailing
                let (a, b: f32) = f(x, axis=1)

                var z: f32[?] = if not c then -a else +b
                x +={1} v
                x[i] = x[i - 1] for i in 1:n-1, j in 0:(n - 1) // 2
                for s in 0:n { z += 1 }
                if c {
                    z = 1
                    # in the block
                } else if d { z = 2 } else {
                    z = 3
                }
                if c { z = 1 }
                else { z = 2 }
                let t = [1, 2; 3, 4] + g(
                    (2,),
                    x.T)
                return (
                    a,
                    # last
                )
            }
            #comment
            const k = 2 .T

            #> run   f( x=1 )
              untouched\s\s
            """);
  }

  @Test
  void filesWithoutAProgramStay() {
    assertThat(format("")).isEmpty();
    assertThat(format("\n\n")).isEmpty();
    assertThat(format("# only this")).isEqualTo("# only this\n");
    assertThat(format("#> run f()\n1")).isEqualTo("#> run f()\n1");
  }

  @Test
  void mistakesOfSyntaxAreRefused() {
    assertThatThrownBy(() -> format("fn f( {\n"))
        .isInstanceOfSatisfying(
            CompilationException.class, e -> assertThat(e.diagnostics()).isNotEmpty());
  }

  @ParameterizedTest
  @FieldSource("PROGRAMS")
  void formsOfTheLanguage(String text) {
    assertThat(isFormatted(Programs.source(text))).isTrue();
  }

  /** Programs of the repository; those with mistakes of syntax are refused. */
  @Test
  void programsStayTheSameAndFormattedOnesDoNotChange() throws IOException {
    var sources = new ArrayList<SourceText>();
    for (Path file :
        Programs.drawn(programs("../compiler/src/test", "../maven-plugin/src").toList())) {
      sources.add(source(file));
    }
    // on one thread with a large stack, where parsing starts no other
    long formatted =
        BigStack.call(() -> sources.stream().filter(FormatterTest::isFormatted).count());
    assertThat(sources).hasSizeGreaterThan(170);
    assertThat(formatted).isGreaterThan(170);
  }

  static Stream<Path> formatted() throws IOException {
    return programs("src/main", "../samples", "../benchmarks/src");
  }

  @ParameterizedTest
  @MethodSource("formatted")
  void libraryAndSamplesAreInTheLayout(Path file) throws IOException {
    assertThat(Formatter.format(source(file))).isEqualTo(source(file).text());
  }

  private static Stream<Path> programs(String... folders) throws IOException {
    Stream<Path> all = Stream.empty();
    for (String folder : folders) {
      try (var files = Files.walk(Path.of(folder))) {
        all =
            Stream.concat(
                all, files.filter(file -> file.toString().endsWith(".tc")).toList().stream());
      }
    }
    return all;
  }

  private static SourceText source(Path file) throws IOException {
    return new SourceText(file.toString(), Files.readString(file));
  }

  private static boolean isFormatted(SourceText source) {
    var program = Parser.parse(source).program();
    if (program.isEmpty()) {
      assertThatThrownBy(() -> Formatter.format(source)).isInstanceOf(CompilationException.class);
      return false;
    }
    var again = new SourceText(source.name(), Formatter.format(source));
    assertThat(WithoutSpans.of(Parser.parse(again).orThrow()))
        .as(source.name())
        .isEqualTo(WithoutSpans.of(program.get()));
    assertThat(Formatter.format(again)).as(source.name()).isEqualTo(again.text());
    return true;
  }

  private static String format(String text) {
    return Formatter.format(Programs.source(text));
  }
}
