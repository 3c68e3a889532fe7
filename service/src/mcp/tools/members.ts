// The members that arguments and results of tools share.

import { Type } from "typebox";
import { exact } from "../../http/schemas.ts";
import { storablePattern } from "../../values/check.ts";
import type { JsonObject } from "../../values/json.ts";

/** A text that the database can hold; what else holds for it, its route says. */
export function string(options: { readonly description?: string; readonly minLength?: number } = {}) {
  return Type.String({ pattern: storablePattern, ...options });
}

/** An ID. */
export const id = string();

/** The cursor of a page. */
export const cursor = Type.Optional(string({ minLength: 1 }));

/** Arguments with an ID alone. */
export const byId = exact({ id });

/** Members of results. */
export const shown = {
  list: { type: "array" },
  text: { type: "string" },
  count: { type: "integer" },
  object: { type: "object" },
  maybe: { type: ["string", "null"] },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** What is stored counts; what is staged awaits review. */
export const applied = "applied";

/** Maximum characters of an excerpt. */
const maxExcerpt = 500;

/** The beginning of a text. */
export function excerptOf(text: string): string {
  // No half of a surrogate pair is left at the end.
  return text.length <= maxExcerpt ? text : `${text.slice(0, maxExcerpt).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
