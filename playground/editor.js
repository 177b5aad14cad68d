// The editor: CodeMirror with what YAML needs, and with what the language server offers. It lives in a shadow root, where its styles need no exception from the policy.

import { autocompletion, pickedCompletion, snippet, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightSpecialChars, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const color = name => `var(--${name})`;
const underlined = severity => ({ backgroundImage: "none", textDecoration: `underline wavy ${color(severity)}`, textDecorationSkipInk: "none" });

const look = EditorView.theme({
  "&": { color: color("ink"), backgroundColor: color("page"), fontSize: ".9rem", minHeight: "20rem", maxHeight: "75vh" },
  "&.cm-focused": { outline: `3px solid ${color("mark")}` },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: color("ink") },
  ".cm-cursor": { borderLeftColor: color("ink") },
  ".cm-gutters": { color: color("quiet"), backgroundColor: color("box"), borderRight: `1px solid ${color("line")}` },
  ".cm-activeLine": { backgroundColor: "transparent", boxShadow: `inset 2px 0 ${color("mark")}` },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: `color-mix(in srgb, ${color("mark")} 25%, transparent)` },
  ".cm-tooltip": { color: color("ink"), backgroundColor: color("box"), border: `1px solid ${color("line")}`, borderRadius: ".35rem", maxWidth: "min(40rem, 90vw)" },
  ".cm-tooltip .markdown": { padding: ".4rem .75rem", maxHeight: "18rem", overflow: "auto", fontSize: ".9rem", lineHeight: "1.4" },
  ".cm-tooltip .markdown > *": { margin: ".2rem 0" }, ".cm-tooltip .markdown :is(ul, ol)": { paddingLeft: "1.25rem" }, ".cm-tooltip .markdown a": { color: color("mark") },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "14rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: ".15rem .5rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: color("page"), backgroundColor: color("mark") },
  ".cm-completionLabel": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" },
  ".cm-completionDetail": { fontStyle: "normal", color: color("quiet") }, "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "bold" }, ".cm-tooltip.cm-completionInfo": { padding: 0 },
  ".cm-lintRange-error": underlined("error"), ".cm-lintRange-warning": underlined("warning"), ".cm-lintRange-info": underlined("info"),
  ".cm-lint-marker": { content: "none", width: ".6rem", height: ".6rem", marginTop: ".4rem", borderRadius: "50%" },
  ".cm-lint-marker-error": { content: "none", backgroundColor: color("error") },
  ".cm-lint-marker-warning": { content: "none", backgroundColor: color("warning"), borderRadius: "0" },
  ".cm-lint-marker-info": { content: "none", backgroundColor: color("info") },
  ".cm-diagnostic-error": { borderLeftColor: color("error") }, ".cm-diagnostic-warning": { borderLeftColor: color("warning") }, ".cm-diagnostic-info": { borderLeftColor: color("info") },
  ".cm-panel": { color: color("ink"), backgroundColor: color("box") },
});

const words = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: color("mark") },
  { tag: tags.comment, color: color("quiet"), fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: color("added") },
  { tag: [tags.meta, tags.typeName, tags.labelName], color: color("changed") },
]);

/** Return the offset of a place; columns count characters, as Python does. */
function offset(document, { line, column }) {
  const found = document.line(Math.max(1, Math.min(line, document.lines)));
  const before = [...found.text].slice(0, Math.max(0, column - 1)).join("");
  return found.from + before.length;
}

/** Return how many code points, as Python counts, are in so many units of a text. */
const points = (text, units) => [...text.slice(0, units)].length;

/** Return in how many units of a text so many code points are. */
function units(text, points) {
  let at = 0;
  for (let left = points; left > 0; left--) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}

const WORD = /^[\w./*-]*$/;
const BEGUN = /[\w./* :-]$/; // Behind these the language server is asked as well

/** Return what makes completions of what the language server offers; `asked` is as for the editor. */
const offered = asked => async context => {
  const text = context.state.doc.toString(), { pos } = context;
  if (!context.explicit && !BEGUN.test(context.state.doc.lineAt(pos).text.slice(0, pos - context.state.doc.lineAt(pos).from))) return null;
  const offers = await asked.complete(points(text, pos));
  if (!offers?.length) return null;
  const [from, end] = [units(text, offers[0].start), units(text, offers[0].end)];
  return { from, validFor: WORD, options: offers.map((offer, number) => option(offer, number, end - pos, asked)) };
};

/** Return an offer as CodeMirror lists it; it replaces so many units behind the cursor too. */
function option({ label, kind, detail, documentation, insert }, number, behind, asked) {
  const apply = (view, chosen, from, to) => {
    if (kind === "snippet") return snippet(outdented(insert, view.state.doc.lineAt(from).text))(view, chosen, from, to + behind);
    view.dispatch({ changes: { from, to: to + behind, insert }, selection: { anchor: from + insert.length }, scrollIntoView: true, userEvent: "input.complete", annotations: pickedCompletion.of(chosen) });
    if (/[\s-]$/.test(insert)) startCompletion(view);
  };
  // The usual comes first, as the server has it.
  return { label, detail, apply, sortText: String(number).padStart(4, "0"), info: documentation ? () => asked.markdown(documentation) : null };
}

/** Return lines without the indentation of the line where they begin, which CodeMirror puts before each of a snippet. */
function outdented(lines, line) {
  const [blanks] = /^ */.exec(line);
  return lines.replaceAll(`\n${blanks}`, "\n");
}

/** Show what the language server shows of the place under the pointer. */
const explained = asked => hoverTooltip(async (view, at) => {
  const text = view.state.doc.toString(), found = await asked.hover(points(text, at));
  if (!found || view.state.doc.toString() !== text) return null;
  return { pos: units(text, found.start), end: units(text, found.end), above: true, create: () => ({ dom: asked.markdown(found.markdown) }) };
});

/** Replace selected text here: where the browser does that, it keeps the looks by inline styles, which the policy refuses. */
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.data === null || view.composing || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/**
 * Make an editor within an element; `changed` is called with each new text.
 *
 * `asked` answers at an offset in code points: `complete` with offers, `hover` with Markdown, which `markdown` makes an element.
 */
export function createEditor(host, text, label, changed, asked) {
  const root = host.attachShadow({ mode: "open" });
  const view = new EditorView({
    parent: root, root,
    state: EditorState.create({
      doc: text,
      extensions: [lineNumbers(), lintGutter(), history(), drawSelection(), highlightSpecialChars(), highlightActiveLine(), indentOnInput(),
        indentUnit.of("  "), EditorState.tabSize.of(2), EditorView.lineWrapping, yaml(), syntaxHighlighting(words), look, replacing,
        autocompletion({ override: [offered(asked)], icons: false }), explained(asked),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of(update => { if (update.docChanged) changed(view.state.doc.toString()); })],
    }),
  });
  return {
    view,
    get text() { return view.state.doc.toString(); },
    set text(written) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: written } }); },
    /** Mark findings: each has `start`, `end`, `severity` and `message`. */
    mark(findings) {
      const { doc } = view.state;
      view.dispatch(setDiagnostics(view.state, findings.map(({ start, end, severity, message, help, rule }) => {
        const from = offset(doc, start);
        return { from, to: Math.max(from, offset(doc, end)), severity, message: help ? `${message}\nHelp: ${help}` : message, source: rule };
      })));
    },
    /** Move to a place. */
    go(place) {
      const at = offset(view.state.doc, place);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
  };
}
