package dev.tensorc.cli;

import dev.tensorc.lsp.TensorcServer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;

/** {@code tensorc lsp}, which editors start. */
final class LspCommand extends Verb {

  LspCommand() {
    super(
        """
        Serves an editor by the Language Server Protocol, on standard input and output.
        docs/editors.md says how editors start it.\
        """,
        "");
  }

  @Override
  public Integer call() throws InterruptedException {
    var out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // nothing else may be written between messages
    return TensorcServer.serve(System.in, out);
  }
}
