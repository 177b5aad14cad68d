// The pipeline of each profile, through the releases that read the file.

/** Weights are `int32` upstream (`Plugin` in `pkg/scheduler/apis/config/types.go`); 0 counts as 1, and less is advised against. */
const HIGHEST_WEIGHT = 2147483647;
const CHANGES = { added: "added by the file", "re-weighted": "another weight than by default", named: "named by the file, as by default" };

/** Return where a value comes from, in words. */
function origin(from) {
  const line = from.line === null ? "" : `line ${from.line}`;
  switch (from.kind) {
    case "file": return [from.name, line].filter(Boolean).join(", ") || "the file";
    case "api-version": return `default of ${from.name}`;
    case "release": return `default of Kubernetes ${from.name}`;
    default: return `follows from ${from.name}`;
  }
}

function value(setting) {
  if (setting.value === "") return "(empty)";
  return typeof setting.value === "string" ? setting.value : JSON.stringify(setting.value);
}

function isDefault(setting) {
  return ["api-version", "release"].includes(setting.origin.kind);
}

function settingRows(settings, only) {
  return settings.filter(one => !only || !isDefault(one)).flatMap(one => {
    const kind = isDefault(one) ? " by-default" : "";
    return [make("dt", { class: `code${kind}` }, breakable(one.path || "value")), make("dd", { class: kind.trim() || null }, make("code", {}, value(one)), make("span", { class: "quiet" }, `  ${origin(one.origin)}`))];
  });
}

/** Return what a release makes of a configuration: plugins with weights, Args and settings, each as a text. */
function facts({ profiles, settings }) {
  const known = new Map(settings.map(one => [one.path, `: ${value(one)}`]));
  for (const profile of profiles) {
    for (const point of profile.points) {
      for (const plugin of point.running) known.set(`${profile.name}: ${plugin.name} at ${point.name}`, plugin.share === null && !plugin.idle ? "" : `: weight ${plugin.weight}${plugin.idle ? `, does not count (${plugin.idle})` : ""}`);
    }
    for (const args of profile.args) {
      for (const one of args.settings) known.set(`${profile.name}: ${args.plugin} ${one.path}`, `: ${value(one)}`);
    }
  }
  return known;
}

/** The page's state, and what it shows of it. */
class EffectivePage {
  constructor(main, report, explained, plugins, stages) {
    this.main = main;
    this.report = report;
    this.explained = explained;
    this.plugins = plugins;
    this.stages = Object.entries(stages);
    this.number = 0;
    this.only = false;
    this.weights = new Map();
    this.start();
  }

  get releases() { return this.explained[this.number]; }
  get base() { return this.releases[this.beside]; }
  get current() { return this.releases[this.at]; }

  start() {
    const written = this.report.files.filter(file => file.index !== undefined)[this.number];
    const place = this.releases.findIndex(one => one.report.kubernetes === written.kubernetes);
    this.at = this.beside = place < 0 ? this.releases.length - 1 : place;
    this.weights.clear();
    this.content = make("div", {});
    fill(this.main, this.unread(), this.controls(), this.content);
    this.redraw();
  }

  unread() {
    return this.report.files.filter(file => file.index === undefined).map(file =>
      make("p", { class: file.verdict === "skipped" ? "quiet" : "error" }, make("code", {}, file.path), `: ${file.verdict}`, file.reason ? `: ${file.reason}` : ""));
  }

  controls() {
    const documents = this.report.files.filter(file => file.index !== undefined);
    const files = documents.map((file, number) => [String(number), `${file.path}, line ${file.line}`]);
    const names = this.releases.map((one, number) => [String(number), `Kubernetes ${one.report.kubernetes}`]);
    return make("div", { class: "controls" },
      files.length > 1 && choice("Configuration", files, String(this.number), number => { this.number = Number(number); this.start(); }),
      names.length > 1 && [this.slider(),
        choice("Compared with", names, String(this.beside), number => { this.beside = Number(number); this.redraw(); })],
      tick("Only what differs from the defaults", this.only, only => { this.only = only; this.redraw(); }));
  }

