// DuckDB.
import { timestampPattern } from "../../semantics/timestamp.ts";
import { type Dialect, quoteWith, signs } from "./dialect.ts";

/** Text is compared by code points. Numbers are bound as text and converted, as clients bind integers and doubles differently. */
export const duckdb: Dialect = {
  title: "DuckDB",
  textOf: (hex) => `decode(unhex('${hex}'))`,
  placeholder: () => "?",
  quote: quoteWith('"'),
  among(value, list, as, bind) {
    const type = as === "number" ? "DOUBLE" : "VARCHAR";
    const members = (): string =>
      `unnest(from_json(CAST(${bind(JSON.stringify(list))} AS JSON), '["${type}"]'))`;
    if (as === "uuid") return `${value()} IN (SELECT CAST(${members()} AS UUID))`;
    return `${value()}${as === "number" ? "" : collation} IN (SELECT ${members()})`;
  },
  ordered: (value, operator, bound, bind) =>
    typeof bound === "number"
      ? `${value()} ${signs[operator]} CAST(${bind(String(bound))} AS DOUBLE)`
      : `${value()}${collation} ${signs[operator]} CAST(${bind(bound)} AS VARCHAR)`,
  notNaN: (column) => `${column} < CAST('NaN' AS DOUBLE)`,
  timestamp: {
    bound: (iso, bind) => `CAST(${bind(iso)} AS TIMESTAMPTZ)`,
    text: (column) => `strftime(${column} AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ')`,
  },
  hasUuid: true,
  isTimestamp: (text) => `regexp_matches(${text()}, '${timestampPattern}')`,
  json(column, keys, bind, test) {
    const pointer = (length: number): string => bind(pointerTo(keys.slice(0, length)));
    const typeAt = (length: number): string => `json_type(${column}, ${pointer(length)})`;
    // A pointer leads into lists by number: so every value on the way must be an object.
    const way = keys.map((_, index) => `${typeAt(index)} = 'OBJECT'`).join(" AND ");
    const text = (): string => `json_extract_string(${column}, ${pointer(keys.length)})`;
    const found = test({
      is: (kind) => `${typeAt(keys.length)} IN (${types[kind]})`,
      present: () => `${typeAt(keys.length)} <> 'NULL'`,
      text,
      number: () => `TRY_CAST(${text()} AS DOUBLE)`,
    });
    return `COALESCE(${way} AND ${found}, FALSE)`;
  },
};

/** A column, or the whole database, may have another, such as NOCASE. */
const collation = " COLLATE C";

const types = {
  string: "'VARCHAR'",
  number: "'UBIGINT', 'BIGINT', 'DOUBLE', 'HUGEINT', 'UHUGEINT'",
  boolean: "'BOOLEAN'",
} as const;

/** A JSON Pointer (RFC 6901), in which every key can be spelled. */
function pointerTo(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
