// MySQL and MariaDB. What is written is right on both, whatever the collation of a column and the connection's modes.
import { timestampPattern } from "../../semantics/timestamp.ts";
import { type Bind, type ComparedAs, type Dialect, type Expression, quoteWith, signs } from "./dialect.ts";

/** Text is compared as the bytes of UTF-8, which are in the order of code points: collations fold case or pad with spaces. */
export const mysql: Dialect = {
  title: "MySQL",
  // But not with NO_BACKSLASH_ESCAPES.
  escapes: true,
  textOf: (hex) => `_utf8mb4 X'${hex}'`,
  placeholder: () => "?",
  quote: quoteWith("`"),
  among(value, list, as, bind) {
    const isNumber = as === "number";
    const [left, right] = isNumber ? [value(), "v"] : pair(value, as);
    const type = isNumber ? "DOUBLE" : longText;
    const table = `JSON_TABLE(${bind(JSON.stringify(list))}, '$[*]' COLUMNS (v ${type} PATH '$'))`;
    return `${left} IN (SELECT ${right} FROM ${table} AS l)`;
  },
  ordered(value, operator, bound, bind) {
    if (typeof bound === "number")
      return `${value()} ${signs[operator]} CAST(${bind(String(bound))} AS DOUBLE)`;
    return `${bytes(value())} ${signs[operator]} ${bytes(bind(bound))}`;
  },
  timestamp: {
    bound: (iso, bind) => `CAST(${bind(iso.replace("T", " ").replace("Z", ""))} AS DATETIME(3))`,
    text: (column) => `CONCAT(LEFT(DATE_FORMAT(${column}, '%Y-%m-%dT%H:%i:%s.%f'), 23), 'Z')`,
  },
  hasUuid: false,
  refusal: (keys) =>
    keys.filter(isDashed).length > 2
      ? "has more than two keys that begin with -, which MariaDB cannot find: give it a column"
      : undefined,
  // The end of the pattern would match ahead of a line break, so the length is asked for too.
  isTimestamp: (text) =>
    `CHAR_LENGTH(${text()}) = 24 AND CONVERT(${text()} USING utf8mb4) COLLATE utf8mb4_bin REGEXP '${timestampPattern}'`,
  json(column, keys, bind, test) {
    const value = valueAt(() => column, keys, bind);
    return test({
      is: (kind) => `JSON_TYPE(${value()}) IN (${types[kind]})`,
      present: () => `COALESCE(JSON_TYPE(${value()}), 'NULL') <> 'NULL'`,
      text: () => `JSON_UNQUOTE(${value()})`,
      number: () => `CAST(${value()} AS DOUBLE)`,
    });
  },
};

const types = {
  string: "'STRING'",
  number: "'INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL'",
  boolean: "'BOOLEAN'",
} as const;

/** Two sides to compare: a column also under its own collation, so that an index can find candidates. */
function pair(value: () => string, as: ComparedAs): readonly [left: string, right: string] {
  if (as !== "textColumn") return [bytes(value()), bytes("v")];
  return [`(${value()}, ${bytes(value())})`, `v COLLATE utf8mb4_bin, ${bytes("v")}`];
}

function bytes(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;
}

/**
 * The value at some keys. MariaDB finds no key that begins with `-` by a path, so that is looked up among all keys. Its object is
 * then written twice, so that many of them would be a text without end.
 */
function valueAt(object: Expression, keys: readonly string[], bind: Bind): Expression {
  const dashed = keys.findIndex(isDashed);
  const path = `$${keys
    .slice(0, dashed < 0 ? keys.length : dashed)
    .map((key) => `.${JSON.stringify(key)}`)
    .join("")}`;
  const parent: Expression = path === "$" ? object : () => `JSON_EXTRACT(${object()}, ${bind(path)})`;
  if (dashed < 0) return parent;
  const value = (): string =>
    `(SELECT JSON_EXTRACT(JSON_EXTRACT(${parent()}, '$.*'), CONCAT('$[', k.n - 1, ']')) FROM ` +
    `JSON_TABLE(COALESCE(JSON_KEYS(${parent()}), '[]'), '$[*]' COLUMNS (n FOR ORDINALITY, v ${longText} PATH '$')) ` +
    `AS k WHERE ${bytes("k.v")} = ${bytes(bind(keys[dashed] ?? ""))})`;
  return valueAt(value, keys.slice(dashed + 1), bind);
}

function isDashed(key: string): boolean {
  return key.startsWith("-");
}

const longText = "LONGTEXT CHARACTER SET utf8mb4";
