// The page: a text, the release that reads it, and what schedcfg says of it. Drawn with `elements.js`, which comes before.

import { createEditor } from "./editor.js";
import { linkedState, packedState } from "./link.js";
import { Commands } from "./commands.js";
import { Scheduler } from "./scheduler.js";

const EXAMPLE = `# Type, paste or drop a configuration, or a manifest that starts a scheduler.
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
profiles:
- schedulerName: default-scheduler
  plugins:
    score:
      disabled:
      - name: ImageLocality
      - name: ServiceAffinity # of an old Policy
      enabled:
      - name: NodeResourcesFit # fills one node after the other
        weight: 5
  pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: MostAllocated
`; // Old, accepted, and other than the default: each tab has something to show
const TABS = { findings: "Findings", effective: "What it runs", migrate: "Migrate", diff: "Differences", try: "Try" };
const PAUSE = 350; // Milliseconds without typing after which a page is drawn anew
const VERDICTS = { accepted: ["added", "starts with it"], failing: ["error", "reads it, and refuses nothing in it; mind the error"], refused: ["error", "does not start with it"], skipped: ["quiet", "is not concerned: this is no configuration of it"], unreadable: ["error", "cannot read it"] };

/** Return a command as one types it. */
const typed = given => `schedcfg ${given.filter(word => word !== "--no-settings").map(word => (/^[\w./=:-]+$/.test(word) ? word : `'${word}'`)).join(" ")}`;

/** Return a size in words. */
const mebibytes = bytes => `${(bytes / 1024 / 1024).toLocaleString("en")} MiB`;

/** Save a text as a file, as a browser does with what it downloads. */
function save(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: name.endsWith(".html") ? "text/html" : "text/plain" }));
  make("a", { download: name, href }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}

/** Return an element of Markdown as the language server writes it: paragraphs, lists, bold, code and links. */
function markdown(text) {
  const block = lines => {
    const [mark, tag] = [[/^- /, "ul"], [/^\d+\. /, "ol"]].find(([begin]) => begin.test(lines)) || [];
    return tag ? make(tag, {}, lines.split("\n").map(line => make("li", {}, marked(line.replace(mark, ""))))) : make("p", {}, marked(lines));
  };
  return make("div", { class: "markdown" }, text.split("\n\n").filter(Boolean).map(block));
}

/** Return the pieces of a line of Markdown. */
function marked(line) {
  return line.split(/(`[^`]*`|\*\*(?:\\.|[^*])+\*\*|\[[^\]]*\]\([^)]*\))/).map(piece => {
    if (piece.startsWith("`")) return make("code", {}, piece.slice(1, -1));
    if (piece.startsWith("**")) return make("strong", {}, piece.slice(2, -2).replace(/\\(.)/g, "$1"));
    const [, words, address] = /^\[(.*)\]\((.*)\)$/.exec(piece) || [];
    return address ? link(words, address) : piece;
  });
}

