// SQLite.
import { type Dialect, quoteWith, signs } from "./dialect.ts";

/** Text is compared byte by byte, in UTF-8 by code points. JSON is walked by `json_each`: its paths cannot spell every key. */
export const sqlite: Dialect = {
  title: "SQLite",
  textOf: (hex) => `CAST(X'${hex}' AS TEXT)`,
  placeholder: () => "?",
  // A double-quoted name is a string, and true, if there is no such column.
  quote: quoteWith("`"),
  among(value, list, as, bind) {
    const [left, member] = as === "number" ? [value(), asReal("value")] : [collated(value()), "value"];
    return `${left} IN (SELECT ${member} FROM json_each(${bind(JSON.stringify(list))}))`;
  },
  ordered: (value, operator, bound, bind) =>
    typeof bound === "number"
      ? `${value()} ${signs[operator]} ${asReal(bind(String(bound)))}`
      : `${collated(value())} ${signs[operator]} ${bind(bound)}`,
  hasUuid: false,
  // A day that does not exist is converted to another one, but the hour 24 is kept. Without case or the spaces at its end,
  // another text would be equal.
  isTimestamp: (text) =>
    `${collated(text())} = strftime('%Y-%m-%dT%H:%M:%fZ', ${text()}) AND substr(${text()}, 12, 2) < '24'`,
  json(column, keys, bind, test) {
    const levels = keys.map((_, index) => {
      const object = index === 0 ? column : `CASE j${index}.type WHEN 'object' THEN j${index}.value END`;
      return `json_each(${object}) AS j${index + 1}`;
    });
    const at = `j${keys.length}`;
    const path = keys.map((key, index) => `j${index + 1}.key = ${bind(key)}`).join(" AND ");
    const found = test({
      is: (kind) => `${at}.type IN (${types[kind]})`,
      present: () => `${at}.type <> 'null'`,
      text: (kind) => (kind === "boolean" ? `${at}.type` : `${at}.atom`),
      number: () => asReal(`${at}.atom`),
    });
    return `EXISTS (SELECT 1 FROM ${levels.join(", ")} WHERE ${path} AND ${found})`;
  },
};

const types = { string: "'text'", number: "'integer', 'real'", boolean: "'true', 'false'" } as const;

function collated(text: string): string {
  return `${text} COLLATE BINARY`;
}

/** Numbers of JSON are doubles; SQLite would compare a long integer exactly. */
function asReal(number: string): string {
  return `CAST(${number} AS REAL)`;
}
