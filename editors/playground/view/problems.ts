// The diagnostics as a list: each problem with its position, and a button for each fix.

import {
  type Diagnostic,
  type Fix,
  type LineMap,
  lineMap,
  type Severity,
  type TextEdit,
} from "../../../src/index.ts";
import { counted } from "../model/counts.ts";
import type { Outcome } from "../model/outcome.ts";
import { announce, h, inWords, type Part, shorten, type View, whenChanged } from "./dom.ts";
import { placeName } from "./place.ts";
import type { EditorMarks } from "./result-tabs.ts";

/** What a fix is given to. */
export interface QueryFixer extends EditorMarks {
  readonly apply: (edits: readonly TextEdit[]) => void;
  /** Applies all fixes of which there is one certain reading. */
  readonly fixAll: () => void;
}

/** What the places are in. */
interface Text {
  readonly query: string;
  readonly lines: LineMap;
}

const mostProblems = 30;

/** Fills a box with the diagnostics of a query; without any it is hidden. */
export function createProblems(box: HTMLElement, fixer: QueryFixer): View<Outcome> {
  const fill = ({ query, result: { diagnostics } }: Outcome): void => {
    const text = { query, lines: lineMap(query) };
    const items = diagnostics.slice(0, mostProblems).map((each) => item(each, text, fixer));
    const rest = diagnostics.length - items.length;
    const more = rest > 0 ? [h("p", { class: "note" }, `and ${counted(rest, "more problem")}`)] : [];
    box.hidden = items.length === 0;
    box.replaceChildren(head(diagnostics, fixer), h("ul", { class: "problems" }, ...items), ...more);
  };
  return { show: whenChanged(fill, ({ query, result }) => JSON.stringify([query, result.diagnostics])) };
}

/** `2 errors, 1 warning`. */
export function countsOf(diagnostics: readonly Diagnostic[]): string {
  const counts = severities.map(({ severity, one, many }) => {
    const count = diagnostics.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [counted(count, one, many)];
  });
  return counts.flat().join(", ");
}

const severities: readonly { readonly severity: Severity; readonly one: string; readonly many: string }[] = [
  { severity: "error", one: "error", many: "errors" },
  { severity: "warning", one: "warning", many: "warnings" },
  { severity: "information", one: "remark", many: "remarks" },
  { severity: "hint", one: "hint", many: "hints" },
];

function head(diagnostics: readonly Diagnostic[], { fixAll }: QueryFixer): HTMLElement {
  const certain = diagnostics.filter(({ fixes = [] }) => fixes.some(({ preferred }) => preferred === true));
  const apply = (): void => {
    fixAll();
    announce("All certain fixes are applied");
  };
  const button = h("button", { type: "button", class: "fix", onclick: apply }, "Fix all that is certain");
  return h(
    "div",
    { class: "problems-head" },
    h("h2", { id: "problems-title" }, "Problems"),
    ...(certain.length > 1 ? [button] : []),
  );
}

function item(diagnostic: Diagnostic, { query, lines }: Text, fixer: QueryFixer): HTMLElement {
  const { severity, message, span, fixes = [], code } = diagnostic;
  const name = placeName(lines, span);
  const label = `Go to ${name}, ${shorten(query.slice(span.start, span.end))}`;
  const visit = { onclick: () => fixer.visit(span), "aria-label": label, title: label };
  const place = h("button", { type: "button", class: "place", ...visit }, name);
  const parts: readonly Part[] = [
    h("span", { class: "severity" }, severities.find((each) => each.severity === severity)?.one ?? severity),
    place,
    h("a", { href: `diagnostics.html#${code}`, target: "_blank", rel: "noopener" }, code),
    h("p", {}, ...inWords(message)),
    ...(fixes.length === 0
      ? []
      : [h("div", { class: "fixes" }, ...fixes.map((fix) => fixButton(fix, fixer)))]),
  ];
  const element = h("li", { class: `problem ${severity}` }, ...parts);
  for (const event of ["pointerenter", "focusin"]) element.addEventListener(event, () => fixer.mark(span));
  for (const event of ["pointerleave", "focusout"]) element.addEventListener(event, () => fixer.mark(null));
  return element;
}

function fixButton({ title, edits, preferred }: Fix, { apply }: QueryFixer): HTMLElement {
  const onclick = (): void => {
    apply(edits);
    announce(`Applied: ${title}`);
  };
  const kind = preferred === true ? "fix preferred" : "fix";
  return h("button", { type: "button", class: kind, onclick }, ...inWords(title));
}
