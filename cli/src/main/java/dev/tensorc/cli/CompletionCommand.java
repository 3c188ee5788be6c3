package dev.tensorc.cli;

import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.option.OptionValue;
import picocli.AutoComplete;
import picocli.CommandLine;

/** {@code tensorc completion}. */
final class CompletionCommand extends Verb {

  /** The shells that there is a script for. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  private final OptionValue<Shell> shell = options.word("SHELL", Shell.class, "bash, zsh or fish.");

  CompletionCommand() {
    super(
        "Prints a script that completes verbs and options in a shell.",
        """

        Examples:
          $ tensorc completion bash > ~/.local/share/bash-completion/completions/tensorc
          $ tensorc completion zsh > ~/.tensorc.zsh
          $ tensorc completion fish > ~/.config/fish/completions/tensorc.fish

        For zsh ~/.zshrc also needs a line: source ~/.tensorc.zsh\
        """);
  }

  @Override
  public Integer call() {
    CommandLine tensorc = spec().root().commandLine();
    String script =
        switch (shell.get()) {
          case BASH, ZSH -> AutoComplete.bash("tensorc", tensorc); // the script asks which it is
          case FISH -> FishCompletion.of(tensorc);
        };
    out().print(script);
    out().flush();
    return ExitCodes.OK;
  }
}
