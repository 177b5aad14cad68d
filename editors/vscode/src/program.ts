// Where the program `schedcfg` is: the one in the settings, that of the workspace's environment, or the one on PATH.
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

/** What to type in any shell to install the program: from Git, as no index of packages has it yet. */
export const INSTALL = 'pipx install "schedcfg[server] @ git+https://github.com/schedcfg/schedcfg@main"';

const WINDOWS = process.platform === "win32";
const NAME = WINDOWS ? "schedcfg.exe" : "schedcfg";
const SCRIPTS = WINDOWS ? "Scripts" : "bin";

/** What is used here of the Python extension, which knows the interpreter that the user selected. */
interface PythonApi {
  environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(of: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  };
}

/** Return the path of the program; undefined where there is none. A path in the settings is taken as it is. */
export async function findProgram(): Promise<string | undefined> {
  const configured = vscode.workspace.getConfiguration("schedcfg").get("path", "").trim();
  if (configured) {
    return configured.replace(/^~(?=[/\\])/, os.homedir());
  }
  const candidates = vscode.workspace.isTrusted ? [...(await ofInterpreter()), ...ofFolders()] : [];
  return [...candidates, ...onPath()].find(isProgram);
}

async function ofInterpreter(): Promise<string[]> {
  const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
  try {
    const environments = (await extension?.activate())?.environments;
    const active = environments?.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
    const interpreter = active && (await environments?.resolveEnvironment(active))?.executable.uri?.fsPath;
    return interpreter ? [path.join(path.dirname(interpreter), NAME)] : [];
  } catch {
    return []; // another extension's bug does not keep the program on PATH from being found
  }
}

function ofFolders(): string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === "file");
  return folders.flatMap((folder) =>
    [".venv", "venv"].map((name) => path.join(folder.uri.fsPath, name, SCRIPTS, NAME)),
  );
}

function onPath(): string[] {
  // An entry that is relative to the current folder could name a file of the workspace.
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(path.isAbsolute);
  return folders.map((folder) => path.join(folder, NAME));
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
