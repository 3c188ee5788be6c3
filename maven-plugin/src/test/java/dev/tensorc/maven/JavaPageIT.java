package dev.tensorc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.maven.Page.Block;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The code in {@code docs/java.md} works as it stands there. Its project is built from the files of
 * the page, in a folder of its own. Each other {@code java} block compiles beside that project,
 * with the compiler on the class path: as a file if it declares a type, else as statements.
 */
class JavaPageIT {

  private static final Pattern TYPE =
      Pattern.compile("(?m)^(?:\\w+ )*(?:class|record|interface) (\\w+)");

  private static Page page;
  private static Consumer project;

  @BeforeAll
  static void theProjectOfThePageIsBuilt() throws Exception {
    page = Page.read(Path.of("..", "docs", "java.md"));
    project = Consumer.empty("page");
    for (Block block : page.of("In ten minutes")) {
      if (!block.file().isEmpty()) {
        project.write(block.file(), block.text());
      }
    }
    assertThat(command("mvn package")).isNotEmpty();
    project.mvn("package").succeeds();
  }

  /** The line of a block that begins like that. */
  private static String command(String beginning) {
    return page.blocks().stream()
        .filter(block -> block.language().isEmpty())
        .flatMap(block -> block.text().lines())
        .filter(line -> line.startsWith(beginning))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theServiceAnswers() throws Exception {
    List<String> words = new ArrayList<>(List.of(command("java ").split(" ")));
    words.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("0"); // any port
    Process service =
        new ProcessBuilder(words)
            .directory(project.path("").toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = service.inputReader()) {
      URI address = URI.create(out.readLine());
      var answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
      assertThat(page.blocks()).extracting(Block::text).contains(answer.body());
    } finally {
      service.destroy();
    }
  }

  @Test
  void snippetsCompile() throws Exception {
    var sources = new ArrayList<Path>();
    for (Block block : page.blocks()) {
      if (block.language().equals("java") && block.file().isEmpty()) {
        sources.add(source(block));
      }
    }
    assertThat(sources).isNotEmpty();
    var messages = new StringWriter();
    Path classes = Files.createDirectories(project.path("snippets/classes"));
    var compiler = ToolProvider.getSystemJavaCompiler();
    var options = List.of("-d", classes.toString(), "-cp", classPath(), "-proc:none");
    var files = compiler.getStandardFileManager(null, null, null);
    boolean compiled =
        compiler
            .getTask(
                messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
            .call();
    assertThat(compiled).as(messages.toString()).isTrue();
    run(classes);
  }

  /** Code that needs no files of the reader's also runs. */
  private static void run(Path classes) throws Exception {
    var urls = new ArrayList<URL>();
    for (String element : (classes + File.pathSeparator + classPath()).split(File.pathSeparator)) {
      urls.add(Path.of(element).toUri().toURL());
    }
    try (var loader = new URLClassLoader(urls.toArray(URL[]::new))) {
      for (Block block : page.of("Aliasing, threads, exceptions")) {
        loader.loadClass("Line" + block.line()).getMethod("run").invoke(null);
      }
    }
  }

  private static Path source(Block block) throws IOException {
    Matcher type = TYPE.matcher(block.text());
    boolean file = type.find();
    String name = file ? type.group(1) : "Line" + block.line();
    String imports =
        Stream.of(
                "com.acme",
                "dev.tensorc",
                "dev.tensorc.runtime",
                "dev.tensorc.runtime.io",
                "java.lang.foreign",
                "java.nio",
                "java.nio.file",
                "java.time",
                "java.util",
                "java.util.concurrent")
            .map(p -> "import " + p + ".*;\n")
            .collect(Collectors.joining());
    String text =
        file
            ? block.text()
            : "%spublic class %s {\n  public static void run() throws Exception {\n%s  }\n}\n"
                .formatted(imports, name, block.text());
    Path path = project.path("snippets/" + block.line() + "/" + name + ".java");
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text);
  }

  /** The project's classes, the runtime and the compiler. */
  private static String classPath() {
    return project.path("target/classes")
        + File.pathSeparator
        + System.getProperty("java.class.path");
  }

  /** Kotlin's compiler takes as long as all else here. */
  @EnabledIfSystemProperty(named = "tensorc.full", matches = "true")
  @Test
  void kotlinCallsTheClass() throws Exception {
    Consumer kotlin = Consumer.empty("kotlin");
    String plugin = "";
    for (Block block : page.blocks()) {
      if (block.heading().equals("Kotlin") && block.language().equals("xml")) {
        plugin = block.text();
      } else if (List.of("pom.xml", "src/main/tensor/com/acme/pricing.tc").contains(block.file())
          || block.heading().equals("Kotlin")) {
        kotlin.write(block.file(), block.text());
      }
    }
    String stdlib =
        "<dependency><groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-stdlib</artifactId>"
            + "<version>2.3.20</version></dependency>";
    kotlin.write(
        "pom.xml",
        Files.readString(kotlin.path("pom.xml"))
            .replace("</dependencies>", stdlib + "</dependencies>")
            .replace("</plugins>", plugin + "</plugins>"));
    kotlin.write(
        "src/test/java/com/acme/QuotesTest.java",
        """
        package com.acme;

        import static org.junit.jupiter.api.Assertions.assertEquals;

        class QuotesTest {
          @org.junit.jupiter.api.Test
          void callsAreWorthWhatTheTextbookSays() {
            assertEquals(10.45058357, QuotesKt.quotes(90, 100)[1], 1e-8);
          }
        }
        """);
    assertThat(kotlin.mvn("test", "-Dkotlin.compiler.daemon=false").succeeds().text())
        .contains("Tests run: 1, Failures: 0");
  }

  /** The task of the Gradle recipe runs this command. */
  @Test
  void theCommandOfTheGradleRecipeCompiles() throws Exception {
    String recipe = page.of("Gradle and others").get(0).text();
    Matcher args = Pattern.compile("args\\((.*)\\)").matcher(recipe);
    assertThat(args.find()).isTrue();
    Path out = project.path("gradle");
    String words = args.group(1).replace("$tensorClasses", out.toString()).replaceAll("['\"]", "");
    var command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(List.of("-cp", classPath(), "dev.tensorc.cli.Main"));
    command.addAll(List.of(words.split(", ")));
    Process process =
        new ProcessBuilder(command).directory(project.path("").toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    assertThat(out.resolve("com/acme/Pricing.class")).isNotEmptyFile();
  }
}
