package dev.tensorc.adapters.spark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A master of Spark and its workers, each a process, from the jars of this class path. */
final class LocalCluster implements AutoCloseable {

  private static final String HOST = "127.0.0.1";
  private static final String DEPLOY = "org.apache.spark.deploy.";

  private final Path folder;
  private final String url;
  private final Process master;
  private final List<Process> workers = new ArrayList<>();

  /**
   * @param folder for logs and the workers' files
   * @param workers how many, each with one executor of one core
   */
  LocalCluster(Path folder, int workers) throws IOException {
    this.folder = folder;
    Files.createDirectories(
        folder.resolve("home").resolve("jars")); // Spark asks for its jars there
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      port = free.getLocalPort();
    }
    this.url = "spark://" + HOST + ":" + port;
    this.master = start("master", DEPLOY + "master.Master", "--host", HOST, "--port", port + "");
    for (int i = 0; i < workers; i++) {
      String name = "worker" + i;
      String work = folder.resolve(name).toString();
      String[] options = {
        "--host", HOST, "--cores", "1", "--memory", "1g", "--work-dir", work, url
      };
      this.workers.add(start(name, DEPLOY + "worker.Worker", options));
    }
  }

  /** A JVM that runs a main class with the URL of the master, and a word. */
  Process driver(Class<?> main, String word) throws IOException {
    return start("driver", main.getName(), url, word);
  }

  private Process start(String name, String main, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(a -> a.startsWith("--add-") || a.startsWith("--sun-misc"))
            .toList());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_DIST_CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", HOST);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.redirectError(folder.resolve(name + ".log").toFile());
    if (!name.equals("driver")) {
      builder.redirectOutput(folder.resolve(name + ".out").toFile());
    }
    return builder.start();
  }

  /** Kills a worker with its executor, as a machine that is switched off. */
  void kill(int worker) {
    kill(workers.get(worker));
  }

  private static void kill(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public void close() {
    workers.forEach(LocalCluster::kill);
    kill(master);
  }
}
