// Points of a slice, and the cursors that name them: a place in the log, what names stand for, and an instant.

import type { Selectable } from "kysely";
import type { IsPart } from "../database/page.ts";
import { openCursor, sealCursor, sealingKey } from "../database/sealed.ts";
import type { SliceTable } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { type LogEnd, readLogEnd } from "../log/end.ts";
import { isUuid } from "../values/uuid.ts";

/** What the names and dates of a slice are resolved by. */
export interface Moment {
  /** Of the names in the log. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly instant: number;
}

/** A point: what is in a slice there is a matter of the log alone, whatever is written later. */
export interface Point extends Moment {
  /** Of the last change of the log that counts. */
  readonly sequence: number;
  /** Entities with IDs up to this one are at another moment already: that of the next point. */
  readonly split?: Split | undefined;
}

/** Where a page ends among entities that change at once. */
export interface Split extends Moment {
  readonly upTo: string;
}

/**
 * What a cursor is sealed with. A slice whose text has changed is another one, and so is what a key with other limits sees of it. Nobody else can make
 * one: a limited key would see at an instant of its choice what it does not see now.
 */
export async function bindingOf(
  tx: Transaction,
  { id, cql }: Pick<Selectable<SliceTable>, "id" | "cql">,
  { limits }: Pick<Tenant, "limits">,
): Promise<string> {
  return await sealingKey(tx, JSON.stringify([id, cql, limits?.slices ?? null]));
}

/** The cursor of a point. */
export function cursorOf(binding: string, { sequence, version, instant, split }: Point): string {
  const numbers = [sequence, version, instant].map(String);
  const rest = split === undefined ? none : [split.upTo, String(split.version), String(split.instant)];
  return sealCursor(binding, [...numbers, ...rest]);
}

/** The parts of a point without a split. */
const none = ["", "0", "0"] as const;
const isNumber: IsPart = (text) => /^(?:0|[1-9]\d{0,15})$/.test(text);
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");
const isInstant: IsPart = (text) => isNumber(text) && Number(text) <= lastInstant;
const isUuidOrNone: IsPart = (text) => text === "" || isUuid(text);

/** The point of a cursor. Throws a `Problem` for anything but a cursor of this binding. */
export function pointOf(binding: string, cursor: string): Point {
  const forms = [isNumber, isNumber, isInstant, isUuidOrNone, isNumber, isInstant];
  const parts = openCursor(binding, cursor, forms);
  const upTo = parts[3]?.toLowerCase() ?? "";
  const [sequence = 0, version = 0, instant = 0, , itsVersion = 0, itsInstant = 0] = parts.map(Number);
  const point = { sequence, version, instant };
  return upTo === "" ? point : { ...point, split: { upTo, version: itsVersion, instant: itsInstant } };
}

/** The point of this transaction: what it sees, at its instant. */
export async function pointNow(tx: Transaction, tenant: Tenant): Promise<Point & { readonly end: LogEnd }> {
  const end = await readLogEnd(tx, tenant);
  const now = await tx.now();
  return { sequence: end.sequence, version: end.version, instant: now.getTime(), end };
}
