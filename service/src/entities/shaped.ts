// Compares entities with their shapes: a strict one refuses what does not follow it, and any other one warns.

import { sql } from "kysely";
import type { ShapeEntityType } from "../database/catalog-tables.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { JsonObject } from "../values/json.ts";
import { pointerOf } from "../values/pointer.ts";
import type { ProblemEntry } from "../values/problem.ts";
import { isOfKind, kindNamed } from "../values/property-kinds.ts";
import { RowRefusal } from "../values/row-refusal.ts";
import { typeText } from "../values/type-text.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import { idsIn } from "./references.ts";
import { maxListed } from "./schemas.ts";

/** What of an entity its shape says something about. The shape of its source is its shape, unless it has one of its own. */
export interface Shaped {
  readonly type: string;
  readonly shape_id?: string | null | undefined;
  readonly source_shape_id?: string | null | undefined;
  readonly properties?: JsonObject | undefined;
}

interface Shape {
  readonly isStrict: boolean;
  readonly types: ReadonlyMap<string, ShapeEntityType>;
}

/** Maximum characters of the shapes that entities written together are compared with: about four of the largest. */
const maxCharacters = 4 << 20;

/**
 * Returns in what entities do not follow their shapes, at most 20 entries. Throws a {@link RowRefusal} if such a shape is strict. Shapes that are too
 * large together are not compared; strict ones come first, and are refused if even they are too large.
 */
export async function warningsOf(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly Shaped[],
): Promise<readonly ProblemEntry[]> {
  const shapes = await readShapes(tx, tenant, rows);
  if (shapes.size === 0) return [];
  const nextTurn = createYield();
  const warnings: ProblemEntry[] = [];
  for (const [index, row] of rows.entries()) {
    const shape = shapes.get(shapeOf(row)?.toLowerCase() ?? "");
    if (shape === undefined || (!shape.isStrict && warnings.length >= maxListed)) continue;
    await nextTurn();
    for (const { pointer, message } of breaches(row, shape)) {
      if (shape.isStrict) throw new RowRefusal(index, pointer, "misshapen", message);
      warnings.push({ pointer: `/${String(index)}${pointer}`, message });
    }
  }
  return warnings.slice(0, maxListed);
}

function shapeOf({ shape_id, source_shape_id }: Shaped): string | undefined {
  return shape_id ?? source_shape_id ?? undefined;
}

async function readShapes(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly Shaped[],
): Promise<ReadonlyMap<string, Shape>> {
  const ids = idsIn(rows.map(shapeOf));
  if (ids.length === 0) return new Map();
  const found = await tx.all(
    sql<{
      readonly id: string;
      readonly strict: boolean;
      readonly types: readonly ShapeEntityType[] | null;
    }>`select id, strict, case when sum(characters) over so_far <= ${maxCharacters} then entity_types end as types from shape
      where ${ofTenant(tenant)} and id = any(${ids}::uuid[]) window so_far as (order by strict desc, id)`,
    "shapes of entities",
  );
  const large = found.find(({ strict, types }) => strict && types === null);
  if (large !== undefined) {
    const index = rows.findIndex((row) => shapeOf(row)?.toLowerCase() === large.id);
    const message = "is one of too many large and strict shapes; send entities of fewer shapes at a time";
    throw new RowRefusal(index, "/shape_id", "misshapen", message);
  }
  return new Map(
    found.flatMap(({ id, strict, types }) =>
      // A shape without types is no more than a name.
      types === null || (types.length === 0 && !strict)
        ? []
        : [[id, { isStrict: strict, types: new Map(types.map((type) => [type.name, type])) }]],
    ),
  );
}

/** In what an entity does not follow its shape, with pointers from the entity. A property without a value is of any type. */
function* breaches({ type, properties = {} }: Shaped, { types }: Shape): Generator<ProblemEntry, void> {
  const known = types.get(type);
  if (known === undefined) {
    yield { pointer: "/type", message: "is not a type that its shape names" };
    return;
  }
  const said = known.properties ?? {};
  for (const [name, value] of Object.entries(properties)) {
    const kind = Object.hasOwn(said, name) ? kindNamed(said[name]?.type ?? "") : undefined;
    if (kind !== undefined && value !== null && !isOfKind(kind, value))
      yield { pointer: pointerOf(["properties", name]), message: `${typeText(kind)}, as its shape says` };
  }
}
