// The page of `validate` is drawn already: this chooses which findings are shown, and keeps their lines beside them.

const WEIGHTS = ["refused", "error", "warning", "info"];

class ValidatePage {
  constructor(main) {
    this.files = [...main.querySelectorAll("details.file[data-path]")];
    this.cards = [...main.querySelectorAll(".card")];
    this.shown = new Set(WEIGHTS);
    this.rule = this.file = "";
    this.count = make("p", { role: "status" });
    if (this.cards.length > 0) main.querySelector(".answer").after(...[this.controls(), this.count].filter(Boolean));
    for (const one of main.querySelectorAll("pre.command")) one.replaceWith(command(one.textContent));
    this.cards.forEach(unfoldRule);
    const seen = new IntersectionObserver(all => all.filter(one => one.isIntersecting).forEach(one => lead(one.target)), { rootMargin: "-15% 0px -80%" });
    for (const card of this.cards) { seen.observe(card); card.addEventListener("click", () => lead(card)); }
    for (const file of this.files) { file.addEventListener("toggle", () => lead(this.first(file))); lead(this.first(file)); }
  }

  first(file) { return this.cards.find(card => !card.hidden && file.contains(card)); }

  controls() {
    const number = (name, value) => this.cards.filter(card => card.dataset[name] === value).length;
    const weights = WEIGHTS.filter(name => number("weight", name) > 0);
    const rules = [...new Set(this.cards.map(card => card.dataset.rule))].sort();
    const paths = this.files.map(file => file.dataset.path);
    const fixes = [...document.querySelectorAll("details.fix")];
    const change = name => value => { this[name] = value; this.choose(); };
    const parts = [
      weights.length > 1 && make("span", { role: "group", "aria-label": "Severity" }, weights.map(name =>
        [tick(`${name} (${number("weight", name)})`, true, on => { this.shown[on ? "add" : "delete"](name); this.choose(); }), " "])),
      rules.length > 1 && choice("Rule", [["", "all"], ...rules.map(rule => [rule, `${rule} (${number("rule", rule)})`])], "", change("rule")),
      paths.length > 1 && choice("File", [["", "all"], ...paths.map(path => [path, path])], "", change("file")),
      fixes.length > 0 && tick("Fixes as differences", fixes.some(fix => fix.open), on => { for (const fix of fixes) fix.open = on; }),
    ].filter(Boolean);
    return parts.length > 0 && make("div", { class: "controls" }, parts);
  }

  /** Show what was chosen; where a file has nothing of it, only its heading, unless another file has. */
  choose() {
    for (const card of this.cards) card.hidden = !this.shown.has(card.dataset.weight) || Boolean(this.rule && card.dataset.rule !== this.rule);
    const chosen = this.files.filter(file => !this.file || file.dataset.path === this.file), some = chosen.filter(file => this.first(file));
    for (const file of this.files) file.hidden = !(some.length > 0 ? some : chosen).includes(file);
    if (this.file) for (const file of chosen) file.open = true;
    const number = this.cards.filter(card => !card.hidden && !card.closest(".file").hidden).length;
    fill(this.count, number === this.cards.length ? "" : `${number} of ${counted(this.cards.length, "finding")} shown.`);
    for (const file of some) lead(this.first(file));
  }
}

/** Show the line that a finding is about, where the lines of the file scroll beside it. */
function lead(card) {
  const line = card && card.dataset.line && document.getElementById(card.dataset.line);
  if (!line) return;
  const lines = line.parentElement;
  for (const one of lines.querySelectorAll(".led")) one.classList.remove("led");
  line.classList.add("led");
  lines.scrollTop += line.getBoundingClientRect().top - lines.getBoundingClientRect().top - lines.clientHeight / 3;
}

draw(main => { new ValidatePage(main); });
