// The results as code and words: definition, explanation, SQL, tokens, tree.

import { type DialectName, dialectNames, dialectOf } from "../../../src/backends/sql/dialects.ts";
import { entityColumns, toSql } from "../../../src/exports/sql.ts";
import {
  type CompileResult,
  explain,
  type LineMap,
  lineMap,
  type Span,
  type Term,
} from "../../../src/index.ts";
import type { Outcome } from "../model/outcome.ts";
import { createCopyButton } from "./clipboard.ts";
import { jsonCode, plainCode } from "./code.ts";
import { h, inWords, type Part, type View, whenChanged } from "./dom.ts";
import { placeName } from "./place.ts";
import { createTabs, type Tab } from "./tabs.ts";

/** What the tabs can do to the editor. */
export interface EditorMarks {
  /** Marks a place, or none. */
  readonly mark: (span: Span | null) => void;
  /** Puts the cursor there and the focus into the editor. */
  readonly visit: (span: Span) => void;
}

/** Fills a box with tabs and their panels. */
export function createResultTabs(box: HTMLElement, marks: EditorMarks): View<Outcome> {
  const views = [
    definitionTab(),
    explanationTab(),
    sqlTab(),
    termsTab("tokens", "Tokens", (terms, text) => tokensTable(terms, lineMap(text), marks)),
    termsTab("tree", "Tree", (terms) => tree(terms, marks)),
  ];
  const tabs = views.map(({ tab }) => tab);
  box.append(createTabs("Result", tabs), ...tabs.map(({ panel }) => panel));
  return {
    show: (outcome) => {
      for (const { show } of views) show(outcome);
    },
  };
}

interface ResultTab extends View<Outcome> {
  readonly tab: Tab;
}

/** A tab that is filled again only when the result of `keyOf` changes. */
function resultTab(
  [id, label]: readonly [string, string],
  fill: (outcome: Outcome) => readonly Part[],
  keyOf: (outcome: Outcome) => string,
): ResultTab {
  const panel = h("div", { class: "panel" });
  const show = whenChanged<Outcome>((outcome) => panel.replaceChildren(...fill(outcome)), keyOf);
  return { tab: { id, label, panel }, show };
}

const whatItIs =
  "What compiling gives. A server stores and runs the `filter_definition`: in it, names are identifiers and dates are instants.";

function definitionTab(): ResultTab {
  const shown = ({ result }: Outcome): unknown => {
    if (!result.ok) return null;
    const { filter_definition, scope_warnings, unresolved } = result;
    return { filter_definition, scope_warnings, unresolved };
  };
  const fill = (outcome: Outcome): readonly Part[] => {
    const value = shown(outcome);
    if (value === null) return [refusal()];
    const copyButton = createCopyButton("Copy", () => JSON.stringify(value, null, 2));
    return [h("p", { class: "note lead" }, ...inWords(whatItIs)), toolbar(copyButton), jsonCode(value)];
  };
  return resultTab(["definition", "Definition"], fill, (outcome) => JSON.stringify(shown(outcome)));
}

function explanationTab(): ResultTab {
  const words = ({ result, catalog }: Outcome): string => explain(result, { catalog });
  const fill = (outcome: Outcome): readonly Part[] => [
    h("div", { class: "words" }, ...words(outcome).split("\n").map(sentence)),
  ];
  return resultTab(["explanation", "Explanation"], fill, words);
}

/** A line of an explanation: an item if it begins with a dash, code in backticks. */
function sentence(line: string): HTMLElement {
  const isItem = line.startsWith("- ");
  return h("p", isItem ? { class: "item" } : {}, ...inWords(line.slice(isItem ? 2 : 0)));
}

function sqlTab(): ResultTab {
  let dialect: DialectName = "postgres";
  let last: CompileResult | undefined;
  const out = h("div");
  const fill = (): void => out.replaceChildren(...sqlOf(last, dialect));
  const choices = dialectNames.map((value) => {
    const choose = (): void => {
      dialect = value;
      fill();
    };
    const checked = value === dialect;
    const input = h("input", { type: "radio", name: "dialect", value, checked, onchange: choose });
    return h("label", { class: "choice" }, input, dialectOf(value).title);
  });
  const group = h("fieldset", { class: "choices" }, h("legend", { class: "unseen" }, "Dialect"), ...choices);
  const panel = h("div", { class: "panel" }, group, out);
  const keyOf = ({ result }: Outcome): string => JSON.stringify(result.ok && result.filter_definition);
  const show = whenChanged<Outcome>(({ result }) => {
    last = result;
    fill();
  }, keyOf);
  return { tab: { id: "sql", label: "SQL", panel }, show };
}

