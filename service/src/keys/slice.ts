// The slice of a new key: valid, and within that of its maker from now on.

import { createCatalog, namesIn } from "slice-cql";
import { whenOutside } from "slice-cql/algebra";
import { lookUp } from "../catalog/catalog.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Access } from "../organizations/access.ts";
import type { NewKey } from "../organizations/key.ts";
import { exampleBeyond } from "../slices/beyond.ts";
import { compileStrictlyIn } from "../slices/compile.ts";
import { lookUpLimits } from "../slices/limits.ts";
import { Problem, type ProblemOptions } from "../values/problem.ts";

/**
 * The new key with its slice. Throws a {@link Problem} for a slice that is not valid, that limits nothing, or that has room for an entity which the
 * maker does not see, at this instant or a later one. The names that it may use are those that the maker sees.
 */
export async function withSlice(
  tx: Transaction,
  maker: Pick<Access, "keyId" | "limits"> & Pick<Tenant, "baseUrl">,
  wanted: NewKey,
  slice: string | undefined,
): Promise<NewKey> {
  if (slice === undefined) return wanted;
  const { organizationId, projectId } = wanted;
  if (projectId === undefined) throw noProject();
  if (maker.limits?.slices.length === 0) throw wider(null, "but this key sees no entities");
  const { keyId, limits, baseUrl } = maker;
  const tenant = { organizationId, projectId, keyId, limits, baseUrl };
  const within = await lookUpLimits(tx, tenant);
  const { filter_definition } = await compileStrictlyIn(tx, within, slice);
  const { filter } = within.limits ?? {};
  if (filter !== undefined) {
    const now = await tx.now();
    const example = exampleBeyond(filter_definition, filter, now);
    if (example !== null) throw wider(example, "with an entity such as `example`");
    const instant = await whenWider(tx, within, slice, now);
    if (instant !== null) throw wider(null, `at ${new Date(instant).toISOString()}, though not now`);
  }
  return { ...wanted, slices: [...(wanted.slices ?? []), slice] };
}

function noProject(): Problem {
  const message = "is required with `slice`, as its names are those of a project";
  return new Problem("invalid_request", { errors: [{ pointer: "/project_id", message }] });
}

/** An instant from now on at which a slice has room for an entity that the key does not see; null if there is none. */
async function whenWider(tx: Transaction, tenant: Tenant, slice: string, now: Date): Promise<number | null> {
  const { limits, ...whole } = tenant;
  // It lies within those of the keys above, which was asked when it was made.
  const outer = limits?.slices.at(-1);
  if (outer === undefined) return now.getTime();
  const names = [slice, outer].map((each) => namesIn(each));
  const [shapes, sources] = [names.flatMap((each) => each.shapes), names.flatMap((each) => each.sources)];
  const catalog = createCatalog(await lookUp(tx, whole, { shapes, sources }));
  return whenOutside(outer, slice, now, { catalog });
}

function wider(example: ProblemOptions["example"] & (object | null), how: string): Problem {
  return new Problem("wider_than_key", {
    ...(example === null && { detail: `The slice reaches beyond what this key sees, ${how}.` }),
    errors: [{ pointer: "/slice", message: `reaches beyond what this key sees, ${how}` }],
    example,
  });
}
