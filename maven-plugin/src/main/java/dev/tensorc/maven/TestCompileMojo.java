package dev.tensorc.maven;

import java.io.File;
import java.util.List;
import org.apache.maven.model.Resource;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** Compiles the array programs that only a module's tests call. */
@Mojo(
    name = "test-compile",
    defaultPhase = LifecyclePhase.PROCESS_TEST_RESOURCES,
    threadSafe = true)
public final class TestCompileMojo extends AbstractCompileMojo {

  /** The folder of the tests' programs. The folders below it are packages. */
  @Parameter(
      property = "tensorc.testSourceDirectory",
      defaultValue = "${project.basedir}/src/test/tensor",
      required = true)
  private File sourceDirectory = new File("");

  /** Where the class files go. */
  @Parameter(defaultValue = "${project.build.testOutputDirectory}", required = true)
  private File outputDirectory = new File("");

  /** Leaves this goal out. */
  @Parameter(property = "tensorc.skip", defaultValue = "false")
  private boolean skip;

  /** Leaves this goal out, as everything that belongs to tests. */
  @Parameter(property = "maven.test.skip", defaultValue = "false")
  private boolean skipTests;

  @Override
  File sourceDirectory() {
    return sourceDirectory;
  }

  @Override
  File outputDirectory() {
    return outputDirectory;
  }

  @Override
  boolean isSkipped() {
    return skip || skipTests;
  }

  @Override
  List<String> javaSourceRoots(MavenProject project) {
    return project.getTestCompileSourceRoots();
  }

  @Override
  void attach(MavenProject project, Resource files) {
    project.addTestResource(files);
  }
}
