// Starts `tensorc lsp` and connects the editor to it: all that is known of programs is known there.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const command = vscode.workspace.getConfiguration("tensorc").get("command");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("tensorc", "tensorc", server, {
    documentSelector: [{ scheme: "file", language: "tensorc" }],
  });
  try {
    await client.start();
  } catch (e) {
    vscode.window.showErrorMessage(
      `tensorc: cannot start \`${command} lsp\` (${e.message}). Set "tensorc.command" to the path of the command.`,
    );
  }
}

async function restart() {
  if (client?.isRunning()) {
    await client.stop();
  }
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(vscode.commands.registerCommand("tensorc.restart", restart));
  await start();
};

exports.deactivate = () => (client?.isRunning() ? client.stop() : undefined);
