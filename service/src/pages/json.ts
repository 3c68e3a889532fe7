// JSON as HTML, with keys and values marked.

import type { JsonValue } from "../values/json.ts";
import { type Content, type Html, html } from "./html.ts";

/** A value, indented. */
export function jsonHtml(value: JsonValue): Html {
  return html`${written(value, "\n")}`;
}

function written(value: JsonValue, newline: string): Content {
  const inside = `${newline}  `;
  if (typeof value === "string") return html`<span class="string">${JSON.stringify(value)}</span>`;
  if (typeof value !== "object" || value === null) return html`<span class="number">${String(value)}</span>`;
  if (isList(value)) {
    if (value.length === 0) return "[]";
    return ["[", value.map((item, at) => [at > 0 && ",", inside, written(item, inside)]), newline, "]"];
  }
  const members = Object.entries(value);
  if (members.length === 0) return "{}";
  const lines = members.map(([name, member], at) => [
    at > 0 && ",",
    inside,
    `${JSON.stringify(name)}: `,
    written(member, inside),
  ]);
  return ["{", lines, newline, "}"];
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A block of code with a title, which can be copied where scripts run. */
export function codeBlock(title: string, code: Html | string): Html {
  return html`<figure class="code">
<figcaption><span>${title}</span><button type="button" class="copy" hidden>Copy</button></figcaption>
<pre tabindex="0"><code>${code}</code></pre>
</figure>`;
}