function sqlOf(result: CompileResult | undefined, dialect: DialectName): readonly Part[] {
  if (result?.ok !== true) return [refusal()];
  try {
    const { text, params } = toSql(result.filter_definition, {
      dialect,
      columns: entityColumns,
      json: "props",
    });
    const statement = `SELECT * FROM entities\nWHERE ${text.replaceAll(" AND ", "\n  AND ")}`;
    const title = h("h3", {}, params.length === 0 ? "No parameters" : "Parameters");
    return [
      toolbar(createCopyButton("Copy", () => statement)),
      plainCode(statement),
      title,
      ...(params.length === 0 ? [] : [jsonCode(params)]),
    ];
  } catch (error) {
    // An identifier of the catalog can be one that no database holds.
    return [h("p", { class: "note" }, error instanceof Error ? error.message : String(error))];
  }
}

/** Tokens and tree are of the text, so a refused query has them too. */
function termsTab(
  id: string,
  label: string,
  make: (terms: readonly Term[], text: string) => HTMLElement,
): ResultTab {
  const fill = ({ query: text, result: { query } }: Outcome): readonly Part[] =>
    query.terms.length === 0
      ? [h("p", { class: "note" }, "The query has no terms.")]
      : [make(query.terms, text)];
  return resultTab([id, label], fill, ({ query }) => query);
}

const mostTerms = 200;

function tokensTable(terms: readonly Term[], lines: LineMap, marks: EditorMarks): HTMLElement {
  const head = ["Place", "Qualifier", "Value", "Quoted"].map((name) => h("th", { scope: "col" }, name));
  const rows = terms.slice(0, mostTerms).map((term) => {
    const { span, value } = term;
    const place = placeButton(span, lines, marks);
    const row = h(
      "tr",
      {},
      h("td", {}, place),
      h("td", {}, term.kind === "qualified" ? h("code", {}, term.qualifier) : h("em", {}, "text")),
      h("td", {}, h("code", { class: "breaks" }, value.text)),
      h("td", {}, value.quoted ? "yes" : "no"),
    );
    marking(row, span, marks);
    return row;
  });
  const table = h(
    "table",
    { class: "tokens" },
    h("thead", {}, h("tr", {}, ...head)),
    h("tbody", {}, ...rows),
  );
  return h("div", { class: "scrolls" }, table, ...remainder(terms));
}

function tree(terms: readonly Term[], marks: EditorMarks): HTMLElement {
  const items = terms.slice(0, mostTerms).map((term) => {
    const label = term.kind === "qualified" ? `${term.qualifier} = ${term.value.text}` : term.value.text;
    const summary = h("summary", {}, h("em", {}, term.kind), " ", h("code", { class: "breaks" }, label));
    const details = h("details", {}, summary, jsonCode(term));
    marking(details, term.span, marks);
    return h("li", {}, details);
  });
  return h("div", {}, h("ol", { class: "tree" }, ...items), ...remainder(terms));
}

function remainder({ length }: readonly Term[]): readonly Part[] {
  return length > mostTerms
    ? [h("p", { class: "note" }, `and ${String(length - mostTerms)} more terms`)]
    : [];
}

function placeButton(span: Span, lines: LineMap, { visit }: EditorMarks): HTMLElement {
  const label = placeName(lines, span);
  // What is read out has what is seen in it.
  const name = `Go to ${label}`;
  return h(
    "button",
    { type: "button", class: "place", "aria-label": name, onclick: () => visit(span) },
    label,
  );
}

/** The term lights up in the editor while the pointer or the focus is on its row. */
function marking(row: HTMLElement, span: Span, { mark }: EditorMarks): void {
  for (const event of ["pointerenter", "focusin"]) row.addEventListener(event, () => mark(span));
  for (const event of ["pointerleave", "focusout"]) row.addEventListener(event, () => mark(null));
}

function toolbar(...parts: readonly Part[]): HTMLElement {
  return h("div", { class: "toolbar" }, ...parts);
}

function refusal(): HTMLElement {
  return h("p", { class: "note" }, "The query is refused, so nothing is compiled. Its problems say why.");
}
