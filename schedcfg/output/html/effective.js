// The page of `effective` is drawn already: this chooses a configuration, a release and a profile, and tries weights.

/** Weights are `int32` upstream (`Plugin` in `pkg/scheduler/apis/config/types.go`). */
const HIGHEST_WEIGHT = 2147483647;

/** Return why a weight cannot be tried; nothing where it can. */
function objection(written) {
  const weight = Number(written);
  if (written.trim() === "" || !Number.isInteger(weight)) return "A weight is a whole number.";
  if (weight === 0) return "0 is the weight 1: kube-scheduler completes it.";
  if (weight < 0) return "A negative weight prefers nodes with a low score; shares are then meaningless.";
  return weight > HIGHEST_WEIGHT ? `The highest weight is ${HIGHEST_WEIGHT}.` : "";
}

/** Return a share, 0 to 1, in percent, as the page has it. */
function shareText(share) {
  const rounded = `${(100 * share).toFixed(1)}%`;
  return share > 0 && rounded === "0.0%" ? "<0.1%" : rounded;
}

/** One configuration of the page. */
class Configuration {
  constructor(described, number, load) {
    Object.assign(this, described);
    this.number = number;
    this.load = load;
    this.section = document.getElementById(`c${number}`);
    this.shown = this.section.querySelector(".release");
    this.drawn = new Map([[this.own, [...this.shown.childNodes]]]);
    this.at = this.beside = this.own;
    this.tryWeights();
  }

  /** Show what a release runs, and what it does otherwise than the one that it is compared with. */
  async show() {
    if (!this.drawn.has(this.at)) {
      const { drawn, blocks } = (await this.load())[0][this.number];
      const parsed = new DOMParser().parseFromString(drawn[this.at], "text/html");
      for (const one of parsed.querySelectorAll("[data-block]")) one.innerHTML = blocks[one.dataset.block];
      this.drawn.set(this.at, [...parsed.body.childNodes]);
    }
    this.shown.replaceChildren(...this.drawn.get(this.at));
    this.tryWeights();
    return this.at === this.beside ? null : this.comparison();
  }

  async comparison() {
    const { releases, values } = (await this.load())[1][this.number];
    const [before, after] = [this.beside, this.at].map(at => Object.fromEntries(releases[at].flatMap(([begin, number]) => Object.entries(values[number]).map(([name, value]) => [begin + name, value]))));
    const come = Object.keys(after).filter(name => !(name in before)), gone = Object.keys(before).filter(name => !(name in after));
    const other = Object.keys(after).filter(name => name in before && before[name] !== after[name]);
    const [one, than] = [this.releases[this.at], this.releases[this.beside]];
    const line = (name, value) => make("li", {}, name, value && `: ${value}`);
    const list = (title, items, kind) => items.length > 0 && [make("h4", {}, title), make("ul", { class: kind }, items)];
    if (come.length + gone.length + other.length === 0) return make("p", { role: "status" }, `Kubernetes ${one} runs the same as ${than}: plugins, weights and Args.`);
    const [had, has] = [before, after].map(running);
    const comes = [...has].filter(name => !had.has(name)), goes = [...had].filter(name => !has.has(name));
    const rest = counted(come.length + gone.length + other.length, "difference");
    const told = [comes.length > 0 && `with ${few(comes)}`, goes.length > 0 && `without ${few(goes)}`, rest].filter(Boolean).join("; ");
    return make("details", { class: "box", role: "status" }, make("summary", {}, `Kubernetes ${one} instead of ${than}: ${told}`),
      list("Comes", come.map(name => line(name, after[name])), "added"), list("Goes", gone.map(name => line(name, before[name])), "removed"),
      list("Is otherwise", other.map(name => line(name, `${before[name] || "(empty)"} → ${after[name] || "(empty)"}`)), "changed"),
      make("p", { class: "quiet" }, "Which of it changes behavior, since which release and why: ", make("code", {}, `schedcfg diff ${this.path} --from ${than} --to ${one}`)));
  }

