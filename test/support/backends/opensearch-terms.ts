// Converts a JSON value as OpenSearch does, in a document and in a query, by the type of its field.

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
  const found = termOf(kind, value);
  if (found === undefined) throw new TypeError(`${JSON.stringify(value)} is no ${kind}`);
  return found;
}

/** Numbers and booleans become keywords, texts that are numbers and booleans become these; of a date, what is beyond milliseconds is cut. */
function termOf(kind: FieldType, value: unknown): Term | undefined {
  const text = typeof value === "string" ? value : undefined;
  switch (kind) {
    case "keyword":
      if (typeof value === "boolean" || Number.isSafeInteger(value)) return String(value);
      return text?.isWellFormed() === true ? text : undefined;
    case "double":
      if (typeof value === "number") return value;
      return /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text ?? "") ? Number(text) : undefined;
    case "boolean":
      return new Map<unknown, boolean>([
        [true, true],
        ["true", true],
        [false, false],
        ["false", false],
      ]).get(value);
    case "date":
      return text !== undefined && isStrictDate(text)
        ? Date.parse(text.replace(/(\.\d{3})\d+/, "$1"))
        : undefined;
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