class Playground {
  constructor(main, build, state) {
    this.build = build;
    this.state = { text: EXAMPLE, other: "", release: "", against: "default", tab: "findings", target: build.releases.at(-1), ...SKETCHES, beside: "default", seed: "1", ...state };
    this.scheduler = build.scheduler && new Scheduler(build.scheduler);
    this.suffix = "yaml";
    this.commands = new Commands(text => fill(this.progress, text && `${text} …`), error => this.fail(error));
    this.progress = make("p", { role: "status", class: "quiet" }, "Loading …");
    this.verdict = make("p", { class: "verdict", "aria-live": "polite" });
    this.panel = make("div", { role: "tabpanel", id: "panel", tabindex: 0 });
    this.tabs = Object.entries(TABS).map(([name, label]) => make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "panel", onclick: () => this.open(name), onkeydown: event => this.walk(event) }, label));
    const host = make("div", { class: "editor", ondragover: event => { event.preventDefault(); host.classList.add("over"); }, ondragleave: () => host.classList.remove("over"), ondrop: event => this.drop(event, host) });
    fill(main, this.verdict, this.progress, this.controls(), make("div", { class: "bench" },
      make("section", { "aria-label": "Text" }, host),
      make("section", { "aria-label": "Answer" }, make("div", { role: "tablist", "aria-label": "What is shown" }, this.tabs), this.panel)));
    const ask = what => async at => (await this.commands.ask(what, what, this.name, this.state.text, this.state.release || undefined, at)).answer;
    this.editor = createEditor(host, this.state.text, "Configuration", text => { this.state.text = text; this.check(); },
      { complete: ask("complete"), hover: ask("hover"), markdown });
    // CodeMirror would take a dropped file for text to insert.
    host.shadowRoot.addEventListener("drop", event => { if (event.dataTransfer?.files.length) this.drop(event, host); }, true);
    this.open(TABS[this.state.tab] ? this.state.tab : "findings");
    this.check();
  }

  controls() {
    const releases = [["", "as the text says, or the newest"], ...this.build.releases.toReversed().map(name => [name, name])];
    this.release = choice("Kubernetes", releases, this.state.release, release => { this.state.release = release; this.check(); });
    const file = make("input", { type: "file", onchange: event => this.read(event.target.files[0]) });
    this.linked = make("span", { role: "status", class: "quiet" });
    return make("div", { class: "controls" }, this.release, make("label", {}, "File ", file),
      make("button", { type: "button", onclick: () => this.copyLink() }, "Link to this text"), this.linked);
  }

  /** The files that a command finds, and the name of the text among them. */
  get name() { return `scheduler.${this.suffix}`; }
  get files() { return { [this.name]: this.state.text }; }
  get judged() { return this.state.release ? ["--kubernetes", this.state.release] : []; }

  async drop(event, host) {
    event.preventDefault();
    event.stopPropagation();
    host.classList.remove("over");
    await this.read(event.dataTransfer.files[0]);
  }

  async read(file) {
    if (!file) return;
    if (file.size > this.build.most) return fill(this.progress, `${file.name} is larger than ${mebibytes(this.build.most)}, the most that is read here.`);
    const suffix = file.name.split(".").at(-1);
    this.suffix = ["json", "conf", "cfg", "service"].includes(suffix) ? suffix : "yaml";
    this.editor.text = await file.text();
  }

  async copyLink() {
    const { text, release, tab } = this.state, kept = { diff: ["other", "against", "target"], migrate: ["target"], try: ["nodes", "pods", "beside", "seed", "other"] }[tab] || [];
    const packed = await packedState({ text, release, tab, ...Object.fromEntries(kept.map(key => [key, this.state[key]])) }).catch(error => fill(this.linked, `There is no link: ${error.message}.`));
    if (!packed) return;
    history.replaceState(null, "", packed);
    try {
      await navigator.clipboard.writeText(location.href);
      fill(this.linked, "Copied. It holds the text itself; no server gets it.");
    } catch {
      fill(this.linked, "It is in the address bar. It holds the text itself; no server gets it.");
    }
  }

  /** Check the text, and draw what else is shown once nobody types. */
  async check() {
    clearTimeout(this.pause);
    if (this.state.tab !== "findings") this.pause = setTimeout(() => this.draw(), PAUSE);
    const given = ["validate", this.name, ...this.judged, "--output", "json", "--no-settings"];
    const ended = await this.commands.run("check", given, this.files);
    this.checked = ended;
    this.showVerdict(ended);
    if (this.state.tab === "findings") this.draw();
  }

  showVerdict({ failed, out, err, took }) {
    const report = failed ? null : this.parsed(out);
    if (!report) return fill(this.verdict, make("span", { class: "error" }, failed ? `This could not be answered: ${failed}.` : err));
    const [file] = report.files, documents = file?.documents || [];
    this.documents = documents;
    this.editor.mark(documents.flatMap(document => document.findings));
    const { verdict, reason } = file || { verdict: "skipped" };
    const releases = [...new Set(documents.map(document => document.kubernetes))].filter(Boolean).join(", ");
    const isFailing = verdict === "accepted" && documents.some(document => document.findings.some(finding => finding.severity === "error"));
    const [kind, sentence] = VERDICTS[isFailing ? "failing" : verdict] || ["quiet", verdict];
    fill(this.verdict, make("strong", { class: kind }, `kube-scheduler ${releases} ${sentence}.`), reason ? [" ", prose(reason)] : "", " ", make("span", { class: "quiet" }, this.counts(), `answered in ${Math.max(1, Math.round(took))} ms`));
  }

  /** Return how many findings there are of each severity. */
  counts() {
    const found = this.documents.flatMap(document => document.findings);
    return ["error", "warning", "info"].map(severity => [severity, found.filter(one => one.severity === severity).length])
      .filter(([, number]) => number > 0).map(([severity, number]) => `${severity === "info" ? `${number} info` : counted(number, severity)}, `);
  }

  parsed(out) {
    try { return JSON.parse(out); } catch { return null; }
  }

  /** Show what a tab has. */
  open(name) {
    this.state.tab = name;
    for (const [index, tab] of Object.keys(TABS).entries()) {
      this.tabs[index].setAttribute("aria-selected", String(tab === name));
      this.tabs[index].tabIndex = tab === name ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", `tab-${name}`);
    this.answer = null;
    fill(this.panel);
    this.draw();
  }

  walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = Object.keys(TABS), next = (names.indexOf(this.state.tab) + step + names.length) % names.length;
    this.open(names[next]);
    this.tabs[next].focus();
  }

  draw() {
    return { findings: () => this.findings(), effective: () => this.effective(), migrate: () => this.migrate(), diff: () => this.diff(), try: () => this.try() }[this.state.tab]();
  }

  /** Run the command of a tab, and show what it writes while the tab is open. */
  async show(given, files, shown) {
    const { tab } = this.state;
    const ended = await this.commands.run(tab, given, files);
    if (this.state.tab !== tab) return;
    if (ended.failed) return fill(this.answer || this.panel, make("p", { class: "error", role: "alert" }, `This could not be answered: ${ended.failed}.`));
    shown(ended);
  }

  findings() {
    if (!this.checked) return fill(this.panel, make("p", { class: "quiet" }, "The answer comes as soon as Python is loaded, in a few seconds."));
    const found = (this.documents || []).flatMap(document => document.findings);
    const canFix = found.some(one => one.fix?.safe);
    fill(this.panel, found.length === 0 && make("p", {}, "Nothing was found."),
      make("ul", { class: "findings" }, found.map(one => this.finding(one))),
      canFix && make("button", { type: "button", onclick: () => this.fix() }, "Fix what can be fixed safely"),
      this.said(this.checked.err), this.scheduler && this.confirmation(), this.same(["validate", this.name, ...this.judged], this.files));
  }

  finding(one) {
    return make("li", { class: one.severity }, make("strong", {}, `${one.severity} `),
      make("button", { type: "button", onclick: () => this.editor.go(one.start) }, `line ${one.start.line}, column ${one.start.column}`),
      " ", make("span", { class: "code" }, one.rule), make("p", {}, prose(one.message)), one.help && make("p", {}, make("strong", {}, "Help: "), prose(one.help)));
  }

  /** Return a button that asks the real scheduler, and what it says. */
  confirmation() {
    const { version, isThere, bytes, program } = this.scheduler, given = ["confirm", this.name, "--binary", program], answer = make("div", { "aria-live": "polite" });
    const ask = async () => {
      button.disabled = true;
      this.scheduler.said = text => fill(answer, make("p", { class: "quiet" }, `${text || "It reads the text"} …`));
      this.scheduler.said("");
      const { failed, out, err } = await this.scheduler.run([...given, "--no-settings"], this.files);
      fill(answer, failed ? make("p", { class: "error", role: "alert" }, `This could not be answered: ${failed}.`) : [this.lines(out || err), out && this.said(err), command(typed(given))]);
      button.disabled = false;
    };
    const button = make("button", { type: "button", onclick: ask }, `Ask the real kube-scheduler ${version}${isThere ? "" : ` (${megabytes(bytes)}, once)`}`);
    return make("section", { class: "same", "aria-label": "The real scheduler" }, make("p", {}, button), answer);
  }

  async fix() {
    const ended = await this.commands.run("fix", ["validate", this.name, ...this.judged, "--fix", "--no-settings"], this.files);
    if (!ended.failed) this.editor.text = ended.files[this.name];
  }

  effective() { return this.page(["effective", this.name, ...this.judged], this.files, "What kube-scheduler runs"); }

  /** Return how to get the same answer elsewhere: the files, and the command that reads them. */
  same(given, files) {
    const saved = Object.keys(files).flatMap((name, number) => [number > 0 && " ", make("button", { type: "button", onclick: () => save(name, files[name]) }, `Save ${name}`)]);
    return make("section", { class: "same", "aria-label": "The same on your machine" }, make("h2", {}, "The same on your machine"), make("p", {}, saved), command(typed(given)));
  }

  /** Show the page that a command writes, in a frame that can do nothing but run the page's own script. */
  page(given, files, title) {
    const asked = this.build.pages.includes(given[0]) ? [...given, "--output", "html"] : given;
    return this.show([...asked, "--no-settings"], files, ({ out, err }) => {
      const shown = asked === given ? this.lines(out || err) : make("iframe", { title, sandbox: "allow-scripts", srcdoc: out });
      const name = `${given[0]}.html`, isPage = asked !== given && out;
      fill(this.answer || this.panel, out ? shown : this.said(err), isPage && make("p", {}, make("button", { type: "button", onclick: () => save(name, out) }, "Save this page")),
        this.same(isPage ? [...given, "--output", `html=${name}`] : given, files));
    });
  }

  /** Return what a command said beside its answer. */
  said(err) { return err?.trim() && make("pre", { tabindex: 0, class: "quiet" }, err.trim()); }

  /** Return lines of a unified diff, or of any other text. */
  lines(text) {
    const kind = line => (/^(\+\+\+|---|@@)/.test(line) ? "quiet" : line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "");
    return make("pre", { tabindex: 0, class: "difference" }, text.replace(/\n$/, "").split("\n").map(line => make("span", { class: kind(line) }, line)));
  }

  target(label, chosen) {
    return choice(label, this.build.releases.toReversed().map(name => [name, name]), this.state.target, target => { this.state.target = target; chosen(); });
  }

  migrate() {
    const base = ["migrate", this.name, "--kubernetes", this.state.target];
    this.answer = make("div", {});
    fill(this.panel, make("div", { class: "controls" }, this.target("For Kubernetes", () => this.draw())), this.answer);
    return this.show([...base, "--diff", "--no-settings"], this.files, difference => {
      if (!difference.out) return fill(this.answer, this.said(difference.err), this.same(base, this.files));
      return this.show([...base, "--no-settings"], this.files, ended => fill(this.answer, this.lines(difference.out), this.said(difference.err),
        ended.out && make("button", { type: "button", onclick: () => { this.editor.text = ended.out; } }, "Go on with this text"),
        ended.out && make("details", {}, make("summary", {}, "The whole text"), command(ended.out)), this.same([...base, "--write"], this.files)));
    });
  }

  diff() {
    this.answer = make("div", {});
    const { against } = this.state;
    const kinds = [["default", "the default configuration"], ["text", "another text"], ["release", "another release"]];
    const other = make("textarea", { "aria-label": "The other text", spellcheck: "false", oninput: event => { this.state.other = event.target.value; clearTimeout(this.pause); this.pause = setTimeout(() => this.compare(), PAUSE); } });
    other.value = this.state.other;
    fill(this.panel, make("div", { class: "controls" }, choice("Compared with", kinds, against, chosen => { this.state.against = chosen; this.draw(); }), against === "release" && this.target("Kubernetes", () => this.draw())),
      against === "text" && other, this.answer);
    return this.compare();
  }

  compare() {
    const { against, target, other, release } = this.state, [first] = this.documents || [];
    const minimal = `apiVersion: ${first?.apiVersion || "kubescheduler.config.k8s.io/v1"}\nkind: KubeSchedulerConfiguration\n`;
    if (against === "release") return this.page(["diff", this.name, "--from", release || first?.kubernetes || this.build.releases.at(-1), "--to", target], this.files, "What another release does otherwise");
    if (against === "text" && !other) return fill(this.answer, make("p", { class: "quiet" }, "Type or paste the text before the change; the editor has the one after it."));
    const name = against === "text" ? "before.yaml" : "default.yaml";
    return this.page(["diff", name, this.name, ...this.judged], { [name]: against === "text" ? other : minimal, ...this.files }, "What behaves differently");
  }

  try() {
    this.trying ||= new TryTab(this);
    if (this.trying.element.parentElement !== this.panel) fill(this.panel, this.trying.element);
    this.trying.outdate();
  }

  fail(error) {
    fill(this.progress, make("span", { class: "error", role: "alert" }, `schedcfg cannot be run here: ${error}. It needs a browser of 2023 or later.`));
  }
}

draw(async main => {
  const state = await linkedState(location.hash).catch(error => ({ lost: error.message }));
  const playground = new Playground(main, embedded("build"), state || {});
  if (state?.lost) fill(playground.linked, `The link cannot be read: ${state.lost}. This is the example.`);
  addEventListener("hashchange", () => location.reload());
});
