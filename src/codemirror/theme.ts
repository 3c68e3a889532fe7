// The appearance, light and dark; every colour of text has a contrast of at least 4.5 to its background.
import { HighlightStyle } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Fixed classes, so that the one style serves light and dark: a fallback cannot be two. */
export const sliceCqlHighlightStyle: HighlightStyle = HighlightStyle.define([
  { tag: tags.keyword, class: "cm-sliceCql-keyword" },
  { tag: tags.punctuation, class: "cm-sliceCql-operator" },
  { tag: tags.typeName, class: "cm-sliceCql-type" },
  { tag: tags.propertyName, class: "cm-sliceCql-name" },
  { tag: tags.number, class: "cm-sliceCql-date" },
  {
    tag: [
      tags.comment,
      tags.special(tags.keyword),
      tags.special(tags.punctuation),
      tags.special(tags.string),
    ],
    class: "cm-sliceCql-scope",
  },
]);

interface Palette {
  readonly text: string;
  readonly background: string;
  readonly line: string;
  readonly focus: string;
  readonly popup: string;
  readonly chosen: string;
  readonly keyword: string;
  readonly type: string;
  readonly name: string;
  readonly date: string;
  readonly mutedText: string;
  readonly badge: string;
  readonly warned: string;
  readonly warnedBadge: string;
}

const light: Palette = {
  text: "#1f2328",
  background: "#ffffff",
  line: "#8c959f",
  focus: "#0a5fd8",
  popup: "#ffffff",
  chosen: "#dcebff",
  keyword: "#7a2fb8",
  type: "#0a5a94",
  name: "#0b6b43",
  date: "#9a4a00",
  mutedText: "#5f6873",
  badge: "#f0f3f7",
  warned: "#8a4b00",
  warnedBadge: "#fff1db",
};

const dark: Palette = {
  text: "#e3e7ec",
  background: "#16191f",
  line: "#7b8693",
  focus: "#6cb0ff",
  popup: "#20252d",
  chosen: "#2b4468",
  keyword: "#cfa5f7",
  type: "#7cc4ff",
  name: "#7ddba6",
  date: "#f5b26b",
  mutedText: "#a3adb9",
  badge: "#262c35",
  warned: "#f7bd72",
  warnedBadge: "#3a2d17",
};

type Rules = Parameters<typeof EditorView.baseTheme>[0];

/** The symbol in front of a row: letters that every font has. */
const icons: Rules = {
  ".cm-completionIcon": {
    borderRadius: "3px",
    flex: "none",
    fontSize: "80%",
    fontWeight: "700",
    marginRight: "8px",
    opacity: "1",
    padding: "1px 0",
    textAlign: "center",
    width: "1.5em",
  },
  ".cm-completionIcon-qualifier::after": { content: "':'" },
  ".cm-completionIcon-entity-type::after": { content: "'T'" },
  ".cm-completionIcon-name::after": { content: "'N'" },
  ".cm-completionIcon-date::after": { content: "'D'" },
};

/**
 * The appearance: colours, hints, popups, menu, query box. Put it before other extensions; a theme of the editor's own overrides it.
 *
 * @example
 * ```ts
 * const extensions = [sliceCqlTheme, sliceCqlLanguage()];
 * ```
 */