  slider() {
    const chosen = make("output", { "aria-live": "polite" });
    const slider = make("input", { type: "range", min: 0, max: this.releases.length - 1, value: this.at, "aria-label": "Kubernetes release",
      oninput: event => { this.at = Number(event.target.value); this.redraw(); } });
    this.showRelease = () => {
      slider.setAttribute("aria-valuetext", `Kubernetes ${this.current.report.kubernetes}`);
      fill(chosen, ` ${this.current.report.kubernetes}`);
    };
    return make("span", { class: "slider" }, make("label", {}, "Kubernetes ", slider), chosen);
  }

  redraw() {
    if (this.showRelease) this.showRelease();
    const { report, profiles, settings, extenders } = this.current;
    fill(this.content, this.summary(report), this.coming(),
      make("h2", {}, profiles.length > 1 ? "Profiles" : "Profile"),
      make("div", { class: "beside" }, profiles.map(profile => this.profile(profile))),
      extenders.length > 0 && [make("h2", {}, "Extenders"), make("div", { class: "beside" }, extenders.map(one => this.extender(one)))],
      make("h2", {}, "Settings of the scheduler"), make("dl", {}, settingRows(settings, this.only)));
  }

  summary(report) {
    const verdict = report.verdict === "accepted" ? "runs" : "does not start with";
    return [
      make("p", {}, `Kubernetes ${report.kubernetes || ""} ${verdict} `, make("code", {}, report.path), ` (${report.apiVersion}, line ${report.line}).`),
      report.findings.length > 0 && make("ul", {}, report.findings.map(one =>
        make("li", { class: one.severity }, make("strong", {}, `${one.severity}: `), `line ${one.start.line}: `, prose(one.message), one.help ? [" ", prose(one.help)] : ""))),
    ];
  }

  /** What a release does otherwise than the one beside it. */
  coming() {
    if (this.at === this.beside) return null;
    const [before, after] = [facts(this.base), facts(this.current)];
    const come = [...after.keys()].filter(name => !before.has(name));
    const gone = [...before.keys()].filter(name => !after.has(name));
    const other = [...after.keys()].filter(name => before.has(name) && before.get(name) !== after.get(name));
    const list = (title, entries, kind) => entries.length > 0 && [make("h3", {}, title), make("ul", { class: kind }, entries.map(one => make("li", {}, one)))];
    return make("section", { class: "box", role: "status" },
      make("h2", {}, `What Kubernetes ${this.current.report.kubernetes} does otherwise than ${this.base.report.kubernetes}`),
      list("Comes", come.map(name => `${name}${after.get(name)}`), "added"), list("Goes", gone.map(name => `${name}${before.get(name)}`), "removed"),
      list("Is otherwise", other.map(name => `${name}${before.get(name)} → ${after.get(name).replace(/^: /, "")}`), "changed"),
      come.length + gone.length + other.length === 0 && make("p", {}, "Nothing: the same plugins run at the same points, with the same weights and Args."),
      make("p", { class: "quiet" }, "This lists what is there. Which of it changes behavior, since which release and why, is in the page of ", make("code", {}, `schedcfg diff ${this.current.report.path} --from ${this.base.report.kubernetes} --to ${this.current.report.kubernetes} --output html`), "."));
  }

  profile(profile) {
    const points = new Map(profile.points.map(point => [point.name, point]));
    const shown = this.stages.map(([stage, names]) => {
      const inside = names.filter(name => points.has(name)).map(name => this.point(profile, points.get(name))).filter(Boolean);
      return inside.length > 0 && [make("h4", { class: "quiet" }, stage), make("ul", { class: "points" }, inside)];
    });
    return make("section", { class: "box", "aria-label": `profile ${profile.name}` },
      make("h3", {}, make("code", {}, profile.name), " ", make("span", { class: "quiet" }, origin(profile.origin))),
      this.scores(profile, points.get("score")), shown, this.args(profile));
  }

