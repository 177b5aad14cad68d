// Nodes as bars, with the Pods that are on them; another variant or run moves the Pods.

const MANY = 60; // Cards of nodes that are shown at first
const FLYING = 40; // Groups that are seen to move at once
const SOME = 12; // Names in a list before it is folded, and nodes of a table of scores
const HEADS = {
  unschedulable: "No node takes", gated: "Held back by scheduling gates:", waiting: "Undecided, as a plugin lets them wait:",
  unserved: "For another scheduler, as no profile has the name that they request:", evicted: "Evicted:",
};
const CAUSES = { same: "no difference", variant: "not luck: the runs do not overlap", luck: "may be luck", unknown: "too few runs to know", unserved: "not tried: no profile has the name that they request" };

const short = name => name.replace(/^default\//, "");
const letter = number => (number < 26 ? String.fromCharCode(65 + number) : String(number + 1));
const unserved = run => `no profile has the name that ${run.unserved === run.report.pods.length ? "they" : `${run.unserved} of them`} request`;
const { format } = new Intl.NumberFormat("en");
const range = ({ least, most }) => (least === most ? format(least) : `${format(least)} to ${format(most)}`);
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

/** Return names, the rest of a long list folded. */
function names(list) {
  const first = list.slice(0, SOME).join(", ");
  return list.length <= SOME + 1 ? list.join(", ") : [first, make("details", {}, make("summary", {}, `and ${list.length - SOME} more`), list.slice(SOME).join(", "))];
}

/** Where the Pods of a run are: for each node, group → how many. */
class Run {
  constructor(report, drawn) {
    this.report = report;
    this.drawn = drawn;
    this.onNode = new Map(report.nodes.map(node => [node.name, new Map()]));
    const bound = report.pods.filter(pod => pod.outcome === "bound");
    for (const [node, pods] of groupBy(bound, pod => pod.node)) this.onNode.set(node, countBy(pods, pod => pod.group));
  }

  get unserved() { return this.report.pods.filter(pod => pod.outcome === "unserved").length; }
  count(node, group) { return this.onNode.get(node)?.get(group) || 0; }
  get inUse() { return this.report.nodes.length - this.report.empty.length; }
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
      const share = run.drawn.shares[this.index][at], has = this.page.drawn.allocatable[this.index][at];
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

/** The page's state, and what it shows of it. */
class TryPage {
  constructor(main, report, drawn) {
    this.report = report;
    this.drawn = drawn;
    this.variants = report.variants.map((variant, at) => variant.runs.map((run, number) => new Run(run, drawn.variants[at].runs[number])));
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
    this.content = make("div", {});
    fill(main, this.overview(), this.controls(), this.status, make("h2", {}, "Nodes"), this.list, this.hidden, this.content, this.about());
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

  overview() {
    const rows = this.report.variants.map((variant, at) => {
      const [run] = this.variants[at], { pods, bound, evicted, nodes, seconds, cpuSeconds, memoryBytes } = run.report, { repeated } = variant;
      return make("tr", {}, make("th", { scope: "row" }, this.several && `${letter(at)}  `, make("span", { class: "code" }, variant.name)), make("td", {}, variant.kubernetes),
        make("td", { class: bound === pods.length ? "number added" : "number changed" }, `${repeated ? range(repeated.placed) : bound} of ${pods.length}`, bar(pods.length ? bound / pods.length : 1), run.unserved > 0 && make("div", { class: "wrapped" }, sentence(unserved(run)))),
        make("td", { class: "number" }, `${repeated ? range(repeated.nodesInUse) : run.inUse} of ${nodes.length}`, bar(nodes.length ? run.inUse / nodes.length : 0)),
        make("td", { class: "number" }, repeated ? range(repeated.evicted) : evicted.length),
        make("td", {}, `${seconds.toFixed(2)} s`, cpuSeconds === null ? "" : `, ${cpuSeconds.toFixed(2)} s of CPU`, memoryBytes === null ? "" : `, ${(memoryBytes / 1e6).toFixed(0)} MB`));
    });
    return table("What was tried", [["Tried"], ["Kubernetes"], ["Pods placed", "number"], ["Nodes in use", "number"], ["Pods evicted", "number"], ["The scheduler took"]], rows);
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
    const fullness = card => Math.max(0, ...this.run.drawn.shares[card.index]);
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
    fill(this.status, this.several && make("strong", {}, `${letter(this.at)}: `), this.outcome(run), this.at > 0 && [" ", this.difference(this.comparisonOf(this.at))]);
    fill(this.content, this.moves(), this.unplaced(), this.scores(), this.luck(), this.pods());
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

  outcome(run) {
    const { report } = run;
    return report.pods.length === 0 ? "no Pod was to be placed." : `${report.bound} of ${counted(report.pods.length, "Pod")} placed${run.unserved > 0 ? `, as ${unserved(run)}` : ""}${report.evicted.length > 0 ? `, ${counted(report.evicted.length, "Pod")} had to leave` : ""}, ${report.nodes.length - report.empty.length} of ${counted(report.nodes.length, "node")} in use.`;
  }

  comparisonOf(at) { return this.report.comparisons.find(one => one.after === this.report.variants[at].name); }

  difference(found) {
    if (!found) return "";
    const parts = [found.moved && `${counted(found.moved, "Pod")} on another node than with A`, found.gained && `${found.gained} more placed`, found.lost && `${found.lost} fewer placed`].filter(Boolean);
    const luck = found.movedByLuck === null ? (found.groups.some(group => group.cause !== "unserved") ? " With --runs 5 you see what of that is luck." : "") : ` Between runs of the same variant, ${range(found.movedByLuck)} by luck alone.`;
    return `${parts.join(", ") || "Each node has the same Pods as with A, or identical ones"}.${luck}`;
  }

  /** What differs from the first variant; of two, whichever is looked at. */
  moves() {
    const at = this.at || (this.variants.length === 2 ? 1 : 0), found = at > 0 && this.comparisonOf(at);
    if (!found) return null;
    const verb = (number, one, many) => `${number} ${number === 1 ? one : many}`;
    const summary = `${counted(found.lost, "Pod")} ${found.lost === 1 ? "loses its" : "lose their"} node, ${verb(found.gained, "gets", "get")} one, and ${verb(found.moved, "goes", "go")} to another.`;
    const none = { least: 0, most: 0 };
    const changes = group => [...new Set([...Object.keys(group.before), ...Object.keys(group.after)])]
      .map(node => [node, group.before[node] || none, group.after[node] || none]).filter(([, before, after]) => before.least !== after.least || before.most !== after.most)
      .sort((one, other) => Math.abs(other[2].most - other[1].most) - Math.abs(one[2].most - one[1].most))
      .map(([node, before, after]) => `${node} ${range(before)} → ${range(after)}`);
    const rows = found.groups.map(group => make("tr", {}, make("th", { scope: "row", class: "code" }, short(group.name)),
      make("td", { class: "number" }, group.moved), make("td", { class: "number" }, group.gained ? signed(group.gained) : group.lost ? signed(-group.lost) : "0"),
      make("td", { class: "long" }, names(changes(group))), make("td", {}, CAUSES[group.cause] || group.cause)));
    const numbers = found.numbers.filter(one => one.cause !== "same").map(one => make("tr", {}, make("th", { scope: "row" }, one.name), make("td", { class: "number" }, range(one.before)), make("td", { class: "number" }, range(one.after)), make("td", {}, (CAUSES[one.cause] || one.cause).replace(/^not tried: .*/, "not tried"))));
    const list = (title, entries) => entries.length > 0 && [make("dt", {}, title), make("dd", {}, names(entries))];
    return [make("h2", {}, `What moves from A to ${letter(at)}`), make("p", {}, make("strong", {}, summary), " Identical Pods count as one another: only how many of them each node has matters.", this.everyRun.length > this.variants.length && " Moved and placed are by the first runs, the numbers of nodes are those of all runs."),
      rows.length > 0 && table("Pods that move", [["Pods"], ["To another node", "number"], ["Placed", "number"], [`Node: how many with A → how many with ${letter(at)}`], ["Cause"]], rows),
      numbers.length > 0 && table("Numbers that differ", [["Number"], ["A", "number"], [letter(at), "number"], ["Cause"]], numbers),
      make("dl", {}, list("Empty now", found.freed), list("No longer empty", found.taken), list("Evicted with A only", found.evictedBefore.map(short)), list(`Evicted with ${letter(at)} only`, found.evictedAfter.map(short)))];
  }

  /** Pods without a node, those with the same reason together. */
  unplaced() {
    const { pods, evicted, unplacedGroups } = this.run.report;
    const groupOf = new Map(unplacedGroups.flatMap(one => one.pods.map(pod => [pod, one])));
    const without = pods.filter(pod => pod.outcome !== "bound" && pod.outcome !== "evicted");
    const same = [...groupBy(without, pod => groupOf.get(pod.pod)?.group ?? JSON.stringify([pod.outcome, pod.message, pod.reasons])).values()];
    return [same.length > 0 && make("h2", {}, `${counted(without.length, "Pod")} without a node`), make("div", { class: "stack" }, same.map(those => this.reason(those, groupOf.get(those[0].pod)))),
      evicted.length > 0 && [make("h2", {}, `${counted(evicted.length, "Pod")} evicted`), make("p", { class: "warning" }, names(evicted.map(pod => `${short(pod.pod)} from ${pod.node ?? "?"}`)))]];
  }

  reason(those, group) {
    const [{ outcome, requested }] = those, message = group ? group.message : those[0].message;
    const { reasons } = those.find(pod => pod.reasons.length > 0) ?? those[0], head = group ? `PodGroup ${short(group.group)} does not fit:` : HEADS[outcome] || outcome;
    const rows = [...groupBy(reasons, reason => JSON.stringify([reason.message, reason.plugin])).values()].sort((one, other) => other.length - one.length)
      .map(each => make("tr", {}, make("td", {}, each[0].message), make("td", { class: "code" }, each[0].plugin || ""), make("td", { class: "number" }, each.length), make("td", { class: "long" }, names(each.map(one => one.node)))));
    const help = those.flatMap(pod => this.run.drawn.help[pod.pod] || []);
    return make("section", { class: "box" }, make("h3", {}, head, " ", names([...countBy(those, pod => pod.group)].map(([group, number]) => number > 1 ? `${short(group)} (${number} Pods)` : short(group)))),
      message && make("p", { class: "error" }, message), help.map(sentence => make("p", {}, make("strong", {}, "Help: "), sentence)),
      make("p", { class: "quiet" }, "Requested by each: ", Object.entries(requested).filter(([resource]) => resource !== "pods").map(([resource, amount]) => `${resource} ${amount}`).join(", ") || "nothing"),
      rows.length > 0 && table("Reasons by node", [["Reason"], ["Plugin"], ["Nodes", "number"], ["Which"]], rows));
  }

  /** Why Pods got their nodes. */
  scores() {
    const scored = this.run.report.pods.filter(pod => Object.keys(pod.totals).length > 0);
    return scored.length > 0 && [make("h2", {}, "Scores, weighted"), make("div", { class: "stack" }, scored.map(pod => this.scored(pod)))];
  }

  scored(pod) {
    const nodes = Object.entries(pod.totals).sort(([one, first], [other, second]) => second - first || (other === pod.node) - (one === pod.node)).slice(0, SOME);
    const of = node => ({ ...pod.scores[node] });
    const plugins = [...new Set(nodes.flatMap(([node]) => Object.keys(of(node))))];
    const differing = plugins.filter(plugin => new Set(nodes.map(([node]) => of(node)[plugin])).size > 1);
    const same = plugins.filter(plugin => !differing.includes(plugin)), most = Math.max(1, ...nodes.map(([, total]) => total));
    const largest = plugin => Math.max(1, ...nodes.map(([node]) => of(node)[plugin] || 0));
    const rest = (node, total) => total - Object.values(of(node)).reduce((sum, score) => sum + score, 0);
    const beside = nodes.some(([node, total]) => plugins.length > 0 && rest(node, total) !== 0);
    const cell = (score, highest) => make("td", { class: "number" }, score ?? "–", score === undefined ? "" : bar(score / highest));
    const rows = nodes.map(([node, total]) => make("tr", { class: node === pod.node ? "chosen" : "" }, make("th", { scope: "row" }, make("span", { class: "code" }, node), node === pod.node && [" ", make("span", { class: "badge added" }, "chosen")]),
      cell(total, most), differing.map(plugin => cell(of(node)[plugin], largest(plugin))), beside && make("td", { class: "number" }, rest(node, total))));
    const best = nodes.filter(([, total]) => total === nodes[0][1]), left = Object.keys(pod.totals).length - nodes.length;
    return make("section", { class: "box" }, make("h3", {}, make("code", {}, short(pod.pod)), make("span", { class: "quiet" }, ` ${counted(Object.keys(pod.totals).length, "node")} scored`, best.length > 1 && `; ${best.length} are equally good, of which ${this.drawn.variants[this.at].equalNodes}`)),
      table(`scores of ${pod.pod}`, [["Node"], ["Total", "number"], ...differing.map(plugin => [plugin, "number"]), ...(beside ? [["extenders", "number"]] : [])], rows),
      same.length > 0 && make("p", { class: "quiet" }, "The same for these nodes: ", same.map(plugin => `${plugin} ${of(nodes[0][0])[plugin]}`).join(", "), "."), left > 0 && make("p", { class: "quiet" }, `${counted(left, "more node")} with fewer.`));
  }

  /** What is the same in every run. */
  luck() {
    const { repeated } = this.report.variants[this.at];
    if (!repeated) return null;
    const rows = repeated.groups.map(group => make("tr", {}, make("th", { scope: "row", class: "code" }, short(group.name)), make("td", { class: "number" }, `${range(group.placed)} of ${group.pods}`),
      make("td", { class: "number" }, `${group.always} of ${group.pods}`, bar(group.pods ? group.always / group.pods : 1)), make("td", { class: "long" }, names(Object.entries(group.nodes).map(([node, number]) => `${node} ${range(number)}`)))));
    return [make("h2", {}, `What is stable in ${repeated.runs} runs`), make("p", {}, `${range(repeated.moved)} of the Pods move from one run to the next: of equally good nodes, ${this.drawn.variants[this.at].equalNodes}.`),
      table("Pods in several runs", [["Pods"], ["Placed", "number"], ["Always on the same nodes", "number"], ["Node: how many, over all runs"]], rows)];
  }

  /** All Pods; identical ones together. */
  pods() {
    const by = groupBy(this.run.report.pods, pod => pod.group);
    const rows = [...by].map(([group, pods]) => make("tr", {}, make("th", { scope: "row" }, make("span", { class: `swatch ${this.color(group)}`, "aria-hidden": "true" }), " ", make("span", { class: "code" }, short(group))), make("td", { class: "number" }, pods.length),
      make("td", {}, Object.entries(pods[0].requested).filter(([resource]) => resource !== "pods").map(([resource, amount]) => `${resource} ${amount}`).join(", ")),
      make("td", { class: "long" }, names([...countBy(pods, pod => (pod.outcome === "bound" ? pod.node : pod.outcome))].sort((one, other) => other[1] - one[1]).map(([place, number]) => `${place} ${number}`)))));
    return rows.length > 0 && [make("h2", {}, "Pods"), table("Pods, identical ones together", [["Pods"], ["Number", "number"], ["Each requests"], ["Where they are"]], rows)];
  }

  about() {
    const own = this.report.variants.flatMap((variant, at) => variant.runs.slice(0, 1).flatMap(run => [...run.notes, ...Object.keys(run.unknown).map(path => `it requested ${path}, which a trial does not have`)].map(note => this.several ? `${letter(at)}: ${note}` : note)));
    const notes = [...new Set([...this.report.notes, ...own])];
    return notes.length > 0 && [make("h2", {}, "To be known"), make("ul", {}, notes.map(note => make("li", {}, note)))];
  }
}

draw(async main => {
  const report = await unpacked("report"), drawn = await unpacked("drawn");
  const tried = report.variants.map((variant, at) => [variant, drawn.variants[at]]).filter(([variant]) => variant.runs.length > 0);
  if (tried.length === 0) return fill(main, make("p", {}, "Nothing was tried."));
  report.variants = tried.map(([variant]) => variant);
  drawn.variants = tried.map(([, variant]) => variant);
  new TryPage(main, report, drawn);
});
