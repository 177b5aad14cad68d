// A plan, hop by hop, with boxes that stay ticked.

const FEW_PLACES = 5;

/** What is ticked: kept by the browser for this very plan, or, where it refuses, as long as the page is open. */
class Ticks {
  constructor(key) {
    this.key = `schedcfg upgrade ${key}`;
    this.isKept = true;
    this.done = new Set(this.read());
  }

  read() {
    try {
      const known = JSON.parse(localStorage.getItem(this.key));
      localStorage.setItem(this.key, JSON.stringify(known || []));
      return Array.isArray(known) ? known : [];
    } catch {
      this.isKept = false;
      return [];
    }
  }

  set(id, isDone) {
    this.done[isDone ? "add" : "delete"](id);
    try {
      localStorage.setItem(this.key, JSON.stringify([...this.done]));
    } catch {
      this.isKept = false;
    }
  }
}

/** The page's state, and what it shows of it. */
class UpgradePage {
  constructor(main, report, shown) {
    this.report = report;
    this.shown = shown;
    this.ticks = new Ticks(shown.key);
    this.boxes = [];
    this.progress = make("progress", { value: 0, max: 1, "aria-label": "what is done" });
    this.said = make("span", { role: "status" });
    this.over = make("p", { class: "over added" }, "All done.");
    this.hops = report.hops.map((hop, number) => this.hop(hop, shown.hops[number], number));
    const today = report.today.length > 0 && make("section", { class: "hop" }, make("h2", {}, "Before anything else"), this.list(report.today, "today"));
    fill(main, this.unread(), this.schedulers(), this.unchanged(), this.controls(), this.over, today, this.hops, this.objects(), this.closing());
    this.recount();
  }

  unread() {
    const parts = [...this.report.unread.map(one => ["unreadable", one.path, one.reason, null]),
      ...(this.report.unseen || []).map(one => ["not seen", one.path, one.message, one.help])];
    return parts.map(([what, path, reason, help]) => make("div", { class: "box" }, make("p", {}, make("strong", { class: "error" }, `${what}: `), make("code", {}, path), ": ", prose(reason)), help && prose(help)));
  }

  schedulers() {
    return make("details", { open: this.report.schedulers.length <= FEW_PLACES },
      make("summary", {}, make("h2", { class: "inline" }, `What is upgraded: ${counted(this.report.schedulers.length, "kind")} of schedulers and configurations`)),
      make("ul", {}, this.report.schedulers.map((one, number) => make("li", {}, prose(this.shown.schedulers[number]), this.places(one.places)))));
  }

  controls() {
    const left = tick("Only what is left to do", false, on => document.getElementById("main").classList.toggle("left", on));
    const forget = make("button", { type: "button", onclick: () => this.boxes.forEach(box => { if (box.checked && !box.disabled) box.click(); }) }, "Untick all");
    return this.boxes.length + this.report.today.length > 0 && make("div", { class: "controls" }, this.progress, this.said, left, forget,
      !this.ticks.isKept && make("span", { class: "warning" }, "This browser keeps nothing for this page: ticks are gone when it is closed."));
  }

  recount() {
    const done = this.boxes.filter(box => box.checked).length;
    this.progress.max = this.boxes.length || 1;
    this.progress.value = done;
    fill(this.said, `${done} of ${this.boxes.length} done`);
    this.over.hidden = done < this.boxes.length;
    for (const hop of this.hops) {
      const boxes = [...hop.querySelectorAll(".todo > label > input")], ticked = boxes.filter(box => box.checked).length;
      hop.classList.toggle("done", boxes.length === ticked);
      fill(hop.querySelector(".count"), boxes.length > 0 ? `${ticked} of ${boxes.length} done` : "nothing to do");
    }
  }

  /** The files of which nothing is to be edited. */
  unchanged() {
    const items = [this.report.today, ...this.report.hops.map(hop => hop.items)].flat().filter(item => item.action !== "note");
    const edited = new Set([...items.flatMap(item => item.places), ...this.report.hops.flatMap(hop => hop.files)].map(one => one.path));
    const same = [...new Set(this.report.schedulers.flatMap(one => one.places).map(one => one.path))].filter(path => !edited.has(path));
    if (same.length <= FEW_PLACES) return same.map(path => make("p", {}, make("code", {}, path), " needs no change."));
    return make("details", {}, make("summary", {}, `${counted(same.length, "file")} need no change`), same.map((path, number) => [number > 0 && ", ", make("code", {}, path)]));
  }

