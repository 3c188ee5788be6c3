package dev.tensorc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Whole builds of projects outside this one. */
class ProjectsIT {

  /** One module has the kernels and a test with a program of its own, another one calls them. */
  @Test
  void modulesUseEachOthersClassesAndPrograms() throws Exception {
    Consumer project = Consumer.of("multi-module");
    String log = project.mvn("verify", "-T2").succeeds().text();
    assertThat(log).contains("BUILD SUCCESS", "Tests run: 2").doesNotContain("not thread-safe");
    assertThat(entries(project.path("kernels/target/kernels-1.jar")))
        .contains("com/acme/kernels/Stats.class")
        .noneMatch(
            name -> name.endsWith(".tc") || name.endsWith(".java") || name.contains("Helper"));
    assertThat(entries(project.path("kernels/target/kernels-1-sources.jar")))
        .contains("com/acme/kernels/stats.tc", "com/acme/kernels/Stats.java")
        .contains("com/acme/kernels/Ranges.java");
    assertThat(project.path("kernels/target/test-classes/com/acme/kernels/Oracle.class")).exists();

    // nothing has changed: neither the programs nor the Java sources are compiled again
    String help = Consumer.PLUGIN + "help";
    assertThat(project.mvn("-pl", "kernels", "test-compile", help, "-Ddetail").succeeds().text())
        .doesNotContain("Compiling ")
        .contains("tensorc:compile", "tensorc:test-compile", "versionBudget", "sourceDirectory")
        .contains("importRoot");
  }

  /** Programs of others read nothing of the machine that builds them: on the newest JDK, too. */
  @Test
  void importsStayBelowTheFolderOfThePrograms() throws Exception {
    Consumer project = Consumer.of("multi-module").on(Path.of(System.getProperty("java.home")));
    String pom = Files.readString(project.path("pom.xml"));
    project.write("pom.xml", pom.replaceFirst("<importRoot>.*</importRoot>", ""));
    assertThat(project.mvn("-pl", "kernels", "process-test-resources").fails().text())
        .contains("oracle.tc", "helper.tc\" is outside of the folder of imports", "TC-P024")
        .contains("importRoot of the Maven plugin")
        .doesNotContain("fn spread");
    assertThat(project.classes("kernels/target/classes"))
        .containsKey("com/acme/kernels/Stats.class");
  }

  private static List<String> entries(Path jar) throws Exception {
    try (var zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).toList();
    }
  }

  @Test
  void withoutANewJdkTheMessageSaysWhatToDo() throws Exception {
    Consumer project = Consumer.of("multi-module");
    String old = project.path("old-jdk").toString();
    project.write("old-jdk/release", "JAVA_VERSION=\"21.0.2\"\n").write("old-jdk/bin/java", "");
    assertThat(
            project
                .mvn("-pl", "kernels", "process-resources", "-Dtensorc.jdk=" + old)
                .fails()
                .text())
        .contains("tensorc.jdk names no JDK 25 or newer: " + old);
  }
}
