package dev.tensorc.lsp;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionOptions;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SetTraceParams;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageClientAware;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;

/**
 * The language server (Language Server Protocol 3.17): diagnostics while a program is typed,
 * completion, hovers with types and shapes, definitions, inlay hints, the layout and quick fixes.
 */
public final class TensorcServer implements LanguageServer, LanguageClientAware {

  private static final int NOT_SHUT_DOWN = 1;

  private final Workspace workspace = new Workspace();
  private final Documents documents = new Documents(workspace);
  private final CompletableFuture<Integer> ended = new CompletableFuture<>();
  private volatile boolean shutDown;

  private TensorcServer() {}

  /**
   * Serves one editor until it says that it ends, or its stream does.
   *
   * @return the exit code of the process: 0 if the editor shut the server down before
   */
  public static int serve(InputStream in, OutputStream out) throws InterruptedException {
    var server = new TensorcServer();
    var launcher = LSPLauncher.createServerLauncher(server, in, out);
    server.connect(launcher.getRemoteProxy());
    Future<Void> listening = launcher.startListening();
    var streamEnd = new Thread(() -> server.endWith(listening), "tensorc-lsp-stream");
    streamEnd.setDaemon(true);
    streamEnd.start();
    try {
      return server.ended.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private void endWith(Future<Void> listening) {
    try {
      listening.get();
    } catch (InterruptedException | ExecutionException | CancellationException e) {
      Thread.currentThread().interrupt();
    }
    exit();
  }

  @Override
  public void connect(LanguageClient client) {
    documents.connect(client);
  }

  @Override
  public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
    workspace.setFolders(folders(params));
    var can = new ServerCapabilities();
    can.setTextDocumentSync(TextDocumentSyncKind.Full);
    can.setCompletionProvider(new CompletionOptions(false, List.of(".", "@", "\"")));
    can.setHoverProvider(true);
    can.setDefinitionProvider(true);
    can.setInlayHintProvider(true);
    can.setDocumentFormattingProvider(true);
    can.setCodeActionProvider(new CodeActionOptions(List.of(CodeActionKind.QuickFix)));
    return CompletableFuture.completedFuture(new InitializeResult(can, new ServerInfo("tensorc")));
  }

  @SuppressWarnings("deprecation") // older editors send one folder
  private static List<String> folders(InitializeParams params) {
    List<WorkspaceFolder> folders = params.getWorkspaceFolders();
    if (folders != null && !folders.isEmpty()) {
      return folders.stream().map(WorkspaceFolder::getUri).toList();
    }
    return Stream.ofNullable(params.getRootUri()).toList();
  }

  @Override
  public CompletableFuture<Object> shutdown() {
    shutDown = true;
    return CompletableFuture.completedFuture(new Object());
  }

  @Override
  public void exit() {
    ended.complete(shutDown ? 0 : NOT_SHUT_DOWN);
  }

  @Override
  public void setTrace(SetTraceParams params) {}

  @Override
  public TextDocumentService getTextDocumentService() {
    return documents;
  }

  @Override
  public WorkspaceService getWorkspaceService() {
    return new WorkspaceService() {
      @Override
      public void didChangeConfiguration(DidChangeConfigurationParams params) {}

      @Override
      public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {}
    };
  }
}