  point(profile, point) {
    const running = point.running.filter(plugin => !this.only || plugin.change !== "default");
    if (running.length + point.removed.length === 0) return null;
    const known = this.at === this.beside ? null : this.runningBefore(profile.name, point.name);
    return make("li", {},
      make("strong", { class: "code" }, point.name), " ", make("span", { class: "quiet" }, counted(point.running.length, "plugin")),
      point.gateOff && make("p", { class: "warning" }, "Not called while the feature gate ", make("code", {}, point.gateOff), " is off."),
      make("ol", { class: "plugins" },
        running.map(plugin => this.plugin(profile, plugin, known)), point.removed.map(plugin => this.removed(plugin))));
  }

  runningBefore(profile, name) {
    const before = this.base.profiles.find(one => one.name === profile);
    const point = before && before.points.find(one => one.name === name);
    return new Set(point ? point.running.map(plugin => plugin.name) : []);
  }

  plugin(profile, plugin, known) {
    const isNew = known !== null && !known.has(plugin.name);
    const args = profile.args.find(one => one.plugin === plugin.name);
    const kind = plugin.change === "added" || isNew ? "added" : plugin.change === "re-weighted" ? "changed" : "";
    const why = [
      make("dt", {}, "Why"), make("dd", {}, CHANGES[plugin.change] ? `${CHANGES[plugin.change]}: ` : "", origin(plugin.origin), plugin.multiPoint ? ", by multiPoint" : ""),
      (plugin.share !== null || plugin.idle) && [make("dt", {}, "Weight"), make("dd", {}, plugin.idle ? `${plugin.weight}, does not count: ${plugin.idle}` : `${plugin.weight}, ${percent(plugin.share)} of all`, plugin.defaultWeight !== null && plugin.defaultWeight !== plugin.weight ? `; by default ${plugin.defaultWeight}` : "")],
    ];
    return this.card(plugin.name, kind, isNew && `not in ${this.base.report.kubernetes}`, why, args);
  }

  removed(plugin) {
    return this.card(plugin.name, "removed", `not here: ${origin(plugin.origin)}`, [make("dt", {}, "Why"), make("dd", {}, `It would run at this point by default; the file disables it here: ${origin(plugin.origin)}.`)], null);
  }

  card(name, kind, badge, why, args) {
    const about = this.plugins[name];
    const item = make("li", { class: kind });
    item.append(make("details", { class: kind ? null : "by-default", ontoggle: event => item.classList.toggle("open", event.target.open) },
      make("summary", {}, make("span", { class: "name" }, breakable(name)), badge && [" ", make("span", { class: "badge" }, badge)]),
      about && make("p", {}, prose(about.summary), about.since ? ` Since Kubernetes ${about.since}.` : ""),
      make("dl", {}, why),
      args && args.settings.length > 0 && [make("strong", {}, "Args"), make("dl", {}, settingRows(args.settings, false))]));
    return item;
  }

