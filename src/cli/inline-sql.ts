// An expression with its values written into it: for people who read it, or try it by hand.
import type { Dialect } from "../backends/sql/dialect.ts";
import { type DialectName, dialectOf } from "../backends/sql/dialects.ts";
import type { Sql } from "../backends/sql/to-sql.ts";
import { hasForbiddenCharacters } from "../text/characters.ts";

/**
 * The text of an expression with each placeholder replaced by a literal, in the order of the parameters. A program binds
 * parameters instead.
 */
export function inlined({ text, params }: Sql, dialect: DialectName): string {
  let next = 0;
  // Besides quoted names, an expression has no others.
  return text.replace(/\?|\$\d+/gu, (placeholder) => {
    const value = params[next++];
    return value === undefined ? placeholder : literalOf(value, dialect);
  });
}

/** A text, or a list of texts, as a literal that has the same value whatever the settings of the connection. */
function literalOf(value: string | readonly string[], dialect: DialectName): string {
  const writer = dialectOf(dialect);
  return typeof value === "string"
    ? textLiteral(value, writer)
    : `ARRAY[${value.map((each) => textLiteral(each, writer)).join(", ")}]`;
}

function textLiteral(value: string, dialect: Dialect): string {
  if (isPlain(value, dialect)) return `'${value.replaceAll("'", "''")}'`;
  return dialect.textOf(Buffer.from(value).toString("hex"));
}

/** Whether a text can stand between quotes: nothing in it is hidden, ends the statement, escapes or acts upon a terminal. */
function isPlain(text: string, { escapes }: Dialect): boolean {
  if (hasForbiddenCharacters(text) || /[\t\n\r\u2028\u2029]/u.test(text)) return false;
  return escapes !== true || !text.includes("\\");
}
