// Code that is shown and not edited: JSON with its parts in colours, and SQL.

import { h, type Part } from "./dom.ts";

const jsonPart = /("(?:[^"\\]|\\.)*"?)(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** A value as JSON, in colours. */
export function jsonCode(value: unknown): HTMLElement {
  const text = JSON.stringify(value, null, 2);
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(jsonPart)) {
    const [all, quoted, colon] = match;
    parts.push(text.slice(end, match.index));
    const kind = quoted === undefined ? "number" : colon === undefined ? "string" : "key";
    parts.push(h("span", { class: `code-${kind}` }, quoted ?? all), colon ?? "");
    end = match.index + all.length;
  }
  return plainCode(...parts, text.slice(end));
}

/** Code in one colour. */
export function plainCode(...parts: readonly Part[]): HTMLElement {
  return h("pre", { class: "code" }, h("code", {}, ...parts));
}
