package dev.tensorc.lsp;

import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.InlayHintParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.jspecify.annotations.Nullable;

/** Answers the editor's questions on its open texts. */
final class Documents implements TextDocumentService {

  private static final Logger LOG = Logger.getLogger(Documents.class.getName());

  /** A text is checked when nothing was typed for so long. */
  private static final int PAUSE_MILLIS = 150;

  private final Workspace workspace;
  private final ExecutorService answers = Executors.newFixedThreadPool(2, Documents::thread);
  private final ScheduledExecutorService checks =
      Executors.newSingleThreadScheduledExecutor(Documents::thread);
  private final Map<String, Future<?>> pending = new ConcurrentHashMap<>();
  private volatile @Nullable LanguageClient client;

  Documents(Workspace workspace) {
    this.workspace = workspace;
  }

  void connect(LanguageClient editor) {
    client = editor;
  }

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "tensorc-lsp");
    thread.setDaemon(true);
    return thread;
  }

  // ---------------------------------------------------------------- texts

  @Override
  public void didOpen(DidOpenTextDocumentParams p) {
    var text = p.getTextDocument();
    changed(workspace.put(text.getUri(), text.getVersion(), text.getText()));
  }

  @Override
  public void didChange(DidChangeTextDocumentParams p) {
    var text = p.getTextDocument();
    String whole = p.getContentChanges().getLast().getText();
    changed(workspace.put(text.getUri(), text.getVersion(), whole));
  }

  @Override
  public void didClose(DidCloseTextDocumentParams p) {
    String uri = p.getTextDocument().getUri();
    workspace.remove(uri);
    cancel(uri);
    publish(new PublishDiagnosticsParams(uri, List.of()));
    workspace.importing(uri).forEach(this::check);
  }

  @Override
  public void didSave(DidSaveTextDocumentParams p) {}

  private void changed(Document document) {
    check(document);
    workspace.importing(document.uri()).forEach(this::check);
  }

  private void check(Document document) {
    cancel(document.uri());
    Runnable check =
        () ->
            guarded(
                () -> {
                  var all = new Reports(document, workspace).all();
                  publish(new PublishDiagnosticsParams(document.uri(), all, document.version()));
                  return true;
                },
                false);
    pending.put(document.uri(), checks.schedule(check, PAUSE_MILLIS, TimeUnit.MILLISECONDS));
  }

  /** A running check is interrupted: its messages would be of an older text. */
  private void cancel(String uri) {
    Future<?> earlier = pending.remove(uri);
    if (earlier != null) {
      earlier.cancel(true);
    }
  }

  private void publish(PublishDiagnosticsParams diagnostics) {
    LanguageClient editor = client;
    if (editor != null) {
      editor.publishDiagnostics(diagnostics);
    }
  }

  // ---------------------------------------------------------------- answers

  @Override
  public CompletableFuture<Either<List<CompletionItem>, CompletionList>> completion(
      CompletionParams p) {
    return answer(
        p.getTextDocument().getUri(),
        d -> Either.forLeft(Completions.at(d.analysisAround(p.getPosition()), p.getPosition())),
        Either.forLeft(List.of()));
  }

  @Override
  public CompletableFuture<@Nullable Hover> hover(HoverParams p) {
    return answer(
            p.getTextDocument().getUri(),
            d -> Hovers.at(d.analysisAround(p.getPosition()), p.getPosition()),
            Optional.<Hover>empty())
        .thenApply(found -> found.orElse(null));
  }

  @Override
  public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>>
      definition(DefinitionParams p) {
    return answer(
        p.getTextDocument().getUri(),
        d -> Either.forLeft(definition(d.analysis(), p)),
        Either.forLeft(List.of()));
  }

  private List<Location> definition(Analysis a, DefinitionParams p) {
    return a.wordAt(a.positions().offset(p.getPosition()))
        .flatMap(word -> a.definition(word[0], word[1]))
        .flatMap(this::location)
        .map(List::of)
        .orElse(List.of());
  }

  private Optional<Location> location(Span span) {
    return workspace.uri(span.source().name()).map(uri -> new Location(uri, Positions.of(span)));
  }

  @Override
  public CompletableFuture<List<InlayHint>> inlayHint(InlayHintParams p) {
    return answer(
        p.getTextDocument().getUri(), d -> InlayHints.in(d.analysis(), p.getRange()), List.of());
  }

  @Override
  public CompletableFuture<List<? extends TextEdit>> formatting(DocumentFormattingParams p) {
    return answer(p.getTextDocument().getUri(), d -> Edits.layout(d.source()), List.of());
  }

  @Override
  public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(CodeActionParams p) {
    return answer(
        p.getTextDocument().getUri(),
        d ->
            QuickFixes.in(d, p.getRange()).stream()
                .map(Either::<Command, CodeAction>forRight)
                .toList(),
        List.of());
  }

  private <T> CompletableFuture<T> answer(String uri, Function<Document, T> question, T nothing) {
    return CompletableFuture.supplyAsync(
        () -> guarded(() -> workspace.find(uri).map(question).orElse(nothing), nothing), answers);
  }

  /** A mistake of the server's own costs one answer, never the server. */
  private static <T> T guarded(Supplier<T> work, T nothing) {
    try {
      return work.get();
    } catch (CompilationInterruptedException e) {
      return nothing;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      LOG.log(Level.WARNING, "not answered", e);
      return nothing;
    }
  }
}
