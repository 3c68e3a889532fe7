// Checks whether the vectors that a search compares fit into the memory of a server, or have an index.

import type { Pool } from "pg";
import { bytesOfOne } from "../embeddings/cache.ts";
import { type EmbeddingKind, embeddingKinds } from "../embeddings/kinds.ts";
import { bytesOfRow, type Place } from "../embeddings/load.ts";
import { type Model, modelInUse } from "../embeddings/models.ts";
import { nearest, nearIndexName, nearIndexStatements } from "../embeddings/near-index.ts";
import { type Check, ok, warning } from "./doctor.ts";

/** Places with fewer vectors are left out: a hundred of them fit into the least memory. */
const fewest = 100;
/** Maximum projects that are named. */
const mostNamed = 10;
/** A key that has written nothing. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** A place, and how many vectors it has. */
interface Counted {
  readonly place: Place;
  readonly count: number;
}

/**
 * Checks what a search of a project compares: all of it should fit into memory together, but for what has an index of pgvector, which should
 * answer. Nothing without a model, or without memory for it.
 */
export async function checkVectors(pool: Pool, cacheBytes: number): Promise<readonly Check[]> {
  const { rows } = await pool.query<{ readonly there: boolean }>(
    "select to_regclass(quote_ident(current_schema()) || '.embedding_model') is not null as there",
  );
  const model = rows[0]?.there === true ? await modelInUse({ system: pool }) : undefined;
  if (cacheBytes === 0 || model === undefined) return [];
  const counted: Counted[] = [];
  for (const kind of embeddingKinds) counted.push(...(await count(pool, kind, model)));
  const indexes = await findIndexes(pool);
  const checks: Check[] = [];
  for (const each of counted) {
    const isReady = indexes.get(nearIndexName(each.place));
    if (isReady !== undefined) checks.push(isReady ? await ask(pool, each) : unready(each));
  }
  const inMemory = counted.filter(({ place }) => !indexes.has(nearIndexName(place)));
  const large = searchedTogether(inMemory).filter((together) => bytesOf(together) > bytesOfOne(cacheBytes));
  const version = await versionOf(pool);
  return [...checks, ...large.slice(0, mostNamed).map((together) => tooLarge(together, cacheBytes, version))];
}

/** Counts vectors by project; those for a whole organization are of no project. */
async function count(pool: Pool, kind: EmbeddingKind, model: Model): Promise<readonly Counted[]> {
  const project = kind.hasCommons ? "case scope when 'commons' then null else project_id end" : "project_id";
  const { rows } = await pool.query<{
    readonly organization_id: string;
    readonly project_id: string | null;
    readonly count: number;
  }>(
    `select organization_id, ${project} as project_id, count(*) from ${kind.owner}_embedding
      where model = $1 and vector is not null group by 1, 2 having count(*) >= $2`,
    [model.id, fewest],
  );
  return rows.map(({ organization_id: organizationId, project_id, count: n }) => ({
    place: { kind, organizationId, projectId: project_id ?? undefined, model },
    count: n,
  }));
}

/** The indexes of places, and whether each is ready. */
async function findIndexes(pool: Pool): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await pool.query<{ readonly name: string; readonly ready: boolean }>(
    "select relname as name, indisvalid as ready from pg_index join pg_class on oid = indexrelid where relname like 'near\\_%'",
  );
  return new Map(rows.map(({ name, ready }) => [name, ready]));
}

async function ask(pool: Pool, counted: Counted): Promise<Check> {
  const { place } = counted;
  const question = Float32Array.from({ length: place.model.dimensions }, () => 1);
  const wanting = { keyId: nobody, isOwn: false, subjectId: undefined };
  const answer = async (): Promise<unknown> => await nearest({ system: pool }, place, question, wanting);
  const index = `the index ${nearIndexName(place)}`;
  try {
    // The first answer takes longer, until the index is in the memory of the database.
    await answer().catch(answer);
    return ok("vectors", `${saidOf([counted])} are looked up in ${index}`);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return warning(
      "vectors",
      `${saidOf([counted])} are not found by their meaning alone, as ${index} does not answer: ${reason}`,
    );
  }
}

function unready(counted: Counted): Check {
  const name = nearIndexName(counted.place);
  return warning(
    "vectors",
    `${saidOf([counted])} have an index that is not ready; if nothing makes it now, in psql: drop index concurrently ${name};`,
  );
}

/** What a search of each project compares: its own, and what is for its organization; the largest first. */
function searchedTogether(counted: readonly Counted[]): readonly (readonly Counted[])[] {
  const keyOf = (organizationId: string, projectId = "") => `${organizationId} ${projectId}`;
  const places = Map.groupBy(counted, ({ place }) => keyOf(place.organizationId, place.projectId));
  return [...places.values()]
    .map((own) => {
      const place = own[0]?.place;
      const commons = place?.projectId === undefined ? [] : places.get(keyOf(place.organizationId));
      return own.concat(commons ?? []);
    })
    .toSorted((one, other) => bytesOf(other) - bytesOf(one));
}

function bytesOf(together: readonly Counted[]): number {
  return together.reduce((sum, { place: { kind, model }, count: n }) => sum + n * bytesOfRow(kind, model), 0);
}

/** The version of pgvector that is installed, or else that could be; null if there is none. */
async function versionOf(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ readonly version: string | null }>(
    "select coalesce(installed_version, default_version) as version from pg_available_extensions where name = 'vector'",
  );
  return rows[0]?.version ?? null;
}

function tooLarge(together: readonly Counted[], cacheBytes: number, version: string | null): Check {
  const [largest] = together.toSorted((one, other) => bytesOf([other]) - bytesOf([one]));
  const statements = largest && nearIndexStatements(largest.place);
  // A tenth more, as it grows.
  const needed = Math.ceil((bytesOf(together) * 2 * 1.1) / bytesInMb);
  const index =
    statements === undefined
      ? ""
      : version === null
        ? ", or install pgvector 0.8 or later"
        : `, or make an index of the largest with pgvector (0.8 or later; here is ${version}), in psql: ${statements.map((each) => `${each};`).join(" ")}`;
  return warning(
    "vectors",
    `${saidOf(together)} do not fit together into the half of EMBEDDING_CACHE_MB (${String(cacheBytes / bytesInMb)}) that an organization gets, so searches find few or none of them by their meaning alone; set it to ${String(needed)}${index}`,
  );
}

const bytesInMb = 1_000_000;

/** How many vectors of what, and whose. */
function saidOf(together: readonly Counted[]): string {
  const counts = together.map(({ place: { kind, projectId }, count: n }) => {
    const scope = projectId === undefined ? " for the organization" : "";
    return `${String(n)} of ${kind.name}${scope}`;
  });
  const { organizationId, projectId } = together[0]?.place ?? { organizationId: "", projectId: undefined };
  const whose = projectId === undefined ? `organization ${organizationId}` : `project ${projectId}`;
  return `the vectors of ${whose} (${counts.join(", ")})`;
}
