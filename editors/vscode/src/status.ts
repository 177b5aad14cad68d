// Which Kubernetes release the file in the active editor is checked against, and why: an entry of the status bar.
import * as vscode from "vscode";

/** What the server sends in `schedcfg/status` about each open file. */
export interface Status {
  uri: string;
  /** null: the file holds nothing that is checked. */
  release: string | null;
  /** Why it is this release. */
  reason: string | null;
  /** The file of settings that counts for this file. */
  settings: string | null;
}

/** Show the status of the active file, and nothing where it has none. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("schedcfg.release", vscode.StatusBarAlignment.Right, 100);
  private readonly switched = vscode.window.onDidChangeActiveTextEditor(() => this.show());
  private readonly known = new Map<string, Status>();

  constructor() {
    this.item.name = "Release of kube-scheduler";
    this.item.command = "schedcfg.selectRelease";
  }

  update(status: Status): void {
    // The server may encode an address otherwise than the editor does.
    this.known.set(vscode.Uri.parse(status.uri).toString(), status);
    this.show();
  }

  clear(): void {
    this.known.clear();
    this.show();
  }

  dispose(): void {
    this.switched.dispose();
    this.item.dispose();
  }

  private show(): void {
    const active = vscode.window.activeTextEditor?.document.uri.toString();
    const status = active === undefined ? undefined : this.known.get(active);
    if (!status?.release) {
      this.item.hide();
      return;
    }
    this.item.text = `kube-scheduler ${status.release}`;
    const settings = status.settings ? `Settings: ${status.settings}` : undefined;
    this.item.tooltip = [status.reason, settings, "Select another release"].filter(Boolean).join("\n");
    this.item.show();
  }
}
