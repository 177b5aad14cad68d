// The answer is drawn already: this draws the nodes as cards with the Pods that are on them; another variant or run moves the Pods.

const MANY = 60; // Cards of nodes that are shown at first
const FLYING = 40; // Groups that are seen to move at once
const short = name => name.replace(/^default\//, "");
const letter = number => (number < 26 ? String.fromCharCode(65 + number) : String(number + 1));
const signed = number => (number > 0 ? `+${number}` : `−${-number}`);

function countBy(things, key) {
  const counts = new Map();
  for (const thing of things) counts.set(key(thing), (counts.get(key(thing)) || 0) + 1);
  return counts;
}

function groupBy(things, key) {
  const groups = new Map();
  for (const thing of things) groups.has(key(thing)) ? groups.get(key(thing)).push(thing) : groups.set(key(thing), [thing]);
  return groups;
}

/** Where the Pods of a run are: for each node, group → how many. */
class Run {
  constructor(report, shares) {
    this.report = report;
    this.shares = shares;
    this.onNode = new Map(report.nodes.map(node => [node.name, new Map()]));
    const bound = report.pods.filter(pod => pod.outcome === "bound");
    for (const [node, pods] of groupBy(bound, pod => pod.node)) this.onNode.set(node, countBy(pods, pod => pod.group));
  }

  count(node, group) { return this.onNode.get(node)?.get(group) || 0; }
}

/** A node, or several on which the same happens in each variant and run: its bars and the Pods in them. */
class NodeCard {
  constructor(page, indexes) {
    this.page = page;
    this.index = indexes[0];
    const { name, zone } = page.first.report.nodes[this.index];
    const groups = new Set(page.everyRun.flatMap(run => [...(run.onNode.get(name) || new Map()).keys()]));
    this.name = name;
    this.groups = page.groups.filter(group => groups.has(group.name));
    this.pods = make("span", {});
    this.bars = page.drawn.resources.map((resource, at) => this.bar(resource, at));
    this.chips = new Map(this.groups.map(group => [group.name, this.chip(group)]));
    this.names = indexes.map(index => page.first.report.nodes[index].name);
    const others = this.names.slice(1);
    this.element = make("li", { class: "box node" },
      make("h3", {}, make("code", {}, name), zone !== null && [" ", make("span", { class: "quiet" }, `zone ${zone}`)]),
      others.length > 0 && make("details", {}, make("summary", {}, `and ${counted(others.length, "other node")}, on each of which the same happens`), others.join(", ")),
      make("p", { class: "tight" }, this.pods), this.bars.map(one => one.element),
      make("ul", { class: "chips", "aria-label": `Pods on ${name}` }, [...this.chips.values()].map(chip => chip.element)));
  }

  bar(resource, at) {
    const text = make("span", { class: "quiet" });
    const there = make("span", { class: "segment there" });
    const segments = new Map(this.groups.map(group => [group.name, make("span", { class: `segment ${this.page.color(group.name)}` })]));
    const track = make("span", { class: "track nodes", "aria-hidden": "true" }, there, [...segments.values()]);
    return { resource, at, text, there, segments, element: make("div", {}, make("span", {}, resource === "cpu" ? "CPU" : resource, " "), text, track) };
  }

  chip(group) {
    const count = make("strong", {}), change = make("span", { class: "badge" });
    return { count, change, element: make("li", {}, make("span", { class: `swatch ${this.page.color(group.name)}`, "aria-hidden": "true" }), " ", make("span", { class: "code" }, short(group.name)), " ", count, " ", change) };
  }

  /** Show a run; what differs from the first variant is marked. */
  show(run, requests, base) {
    const node = run.report.nodes[this.index];
    const difference = base && node.pods - base.report.nodes[this.index].pods;
    fill(this.pods, counted(node.pods, "Pod"), node.placed < node.pods && `, ${node.pods - node.placed} of them there before`,
      node.isEmpty && [" ", make("span", { class: "badge quiet" }, "empty")],
      difference ? [" ", make("span", { class: `badge ${difference > 0 ? "added" : "removed"}` }, signed(difference))] : "");
    for (const { resource, at, text, there, segments } of this.bars) {
      const share = run.shares[this.index][at], has = this.page.drawn.allocatable[this.index][at];
      let rest = share;
      for (const [group, segment] of segments) {
        const part = has > 0 ? run.count(this.name, group) * requests[group][at] / has : 0;
        segment.style.width = `${100 * part}%`;
        rest -= part;
      }
      there.style.width = `${100 * Math.max(0, rest)}%`;
      fill(text, `${node.requested[resource] ?? 0} of ${node.allocatable[resource] ?? 0}, `, percent(share));
    }
    for (const [group, { element, count, change }] of this.chips) {
      const now = run.count(this.name, group), before = base ? base.count(this.name, group) : now;
      element.hidden = now === 0 && before === 0;
      element.classList.toggle("removed", now === 0);
      fill(count, now);
      change.hidden = now === before;
      change.className = `badge ${now > before ? "added" : "removed"}`;
      fill(change, signed(now - before));
    }
  }
}

/** The nodes as cards, of the variant and the run that are looked at. */
class NodeCards {
  constructor(main, report, drawn) {
    this.report = report;
    this.drawn = drawn;
    this.variants = report.variants.map((variant, at) => variant.runs.map((run, number) => new Run(run, drawn.variants[at].shares[number])));
    this.everyRun = this.variants.flat();
    this.first = this.variants[0][0];
    this.groups = report.groups;
    this.colors = new Map(this.groups.map((group, number) => [group.name, `g${number % 8}`]));
    Object.assign(this, { at: 0, number: 0, only: false, all: false, wanted: "" });
    this.cards = this.nodeCards();
    this.order = this.cards.length <= MANY ? "given" : report.variants.length > 1 ? "changed" : "full";
    this.list = make("ul", { class: "nodes-grid" });
    this.hidden = make("p", {});
    this.status = make("p", { role: "status" });
    const nodes = main.querySelector("#nodes"), table = nodes.querySelector(".as-table");
    table.open = false;
    table.before(this.controls(), this.status, this.list, this.hidden);
    this.arrange();
    this.show();
  }

  color(group) { return this.colors.get(group) || "g0"; }
  get run() { return this.variants[this.at][Math.min(this.number, this.variants[this.at].length - 1)]; }
  get base() { return this.at === 0 ? null : this.variants[0][Math.min(this.number, this.variants[0].length - 1)]; }
  get several() { return this.variants.length > 1; }

  /** Nodes on which the same happens share a card. */
  nodeCards() {
    const key = index => JSON.stringify([this.first.report.nodes[index].zone, this.first.report.nodes[index].allocatable,
      this.everyRun.map(run => [[...run.onNode.get(run.report.nodes[index].name)], run.report.nodes[index].requested, run.report.nodes[index].isEmpty])]);
    return [...groupBy(this.first.report.nodes.keys(), key).values()].map(indexes => new NodeCard(this, indexes));
  }

  controls() {
    const radio = (variant, at) => make("label", {}, make("input", { type: "radio", name: "variant", value: at, checked: at === 0, onchange: () => this.go(() => { this.at = at; }) }), ` ${letter(at)}  `, make("span", { class: "code" }, variant.name), this.report.variants.some(one => one.kubernetes !== variant.kubernetes) && ` (${variant.kubernetes})`);
    const runs = Math.max(...this.variants.map(each => each.length));
    const orders = [["given", "as listed"], ["full", "fullest first"], ...(this.everyRun.length > 1 ? [["changed", "what changes most first"]] : [])];
    return make("div", { class: "controls" },
      this.several && make("fieldset", {}, make("legend", {}, "Pods as placed by"), this.report.variants.map(radio)),
      runs > 1 && choice("Run", Array.from({ length: runs }, (_, number) => [String(number), String(number + 1)]), "0", value => this.go(() => { this.number = Number(value); })),
      this.cards.length > 1 && choice("Nodes", orders, this.order, order => this.go(() => { this.order = order; this.arrange(); })),
      this.cards.length > 4 && make("label", {}, "Node or Pods ", make("input", { type: "search", oninput: event => { this.wanted = event.target.value.toLowerCase(); this.arrange(); } })),
      this.several && tick("Only nodes that change", false, only => this.go(() => { this.only = only; this.arrange(); })));
  }

  /** Choose which nodes are shown, and in which order. */
  arrange() {
    const fullness = card => Math.max(0, ...this.run.shares[card.index]);
    const pods = run => card => run.report.nodes[card.index].pods;
    const change = card => Math.max(0, ...this.everyRun.map(run => Math.abs(pods(run)(card) - pods(this.first)(card))));
    const differs = card => card.groups.some(group => new Set(this.everyRun.map(run => run.count(card.name, group.name))).size > 1);
    const text = card => [card.names, card.groups.map(group => group.name)].flat().join(" ").toLowerCase();
    let shown = this.cards.filter(card => (!this.only || differs(card)) && (!this.wanted || text(card).includes(this.wanted)));
    if (this.order === "full") shown = shown.sort((one, other) => fullness(other) - fullness(one));
    if (this.order === "changed") shown = shown.sort((one, other) => change(other) - change(one));
    const drawn = this.all ? shown : shown.slice(0, MANY);
    fill(this.list, drawn.map(card => card.element));
    this.showCards();
    const more = shown.length - drawn.length;
    fill(this.hidden, more > 0 && make("button", { type: "button", onclick: () => { this.all = true; this.arrange(); } }, `Show ${more} more`),
      shown.length === 0 && (this.first.report.nodes.length === 0 ? "There is no node." : "No node matches."));
  }

  /** Change what is shown; Pods are seen to move. */
  go(change) {
    const before = this.run;
    change();
    this.show();
    if (before !== this.run) this.fly(before, this.run);
  }

  show() {
    this.showCards();
    const { run } = this;
    fill(this.status, this.several && [make("strong", {}, `${letter(this.at)}: `), `${run.report.bound} of ${counted(run.report.pods.length, "Pod")} placed, ${run.report.nodes.length - run.report.empty.length} of ${counted(run.report.nodes.length, "node")} in use.`]);
  }

  /** Show the run on the cards that are seen: each of a thousand nodes would take a moment. */
  showCards() {
    const { run, base } = this, requests = this.drawn.variants[this.at].requests;
    for (const card of this.cards) if (card.element.isConnected) card.show(run, requests, base);
  }

  /** Show groups on their way from one node to another. */
  fly(before, after) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const seen = this.cards.filter(card => card.element.isConnected);
    const moves = [];
    for (const { name } of this.groups) {
      const change = card => after.count(card.name, name) - before.count(card.name, name);
      const from = seen.filter(card => change(card) < 0), to = seen.filter(card => change(card) > 0);
      const most = from.length && to.length ? Math.max(from.length, to.length) : 0;
      for (let number = 0; number < most && moves.length < FLYING; number++) moves.push([name, from[number % from.length], to[number % to.length]]);
    }
    // All places first: the browser computes them anew after each element that is added.
    const middle = ({ left, top, width, height }) => `translate(${left + width / 2}px, ${top + height / 2}px)`;
    const ways = moves.map(([name, ...ends]) => [name, ends.map(card => ({ transform: middle(card.element.getBoundingClientRect()) }))]);
    for (const [name, way] of ways) {
      const flying = make("span", { class: `swatch flying ${this.color(name)}`, "aria-hidden": "true" });
      document.body.append(flying);
      flying.animate(way, { duration: 600, easing: "ease-in-out" }).finished.finally(() => flying.remove());
    }
  }
}

draw(async main => {
  const [report, drawn] = await Promise.all([unpacked("report"), unpacked("drawn")]);
  report.variants = report.variants.filter(variant => variant.runs.length > 0);
  if (report.variants.length > 0 && report.variants[0].runs[0].nodes.length > 0) new NodeCards(main, report, drawn);
});
