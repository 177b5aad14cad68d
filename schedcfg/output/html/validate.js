// Findings beside the source.

const WEIGHTS = ["refused", "error", "warning", "info"];
const MEANINGS = [
  [["refused"], "kube-scheduler does not start with the file, wherever it runs"],
  [["error", "warning"], "it is not refused, but probably does not do what you intend, or does not start everywhere"],
  [["info"], "it is not refused, and may do what you intend"],
];
const FIXES = {
  safe: "the scheduler behaves as before; `--fix` makes it, and proves that",
  unsafe: "it may change what the scheduler does, rests on a guess, or cannot be proven; only `--unsafe-fixes` makes it",
};
const FEW_FILES = 12, FEW_FIXES = 20;

function kindOf(fix) {
  return fix.safe ? "safe" : "unsafe";
}

function weight(finding) {
  return finding.class === "refused" ? "refused" : finding.severity;
}

/** The page's state, and what it shows of it. */
class ValidatePage {
  constructor(main, report, sources, rules, closing) {
    this.report = report;
    this.rules = rules;
    this.files = report.files.map((file, number) => ({ ...file, source: sources[number], found: this.findings(file, sources[number]) }));
    this.found = this.files.flatMap(file => file.found);
    this.shown = new Set(WEIGHTS);
    this.rule = this.file = "";
    this.fixes = this.found.filter(one => one.fix).length <= FEW_FIXES;
    this.content = make("div", {});
    this.count = make("p", { role: "status" });
    fill(main, this.summary(closing), this.found.length > 0 && [this.controls(), this.legend(), this.count], this.content);
    this.redraw();
  }

  findings(file, source) {
    return file.documents.flatMap((document, number) => document.findings.map((finding, place) =>
      ({ finding, document, weight: weight(finding), fix: source.fixes.find(fix => fix.document === number && fix.finding === place) })));
  }

  /** The answer, and the sentence with which every report ends. */
  summary(closing) {
    const { accepted, refused, unreadable, errors } = this.report.summary;
    const answer = refused > 0 ? make("strong", { class: "error" }, "No. ") : unreadable + errors === 0 && accepted > 0 && make("strong", { class: "added" }, "Yes. ");
    return make("p", {}, answer, prose(closing), ".");
  }

  /** What the words on the badges mean, of those that are on the page. */
  legend() {
    const known = words => words.filter(word => this.found.some(one => one.weight === word));
    const fixes = Object.keys(FIXES).filter(kind => this.found.some(one => one.fix && kindOf(one.fix) === kind));
    const lines = [...MEANINGS.map(([words, text]) => [known(words), text]), ...fixes.map(kind => [[`${kind} fix`], FIXES[kind]])].filter(([words]) => words.length > 0);
    return make("p", { class: "quiet" }, lines.map(([words, text]) => [make("strong", {}, sentence(words.join(" and "))), ": ", prose(text), ". "]));
  }

  controls() {
    const number = (name, value) => this.found.filter(one => name(one) === value).length;
    const weights = WEIGHTS.filter(name => number(one => one.weight, name) > 0);
    const rules = [...new Set(this.found.map(one => one.finding.rule))].sort();
    const files = this.files.filter(file => file.found.length > 0).map(file => file.path);
    const change = name => value => { this[name] = value; this.redraw(); };
    const parts = [
      weights.length > 1 && make("span", { role: "group", "aria-label": "Severity" }, weights.map(name =>
        [tick(`${name} (${number(one => one.weight, name)})`, true, on => { this.shown[on ? "add" : "delete"](name); this.redraw(); }), " "])),
      rules.length > 1 && choice("Rule", [["", "all"], ...rules.map(rule => [rule, `${rule} (${number(one => one.finding.rule, rule)})`])], "", change("rule")),
      files.length > 1 && choice("File", [["", "all"], ...files.map(path => [path, path])], "", change("file")),
      this.found.some(one => one.fix) && tick("Fixes as differences", this.fixes, change("fixes")),
    ].filter(Boolean);
    return parts.length > 0 && make("div", { class: "controls" }, parts);
  }

  isShown(one) {
    return this.shown.has(one.weight) && (!this.rule || one.finding.rule === this.rule);
  }

  redraw() {
    const files = this.files.filter(file => file.found.length > 0 && (!this.file || file.path === this.file)).map(file => [file, file.found.filter(one => this.isShown(one))]);
    const some = files.filter(([, found]) => found.length > 0), chosen = some.length > 0 ? some : files;
    const number = chosen.reduce((sum, [, found]) => sum + found.length, 0);
    fill(this.count, number === this.found.length ? "" : `${number} of ${counted(this.found.length, "finding")} shown.`);
    fill(this.content, chosen.map(([file, found]) => this.section(file, found, chosen.length <= FEW_FILES)), this.others());
  }

  section(file, found, isOpen) {
    const numbers = WEIGHTS.map(name => [name, found.filter(one => one.weight === name).length]).filter(([, number]) => number > 0);
    const body = make("div", {});
    const show = () => body.childNodes.length === 0 && fill(body, this.fixing(file), this.about(file), this.source(file, found), this.commands(file));
    if (isOpen) show();
    // What is folded is drawn once it is opened: a folder may hold hundreds of files.
    return make("details", { class: "file", open: isOpen, ontoggle: event => event.target.open && show() },
      make("summary", {}, make("h2", {}, file.path), " ", numbers.map(([name, number]) => [make("span", { class: `badge ${name}` }, name === "refused" ? `${number} refused` : counted(number, name)), " "])), body);
  }

