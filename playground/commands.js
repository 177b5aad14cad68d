// What the worker is asked, one request after another: of several with the same purpose only the last one matters.

const PATIENCE = 30_000; // Milliseconds after which an answer is given up

export class Commands {
  /**
   * `said` is called with the progress of the start, and `failed` with why nothing can be run. An answer is given up `patience`
   * milliseconds after the last sign of life.
   */
  constructor(said, failed, patience = PATIENCE) {
    Object.assign(this, { said, failed, patience, number: 0, waiting: new Map(), running: null, isReady: false });
    this.start();
  }

  start() {
    this.isReady = false;
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", event => this.failed(event.message || "the worker cannot be started"));
  }

  hear(data) {
    if (data.progress) return this.said(data.progress);
    if (data.isAlive) return this.running && this.wait();
    if (data.ready) {
      this.isReady = true;
      this.said("");
      return this.next();
    }
    if (this.running === null || data.id !== this.running.id) return data.failed && this.failed(data.failed);
    const { done, timer } = this.running;
    clearTimeout(timer);
    this.running = null;
    done(data);
    this.next();
  }

  /** Run a command: its words, and its files by name. */
  async run(purpose, given, files) {
    const { failed, answer, took } = await this.ask(purpose, "run", given, files);
    return { failed, took, ...answer };
  }

  /** Ask for one of the answers of `python.js`; the promise of one that a later one replaces is never kept. */
  ask(purpose, what, ...given) {
    return new Promise(done => {
      this.waiting.delete(purpose);
      this.waiting.set(purpose, { id: ++this.number, what, given, done });
      this.next();
    });
  }

  next() {
    if (!this.isReady || this.running !== null || this.waiting.size === 0) return;
    const [purpose, request] = this.waiting.entries().next().value;
    this.waiting.delete(purpose);
    this.running = request;
    this.wait();
    const { id, what, given } = request;
    this.worker.postMessage({ id, what, given });
  }

  /** Give what runs its time, from now on. */
  wait() {
    clearTimeout(this.running.timer);
    this.running.timer = setTimeout(() => this.giveUp(), this.patience);
  }

  giveUp() {
    const { done } = this.running;
    this.running = null;
    this.worker.terminate();
    done({ failed: `it took longer than ${this.patience / 1000} seconds, and was ended` });
    this.start();
  }

  /** End the worker: nothing can be run any more. */
  end(reason) {
    this.worker.terminate();
    clearTimeout(this.running?.timer);
    for (const request of [this.running, ...this.waiting.values()]) request?.done({ failed: reason });
    this.running = null;
    this.waiting.clear();
    this.failed(reason);
  }
}
