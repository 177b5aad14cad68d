// Python with schedcfg, wherever Pyodide runs: in the worker of the page, and in node, which compares answers.

import { Machine, TrialMachine } from "./machine.js";

/**
 * Unpack schedcfg and what it needs, and return what can be asked of it: the functions of `command.py`. `live` is called when a program of
 * WebAssembly takes a turn.
 */
export function prepare(python, packages, live = () => {}) {
  const site = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(packages, "zip", { extractDir: site });
  python.FS.mkdirTree("/texts");
  python.FS.chdir("/texts");
  const asked = python.pyimport("playground_command");
  const ask = name => (...given) => {
    const proxies = given.map(one => python.toPy(one)), answer = asked[name](...proxies);
    const plain = answer?.toJs ? answer.toJs({ dict_converter: Object.fromEntries }) : answer;
    for (const proxy of [...proxies, answer]) proxy?.destroy?.();
    return plain;
  };
  const [run, complete, hover] = ["run", "complete", "hover"].map(ask);
  return {
    /** Run a command with files of its own: name → text. */
    run(given, files) {
      const [status, out, err, left] = run(given, files);
      return { status, out, err, files: left };
    },
    complete,
    hover,
    /** Let commands run a program of WebAssembly: its name, and the module. */
    use(name, module) {
      const started = Kind => (given, machine) => new Kind({ ...machine, live, files: python.FS }).run(module, given);
      asked.use(name, started(Machine), started(TrialMachine));
    },
  };
}