  /** Weights as bars, those that count most first; another weight is tried at once. */
  scores(profile, point) {
    if (!point || point.running.length === 0) return null;
    const key = plugin => `${profile.name} ${plugin.name}`;
    const weight = plugin => this.weights.get(key(plugin)) ?? plugin.weight;
    const most = make("p", { role: "status" });
    const cells = [...point.running].sort((one, other) => other.weight - one.weight).map(plugin => ({ plugin, share: make("td", { class: "number" }) }));
    const recompute = () => {
      const counted = plugin => plugin.idle ? 0 : weight(plugin);
      const total = point.running.reduce((sum, plugin) => sum + counted(plugin), 0), highest = Math.max(...point.running.map(counted));
      const first = cells.filter(({ plugin }) => counted(plugin) === highest).map(({ plugin }) => plugin.name);
      const isTried = point.running.some(plugin => weight(plugin) !== plugin.weight);
      fill(most, isTried ? "With the weights that are tried, " : "", `${first.join(" and ")} ${first.length > 1 ? "count" : "counts"} most.`);
      for (const { plugin, share } of cells) {
        if (plugin.idle) {
          fill(share, `does not count: ${plugin.idle}`);
          continue;
        }
        const part = total ? weight(plugin) / total : 0;
        fill(share, weight(plugin) === plugin.weight ? "" : make("span", { class: "changed" }, `tried ${weight(plugin)}, not ${plugin.weight}: `), percent(part), bar(part));
      }
    };
    const wrong = make("p", { class: "error", role: "alert", hidden: true }, `A weight is a whole number from 1 to ${HIGHEST_WEIGHT}. Where another is written, the one of the file counts.`);
    const inputs = [];
    const take = (input, plugin) => {
      const tried = Number(input.value), isRight = Number.isInteger(tried) && tried >= 1 && tried <= HIGHEST_WEIGHT;
      this.weights.set(key(plugin), isRight ? tried : plugin.weight);
      input.setCustomValidity(isRight ? "" : wrong.textContent);
      input.setAttribute("aria-invalid", String(!isRight));
      wrong.hidden = inputs.every(one => one.validity.valid);
      recompute();
    };
    const input = plugin => {
      const made = make("input", { type: "number", min: 1, max: HIGHEST_WEIGHT, step: 1, value: weight(plugin), "aria-label": `weight of ${plugin.name} in ${profile.name}`, oninput: () => take(made, plugin) });
      inputs.push(made);
      return made;
    };
    recompute();
    const rows = cells.map(({ plugin, share }) => make("tr", {},
      make("th", { scope: "row" }, breakable(plugin.name), make("br"), make("span", { class: CHANGES[plugin.change] ? "plain changed" : "plain quiet" }, origin(plugin.origin))), make("td", {}, input(plugin)), share));
    const reset = () => { for (const plugin of point.running) this.weights.delete(key(plugin)); this.redraw(); };
    return [make("h4", {}, "Which scores decide"), most,
      table(`weights of ${profile.name}`, [["Plugin"], ["Try a weight"], ["Share", "number"]], rows), wrong,
      make("p", {}, make("button", { type: "button", onclick: reset }, "Reset to the file's weights"))];
  }

  args(profile) {
    const blocks = profile.args.map(one => [one, settingRows(one.settings, this.only)]).filter(([one, rows]) => rows.length > 0 || (!this.only && one.is_read !== false));
    const isFolded = profile.unusedArgs.length === 0 && blocks.every(([one]) => one.settings.every(isDefault));
    return blocks.length > 0 && make("details", { class: isFolded ? "by-default" : "whole" }, make("summary", {}, "Args of all plugins"),
      blocks.map(([one, rows]) => make("div", { class: one.settings.every(isDefault) ? "by-default" : null }, make("strong", { class: "code" }, one.plugin), make("dl", {}, rows))),
      profile.unusedArgs.map(one => make("p", { class: "warning" }, "Unused Args: ", make("code", {}, one.plugin), `, ${origin(one.origin)}: the profile does not run the plugin.`)));
  }

  extender(one) {
    return make("section", { class: "box" }, make("h3", {}, make("code", {}, one.urlPrefix), " ", make("span", { class: "quiet" }, origin(one.origin))),
      make("dl", {}, Object.entries(one.verbs).flatMap(([point, verb]) => [make("dt", {}, point), make("dd", { class: "code" }, verb)]), settingRows(one.settings, this.only)));
  }
}

draw(async main => {
  const report = await unpacked("report"), explained = await unpacked("explained");
  if (explained.length === 0) {
    fill(main, report.files.map(file => make("p", { class: "error" }, make("code", {}, file.path), `: ${file.verdict}`, file.reason ? `: ${file.reason}` : "")));
    return;
  }
  new EffectivePage(main, report, explained, embedded("plugins"), embedded("stages"));
});
