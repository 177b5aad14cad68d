// Python with schedcfg, wherever Pyodide runs: in the worker of the page, and in node, which compares answers.

/** Unpack schedcfg and what it needs, and return what runs its commands. */
export function prepare(python, packages) {
  const site = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(packages, "zip", { extractDir: site });
  python.FS.mkdirTree("/texts");
  python.FS.chdir("/texts");
  const run = python.runPython("from playground_command import run; run");
  /** Run a command with files of its own: name → text. */
  return (given, files) => {
    const proxies = [python.toPy(given), python.toPy(files)];
    const ended = run(...proxies);
    const [status, out, err, left] = ended.toJs({ dict_converter: Object.fromEntries });
    for (const proxy of [...proxies, ended]) proxy.destroy();
    return { status, out, err, files: left };
  };
}
