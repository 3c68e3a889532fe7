// Says that a query reaches beyond what its key sees, with an entity as an example.

import type { Compiled } from "slice-cql";
import { witness } from "slice-cql/algebra";
import { compilePredicate } from "slice-cql/predicate";
import type { FilterDefinition } from "slice-cql/sql";
import type { Static } from "typebox";
import type { Tenant } from "../database/transaction.ts";
import type { diagnostic } from "../http/query-schemas.ts";
import { docsUrlFor } from "./docs-url.ts";

type Diagnostic = Static<typeof diagnostic>;

interface Reported {
  readonly diagnostics: readonly Diagnostic[];
}

/** What is reported about a query: its diagnostics, and whether it reaches beyond what the key of the tenant sees at this instant. */
export function diagnosticsOf(
  { limits, baseUrl }: Pick<Tenant, "baseUrl" | "limits">,
  { filter_definition, diagnostics }: Pick<Compiled, "filter_definition"> & Reported,
  now: Date,
  cql: string,
): readonly Diagnostic[] {
  if (limits?.filter === undefined) return diagnostics;
  const example = exampleBeyond(filter_definition, limits.filter, now);
  if (example === null) return diagnostics;
  const isOfUser = limits.slices.length === 0;
  const message = isOfUser
    ? "This key is limited to an end user and to no slice, so it sees no entities."
    : "The query reaches beyond the slice that this key is limited to: entities outside are neither shown nor counted, such as `data.example` would be.";
  return [
    ...diagnostics,
    {
      code: "beyond-key-scope",
      severity: "information",
      message,
      data: { example },
      span: { start: 0, end: cql.length },
      path: "/cql",
      href: `${docsUrlFor({ baseUrl })}#beyond-key-scope`,
    },
  ];
}

/** A value of no entity. */
const someId = "00000000-0000-4000-8000-000000000000";

/** A whole entity that is in one slice and not in the other; null if there is none. */
export function exampleBeyond(
  asked: FilterDefinition,
  allowed: FilterDefinition,
  now: Date,
): Readonly<Record<string, unknown>> | null {
  const found = witness(asked, allowed);
  if (found === null) return null;
  const [isAsked, isAllowed] = [compilePredicate(asked), compilePredicate(allowed)];
  const { type = "Thing" } = found;
  const [shapes, sources, sourceShapes] = ["shape_id", "source_id", "source_shape_id"].map((path) =>
    idsFor(found[path]),
  );
  const entities = instantsFor(found["created_at"], asked, allowed, now).flatMap((created_at) =>
    product(shapes ?? [], sources ?? [], sourceShapes ?? []).map(
      ([shape_id, source_id, source_shape_id]) => ({
        type,
        name: null,
        shape_id,
        source_id,
        source_shape_id,
        created_at,
        properties: {},
      }),
    ),
  );
  return entities.find((entity) => isAsked(entity) && !isAllowed(entity)) ?? found;
}

/** All combinations of one of each. */
function product(...lists: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return lists.reduce<readonly (readonly unknown[])[]>(
    (all, list) => all.flatMap((some) => list.map((each) => some.concat(each))),
    [[]],
  );
}

/** Where any value will do, the algebra gives one that is no ID. */
function idsFor(found: unknown): readonly unknown[] {
  return found === undefined ? [null] : [found, null, someId].filter((id) => id === null || isId(id));
}

function isId(value: unknown): boolean {
  return typeof value === "string" && /^[\da-f-]{36}$/i.test(value);
}

/** An instant as found, or some of which one is in the one slice and not in the other, if their dates tell them apart. */
function instantsFor(
  found: unknown,
  { dateRange: asked }: FilterDefinition,
  { dateRange: allowed }: FilterDefinition,
  now: Date,
): readonly unknown[] {
  if (found !== undefined) return [found];
  const before = [asked?.end, allowed?.start].flatMap((end) => (end === undefined ? [] : [earlier(end)]));
  const from = [asked?.start, allowed?.end].filter((start) => start !== undefined);
  // No entity is older than the calendar.
  return [now.toISOString(), ...before, ...from].filter(
    (instant) => !instant.startsWith("0000") && instant.length === 24,
  );
}

function earlier(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString();
}
