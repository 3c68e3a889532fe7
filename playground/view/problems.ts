// The diagnostics as a list: what is wrong and where, and a button for each fix.

import type { Diagnostic, Fix, Severity, Span, TextEdit } from "../../src/index.ts";
import type { Outcome } from "../model/outcome.ts";
import { announce, counted, h, inWords, type Part, type View, whenChanged } from "./dom.ts";
import type { EditorMarks } from "./result-tabs.ts";

/** What a fix is given to. */
export interface Mender extends EditorMarks {
  readonly apply: (edits: readonly TextEdit[]) => void;
  /** Applies all fixes of which there is one certain reading. */
  readonly fixAll: () => void;
}

const mostProblems = 30;

/** Fills a box with the diagnostics of a query. */
export function createProblems(box: HTMLElement, mender: Mender): View<Outcome> {
  const fill = ({ query, result: { diagnostics } }: Outcome): void => {
    const items = diagnostics.slice(0, mostProblems).map((each) => item(each, query, mender));
    const rest = diagnostics.length - items.length;
    const more = rest > 0 ? [h("p", { class: "note" }, `and ${counted(rest, "more problem")}`)] : [];
    box.replaceChildren(
      ...(items.length === 0
        ? []
        : [summary(diagnostics, mender), h("ul", { class: "problems" }, ...items), ...more]),
    );
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

function summary(diagnostics: readonly Diagnostic[], { fixAll }: Mender): HTMLElement {
  const certain = diagnostics.filter(({ fixes = [] }) => fixes.some(({ preferred }) => preferred === true));
  const apply = (): void => {
    fixAll();
    announce("All certain fixes are applied");
  };
  const button = h("button", { type: "button", class: "fix", onclick: apply }, "Fix all that is certain");
  return h(
    "div",
    { class: "problems-head" },
    h("h3", {}, countsOf(diagnostics)),
    ...(certain.length > 1 ? [button] : []),
  );
}

function item(diagnostic: Diagnostic, query: string, mender: Mender): HTMLElement {
  const { severity, message, span, fixes = [], code, href } = diagnostic;
  const label = `Go to ${placeOf(span)}, ${shorten(query.slice(span.start, span.end))}`;
  const visit = { onclick: () => mender.visit(span), "aria-label": label, title: label };
  const place = h("button", { type: "button", class: "place", ...visit }, placeOf(span));
  const parts: readonly Part[] = [
    h("span", { class: "severity" }, severities.find((each) => each.severity === severity)?.one ?? severity),
    place,
    h(
      "p",
      {},
      ...inWords(message),
      " ",
      // The page lies in `docs`, and the address counts from the folder above that.
      h("a", { href: href.replace(/^docs\//, "../"), target: "_blank", rel: "noopener" }, code),
    ),
    ...(fixes.length === 0
      ? []
      : [h("div", { class: "fixes" }, ...fixes.map((fix) => fixButton(fix, mender)))]),
  ];
  const element = h("li", { class: `problem ${severity}` }, ...parts);
  for (const event of ["pointerenter", "focusin"]) element.addEventListener(event, () => mender.mark(span));
  for (const event of ["pointerleave", "focusout"]) element.addEventListener(event, () => mender.mark(null));
  return element;
}

function fixButton({ title, edits, preferred }: Fix, { apply }: Mender): HTMLElement {
  const onclick = (): void => {
    apply(edits);
    announce(`Applied: ${title}`);
  };
  const kind = preferred === true ? "fix preferred" : "fix";
  return h("button", { type: "button", class: kind, onclick }, ...inWords(title));
}

/** As in the table of tokens. */
function placeOf({ start, end }: Span): string {
  return `${String(start)}–${String(end)}`;
}

/** A line of it, for a label. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 48 ? `${line.slice(0, 47)}…` : line;
}
