// Walks a stream to the present.

import { type Database, type Tenant, type Transaction, transaction } from "../database/transaction.ts";
import { bindingOf } from "../slices/point.ts";
import { sliceWith } from "../slices/stored.ts";
import { Problem } from "../values/problem.ts";
import { changesFrom } from "./changes-from.ts";
import type { Caught, SliceFollower } from "./follower.ts";
import { quietUntil } from "./quiet.ts";

/** Maximum changes per walk, some 70 kB; more follow once the client has received these. */
const most = 200;

/** Walks a stream. One whose slice is gone, or whose log is, ends: the client learns why when it connects again. */
export async function catchUp(database: Database, follower: SliceFollower): Promise<void> {
  const tenant = { ...follower.tenant, share: "streams" };
  try {
    const walked = await transaction(
      database,
      tenant,
      async (tx) => await walkIn(tx, tenant, follower),
      "repeatable read read only",
    );
    if (walked === undefined) follower.stream.end();
    else follower.walked(walked);
  } catch (error) {
    if (!(error instanceof Problem && final.has(error.code))) throw error;
    follower.stream.end();
  }
}

/** The problems that another attempt would have, too. */
const final: ReadonlySet<string> = new Set(["not_found", "cursor_expired", "invalid_cql"]);

/** Walks; undefined if the slice is another one by now. */
async function walkIn(tx: Transaction, tenant: Tenant, follower: SliceFollower): Promise<Caught | undefined> {
  const slice = await sliceWith(tx, tenant, follower.sliceId);
  if ((await bindingOf(tx, slice, tenant)) !== follower.binding) return undefined;
  const isGone = (): boolean => follower.stream.destroyed;
  const asked = { from: follower.point, most, isGone };
  const { walker, steps, point, isAtEnd } = await changesFrom(tx, tenant, slice.cql, asked);
  const { view } = walker;
  return { steps, point, quiet: isAtEnd ? { view, until: await quietUntil(walker, point) } : undefined };
}
