// PostgreSQL, and what speaks it.
import type { OrderOperator } from "../../semantics/conditions.ts";
import { timestampPattern } from "../../semantics/timestamp.ts";
import { type ComparedAs, type Dialect, type JsonExpressions, quoteWith, signs } from "./dialect.ts";

const sqlTypes: Readonly<Record<ComparedAs, string>> = {
  textColumn: "text",
  text: "text",
  number: "numeric",
  uuid: "uuid",
};

/** Text is compared under the collation "C", by code points; others order and even equal differently. */
export const postgres: Dialect = {
  title: "PostgreSQL",
  // Without standard_conforming_strings.
  escapes: true,
  textOf: (hex) => `convert_from(decode('${hex}', 'hex'), 'UTF8')`,
  placeholder: (position) => `$${position}`,
  quote: quoteWith('"'),
  among(value, list, as, bind) {
    // One text for every length of list. No text of PostgreSQL has U+0000, and a parameter with it is an error.
    const texts = `${collated(value(), as)} = ANY(${bind(list.map(String).filter(hasNoNul))}::text[]`;
    return `${texts}${sqlTypes[as] === "text" ? "" : `::${sqlTypes[as]}[]`})`;
  },
  ordered(value, operator, bound, bind) {
    const as = typeof bound === "string" ? "text" : "number";
    return `${collated(value(), as)} ${signs[operator]} ${bind(withoutNul(String(bound), operator))}::${sqlTypes[as]}`;
  },
  notNaN: (column) => `${column} < 'NaN'::numeric`,
  timestamp: {
    bound: (iso, bind) => `${bind(iso)}::timestamptz`,
    text: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  hasUuid: true,
  isTimestamp: (text) => `${collated(text(), "text")} ~ '${timestampPattern}'`,
  json(column, keys, bind, test, equal) {
    if (!keys.every(hasNoNul)) return test(nothing);
    // `->` with a text leads into objects alone. `@>` says less than the test, but an index can answer it.
    const value = (): string => `(${column}${keys.map((key) => ` -> ${bind(key)}::text`).join("")})`;
    const kind = (): string => `jsonb_typeof(${value()})`;
    const contains =
      equal === undefined || !hasNoNul(String(equal))
        ? ""
        : `${column} @> ${bind(nest(keys, equal))}::jsonb AND `;
    return (
      contains +
      test({
        is: (which) => `${kind()} = '${which}'`,
        present: () => `COALESCE(${kind()}, 'null') <> 'null'`,
        text: () => `(${value()} #>> '{}')`,
        number: () => `${value()}::numeric`,
      })
    );
  },
};

function collated(value: string, as: ComparedAs): string {
  return sqlTypes[as] === "text" ? `${value} COLLATE "C"` : value;
}

function hasNoNul(text: string): boolean {
  return !text.includes("\0");
}

/** The bound without U+0000 that divides the texts without U+0000 in the same two. */
function withoutNul(bound: string, operator: OrderOperator): string {
  const [head = "", ...tail] = bound.split("\0");
  return tail.length === 0 || operator === "gt" || operator === "lte" ? head : `${head}\u0001`;
}

/** The object in which only this value is, at these keys. Not by recursion: a path may be long. */
function nest(keys: readonly string[], value: string | number | boolean): string {
  const opened = keys.map((key) => `{${JSON.stringify(key)}:`).join("");
  return opened + JSON.stringify(value) + "}".repeat(keys.length);
}

/** A key with U+0000 is in no object. */
const nothing: JsonExpressions = {
  is: () => "FALSE",
  present: () => "FALSE",
  text: () => "''",
  number: () => "0",
};