  hop(hop, shown, number) {
    const notes = hop.items.filter(item => item.action === "note");
    return make("details", { class: "file hop", open: !shown.quiet },
      make("summary", {}, make("h2", {}, `${hop.from} → ${hop.to}`), " ", make("span", { class: "badge count" })),
      shown.moments.map(moment => this.moment(hop, moment, number)),
      hop.behavior.length > 0 && [make("h3", {}, "What the scheduler will do differently"), hop.behavior.map((one, place) => this.behavior(one, shown.behavior[place]))],
      notes.length > 0 && [make("h3", {}, "Worth a look"), make("ul", {}, notes.map(item => make("li", {}, this.item(item))))],
      shown.moments.length + hop.behavior.length + notes.length === 0 && make("p", {}, "No change for these files."));
  }

  moment(hop, moment, number) {
    const items = hop.items.filter(item => item.when === moment.when && item.action !== "note");
    return make("section", {}, make("h3", {}, sentence(moment.heading)), this.list(items, `${number} ${moment.when}`),
      moment.edits.map(edit => make("details", { class: "fix" },
        make("summary", {}, make("code", {}, edit.paths[0]), edit.paths.length > 1 && ` and ${counted(edit.paths.length - 1, "other file")} alike`, ": the edits"),
        edit.paths.length > 1 && make("p", { class: "code quiet" }, edit.paths.join(", ")), changedLines(`edits of ${edit.paths[0]}, ${moment.heading}`, edit.hunks))),
      moment.command && command(`${moment.command}\n${moment.check}`));
  }

  /** What is to be done, each with a box. */
  list(items, place) {
    return make("ul", { class: "plain" }, items.map((item, number) => {
      const id = `${place} ${number}`;
      const row = make("li", { class: "todo" });
      const mark = () => { row.classList.toggle("ticked", box.checked); };
      const box = make("input", { type: "checkbox", checked: item.isDone || this.ticks.done.has(id), disabled: item.isDone,
        onchange: () => { this.ticks.set(id, box.checked); mark(); this.recount(); } });
      this.boxes.push(box);
      append(row, [make("label", {}, box, " ", item.action === "by-hand" && make("span", { class: "badge changed" }, "by hand"), " ", prose(item.message)), this.details(item)]);
      mark();
      return row;
    }));
  }

  item(item) {
    return [prose(item.message), this.details(item)];
  }

  details(item) {
    return make("div", { class: "more" },
      item.proof && make("span", { class: "badge added" }, item.proof), item.since && make("span", { class: "quiet" }, ` possible since ${item.since}`),
      item.help && make("div", {}, make("strong", {}, "Help: "), prose(item.help)), this.places(item.places));
  }

  places(places) {
    const names = places.map(one => make("code", {}, one.line === null ? one.path : `${one.path}:${one.line}`));
    const list = found => found.map((name, number) => [number > 0 && ", ", name]);
    if (names.length === 0) return null;
    if (names.length <= FEW_PLACES) return make("div", { class: "quiet" }, list(names));
    return make("details", { class: "quiet" }, make("summary", {}, counted(names.length, "place")), list(names));
  }

  behavior(one, profiles) {
    return make("div", {}, make("p", {}, make("strong", {}, sentence(one.summary)), ":"), this.places(one.places), changedProfiles(profiles, "h4"));
  }

  objects() {
    const objects = this.report.objects || [];
    return objects.length > 0 && make("section", {}, make("h2", {}, this.shown.objects), objects.map(one => make("div", { class: "box" },
      make("h3", {}, make("code", {}, one.path), one.file && [`: ${one.file} on node `, make("code", {}, one.node)]),
      [["Save it:", one.save], ["Change it:", one.change]].filter(([, text]) => text).map(([what, text]) => [what, command(text)]),
      one.notes.map(note => make("p", { class: "quiet" }, prose(note))))));
  }

  closing() {
    return this.shown.closing.length > 0 && [make("h2", {}, "How to go on"), make("ul", {}, this.shown.closing.map(line => make("li", {}, prose(line))))];
  }
}

draw(async main => { new UpgradePage(main, await unpacked("report"), await unpacked("shown")); });
