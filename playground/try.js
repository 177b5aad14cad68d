// The tab *Try*: where Pods would go, by the real scheduler, which is loaded when it is asked for.

const SKETCHED = /^\s*\d+:/; // How a sketch begins
const SKETCHES = { nodes: "6:cpu=8,memory=16Gi", pods: "12:cpu=500m,memory=512Mi" };
const SEEDS = 2 ** 31;
const BESIDE = [["", "nothing"], ["default", "the default configuration"], ["text", "another text"]];

/** Return how large a download is, in words. */
const megabytes = bytes => `${Math.ceil(bytes / 1e6)} MB`;

/** Return a time in words. */
const seconds = milliseconds => `${(milliseconds / 1000).toLocaleString("en", { maximumFractionDigits: milliseconds < 10_000 ? 1 : 0 })} s`;

/** What one sees under the tab, as long as the page is open. */
class TryTab {
  /** `page` is the page around it: with the text, what is chosen, and the scheduler. */
  constructor(page) {
    this.page = page;
    this.answer = make("div", {});
    this.status = make("p", { role: "status", class: "quiet" });
    this.start = make("button", { type: "button", onclick: () => this.place() });
    this.stop = make("button", { type: "button", hidden: true, onclick: () => page.scheduler.stop() }, "Stop");
    this.element = make("div", {}, page.scheduler ? this.form() : this.missing(), this.status, this.answer);
  }

  /** Return how the page gets a scheduler. */
  missing() {
    const release = this.page.build.releases.at(-1);
    return make("div", {}, make("p", {}, "No kube-scheduler lies beside this page. Where Go is, this builds one, and the page with it:"),
      command(`python -m tools.build_scheduler ${release} -o build\npython -m tools.build_playground --scheduler build/kube-scheduler-${release}.*.wasm`));
  }

  form() {
    const { state, scheduler: { notice } } = this.page;
    const set = (key, value) => { state[key] = value; this.outdate(); };
    const area = (key, label) => {
      const typed = make("textarea", { rows: 2, spellcheck: "false", oninput: event => set(key, event.target.value) });
      typed.value = state[key];
      return make("label", {}, label, typed);
    };
    const other = area("other", "The other text"), seed = make("input", { type: "number", min: 0, max: SEEDS - 1, value: state.seed, oninput: event => set("seed", event.target.value) });
    const beside = choice("Beside it", BESIDE, state.beside, chosen => { other.hidden = chosen !== "text"; set("beside", chosen); });
    other.hidden = state.beside !== "text";
    this.label();
    return make("div", { class: "world" }, area("nodes", "Nodes"), area("pods", "Pods"),
      make("p", { class: "quiet" }, "Each line sketches some, or the text is YAML.", notice && [" ", make("a", { href: notice }, "Licenses of the scheduler")]), other,
      make("div", { class: "controls" }, beside, make("label", {}, "Seed ", seed), this.start, this.stop));
  }

  label() {
    const { isThere, version, bytes } = this.page.scheduler;
    fill(this.start, isThere ? "Place the Pods" : `Load kube-scheduler ${version} (${megabytes(bytes)}, once), and place the Pods`);
  }

  /** Return what a command is given, and its files. */
  asked() {
    const { state: { beside, other, seed }, name, files, scheduler } = this.page;
    const against = { default: ["--against", "default"], text: ["--against", "other.yaml"] }[beside] || [];
    const [nodes, pods] = ["nodes", "pods"].map(kind => this.objects(kind));
    return {
      given: ["try", name, ...against, ...nodes.given, ...pods.given, "--seed", String(Number(seed)), "--binary", scheduler.program],
      files: { ...files, ...(beside === "text" ? { "other.yaml": other } : {}), ...nodes.files, ...pods.files },
    };
  }

  /** Return the option for nodes, or Pods, and the file that it names. */
  objects(kind) {
    const text = this.page.state[kind], lines = text.split("\n").filter(line => line.trim());
    if (lines.every(line => SKETCHED.test(line))) return { given: lines.flatMap(line => [`--${kind}`, line.trim()]), files: {} };
    return { given: [`--${kind}`, `${kind}.yaml`], files: { [`${kind}.yaml`]: text } };
  }

  /** Say so where what is shown is the answer to something else than what is there now. */
  outdate() {
    if (!this.shown || this.start.disabled) return;
    fill(this.status, this.shown === JSON.stringify(this.asked()) ? this.took : "This is the answer to what was there before.");
  }

  /** Run the command, and show its page. */
  async place() {
    const { scheduler } = this.page, asked = this.asked();
    this.start.disabled = true;
    this.stop.hidden = false;
    scheduler.said = text => fill(this.status, `${text || "The scheduler places the Pods"} …`);
    scheduler.said("");
    const ended = await scheduler.run([...asked.given, "--output", "html", "--no-settings"], asked.files);
    this.start.disabled = false;
    this.stop.hidden = true;
    this.label();
    this.show(ended, asked);
  }

  show({ failed, status, out, err, took }, asked) {
    this.shown = JSON.stringify(asked);
    this.took = failed || !out ? "" : `kube-scheduler ${this.page.scheduler.version}, answered in ${seconds(took)}`;
    this.outdate();
    if (failed) return fill(this.answer, make("p", { class: "error", role: "alert" }, `This could not be answered: ${failed}.`));
    const saved = out && make("p", {}, make("button", { type: "button", onclick: () => save("try.html", out) }, "Save this page"));
    // Without a page, the scheduler would not start with one of the texts.
    const migrated = !out && status === 1 && make("button", { type: "button", onclick: () => this.migrate() }, `Migrate the text for Kubernetes ${this.page.scheduler.release}, and place the Pods`);
    fill(this.answer, out && make("iframe", { title: "Where Pods go", sandbox: "allow-scripts", srcdoc: out }), this.page.said(err), saved, migrated,
      this.page.same(out ? [...asked.given, "--output", "html=try.html"] : asked.given, asked.files));
  }
  /** Put the text for the scheduler's release in the place of the text, and place the Pods. */
  async migrate() {
    const { page } = this, given = ["migrate", page.name, "--kubernetes", page.scheduler.release, "--no-settings"];
    const { failed, out, err } = await page.commands.run("try", given, page.files);
    if (!out) return fill(this.answer, make("p", { class: "error", role: "alert" }, failed || err));
    page.editor.text = out;
    return this.place();
  }
}
