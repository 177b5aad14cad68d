// Starts `schedcfg server` when a file about schedulers is open, and connects it with the editor.
import * as path from "node:path";
import * as vscode from "vscode";
import { CloseAction, ErrorAction, ExecuteCommandRequest, LanguageClient, State } from "vscode-languageclient/node";
import { INSTALL, findProgram } from "./program";
import { Status, StatusBar } from "./status";
import { offerTests } from "./tests";

const LANGUAGES = ["yaml", "json", "jsonc"];

/** What every file that the server checks mentions. Others start no server: most YAML and JSON is about other things. */
const ABOUT_SCHEDULERS = /schedul|kind["']?\s*:\s*["']?Policy/i;

let session: Session | undefined;

/** Called by VS Code when the first YAML or JSON file is open. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  session = new Session();
  context.subscriptions.push(
    session,
    offerTests(),
    vscode.commands.registerCommand("schedcfg.restart", () => session?.restart()),
    vscode.commands.registerCommand("schedcfg.selectRelease", () => session?.selectRelease()),
    vscode.commands.registerCommand("schedcfg.showOutput", () => session?.output.show()),
    vscode.workspace.onDidOpenTextDocument((document) => session?.look(document, document.getText())),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
      // The line as well: what is typed comes letter by letter.
      contentChanges.some(({ text, range }) => session?.look(document, `${lineAt(document, range)}\n${text}`)),
    ),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("schedcfg.path")) {
        void session?.restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => session?.restart()),
  );
  vscode.workspace.textDocuments.some((document) => session?.look(document, document.getText()));
}

/** Called by VS Code before the window closes. */
export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** A client that leaves it to its caller to say that it does not start: it would say so in words of the protocol. */
class QuietlyStarting extends LanguageClient {
  override error(message: string, data?: unknown, show?: boolean | "force"): void {
    super.error(message, data, this.state === State.Running ? show : false);
  }
}

/** One server for the window, from the first file that needs it. */
class Session implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel("schedcfg", { log: true });
  private readonly statusBar = new StatusBar();
  private client: LanguageClient | undefined;
  private needed = false;
  private asked = false;
  private turn: Promise<void> = Promise.resolve();

  /** Start the server if a text is about schedulers; return whether it has been started. */
  look(document: vscode.TextDocument, text: string): boolean {
    if (!this.needed && LANGUAGES.includes(document.languageId) && ABOUT_SCHEDULERS.test(text)) {
      this.needed = true;
      void this.restart();
    }
    return this.needed;
  }

  /** Stop the server and, if a file needs one, start it anew; one after the other, however often this is called. */
  restart(): Promise<void> {
    this.turn = this.turn.then(async () => {
      await this.stop();
      if (this.needed) {
        await this.start();
      }
    });
    return this.turn;
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.statusBar.clear();
    try {
      await client?.dispose();
    } catch (error) {
      this.output.warn(`The server did not stop as it should: ${error}`);
    }
  }

  dispose(): void {
    this.statusBar.dispose();
    this.output.dispose();
  }

  /** Let the user choose the release that files are checked against, until the window closes. */
  async selectRelease(): Promise<void> {
    const client = this.client;
    if (client?.state !== State.Running) {
      void vscode.window.showInformationMessage("schedcfg runs as soon as a scheduler configuration is open.");
      return;
    }
    const releases: string[] = await client.sendRequest(ExecuteCommandRequest.type, { command: "schedcfg.releases" });
    const release = vscode.workspace.getConfiguration("schedcfg").get("kubernetes", "") || null;
    const automatic = { label: "Automatic", description: "that of the settings, or of the manifests beside a file", release };
    const choices = [automatic, ...releases.map((name) => ({ label: name, description: "", release: name }))];
    const chosen = await vscode.window.showQuickPick(choices, { placeHolder: "Check against this Kubernetes release" });
    if (chosen) {
      const request = { command: "schedcfg.setRelease", arguments: [chosen.release] };
      await client.sendRequest(ExecuteCommandRequest.type, request);
    }
  }

  private async start(): Promise<void> {
    const program = await findProgram();
    if (program === undefined) {
      this.askToInstall("schedcfg is not installed, or not where this window finds it.");
      return;
    }
    this.output.info(`Starting ${program} server`);
    const client = this.makeClient(program);
    this.client = client;
    try {
      client.onNotification("schedcfg/status", (status: Status) => this.statusBar.update(status));
      await client.start();
    } catch (error) {
      this.client = undefined;
      this.output.error(`${program} server does not run: ${error}`);
      this.askToInstall(`${program} is too old, or lacks its part for editors.`);
    }
  }

  private makeClient(program: string): LanguageClient {
    let restarts: ReturnType<LanguageClient["createDefaultErrorHandler"]> | undefined;
    const client: LanguageClient = new QuietlyStarting(
      "schedcfg", // also where the client reads `schedcfg.trace.server`
      "schedcfg",
      // Else in the first folder: from one that is not trusted, nothing could be run or imported by mistake.
      { command: program, args: ["server"], options: vscode.workspace.isTrusted ? {} : { cwd: path.dirname(program) } },
      {
        documentSelector: LANGUAGES.flatMap((language) => ["file", "untitled"].map((scheme) => ({ language, scheme }))),
        synchronize: { configurationSection: "schedcfg" },
        outputChannel: this.output,
        initializationFailedHandler: () => false,
        errorHandler: {
          error: () => ({ action: ErrorAction.Continue, handled: true }),
          closed: async () => {
            if (client.state !== State.Running) {
              return { action: CloseAction.DoNotRestart, handled: true }; // `start` says why, once
            }
            restarts ??= client.createDefaultErrorHandler();
            return restarts.closed();
          },
        },
      },
    );
    return client;
  }

  private askToInstall(reason: string): void {
    this.output.error(reason);
    if (this.asked) {
      return;
    }
    this.asked = true;
    void this.offerHelp(reason);
  }

  private async offerHelp(reason: string): Promise<void> {
    const [copy, show] = ["Copy command", "Show output"];
    const chosen = await vscode.window.showWarningMessage(`${reason} Install it: ${INSTALL}`, copy, show);
    if (chosen === copy) {
      await vscode.env.clipboard.writeText(INSTALL);
    } else if (chosen === show) {
      this.output.show();
    }
  }
}

function lineAt(document: vscode.TextDocument, range: vscode.Range): string {
  // The range is of the text before the change.
  return document.lineAt(document.validatePosition(range.start)).text;
}
