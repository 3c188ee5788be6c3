package dev.tensorc.maven;

import java.io.File;
import java.util.List;
import org.apache.maven.model.Resource;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Compiles the array programs of a module to classes, before its Java sources, which may call them.
 */
@Mojo(name = "compile", defaultPhase = LifecyclePhase.PROCESS_RESOURCES, threadSafe = true)
public final class CompileMojo extends AbstractCompileMojo {

  /** The folder of the programs. The folders below it are packages. */
  @Parameter(
      property = "tensorc.sourceDirectory",
      defaultValue = "${project.basedir}/src/main/tensor",
      required = true)
  private File sourceDirectory = new File("");

  /** Where the class files go. */
  @Parameter(defaultValue = "${project.build.outputDirectory}", required = true)
  private File outputDirectory = new File("");

  /** Leaves this goal out. */
  @Parameter(property = "tensorc.skip", defaultValue = "false")
  private boolean skip;

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
    return skip;
  }

  @Override
  List<String> javaSourceRoots(MavenProject project) {
    return project.getCompileSourceRoots();
  }

  @Override
  void attach(MavenProject project, Resource files) {
    project.addResource(files);
  }
}
