// What OpenSearch makes of a JSON value, in a document and in a query, by the type of its field.

/** The types of fields that an entity's properties have. */
export type FieldType = "keyword" | "double" | "boolean" | "date";

/** A value as it is indexed: of a date, its milliseconds. */
export type Term = string | number | boolean;

/** Longest keyword in bytes; Lucene refuses a document with a longer one. */
const longestTerm = 32_766;

/** The form `strict_date_time` with `Z` or an offset. Java's own check that the day exists follows. */
const strictDateTime =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** The term of a value of a document; throws where OpenSearch refuses the document. */
export function storedTerm(kind: FieldType, value: unknown): Term {
  // In documents alone, the empty string is false.
  if (kind === "boolean" && value === "") return false;
  const found = queryTerm(kind, value);
  if (typeof found === "string" && Buffer.byteLength(found) > longestTerm) {
    throw new RangeError("a keyword has more bytes than Lucene takes");
  }
  return found;
}

/** The term that a value of a query stands for; throws where OpenSearch refuses the query. */
export function queryTerm(kind: FieldType, value: unknown): Term {
  switch (kind) {
    case "keyword":
      return keyword(value);
    case "double":
      return double(value);
    case "boolean":
      if (value === true || value === "true") return true;
      if (value === false || value === "false") return false;
      throw mismatch(kind, value);
    case "date":
      return date(value);
  }
}

/** Whether a text is a date in the format `strict_date_time`. */
export function isStrictDate(text: string): boolean {
  const [, year, month, day] = strictDateTime.exec(text) ?? [];
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return midnight.getUTCMonth() === Number(month) - 1 && midnight.getUTCDate() === Number(day);
}

/** Negative, zero or positive by the bytes of UTF-8. */
export function byUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Numbers and booleans become their text. */
function keyword(value: unknown): string {
  if (typeof value === "string" && value.isWellFormed()) return value;
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return String(value);
  throw mismatch("keyword", value);
}

/** Text that is a number becomes one. */
function double(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "string" && /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value)) return Number(value);
  throw mismatch("double", value);
}

/** Digits beyond the milliseconds are cut. */
function date(value: unknown): number {
  if (typeof value !== "string" || !isStrictDate(value)) throw mismatch("date", value);
  return Date.parse(value.replace(/(\.\d{3})\d+/, "$1"));
}

function mismatch(kind: FieldType, value: unknown): TypeError {
  return new TypeError(`${JSON.stringify(value)} is no ${kind}`);
}
