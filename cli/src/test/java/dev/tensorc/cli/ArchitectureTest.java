package dev.tensorc.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.tensorc.frontend.StandardLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The dependency directions of docs/architecture.md, package by package: frontend, shape-infer (ir,
 * infer, math, interp, partition), codegen, compiler, lsp, cli depend leftward only; runtime knows
 * none of them, and io only runtime. It stands in cli because cli has every module on its
 * classpath.
 */
@AnalyzeClasses(packages = "dev.tensorc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String FRONTEND = "dev.tensorc.frontend..";
  private static final String[] SHAPE_INFER = {
    "dev.tensorc.ir..",
    "dev.tensorc.infer..",
    "dev.tensorc.math..",
    "dev.tensorc.interp..",
    "dev.tensorc.partition.."
  };
  private static final String INTERP = "dev.tensorc.interp..";
  private static final String MATH = "dev.tensorc.math..";
  private static final String CODEGEN = "dev.tensorc.codegen..";
  private static final String RUNTIME = "dev.tensorc.runtime..";
  private static final String IO = "dev.tensorc.io..";
  private static final String[] COMPILER = {
    "dev.tensorc", "dev.tensorc.compiler..", "dev.tensorc.sections.."
  };
  private static final String LSP = "dev.tensorc.lsp..";
  private static final String ONNX = "dev.tensorc.onnx..";
  private static final String ADAPTERS = "dev.tensorc.adapters..";
  private static final String CLI = "dev.tensorc.cli..";

  /** Modules in whose packages a newcomer finds the way: small ones, and arrows one way only. */
  private static final List<String[]> SMALL_PACKAGES =
      List.of(SHAPE_INFER, new String[] {CODEGEN}, new String[] {RUNTIME}, new String[] {ONNX});

  private static final int MOST_CLASSES = 30;

  /** Folders of the modules that cli has on its classpath, and its own. */
  private static final List<String> MODULES =
      List.of(
          "frontend",
          "shape-infer",
          "codegen",
          "compiler",
          "runtime",
          "io",
          "adapters/arrow",
          "onnx",
          "lsp",
          "cli");

  /**
   * The API is one package: the tensor classes are one sealed type, which Java wants in one package
   * with their common superclass; and nobody can come to depend on package-private classes.
   */
  private static final Map<String, Integer> LARGER_PACKAGES = Map.of("dev.tensorc.runtime", 67);

  @ArchTest
  static final ArchRule frontendIsLeftmost = only(packages(FRONTEND)).mayUse(packages(FRONTEND));

  @ArchTest
  static final ArchRule shapeInferUsesFrontend =
      only(packages(SHAPE_INFER)).mayUse(packages(SHAPE_INFER, FRONTEND, RUNTIME));

  @ArchTest
  static final ArchRule codegenUsesShapeInfer =
      only(packages(CODEGEN)).mayUse(packages(SHAPE_INFER, FRONTEND, CODEGEN));

  @ArchTest
  static final ArchRule compilerUsesAllButCli =
      only(packages(COMPILER))
          .mayUse(packages(SHAPE_INFER, FRONTEND, CODEGEN, RUNTIME).or(packages(COMPILER)));

  /**
   * An import writes a program's text, so it needs sizes and words of the language, and no stage.
   */
  @ArchTest
  static final ArchRule onnxUsesSizesAndWords =
      only(packages(ONNX))
          .mayUse(packages(ONNX, "dev.tensorc.ir..", "dev.tensorc.frontend.parser..", RUNTIME));

  @ArchTest
  static final ArchRule languageServerUsesTheCompiler =
      only(packages(LSP)).mayUse(packages(SHAPE_INFER, FRONTEND, LSP).or(packages(COMPILER)));

  @ArchTest
  static final ArchRule runtimeUsesTheJdkAlone =
      classes()
          .that()
          .resideInAPackage(RUNTIME)
          .should()
          .onlyDependOnClassesThat(resideInAnyPackage("java..", "com.sun.management", RUNTIME))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule ioUsesRuntimeAlone = only(packages(IO)).mayUse(packages(IO, RUNTIME));

  @ArchTest
  static final ArchRule adaptersUseRuntimeAlone =
      only(packages(ADAPTERS)).mayUse(packages(ADAPTERS, RUNTIME));

  @ArchTest
  static final ArchRule onlyTheCommandLineUsesIoAndAdapters =
      noClasses()
          .that(not(packages(IO, ADAPTERS, CLI)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(IO, ADAPTERS)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyWhatComputesUsesRuntime =
      noClasses()
          .that(
              not(packages(COMPILER).or(packages(INTERP, MATH, ONNX, CLI, RUNTIME, IO, ADAPTERS))))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(RUNTIME)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyCompilerAndCliUseTheInterpreter =
      noClasses()
          .that(not(packages(COMPILER).or(packages(INTERP, CLI))))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(INTERP)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule asmStaysInEmit =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.tensorc.codegen.emit..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.objectweb.asm..")
          .allowEmptyShould(true);

  /** The library is part of the compiler: its files are resources. */
  @ArchTest
  static final ArchRule compilerStagesDoNoInputOrOutput =
      noClasses()
          .that(packages(SHAPE_INFER, FRONTEND, CODEGEN))
          .and(not(describe("the library", type -> type.isEquivalentTo(StandardLibrary.class))))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.io..", "java.nio.file..")
                  .and(not(describe("Serializable", type -> isSerializable(type)))))
          .allowEmptyShould(true);

  @ArchTest
  static void packagesHaveNoCycles(JavaClasses all) {
    for (String[] module : SMALL_PACKAGES) {
      slices().assignedFrom(new ByPackage(packages(module))).should().beFreeOfCycles().check(all);
    }
  }

  @ArchTest
  static void packagesAreSmall(JavaClasses all) {
    for (String[] module : SMALL_PACKAGES) {
      Map<String, Long> classes =
          all.stream()
              .filter(packages(module))
              .filter(JavaClass::isTopLevelClass)
              .filter(type -> !type.getSimpleName().equals("package-info"))
              .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
      assertThat(classes).isNotEmpty();
      assertThat(classes)
          .allSatisfy(
              (name, count) ->
                  assertThat(count)
                      .as(name)
                      .isLessThanOrEqualTo(LARGER_PACKAGES.getOrDefault(name, MOST_CLASSES)));
    }
  }

  /** The rules are about packages: one that no rule knows would slip through all of them. */
  @ArchTest
  static void everyPackageIsKnown(JavaClasses all) {
    DescribedPredicate<JavaClass> known =
        packages(COMPILER)
            .or(packages(SHAPE_INFER, FRONTEND, CODEGEN, RUNTIME, IO, ADAPTERS, ONNX, LSP, CLI));
    assertThat(all.stream().filter(not(known)).map(JavaClass::getName)).isEmpty();
  }

  /** ANTLR makes one package, which has no source here. */
  @ArchTest
  static void packagesSayWhatBelongsThere(JavaClasses all) {
    Set<String> names =
        all.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> !name.equals("dev.tensorc.frontend.parser"))
            .collect(Collectors.toSet());
    assertThat(names)
        .allSatisfy(
            name ->
                assertThat(MODULES.stream().map(module -> packageInfo(module, name)))
                    .as("package-info.java of " + name)
                    .anyMatch(Files::exists));
  }

  private static Path packageInfo(String module, String name) {
    return Path.of("..", module, "src/main/java", name.replace('.', '/'), "package-info.java");
  }

  private static boolean isSerializable(JavaClass type) {
    return type.getName().equals("java.io.Serializable");
  }

  private static DescribedPredicate<JavaClass> packages(String... names) {
    return resideInAnyPackage(names);
  }

  private static DescribedPredicate<JavaClass> packages(String[] names, String... more) {
    return resideInAnyPackage(Stream.of(names, more).flatMap(Stream::of).toArray(String[]::new));
  }

  /** Each of these packages is a slice. */
  private record ByPackage(DescribedPredicate<JavaClass> module) implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return module.test(type)
          ? SliceIdentifier.of(type.getPackageName())
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of " + module.getDescription();
    }
  }

  private static Only only(DescribedPredicate<JavaClass> users) {
    return new Only(users);
  }

  /** Half a rule: of all of tensorc, these classes may use ... */
  private record Only(DescribedPredicate<JavaClass> users) {
    ArchRule mayUse(DescribedPredicate<JavaClass> used) {
      return noClasses()
          .that(users)
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.tensorc..").and(not(used)).as("not in reach: %s", used))
          .allowEmptyShould(true);
    }
  }
}
