package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own: with the flags that a test is about, with the same draws as this one. */
public record ForkedJvm(int exit, String out, String err) {

  public static final String CLASS_PATH = System.getProperty("java.class.path");

  public static ForkedJvm run(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dtensorc.seed=" + Sample.SEED);
    command.add("-Dtensorc.full=" + Sample.isFull());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).start();
    var err = new StringBuilder();
    Thread reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    err.append(
                        new String(
                            process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
                  } catch (IOException e) {
                    err.append(e);
                  }
                });
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    reader.join();
    return new ForkedJvm(process.exitValue(), out, err.toString());
  }
}
