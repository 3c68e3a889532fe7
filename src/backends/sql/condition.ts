// Writes one condition, on a column or on a value in the JSON column.
import type { Condition, DateCondition, Order } from "../../semantics/conditions.ts";
import type { Scalar } from "../../semantics/definition.ts";
import { firstTimestamp } from "../../semantics/timestamp.ts";
import type { Bind, ColumnType, Dialect, Expression, JsonExpressions, JsonKind } from "./dialect.ts";

/** Where the value of a condition is. */
export type Target =
  | { readonly column: string; readonly type: ColumnType }
  | { readonly json: string; readonly keys: readonly string[] };

/** What writing needs: the dialect, and where parameters go. */
export interface Writer {
  readonly dialect: Dialect;
  readonly bind: Bind;
}

/** A condition as SQL: where it does not hold it is false or NULL. */
export function writeCondition(condition: Condition, target: Target, writer: Writer): string {
  return "column" in target
    ? onColumn(condition, target.column, target.type, writer)
    : onJson(condition, target.json, target.keys, writer);
}

function onColumn(condition: Condition, column: string, type: ColumnType, writer: Writer): string {
  const { dialect, bind } = writer;
  const value: Expression = () => {
    if (type === "boolean") return `CASE WHEN ${column} THEN 'true' WHEN NOT ${column} THEN 'false' END`;
    return type === "timestamp" ? (dialect.timestamp?.text(column) ?? column) : column;
  };
  const among = (values: readonly Scalar[]): string => {
    const list = values.filter((each) => typeof each === kinds[type]);
    return type === "uuid"
      ? dialect.among(value, list.map(String).filter(isUuid), type, bind)
      : amongKind(value, type, list, writer);
  };
  switch (condition.kind) {
    case "exists":
      return `${column} IS ${condition.isPresent ? "NOT " : ""}NULL`;
    case "in":
      return among(condition.values);
    case "nin":
      return `(${column} IS NOT NULL AND NOT ${among(condition.values)})`;
    case "range":
      if (type !== "timestamp") return type === "text" ? inTextRange(value, condition, writer) : "FALSE";
      return inRange(column, condition, writer);
    case "order": {
      if (typeof condition.bound !== kinds[type]) return "FALSE";
      const ordering = type === "uuid" ? (): string => `CAST(${column} AS text)` : value;
      const ordered = dialect.ordered(ordering, condition.operator, condition.bound, bind);
      return type === "number" && isUpwards(condition) && dialect.notNaN !== undefined
        ? `(${ordered} AND ${dialect.notNaN(column)})`
        : ordered;
    }
  }
}

/** Whether all that is large enough is in the order. */
function isUpwards({ operator }: Order): boolean {
  return operator === "gt" || operator === "gte";
}

/** The kinds of value that are in a column. */
const kinds: Readonly<Record<ColumnType, JsonKind>> = {
  text: "string",
  uuid: "string",
  timestamp: "string",
  number: "number",
  boolean: "boolean",
};

/** A UUID column contains no other spelling, and converting anything else would be an error. */
function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

function onJson(condition: Condition, column: string, keys: readonly string[], writer: Writer): string {
  const { dialect, bind } = writer;
  const json = (test: (value: JsonExpressions) => string, equal?: Scalar): string =>
    dialect.json(column, keys, bind, test, equal);
  switch (condition.kind) {
    case "exists":
      return `${condition.isPresent ? "" : "NOT "}(${json((value) => value.present())})`;
    case "in":
      return json(
        (value) => amongAny(value, condition.values, writer),
        condition.isSingle ? condition.values[0] : undefined,
      );
    case "nin":
      return json((value) => `(${value.present()} AND NOT ${amongAny(value, condition.values, writer)})`);
    case "range":
      return json((value) =>
        guarded(value, "string", () => inTextRange(() => value.text("string"), condition, writer)),
      );
    case "order": {
      const kind = typeof condition.bound === "string" ? "string" : "number";
      return json((value) =>
        guarded(value, kind, () =>
          dialect.ordered(readAs(value, kind), condition.operator, condition.bound, bind),
        ),
      );
    }
  }
}

/** Looks at the kinds that are in the list; of an empty one at texts, so that its SQL is that of any list of names. */
function amongAny(value: JsonExpressions, list: readonly Scalar[], writer: Writer): string {
  const branches = jsonKinds.flatMap((kind) => {
    const members = list.filter((each) => typeof each === kind);
    if (members.length === 0 && (kind !== "string" || list.length > 0)) return [];
    return [`WHEN ${value.is(kind)} THEN ${amongKind(readAs(value, kind), kind, members, writer)}`];
  });
  return `CASE ${branches.join(" ")} ELSE FALSE END`;
}

const jsonKinds = ["string", "number", "boolean"] as const;

/** The branches of a CASE alone are sure not to be evaluated for a value of another kind. */
function guarded(value: JsonExpressions, kind: JsonKind, condition: Expression): string {
  return `CASE WHEN ${value.is(kind)} THEN ${condition()} ELSE FALSE END`;
}

function readAs(value: JsonExpressions, kind: JsonKind): Expression {
  return kind === "number" ? value.number : () => value.text(kind);
}

/** Booleans and timestamps are compared as texts. */
function amongKind(
  value: Expression,
  of: JsonKind | ColumnType,
  list: readonly Scalar[],
  writer: Writer,
): string {
  const { dialect, bind } = writer;
  if (of === "number") return dialect.among(value, list.map(Number), of, bind);
  return dialect.among(value, list.map(String), of === "text" ? "textColumn" : "text", bind);
}

/** The texts of timestamps are in the order of time. */
function inTextRange(text: Expression, { start, end }: DateCondition, { dialect, bind }: Writer): string {
  const conditions = [dialect.isTimestamp(text), dialect.ordered(text, "gte", start ?? firstTimestamp, bind)];
  if (end !== undefined) conditions.push(dialect.ordered(text, "lt", end, bind));
  return `(${conditions.join(" AND ")})`;
}

function inRange(column: string, range: DateCondition, writer: Writer): string {
  const { timestamp } = writer.dialect;
  if (timestamp === undefined) return inTextRange(() => column, range, writer);
  const { start, end } = range;
  const bounds: string[] = [];
  if (start !== undefined) bounds.push(`${column} >= ${timestamp.bound(start, writer.bind)}`);
  if (end !== undefined) bounds.push(`${column} < ${timestamp.bound(end, writer.bind)}`);
  return bounds.length === 0 ? `${column} IS NOT NULL` : `(${bounds.join(" AND ")})`;
}
