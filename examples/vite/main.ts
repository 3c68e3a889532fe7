// A page that checks a query as it is typed, fixes it, and says what it means. It needs no server and no catalog.

import { explain, fixAll, renderDiagnostic, validate } from "slice-cql";

const query = element("query", HTMLInputElement);
const problems = element("problems", HTMLElement);
const meaning = element("meaning", HTMLElement);

query.addEventListener("input", show);
element("fix", HTMLButtonElement).addEventListener("click", () => {
  query.value = fixAll(query.value);
  show();
});
show();

function show(): void {
  const text = query.value;
  // Queries are anybody's text: `textContent` shows it, and never as HTML.
  problems.textContent = validate(text)
    .map((diagnostic) => renderDiagnostic(text, diagnostic))
    .join("\n\n");
  meaning.textContent = explain(text);
}

function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the page has no #${id}`);
}
