package dev.tensorc.lsp;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;

/** An editor with one file, which talks to a server over pipes, in messages of the protocol. */
final class Editor implements LanguageClient, AutoCloseable {

  private static final int PATIENCE_SECONDS = 60;

  final LanguageServer server;
  final CompletableFuture<Integer> ended;
  final String uri;
  private final BlockingQueue<PublishDiagnosticsParams> published = new LinkedBlockingQueue<>();
  private final PipedOutputStream toServer = new PipedOutputStream();
  private String text = "";
  private int version;

  Editor(String folder, String file) throws IOException {
    var fromServer = new PipedInputStream(1 << 16);
    var answers = new PipedOutputStream(fromServer);
    var questions = new PipedInputStream(toServer, 1 << 16);
    ended =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return TensorcServer.serve(questions, answers);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    var launcher = LSPLauncher.createClientLauncher(this, fromServer, toServer);
    launcher.startListening();
    server = launcher.getRemoteProxy();
    uri = folder + file;
    var params = new InitializeParams();
    params.setCapabilities(new ClientCapabilities());
    params.setWorkspaceFolders(List.of(new WorkspaceFolder(folder, "test")));
    InitializeResult able = get(server.initialize(params));
    if (able.getCapabilities().getHoverProvider() == null) {
      throw new IllegalStateException("no hovers");
    }
  }

  /** The text as typed; {@code |} is the cursor, which is not part of it. */
  Position type(String withCursor) {
    int cursor = withCursor.indexOf('|');
    text = cursor < 0 ? withCursor : withCursor.replaceFirst("\\|", "");
    version++;
    if (version == 1) {
      var item = new TextDocumentItem(uri, "tensorc", version, text);
      server.getTextDocumentService().didOpen(new DidOpenTextDocumentParams(item));
    } else {
      var id = new VersionedTextDocumentIdentifier(uri, version);
      var change = new TextDocumentContentChangeEvent(text);
      server
          .getTextDocumentService()
          .didChange(new DidChangeTextDocumentParams(id, List.of(change)));
    }
    return position(Math.max(0, cursor));
  }

  private Position position(int offset) {
    String before = text.substring(0, offset);
    int line = (int) before.chars().filter(c -> c == '\n').count();
    return new Position(line, offset - before.lastIndexOf('\n') - 1);
  }

  /** Where a part of the text begins, which stands there once. */
  Position at(String part) {
    return position(text.indexOf(part));
  }

  TextDocumentIdentifier id() {
    return new TextDocumentIdentifier(uri);
  }

  /** The server's messages on the current text. */
  PublishDiagnosticsParams diagnostics() throws InterruptedException {
    while (true) {
      PublishDiagnosticsParams next = published.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("no diagnostics");
      }
      if (next.getUri().equals(uri) && next.getVersion() != null && next.getVersion() == version) {
        return next;
      }
    }
  }

  static <T> T get(CompletableFuture<T> answer) {
    return answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  @Override
  public void publishDiagnostics(PublishDiagnosticsParams diagnostics) {
    published.add(diagnostics);
  }

  @Override
  public void telemetryEvent(Object object) {}

  @Override
  public void showMessage(MessageParams message) {}

  @Override
  public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams params) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void logMessage(MessageParams message) {}

  @Override
  public void close() throws IOException {
    toServer.close();
  }
}
