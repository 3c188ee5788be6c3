package dev.tensorc.cli;

import dev.tensorc.lsp.TensorcServer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code tensorc lsp}, which editors start. */
@Command(
    mixinStandardHelpOptions = true,
    description = {
      "Serves an editor over standard input and output, in the Language Server Protocol;",
      "docs/editors.md says how editors start it."
    })
final class LspCommand implements Callable<Integer> {

  @Override
  public Integer call() throws InterruptedException {
    var out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // nothing else may be written between messages
    return TensorcServer.serve(System.in, out);
  }
}
