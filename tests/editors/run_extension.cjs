// Activates the built extension in the fake of VS Code, does what a scenario says, and prints what the window showed.
// Usage: node run_extension.cjs BUNDLE < scenario.json
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const fake = require("./fake_vscode.cjs");

const scenario = JSON.parse(fs.readFileSync(0, "utf8"));
const { vscode, seen, events, settings } = fake;
const PATIENCE = 90_000; // ms; a loaded machine may be slow

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

const until = async (what, condition) => {
  for (const start = Date.now(); !condition(); await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (Date.now() - start > PATIENCE) throw new Error(`waited in vain for ${what}; log:\n${seen.log.join("\n")}`);
  }
};

const steps = {
  /** Open a file in the editor. */
  open({ file, language }) {
    const document = new fake.TextDocument(vscode.Uri.file(file), language, fs.readFileSync(file, "utf8"));
    vscode.workspace.textDocuments.push(document);
    vscode.window.activeTextEditor = { document };
    vscode.window.visibleTextEditors = [vscode.window.activeTextEditor];
    events.onDidOpenTextDocument.fire(document);
    events.onDidChangeActiveTextEditor.fire(vscode.window.activeTextEditor);
  },
  /** Replace the text of the active file. */
  type({ text }) {
    const { document } = vscode.window.activeTextEditor;
    const lines = document.text.split("\n");
    const range = new vscode.Range(0, 0, lines.length - 1, lines.at(-1).length);
    document.text = text;
    document.version += 1;
    events.onDidChangeTextDocument.fire({ document, contentChanges: [{ range, text, rangeOffset: 0, rangeLength: 0 }] });
  },
  diagnostics: () => until("diagnostics", () => Object.values(seen.diagnostics).some((found) => found.length)),
  noDiagnostics: () => until("no diagnostics", () => !Object.values(seen.diagnostics).some((found) => found.length)),
  status: ({ text }) => until(`status ${text}`, () => (seen.status?.text ?? "") === text),
  message: () => until("a message", () => seen.messages.length),
  wait: ({ ms }) => new Promise((resolve) => setTimeout(resolve, ms)),
  async command({ name, answer }) {
    fake.answer = answer;
    await vscode.commands.executeCommand(name);
  },
  set(values) {
    Object.assign(settings, values);
    const affects = (name) => Object.keys(values).some((key) => key === name || key.startsWith(`${name}.`));
    events.onDidChangeConfiguration.fire({ affectsConfiguration: affects });
  },
  async hover({ line, character }) {
    const place = new vscode.Position(line, character);
    const { token } = new vscode.CancellationTokenSource();
    const { document } = vscode.window.activeTextEditor;
    const found = await seen.providers.registerHoverProvider.provideHover(document, place, token);
    seen.hover = found && [found.contents].flat().map((one) => one.value).join("\n");
  },
  /** Run the test above whose name something is offered, counted from 0. */
  async test({ number }) {
    const { document } = vscode.window.activeTextEditor;
    const found = seen.providers.registerCodeLensProvider.provideCodeLenses(document);
    seen.lenses = found.map(({ range, command }) => ({ line: range.start.line, title: command.title }));
    const { command, arguments: given } = found[number].command;
    await vscode.commands.executeCommand(command, ...given);
  },
  remember: ({ as }) => void (seen[as] = Object.values(seen.diagnostics).flat().map(({ message }) => message)),
};

async function main() {
  vscode.workspace.isTrusted = scenario.trusted ?? true;
  vscode.workspace.workspaceFolders = (scenario.folders ?? []).map((folder, index) => ({ uri: vscode.Uri.file(folder), name: folder, index }));
  Object.assign(settings, scenario.settings);
  if (scenario.interpreter) {
    const environments = {
      getActiveEnvironmentPath: () => ({ path: scenario.interpreter }),
      resolveEnvironment: async () => ({ executable: { uri: vscode.Uri.file(scenario.interpreter) } }),
    };
    fake.python = { activate: async () => ({ environments }) };
  }
  const extension = require(path.resolve(process.argv[2]));
  const context = { subscriptions: [] };
  await extension.activate(context);
  for (const [name, step] of scenario.steps) {
    await steps[name](step ?? {});
  }
  const plain = (found) => found.map(({ message, range, severity, code, source, tags }) => ({ message, range, severity, code, source, tags }));
  const diagnostics = Object.fromEntries(Object.entries(seen.diagnostics).map(([uri, found]) => [uri, plain(found)]));
  const commands = Object.keys(seen.commands);
  const shown = { ...seen, diagnostics, commands, providers: Object.keys(seen.providers) };
  await extension.deactivate();
  context.subscriptions.forEach((one) => one.dispose());
  process.stdout.write(JSON.stringify({ ...shown, left: Object.keys(seen.commands) }));
}

main().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