  /** Make the weights of what is shown fields, whose shares follow. */
  tryWeights() {
    const cells = [...this.section.querySelectorAll("td.score")];
    for (const column of new Set(cells.map(cell => cell.dataset.column))) new Weights(this.section, column, cells.filter(cell => cell.dataset.column === column));
  }
}

/** Return the names of all plugins that run, of facts as "profile: plugin at point". */
function running(facts) {
  return new Set(Object.keys(facts).flatMap(name => (/: (\S+) at \S+$/.exec(name) || []).slice(1)));
}

function few(names) {
  return names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

/** The weights of one profile. */
class Weights {
  constructor(section, column, cells) {
    this.most = section.querySelector(`td[data-column="${column}"] .most`);
    if (!this.most || cells.some(cell => cell.querySelector("input"))) return;
    this.raters = [...section.querySelectorAll(`td[data-column="${column}"] .rater`)];
    this.said = [...this.most.childNodes];
    this.scores = cells.map(cell => ({ cell, weight: Number(cell.dataset.weight), tried: Number(cell.dataset.weight), counts: !("idle" in cell.dataset),
      share: cell.querySelector(".share"), bar: cell.querySelector(".bar"), drawn: [cell.querySelector(".share").textContent, cell.querySelector(".bar").getAttribute("width")] }));
    for (const score of this.scores) this.offer(score);
  }

  offer(score) {
    const wrong = make("span", { class: "error", role: "alert" });
    const name = `weight of ${score.cell.dataset.plugin} in ${score.cell.dataset.profile}`;
    const input = make("input", { type: "number", min: 1, max: HIGHEST_WEIGHT, step: 1, value: score.weight, "aria-label": name, oninput: () => {
      const why = objection(input.value);
      fill(wrong, why && ` ${why} The file's counts.`);
      input.setAttribute("aria-invalid", String(why !== ""));
      score.tried = why ? score.weight : Number(input.value);
      this.recompute();
    } });
    fill(score.cell.querySelector(".weight"), "weight ", input, wrong);
    score.reset = () => { input.value = score.weight; fill(wrong); input.removeAttribute("aria-invalid"); score.tried = score.weight; };
  }

  recompute() {
    const isTried = this.scores.some(score => score.tried !== score.weight);
    const counting = this.scores.filter(score => score.counts);
    const total = counting.reduce((sum, score) => sum + score.tried, 0), highest = Math.max(...counting.map(score => score.tried));
    for (const score of this.scores) {
      const part = score.tried / total;
      score.share.textContent = isTried && score.counts ? shareText(part) : score.drawn[0];
      score.bar.setAttribute("width", isTried && score.counts ? 100 * part : score.drawn[1]);
    }
    for (const rater of this.raters) rater.hidden = isTried;
    if (!isTried) { fill(this.most, this.said); return; }
    const first = counting.filter(score => score.tried === highest);
    const reset = () => { for (const score of this.scores) score.reset(); this.recompute(); };
    fill(this.most, `With the weights that are tried, ${first.map(score => score.cell.dataset.plugin).join(", ")} ${first.length > 1 ? "count" : "counts"} most of the plugins: ${shareText(highest / total)}. `,
      make("button", { type: "button", onclick: reset }, "Reset to the file's weights"));
  }
}

/** What the page shows, and how its address says it: `#configuration=2&release=1.33&profile=gpu`. */
class EffectivePage {
  constructor(main, configurations) {
    this.configurations = configurations;
    this.controls = make("div", { class: "controls" });
    this.coming = make("div", {});
    this.main = main;
    this.only = false;
    window.addEventListener("hashchange", () => this.follow());
    main.addEventListener("click", event => this.leadToLine(event));
    main.querySelectorAll(".card").forEach(unfoldRule);
    this.follow();
  }

  get current() { return this.configurations[this.number]; }

  /** Show what the address says; what it says and is not there, is as without it. */
  follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const known = (all, name, otherwise) => (all.includes(name) ? all.indexOf(name) : otherwise);
    this.number = known(this.configurations.map((_, number) => String(number + 1)), asked.get("configuration"), 0);
    const current = this.current;
    current.at = known(current.releases, asked.get("release"), current.own);
    current.beside = known(current.releases, asked.get("beside"), current.own);
    this.profile = known(current.profiles, asked.get("profile"), -1);
    this.offer();
    draw(() => this.redraw());
  }

  /** Show what was chosen, and have the address say it. */
  choose(change) {
    change();
    const { number, current } = this;
    const said = new URLSearchParams();
    if (number > 0) said.set("configuration", number + 1);
    if (current.at !== current.own) said.set("release", current.releases[current.at]);
    if (current.beside !== current.own) said.set("beside", current.releases[current.beside]);
    if (this.profile >= 0) said.set("profile", current.profiles[this.profile]);
    history.replaceState(null, "", `#${said}`);
    draw(() => this.redraw());
  }

  offer() {
    const { current } = this;
    const numbered = names => names.map((name, number) => [String(number), name]);
    fill(this.controls,
      this.configurations.length > 1 && choice("Configuration", numbered(this.configurations.map(one => one.name)), String(this.number), number => { location.hash = `configuration=${Number(number) + 1}`; }),
      current.releases.length > 1 && [this.slider(), choice("Compared with", numbered(current.releases.map(name => `Kubernetes ${name}`)), String(current.beside), number => this.choose(() => { current.beside = Number(number); }))],
      current.profiles.length > 1 && choice("Profile", [["-1", "all"], ...numbered(current.profiles)], String(this.profile), number => this.choose(() => { this.profile = Number(number); })),
      current.profiles.length > 0 && tick("Only what differs from the defaults", this.only, only => { this.only = only; draw(() => this.redraw()); }));
    if (this.controls.hasChildNodes()) this.main.prepend(this.controls);
    else this.controls.remove();
  }

  slider() {
    const { current } = this;
    const chosen = make("output", { "aria-live": "polite" });
    const slider = make("input", { type: "range", min: 0, max: current.releases.length - 1, value: current.at, "aria-label": "Kubernetes release",
      oninput: event => this.choose(() => { current.at = Number(event.target.value); }) });
    this.showRelease = () => {
      slider.setAttribute("aria-valuetext", `Kubernetes ${current.releases[current.at]}`);
      fill(chosen, ` ${current.releases[current.at]}`);
    };
    return make("span", { class: "slider" }, make("label", {}, "Kubernetes ", slider), chosen);
  }

  async redraw() {
    const { current, number } = this;
    if (current.releases.length > 1) this.showRelease();
    const at = current.at;
    const comparison = await current.show();
    if (current !== this.current || at !== current.at) return;
    fill(this.coming, comparison);
    if (comparison) current.section.before(this.coming);
    else this.coming.remove();
    for (const one of this.configurations) one.section.hidden = one.number !== number;
    current.section.classList.toggle("only", this.only);
    const isShown = columns => this.profile < 0 || columns.split(" ").includes(String(this.profile));
    for (const one of current.section.querySelectorAll("[data-column], [data-columns]")) one.hidden = !isShown(one.dataset.column ?? one.dataset.columns);
  }

  /** Lead to a line of the file: the address stays that of what is shown. */
  leadToLine(event) {
    const link = event.target.closest && event.target.closest("a.to-line");
    if (!link) return;
    event.preventDefault();
    const line = document.getElementById(link.getAttribute("href").slice(1));
    for (const one of document.querySelectorAll(".line.led")) one.classList.remove("led");
    line.classList.add("led");
    line.scrollIntoView({ block: "center" });
  }
}

draw(main => {
  let loaded = null;
  const load = () => (loaded ??= Promise.all([unpacked("others"), unpacked("facts")]));
  const configurations = embedded("configurations").map((one, number) => new Configuration(one, number, load));
  if (configurations.length > 0) new EffectivePage(main, configurations);
});
