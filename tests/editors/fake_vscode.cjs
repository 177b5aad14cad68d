// What the extension and its language client use of VS Code, just enough to run them under node.
// What is done to the window is in `seen`, for `run_extension.cjs`.
const { fileURLToPath, pathToFileURL } = require("node:url");

const seen = { commands: {}, diagnostics: {}, messages: [], providers: {}, settingsRead: [], log: [], status: null, pick: [] };
const settings = {}; // Full name → value, as in settings.json

class Disposable {
  constructor(dispose = () => {}) {
    this.dispose = dispose;
  }
  static from(...all) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

class EventEmitter {
  listeners = new Set();
  event = (listener, self, disposables) => {
    const bound = self ? listener.bind(self) : listener;
    this.listeners.add(bound);
    const disposable = new Disposable(() => this.listeners.delete(bound));
    disposables?.push(disposable);
    return disposable;
  };
  fire(value) {
    [...this.listeners].forEach((listener) => listener(value));
  }
  dispose() {
    this.listeners.clear();
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.slice(0, text.indexOf(":"));
  }
  static parse = (text) => new Uri(text);
  static file = (path) => new Uri(pathToFileURL(path).href);
  get fsPath() {
    return this.scheme === "file" ? fileURLToPath(this.text) : this.text;
  }
  toString() {
    return this.text;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(...ends) {
    const [start, end] = ends.length === 4 ? [new Position(ends[0], ends[1]), new Position(ends[2], ends[3])] : ends;
    Object.assign(this, { start, end });
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter().event };
  cancel() {}
  dispose() {}
}

class MarkdownString {
  constructor(value) {
    this.value = value;
  }
  appendCodeblock(value) {
    this.value = value;
  }
}

class Hover {
  constructor(contents, range) {
    Object.assign(this, { contents, range });
  }
}

class CodeAction {
  constructor(title, kind) {
    Object.assign(this, { title, kind });
  }
}

class Kind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new Kind(this.value ? `${this.value}.${part}` : part);
  }
}
const kinds = ["Empty", "QuickFix", "Refactor", "Source", "RefactorExtract", "RefactorInline", "RefactorRewrite"];
kinds.push("SourceOrganizeImports", "SourceFixAll");
kinds.forEach((name) => (Kind[name] = new Kind(name === "Empty" ? "" : name.toLowerCase())));

class TextDocument {
  version = 1;
  isClosed = false;
  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, text });
  }
  getText = () => this.text;
  lineAt = (line) => ({ text: this.text.split("\n")[line] ?? "" });
  validatePosition = (position) => position.line;
}

const events = new Proxy({}, { get: (made, name) => (made[name] ??= new EventEmitter()) });
const onEvents = (known) =>
  new Proxy(known, { get: (all, name) => all[name] ?? (String(name).startsWith("on") ? events[name].event : undefined) });

const message = async (text, ...actions) => void seen.messages.push({ text: String(text), actions: actions.flat() });
const channel = { show: () => seen.log.push("shown"), dispose: () => {}, clear: () => {}, logLevel: 1 };
for (const level of ["trace", "debug", "info", "warn", "error", "append", "appendLine", "replace"]) {
  channel[level] = (text) => seen.log.push(`${level}: ${text}`);
}
channel.onDidChangeLogLevel = events.onDidChangeLogLevel.event;

const window = onEvents({
  activeTextEditor: undefined,
  visibleTextEditors: [],
  tabGroups: onEvents({ all: [], onDidChangeTabs: events.onDidChangeTabs.event }),
  createOutputChannel: () => channel,
  createStatusBarItem: () => ({
    show() {
      seen.status = { text: this.text, tooltip: this.tooltip, command: this.command };
    },
    hide: () => (seen.status = null),
    dispose: () => (seen.status = null),
  }),
  showInformationMessage: message,
  showWarningMessage: message,
  showErrorMessage: message,
  showQuickPick: async (choices) => {
    seen.pick = choices.map(({ label }) => label);
    return choices.find(({ label }) => label === exports.answer);
  },
});

const configuration = (section) => ({
  get(name, otherwise) {
    const full = section ? `${section}.${name}` : name;
    seen.settingsRead.push(full);
    const below = Object.entries(settings).filter(([key]) => key.startsWith(`${full}.`));
    const group = below.length ? Object.fromEntries(below.map(([key, value]) => [key.slice(full.length + 1), value])) : undefined;
    return settings[full] ?? group ?? otherwise;
  },
  inspect: () => undefined,
  has: () => false,
});

const workspace = onEvents({
  isTrusted: true,
  textDocuments: [],
  notebookDocuments: [],
  workspaceFolders: [],
  getConfiguration: configuration,
  getWorkspaceFolder: () => workspace.workspaceFolders[0],
  createFileSystemWatcher: () => onEvents({ dispose: () => {} }),
  applyEdit: async () => true,
  registerTextDocumentContentProvider: () => new Disposable(),
});

const languages = new Proxy(
  {
    match: (selector, document) =>
      [selector].flat().some(({ language, scheme }) => language === document.languageId && scheme === document.uri.scheme) ? 10 : 0,
    createDiagnosticCollection: () => ({
      set: (uri, found) => (seen.diagnostics[uri.toString()] = found),
      get: (uri) => seen.diagnostics[uri.toString()] ?? [],
      delete: (uri) => delete seen.diagnostics[uri.toString()],
      clear: () => (seen.diagnostics = {}),
      dispose: () => (seen.diagnostics = {}),
    }),
  },
  {
    get: (known, name) =>
      known[name] ?? ((_selector, provider) => ((seen.providers[name] = provider), new Disposable())),
  },
);

const commands = {
  registerCommand(name, run) {
    if (name in seen.commands) throw new Error(`command '${name}' already exists`); // as VS Code does
    seen.commands[name] = run;
    return new Disposable(() => delete seen.commands[name]);
  },
  executeCommand: (name, ...rest) => seen.commands[name](...rest),
};

const tasks = { executeTask: async (task) => void (seen.task = task) };

class Task {
  constructor(definition, scope, name, source, { program, words, options }) {
    Object.assign(this, { name, source, program, words, folder: options.cwd });
  }
}

class ProcessExecution {
  constructor(program, words, options) {
    Object.assign(this, { program, words, options });
  }
}

class CodeLens {
  constructor(range, command) {
    Object.assign(this, { range, command });
  }
}

const known = {
  version: "1.91.0", Disposable, EventEmitter, Uri, Position, Range, Diagnostic, CancellationTokenSource, MarkdownString, Hover,
  CodeAction, CodeActionKind: Kind, CodeLens, ProcessExecution, Task, tasks, TaskScope: { Workspace: 2 }, window, workspace, languages, commands,
  CancellationError: class extends Error {},
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
  CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  env: { language: "en", appName: "fake", clipboard: { writeText: async () => {} }, openExternal: async () => true },
  extensions: { getExtension: () => exports.python },
};

// Whatever else is only extended or compared: a class of its own, with nothing in it.
exports.vscode = new Proxy(known, { get: (all, name) => (all[name] ??= class {}) });
Object.assign(exports, { seen, settings, events, TextDocument, answer: undefined, python: undefined });
