// Runs a test of a file of tests, from the line of its name, with the user's own kube-scheduler.
import * as path from "node:path";
import * as vscode from "vscode";
import { findProgram } from "./program";

const FILES: vscode.DocumentFilter = { scheme: "file", pattern: "**/*.schedtest.{yaml,yml}" };
const RUN = "schedcfg.runTest";

/** The line with which a test begins: `- name: small Pods share a node`, in quotes or not. */
const NAME = /^\s*-\s+name:\s+(["']?)(.*?)\1\s*(?:\s#.*)?$/;

/** Offer to run each test above its name. */
export function offerTests(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(FILES, { provideCodeLenses }),
    vscode.commands.registerCommand(RUN, run),
  );
}

function provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  return document
    .getText()
    .split(/\r?\n/)
    .flatMap((line, number) => {
      const name = NAME.exec(line)?.[2];
      const command = { title: "Run test", command: RUN, arguments: [document.uri.fsPath, name] };
      return name ? [new vscode.CodeLens(new vscode.Range(number, 0, number, line.length), command)] : [];
    });
}

/** Run the tests of a file with something in their name, in a terminal. */
async function run(file: string, name: string): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage("Tests are run in folders that you trust only.");
    return;
  }
  const scheduler = vscode.workspace.getConfiguration("schedcfg").get("scheduler", "").trim();
  const program = await findProgram();
  if (!scheduler || program === undefined) {
    const missing = scheduler ? "schedcfg is not installed" : "Name your kube-scheduler in the setting schedcfg.scheduler";
    void vscode.window.showWarningMessage(`${missing}: no test is run without it.`);
    return;
  }
  // No shell reads the name.
  const words = ["test", file, "--test", name, "--binary", scheduler];
  const execution = new vscode.ProcessExecution(program, words, { cwd: path.dirname(file) });
  const scope = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file)) ?? vscode.TaskScope.Workspace;
  await vscode.tasks.executeTask(new vscode.Task({ type: "schedcfg" }, scope, name, "schedcfg", execution));
}
