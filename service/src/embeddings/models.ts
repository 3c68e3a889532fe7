// Which models there are: the one whose vectors are made, and the one that searches use, which is another while that one is incomplete.

import { sql } from "kysely";
import { type Database, systemTransaction } from "../database/transaction.ts";

/** A model, as vectors know it: with other dimensions it would be another one. */
export interface Model {
  readonly id: string;
  readonly name: string;
  readonly dimensions: number;
}

/** What a question means, as vectors of this model know it. */
export interface Meaning {
  readonly vector: Float32Array;
  readonly model: Model;
}

/** The model with this name and these dimensions. */
export function modelOf(name: string, dimensions: number): Model {
  return { id: `${name}/${String(dimensions)}`, name, dimensions };
}

/** Has new texts get vectors of this model from now on, and those that are there as soon as workers find them. */
export async function makeCurrent(database: Pick<Database, "system">, model: Model): Promise<void> {
  const { id, name, dimensions } = model;
  await systemTransaction(database, async (tx) => {
    const current = await tx.first(
      sql`select from embedding_model where id = ${id} and is_current`,
      "embedding.current",
    );
    if (current !== undefined) return;
    await tx.all(sql`update embedding_model set is_current = false where is_current`);
    // What was written meanwhile has none of its vectors.
    await tx.all(sql`insert into embedding_model (id, name, dimensions, is_current) values (${id}, ${name}, ${dimensions}::int, true)
      on conflict (id) do update set is_current = true, current_at = excluded.current_at, walked_kind = null, walked_organization = null, walked_id = null, walked_at = null`);
  });
}

/** The model that searches use: the last one that was completed, else the current one; undefined if there is none. */
export async function modelInUse(database: Pick<Database, "system">): Promise<Model | undefined> {
  return await systemTransaction(
    database,
    async (tx) =>
      await tx.first(
        sql<Model & Record<string, unknown>>`select id, name, dimensions from embedding_model
          order by completed_at desc nulls last, is_current desc, id limit 1`,
        "embedding.used",
      ),
  );
}
