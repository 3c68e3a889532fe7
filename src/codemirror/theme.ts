// How it looks, in light and in dark; every colour of text has a contrast of at least 4.5 to what is behind it.
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
  readonly paper: string;
  readonly line: string;
  readonly focus: string;
  readonly popup: string;
  readonly chosen: string;
  readonly keyword: string;
  readonly type: string;
  readonly name: string;
  readonly date: string;
  readonly quiet: string;
  readonly pill: string;
  readonly warned: string;
  readonly warnedPill: string;
}

const light: Palette = {
  text: "#1f2328",
  paper: "#ffffff",
  line: "#8c959f",
  focus: "#0a5fd8",
  popup: "#ffffff",
  chosen: "#dcebff",
  keyword: "#7a2fb8",
  type: "#0a5a94",
  name: "#0b6b43",
  date: "#9a4a00",
  quiet: "#5f6873",
  pill: "#f0f3f7",
  warned: "#8a4b00",
  warnedPill: "#fff1db",
};

const dark: Palette = {
  text: "#e3e7ec",
  paper: "#16191f",
  line: "#7b8693",
  focus: "#6cb0ff",
  popup: "#20252d",
  chosen: "#2b4468",
  keyword: "#cfa5f7",
  type: "#7cc4ff",
  name: "#7ddba6",
  date: "#f5b26b",
  quiet: "#a3adb9",
  pill: "#262c35",
  warned: "#f7bd72",
  warnedPill: "#3a2d17",
};

/**
 * The looks: colours, hints, popups, menu, query box. Put it before other extensions; a theme of the editor's own overrides it.
 *
 * @example
 * ```ts
 * const extensions = [sliceCqlTheme, sliceCqlLanguage()];
 * ```
 */
export const sliceCqlTheme: Extension = EditorView.baseTheme({
  ...colours("&light", light),
  ...colours("&dark", dark),
  ".cm-content": { padding: "8px 0" },
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
  ".cm-completionDetail": { fontStyle: "normal", marginLeft: "auto", paddingLeft: "2em" },
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
  // Where the system takes papers away, what is chosen and what is wrong must show all the same.
  "@media (forced-colors: active)": {
    ".cm-tooltip-autocomplete ul li[aria-selected]": {
      background: "Highlight",
      color: "HighlightText",
      forcedColorAdjust: "none",
    },
    ".cm-lintRange": { textDecoration: "underline wavy" },
  },
});

type Rules = Parameters<typeof EditorView.baseTheme>[0];

function colours(mode: string, palette: Palette): Rules {
  const { text, paper, line, focus, popup, chosen, quiet, pill } = palette;
  const isChosen = { background: chosen, color: text };
  const isFocused = { ...isChosen, outline: `2px solid ${focus}`, outlineOffset: "-2px" };
  return {
    [mode]: { backgroundColor: paper, color: text },
    [`${mode} .cm-content`]: { caretColor: text },
    [`${mode}.cm-focused`]: { outline: `2px solid ${focus}` },
    [`${mode}.cm-sliceCql-singleLine`]: { borderColor: line },
    [`${mode} .cm-sliceCql-keyword`]: { color: palette.keyword },
    [`${mode} .cm-sliceCql-type`]: { color: palette.type },
    [`${mode} .cm-sliceCql-name`]: { color: palette.name },
    [`${mode} .cm-sliceCql-date`]: { color: palette.date },
    [`${mode} :is(.cm-sliceCql-operator, .cm-sliceCql-scope, .cm-completionDetail)`]: { color: quiet },
    [`${mode} :is(.cm-sliceCql-unnecessary, .cm-sliceCql-unnecessary span)`]: { color: quiet },
    [`${mode} .cm-sliceCql-hint`]: { backgroundColor: pill, color: quiet },
    [`${mode} .cm-sliceCql-hint-unresolved`]: { backgroundColor: palette.warnedPill, color: palette.warned },
    [`${mode} .cm-tooltip`]: { backgroundColor: popup, border: `1px solid ${line}`, color: text },
    [`${mode} .cm-tooltip-autocomplete ul li[aria-selected]`]: isChosen,
    [`${mode} li[aria-selected] .cm-completionDetail`]: { color: "inherit" },
    [`${mode} .cm-sliceCql-menu button:hover`]: isChosen,
    [`${mode} .cm-sliceCql-menu button:focus`]: isFocused,
    [`${mode} .cm-tooltip code`]: { backgroundColor: pill, color: text },
    [`${mode} .cm-diagnosticAction`]: { backgroundColor: pill, border: `1px solid ${line}`, color: text },
    [`${mode} .cm-diagnostic a`]: { color: focus },
  };
}
