package dev.tensorc.cli;

import dev.tensorc.cli.error.ExitCodes;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tensorc completion}. */
@Command(
    mixinStandardHelpOptions = true,
    description = "Prints a script that completes verbs and options in a shell.",
    footer = {
      "",
      "Examples:",
      "  $ tensorc completion bash > ~/.local/share/bash-completion/completions/tensorc",
      "  $ tensorc completion zsh > ~/.tensorc.zsh    # and in ~/.zshrc: source ~/.tensorc.zsh",
      "  $ tensorc completion fish > ~/.config/fish/completions/tensorc.fish",
    })
final class CompletionCommand implements Callable<Integer> {

  /** The shells that there is a script for. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell = Shell.BASH;

  @Override
  public Integer call() {
    CommandLine tensorc = spec.root().commandLine();
    String script =
        switch (shell) {
          case BASH, ZSH -> AutoComplete.bash("tensorc", tensorc); // the script asks which it is
          case FISH -> FishCompletion.of(tensorc);
        };
    spec.commandLine().getOut().print(script);
    spec.commandLine().getOut().flush();
    return ExitCodes.OK;
  }
}
