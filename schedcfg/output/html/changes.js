// Changes in behavior, profile by profile: pages of differences and of upgrades have them.

const SIGNS = { "+": ["added", "comes"], "-": ["removed", "goes"], "~": ["changed", "changes"] };

/** Return what changes in profiles, each in a box. */
function changedProfiles(profiles, level = "h3") {
  return profiles.map(profile => make("section", { class: "box" }, make(level, {}, profile.heading),
    profile.changes.length > 0 && changesTable(profile), scoresTable(profile), profile.orders.map(one => orders(one))));
}

function changesTable(profile) {
  const heads = [["Change"], ["What"], ["Before"], ["After"], ["Why"]];
  return table(`changes: ${profile.heading}`, heads, profile.changes.map(one => {
    const [kind, word] = SIGNS[one.sign];
    return make("tr", {}, make("td", {}, make("span", { class: `badge ${kind}` }, word)), make("th", { scope: "row", class: "code" }, one.what),
      valueCell(one.before, one.left), valueCell(one.after, one.right),
      make("td", {}, one.why, one.note && [make("br"), make("span", { class: "quiet" }, one.note)],
        one.source && [make("br"), link(breakable(one.source.path), one.source.url)]));
  }));
}

function valueCell(value, origin) {
  return make("td", {}, value && make("code", {}, value), origin && make("div", { class: "quiet" }, origin.place, origin.line && [": ", make("code", {}, origin.line)]));
}

/** How much each plugin decides, before and after, as bars. */
function scoresTable(profile) {
  const cell = share => make("td", { class: "number" }, share === null ? "none" : [percent(share), bar(share)]);
  return profile.scores.length > 0 && [make("h4", {}, "Which scores decide"),
    table(`shares of scores: ${profile.heading}`, [["Plugin"], ["Weight"], ["Share before", "number"], ["Share after", "number"]],
      profile.scores.map(one => make("tr", {}, make("th", { scope: "row", class: "code" }, one.plugin), make("td", {}, one.weights || make("span", { class: "quiet" }, "as before")), cell(one.before), cell(one.after))))];
}

/** Both orders beside each other; what moves is marked. */
function orders(order) {
  const list = (title, names, mark) => make("div", {}, make("strong", {}, title), make("ol", {}, names.map(name =>
    make("li", {}, make("code", { class: order.moved.includes(name) ? "changed" : null }, name), mark && order.moved.includes(name) && make("span", { class: "badge changed" }, "moved")))));
  const what = order.point === "extenders" ? "Order of the extenders" : `Order at ${order.point}`;
  return make("details", { open: order.decides }, make("summary", {}, what, ": ", order.decides ? "the first that succeeds decides" : "only determines whose rejection is reported first"),
    make("div", { class: "beside" }, list("Before", order.before, false), list("After", order.after, true)));
}
