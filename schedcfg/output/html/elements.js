// What every page is made of. Texts become texts only: nothing here reads markup.

// In a frame, the page around it says what this is.
document.documentElement.classList.toggle("framed", self !== top);

/** Make an element: `attributes` are its attributes, or `on…` functions; children are elements, texts, or nothing. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, name.startsWith("aria-") ? visible(value) : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : visible(child));
  }
}

/** Return a text in which letters without a shape, and those that change how the rest is read, are escapes. */
function visible(text) {
  return String(text).replace(/[^\P{C}\n\t]|[\u2028\u2029]/gu, letter => `\\u{${letter.codePointAt(0).toString(16)}}`);
}

/** Put other content into an element. */
function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** Return the data of the page under a name. */
function embedded(name) {
  return JSON.parse(document.getElementById(name).textContent);
}

/** Return data that the page holds compressed, or may hold so because it is long. */
async function unpacked(name) {
  const data = embedded(name);
  if (typeof data !== "string") return data;
  const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** Return texts with `code` between backticks as elements. */
function prose(text) {
  return String(text).split("`").map((part, number) => (number % 2 ? make("code", {}, part) : part));
}

/** Return a text as it begins a line. */
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return a name or a path that may go on in the next line behind its marks, and between its words. */
function breakable(name) {
  return visible(name).split(/(?<=[/.,_:-])|(?=[A-Z][a-z])/).flatMap((word, number) => (number ? [make("wbr"), word] : [word]));
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** Return a bar for a share from 0 to 1, of which nothing is empty; the number stands beside it. */
function bar(share) {
  const filled = make("span", { class: "bar" });
  filled.style.width = percent(Math.max(0, Math.min(1, share))).replace(" ", "");
  return make("span", { class: "track", "aria-hidden": "true" }, share > 0 && filled);
}

/** Return a labelled choice; `options` are [value, text]. */
function choice(label, options, value, change) {
  const list = make("select", { onchange: event => change(event.target.value) },
    options.map(([key, text]) => make("option", { value: key, selected: key === value }, text)));
  return make("label", {}, label, " ", list);
}

/** Return a labelled box to tick. */
function tick(label, checked, change) {
  return make("label", {}, make("input", { type: "checkbox", checked, onchange: event => change(event.target.checked) }), " ", label);
}

/** Return a table: heads are [text, class]. */
function table(caption, heads, rows) {
  return make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": caption }, make("table", {},
    make("thead", {}, make("tr", {}, heads.map(([text, kind]) => make("th", { scope: "col", class: kind }, text)))),
    make("tbody", {}, rows)));
}

/** Return a number with its noun: 1 plugin, 2 plugins. */
function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Return a command to copy. */
function command(text) {
  return make("div", {}, make("pre", { tabindex: 0 }, text), copying(text));
}

/** Return a button that copies a text, and what says that it did. */
function copying(text) {
  const said = make("span", { role: "status", class: "quiet" });
  const copy = () => navigator.clipboard.writeText(text).then(
    () => fill(said, " copied"), () => fill(said, " select it, and copy it by hand"));
  return [make("button", { type: "button", onclick: copy }, "Copy"), said];
}

/** Return a link to another place; addresses from files are only followed by browsers' own means, never run. */
function link(text, address) {
  return /^https?:\/\//.test(address) ? make("a", { href: address, rel: "noreferrer" }, text) : text;
}

/** Return changed lines with those around them: what goes, what comes, and the numbers of both. */
function changedLines(label, hunks) {
  const row = (sign, before, after, text) => make("div", { class: { "-": "line gone", "+": "line missing" }[sign] || "line" },
    make("span", { class: "at", "aria-hidden": "true" }, before, " ", after),
    make("span", { class: "sign" }, sign), make("code", {}, text || " "));
  return make("div", { class: "source", tabindex: 0, role: "group", "aria-label": label }, hunks.map((hunk, number) => {
    let { before, after } = hunk;
    return [number > 0 && make("div", { class: "line quiet" }, make("span", { class: "at" }, "…")), hunk.lines.map(line => {
      const sign = line[0];
      return row(sign, sign === "+" ? "" : before++, sign === "-" ? "" : after++, line.slice(1));
    })];
  }));
}

/** Have the text of the rule unfold where it is asked for, rather than lead to it. */
function unfoldRule(card) {
  const way = card.querySelector(".why a");
  if (!way) return;
  const text = document.getElementById(way.getAttribute("href").slice(1));
  const unfolded = make("div", {});
  way.parentElement.replaceWith(make("details", { class: "why", ontoggle: event => fill(unfolded, event.target.open && [...text.cloneNode(true).childNodes]) },
    make("summary", {}, way.textContent), unfolded));
}

// On paper nothing can be unfolded: what the page has drawn is printed unfolded, but what is as everywhere, or is printed at its end, and folded again.
let folded = [];
window.addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("main details:not([open], .by-default, .why)")];
  for (const one of folded) one.open = true;
});
window.addEventListener("afterprint", () => { for (const one of folded) one.open = false; });

/** Run what draws a page, or changes it; where that fails, the page says so above what it has. */
function draw(work) {
  const main = document.getElementById("main");
  for (const former of main.querySelectorAll(":scope > .failed")) former.remove();
  Promise.resolve().then(() => work(main)).catch(error => {
    main.prepend(make("p", { class: "error failed", role: "alert" },
      "This page cannot be drawn here: ", String(error && error.message || error),
      ". It needs a browser of 2023 or later. The same without a page: --output text."));
  });
}
