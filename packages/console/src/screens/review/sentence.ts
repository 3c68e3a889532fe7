// A change in a line: what would be there after it.

import type { Change } from "slice-cql-client";
import { countOf, shortened, textOf, titleOf } from "../../words.ts";

/** What an entity is called; undefined if that is not known. */
export type NameOf = (id: string) => string | undefined;

/** Characters of a name: the other end of a relationship is to be seen as well. */
const mostOfName = 100;
/** How many properties are named. */
const mostProperties = 20;

/** `Person Ada Lovelace`, `Ada Lovelace works at Analytical Engines`, `Ada Lovelace: role`. */
export function sentenceOf({ object, operation, value, before }: Change, nameOf: NameOf): string {
  if (object === "memory") return textOf(value["content"] ?? "");
  if (object === "relationship") {
    const end = (id: unknown) =>
      isolated(shortened(nameOf(textOf(id)) ?? `…${textOf(id ?? "").slice(-6)}`, mostOfName));
    return `${end(value["from"])} ${isolated(spoken(value["type"]))} ${end(value["to"])}`;
  }
  if (operation === "create")
    return `${isolated(textOf(value["type"] ?? ""))} ${isolated(titleOf(value))}`.trim();
  const name = titleOf({ ...before, ...value });
  return `${isolated(name || "Entity")}: ${listed(Object.keys(propertiesOf(value)))}`;
}

function listed(names: readonly string[]): string {
  const left = names.length - mostProperties;
  const said = names.slice(0, mostProperties).map((name) => isolated(shortened(name, mostOfName)));
  return [...said, ...(left > 0 ? [countOf(left, "other")] : [])].join(", ");
}

/** A name that turns its own direction and nothing around it: within U+2068 and U+2069, which nothing in it can end. Most need that not. */
function isolated(name: string): string {
  if (!/[\u0590-\uffff]/.test(name)) return name;
  let open = 0;
  let text = "";
  for (const character of name) {
    if (/[\u2066-\u2068]/.test(character)) open += 1;
    if (character === "\u2069") {
      if (open === 0) continue;
      open -= 1;
    }
    text += character;
  }
  return `\u2068${text}${"\u2069".repeat(open + 1)}`;
}

/** `works_at` as people say it. */
function spoken(type: unknown): string {
  return textOf(type ?? "").replaceAll("_", " ");
}

/** The properties of a value; without any, the value itself. */
function propertiesOf(value: Readonly<Record<string, unknown>>): object {
  const { properties } = value;
  return typeof properties === "object" && properties !== null ? properties : value;
}