  about(file) {
    return file.documents.filter(document => document.findings.length > 0 || document.verdict === "refused").map(document => {
      const known = [document.kind, document.apiVersion, document.key && `key ${document.key}`].filter(Boolean).join(" ");
      const release = document.kubernetes ? ` by Kubernetes ${document.kubernetes}${document.runner ? ` (from ${document.runner})` : ""}` : "";
      return make("p", { class: "quiet" }, "The ", known ? make("code", {}, known) : "document", ` that begins in line ${document.line} is ${document.verdict}${release}.`);
    });
  }

  /** What `--fix` did. */
  fixing(file) {
    const done = file.written ? "Fixed" : "Would be fixed";
    const lines = [
      ...(file.fixed || []).map(one => [done, one.line, one.title]),
      ...(file.unfixed || []).map(one => ["Not fixed", one.line, `${one.title}: ${one.reason}`]),
    ];
    return [file.unwritten && make("p", { class: "error" }, `Not written: ${file.unwritten}`),
      lines.length > 0 && make("ul", {}, lines.map(([what, line, text]) => make("li", {}, make("strong", {}, what), `, line ${line}: `, prose(text))))];
  }

  commands(file) {
    return file.source.command && make("div", {}, make("p", {}, "This makes the safe fixes, and proves that the scheduler behaves as before:"), command(file.source.command));
  }

  /** The lines of a file, each with what was found in it behind it; wide windows show that beside the lines. */
  source(file, found) {
    const byLine = new Map();
    for (const one of found) byLine.set(one.finding.start.line, [...(byLine.get(one.finding.start.line) || []), one]);
    const place = line => `${this.files.indexOf(file)}:${line}`;
    const cards = here => here.map(one => this.card(one, place(one.finding.start.line)));
    const shown = file.source.excerpts.map((excerpt, number) => [
      (number > 0 || excerpt.line > 1) && make("p", { class: "line quiet" }, make("span", { class: "at" }, "…")),
      excerpt.lines.map((text, index) => {
        const line = excerpt.line + index, here = byLine.get(line) || [];
        byLine.delete(line);
        return [this.line(line, text, here, place(line)), cards(here)];
      })]);
    return make("div", { class: "read" }, shown, [...byLine.values()].map(cards));
  }

  line(number, text, here, id) {
    const worst = WEIGHTS.find(name => here.some(one => one.weight === name));
    return make("div", { class: worst ? `line hit ${worst}` : "line", id: worst && id }, make("span", { class: "at", "aria-hidden": "true" }, number), make("code", {}, this.marked(number, text, here)));
  }

  /** A line with the places that are meant; columns count code points. */
  marked(number, text, here) {
    const letters = [...text], parts = [];
    let at = 0;
    for (const { start, end } of here.map(one => one.finding).sort((one, other) => one.start.column - other.start.column)) {
      const from = start.column - 1, to = end.line > number ? letters.length : Math.max(end.column - 1, from + 1);
      if (from < at || from >= letters.length) continue;
      parts.push(letters.slice(at, from).join(""), make("mark", {}, letters.slice(from, to).join("")));
      at = Math.min(to, letters.length);
    }
    return [...parts, letters.slice(at).join("") || (parts.length ? "" : " ")];
  }

  card({ finding, document, weight: name, fix }, place) {
    const rule = this.rules[finding.rule];
    const standard = finding.standard;
    const release = document.kubernetes ? ` (${document.kubernetes})` : "";
    return make("div", { class: `box card ${name}`, role: "group", "aria-label": `line ${finding.start.line}: ${name}` },
      make("p", {}, make("span", { class: `badge ${name}` }, name), " ",
        make("code", {}, rule && rule.page ? link(finding.rule, rule.page) : finding.rule), make("span", { class: "quiet" }, `${release}, `, make("a", { href: `#${place}` }, `line ${finding.start.line}:${finding.start.column}`))),
      make("p", {}, prose(finding.message)),
      finding.help && make("p", {}, make("strong", {}, "Help: "), prose(finding.help)),
      standard && make("p", {}, make("strong", {}, "Required: "), [standard.id, standard.reason].filter(Boolean).join(": "), " ", standard.link && link(standard.link, standard.link)),
      finding.place && make("p", { class: "quiet code" }, finding.place),
      fix && this.fix(finding.fix, fix));
  }

  fix(described, fix) {
    const kind = kindOf(fix);
    return make("details", { open: this.fixes, class: "fix" },
      make("summary", {}, "Fix: ", prose(described.title), " ", make("span", { class: `badge ${fix.safe ? "added" : "changed"}`, title: sentence(FIXES[kind].replaceAll("`", "")) }, kind)),
      changedLines(`lines that the fix changes`, fix.hunks));
  }

  /** Files in which nothing was found, in one list. */
  others() {
    const others = this.files.filter(file => file.found.length === 0);
    const wrong = others.filter(file => file.verdict === "unreadable"), fine = others.filter(file => file.verdict !== "unreadable");
    const item = file => make("li", {}, make("code", {}, file.path), " ", make("span", { class: file.verdict === "unreadable" ? "error" : "quiet" }, file.verdict, file.reason ? `: ${file.reason}` : ""), this.fixing(file));
    return [wrong.length > 0 && [make("h2", {}, "Could not be read"), make("ul", {}, wrong.map(item))],
      fine.length > 0 && make("details", { class: "file", open: this.found.length === 0 && fine.length <= FEW_FILES },
        make("summary", {}, make("h2", {}, `Nothing found in ${counted(fine.length, this.found.length ? "other file" : "file")}`)), make("ul", {}, fine.map(item)))];
  }
}

draw(async main => { new ValidatePage(main, await unpacked("report"), await unpacked("sources"), embedded("rules"), embedded("closing").text); });