export const sliceCqlTheme: Extension = EditorView.baseTheme({
  ...colours("&light", light),
  ...colours("&dark", dark),
  // A page may centre its text, as Vite's template does.
  ".cm-content": { padding: "8px 0", textAlign: "start" },
  ".cm-line": { padding: "0 10px" },
  ".cm-sliceCql-keyword": { fontWeight: "600" },
  ".cm-sliceCql-unnecessary": { textDecoration: "line-through" },
  ".cm-sliceCql-hint": {
    borderRadius: "4px",
    fontSize: "85%",
    margin: "0 2px 0 6px",
    padding: "1px 5px",
    whiteSpace: "nowrap",
  },
  // A hint stays with its term: a line may break at the image by which CodeMirror parts the two, and after most letters of Asia.
  // Not at the end of a text: there Chromium would leave a line break when all of it is replaced.
  ".cm-widgetBuffer:has(+ .cm-sliceCql-hint):not(:has(+ .cm-sliceCql-hint + br))": { position: "absolute" },
  ".cm-sliceCql-hint::before": { content: "'\\2060'" },
  ".cm-sliceCql-waiting": { padding: "6px 10px" },
  ".cm-tooltip": {
    borderRadius: "6px",
    boxShadow: "0 4px 16px rgb(0 0 0 / 18%)",
    fontFamily: "system-ui, sans-serif",
    maxWidth: "min(36rem, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxHeight: "none", padding: "4px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    borderRadius: "4px",
    display: "flex",
    padding: "4px 6px",
  },
  ...icons,
  ".cm-completionLabel": { overflow: "hidden", textOverflow: "ellipsis" },
  ".cm-completionMatchedText": { fontWeight: "700", textDecoration: "none" },
  // On a phone the name stays, and its description is cut.
  ".cm-completionDetail": {
    flexShrink: "1000",
    fontStyle: "normal",
    marginLeft: "auto",
    overflow: "hidden",
    paddingLeft: "2em",
    textOverflow: "ellipsis",
  },
  ".cm-sliceCql-paragraphs": { padding: "6px 10px" },
  ".cm-sliceCql-paragraphs p": {
    margin: "0",
    overflowWrap: "anywhere",
    padding: "2px 0",
    whiteSpace: "pre-wrap",
  },
  ".cm-tooltip code": { borderRadius: "3px", padding: "0 3px" },
  ".cm-diagnostic": { padding: "6px 10px" },
  ".cm-diagnosticText": { display: "block" },
  ".cm-diagnosticAction": { margin: "4px 8px 0 0", padding: "2px 8px" },
  ".cm-sliceCql-menu": { padding: "4px" },
  ".cm-sliceCql-menu button": {
    background: "none",
    border: "none",
    borderRadius: "4px",
    color: "inherit",
    cursor: "pointer",
    display: "block",
    font: "inherit",
    padding: "4px 10px",
    textAlign: "start",
    width: "100%",
  },
  // Not the shorthand: it would take back the colour of the mode.
  "&.cm-sliceCql-singleLine": {
    borderStyle: "solid",
    borderWidth: "1px",
    borderRadius: "6px",
    outlineOffset: "-1px",
  },
  "&.cm-sliceCql-singleLine .cm-scroller": { scrollbarWidth: "none" },
  // With forced colors there are no backgrounds, but selections and errors must still show.
  "@media (forced-colors: active)": {
    ".cm-tooltip-autocomplete ul li[aria-selected]": {
      background: "Highlight",
      color: "HighlightText",
      forcedColorAdjust: "none",
    },
    ".cm-lintRange": { textDecoration: "underline wavy" },
  },
});

function colours(mode: string, palette: Palette): Rules {
  const { text, background, line, focus, popup, chosen, mutedText, badge } = palette;
  const isChosen = { background: chosen, color: text };
  const isFocused = { ...isChosen, outline: `2px solid ${focus}`, outlineOffset: "-2px" };
  return {
    [mode]: { backgroundColor: background, color: text },
    [`${mode} .cm-content`]: { caretColor: text },
    [`${mode}.cm-focused`]: { outline: `2px solid ${focus}` },
    [`${mode}.cm-sliceCql-singleLine`]: { borderColor: line },
    [`${mode} .cm-sliceCql-keyword`]: { color: palette.keyword },
    [`${mode} .cm-sliceCql-type`]: { color: palette.type },
    [`${mode} .cm-sliceCql-name`]: { color: palette.name },
    [`${mode} .cm-sliceCql-date`]: { color: palette.date },
    [`${mode} :is(.cm-sliceCql-operator, .cm-sliceCql-scope, .cm-completionDetail, .cm-sliceCql-waiting)`]: {
      color: mutedText,
    },
    [`${mode} .cm-completionIcon`]: { backgroundColor: badge },
    [`${mode} .cm-completionIcon-qualifier`]: { color: palette.keyword },
    [`${mode} .cm-completionIcon-entity-type`]: { color: palette.type },
    [`${mode} .cm-completionIcon-name`]: { color: palette.name },
    [`${mode} .cm-completionIcon-date`]: { color: palette.date },
    [`${mode} :is(.cm-sliceCql-unnecessary, .cm-sliceCql-unnecessary span)`]: { color: mutedText },
    [`${mode} .cm-sliceCql-hint`]: { backgroundColor: badge, color: mutedText },
    [`${mode} .cm-sliceCql-hint-unresolved`]: { backgroundColor: palette.warnedBadge, color: palette.warned },
    [`${mode} .cm-tooltip`]: { backgroundColor: popup, border: `1px solid ${line}`, color: text },
    [`${mode} .cm-tooltip-autocomplete ul li[aria-selected]`]: isChosen,
    [`${mode} li[aria-selected] .cm-completionDetail`]: { color: "inherit" },
    [`${mode} .cm-sliceCql-menu button:hover`]: isChosen,
    [`${mode} .cm-sliceCql-menu button:focus`]: isFocused,
    [`${mode} .cm-tooltip code`]: { backgroundColor: badge, color: text },
    [`${mode} .cm-diagnosticAction`]: { backgroundColor: badge, border: `1px solid ${line}`, color: text },
    [`${mode} .cm-diagnostic a`]: { color: focus },
  };
}
