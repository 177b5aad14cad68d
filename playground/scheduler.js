// A real kube-scheduler of WebAssembly, loaded when it is asked for, and a worker in which commands run it.

import { Commands } from "./commands.js";

const KEPT = "schedcfg-schedulers";
const PATIENCE = 120_000; // Milliseconds without a turn of the scheduler after which it is ended
const GZIP = 0x1f; // The first byte of what is compressed

/** Return the parts of a stream from one that was read already, with the progress as each comes. */
function watched(first, reader, seen) {
  return new ReadableStream({
    async pull(controller) {
      const part = first || (await reader.read()).value;
      first = null;
      if (!part) return controller.close();
      seen(part.length);
      controller.enqueue(part);
    },
    cancel: reason => reader.cancel(reason),
  });
}

/** Return a file from where it was kept before, or from the host; it is kept for a time without a network. */
async function kept(file) {
  const store = await self.caches?.open(KEPT).catch(() => null), found = await store?.match(file);
  if (found) return found;
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  // Where there is no room for it, it is loaded again the next time.
  await store?.delete(file, { ignoreSearch: true });
  store?.put(file, response.clone()).catch(() => {});
  return response;
}

/** Load a program, compile it, and return the module. */
async function load({ file, bytes }, said) {
  const response = await kept(file), reader = response.body.getReader(), { value } = await reader.read();
  let done = 0;
  const stream = watched(value, reader, length => said(`Loading ${file.split("?")[0]}, ${Math.min(100, Math.floor((100 * (done += length)) / bytes))} %`));
  // Some hosts say of a compressed file that it is one, and browsers unpack it then.
  const whole = value[0] === GZIP ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
  return WebAssembly.compileStreaming(new Response(whole, { headers: { "Content-Type": "application/wasm" } })).catch(async error => {
    await self.caches?.open(KEPT).then(store => store.delete(file)); // What is no program is not kept.
    throw error;
  });
}

class SchedulerCommands extends Commands {
  /** End the worker: another one would not have the program. */
  giveUp() { this.end(`it did nothing for ${this.patience / 1000} seconds, and was ended`); }
}

export class Scheduler {
  /** `described` is its file, as the page was built with it; `said` may be set to what is to be called with the progress. */
  constructor(described) {
    Object.assign(this, described, { said: () => {}, isThere: false });
  }

  /** Run a command that runs the scheduler: its words, and its files by name. */
  async run(given, files) {
    try {
      const commands = await (this.begun ||= this.begin());
      const ended = await commands.run("run", given, files);
      if (ended.failed) this.stop();
      return ended;
    } catch (error) {
      this.begun = null;
      return { failed: String(error?.message || error) };
    } finally {
      this.said("");
    }
  }

  /** Load what is not there yet, and return a worker that has it. */
  async begin() {
    const started = new Promise((resolve, reject) => {
      const commands = this.commands = new SchedulerCommands(text => this.said(text), error => reject(new Error(error)), PATIENCE);
      this.module ||= load(this, text => this.said(text)).catch(error => { this.module = null; throw error; });
      this.module.then(module => commands.ask("use", "use", this.program, module)).then(() => resolve(commands), reject);
    });
    await started;
    this.isThere = true;
    navigator.serviceWorker?.register("offline.js").catch(() => {}); // It is for a time without a network; all else goes on without it.
    return this.commands;
  }

  /** End what runs; what is loaded is kept. */
  stop() {
    this.commands?.end("it was stopped");
    this.begun = null;
  }
}
