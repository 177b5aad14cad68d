// The editor: CodeMirror with what YAML needs. It lives in a shadow root, where its styles need no exception from the policy.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
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
  ".cm-tooltip": { color: color("ink"), backgroundColor: color("box"), border: `1px solid ${color("line")}`, maxWidth: "min(40rem, 90vw)" },
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

/** Replace selected text here: where the browser does that, it keeps the looks by inline styles, which the policy refuses. */
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.data === null || view.composing || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/** Make an editor within an element; `changed` is called with each new text. */
export function createEditor(host, text, label, changed) {
  const root = host.attachShadow({ mode: "open" });
  const view = new EditorView({
    parent: root, root,
    state: EditorState.create({
      doc: text,
      extensions: [lineNumbers(), lintGutter(), history(), drawSelection(), highlightSpecialChars(), highlightActiveLine(), indentOnInput(),
        indentUnit.of("  "), EditorState.tabSize.of(2), EditorView.lineWrapping, yaml(), syntaxHighlighting(words), look, replacing,
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
      view.dispatch(setDiagnostics(view.state, findings.map(({ start, end, severity, message, rule }) => {
        const from = offset(doc, start);
        return { from, to: Math.max(from, offset(doc, end)), severity, message, source: rule };
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
