// What the two ways to write a condition share.
import type { DateCondition } from "../../semantics/conditions.ts";
import { firstTimestamp, timestampPattern } from "../../semantics/timestamp.ts";

/**
 * A query of MongoDB, as its drivers accept it.
 *
 * @example
 * ```ts
 * const query: MongoQuery = toMongo(filter);
 * ```
 */
export type MongoQuery = Readonly<Record<string, unknown>>;

/** Matches every document. Created each time, like all parts of a query, because callers may add to it. */
export function all(): MongoQuery {
  return {};
}

/** Matches no document. */
export function none(): MongoQuery {
  return { $nor: [all()] };
}

/** The bounds of a range as operators and values, for BSON dates. */
export function dateBounds({
  start,
  end,
}: DateCondition): readonly (readonly [operator: string, bound: Date])[] {
  return [
    ["$gte", new Date(start ?? firstTimestamp)],
    ["$lt", new Date(end ?? "+010000-01-01T00:00:00.000Z")],
  ];
}

/** The bounds of a range as operators and values, for texts that have the form of {@link textPattern}. */
export function textBounds({
  start,
  end,
}: DateCondition): readonly (readonly [operator: string, bound: string])[] {
  const from = ["$gte", start ?? firstTimestamp] as const;
  return end === undefined ? [from] : [from, ["$lt", end]];
}

/** The form of a timestamp; its end is not ahead of a line break either. */
export const textPattern: string = timestampPattern.replace(/\$$/, "(?![\\s\\S])");
