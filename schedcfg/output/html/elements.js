// What every page is made of. Texts become texts only: nothing here reads markup.

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

/** Return a text in which nothing hides, nor turns around what comes after it: such letters are escapes. */
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

/** Return data that the page holds compressed. */
async function unpacked(name) {
  const bytes = Uint8Array.from(atob(embedded(name)), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** Return texts with `code` between backticks as elements. */
function prose(text) {
  return String(text).split("`").map((part, number) => (number % 2 ? make("code", {}, part) : part));
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** Return a bar for a share from 0 to 1; the number stands beside it. */
function bar(share) {
  const filled = make("span", { class: "bar" });
  filled.style.width = percent(Math.max(0, Math.min(1, share))).replace(" ", "");
  return make("span", { class: "track", "aria-hidden": "true" }, filled);
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

/** Return an English list: a, b and c. */
function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Return a command to copy. */
function command(text) {
  const said = make("span", { role: "status", class: "quiet" });
  const copy = () => navigator.clipboard.writeText(text).then(
    () => fill(said, " copied"), () => fill(said, " select it, and copy it by hand"));
  return make("div", {}, make("pre", { tabindex: 0 }, text), make("button", { type: "button", onclick: copy }, "Copy"), said);
}

/** Run what draws a page; where that fails, the page says so. */
function draw(work) {
  const main = document.getElementById("main");
  Promise.resolve().then(() => work(main)).catch(error => {
    fill(main, make("p", { class: "error", role: "alert" },
      "This page cannot be drawn here: ", String(error && error.message || error),
      ". It needs a browser of 2023 or later. The same without a page: --output text."));
  });
}
