// Reads at random with limited keys, against an oracle: nothing beyond is shown, by both locks together, and by each of them alone.

import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { transaction } from "../../src/database/transaction.ts";
import type { LookUpLimits } from "../../src/http/v1/routes.ts";
import { lookUpLimits } from "../../src/slices/limits.ts";
import { newId } from "../../src/values/uuid.ts";
import {
  cqlOf,
  drawSpec,
  fill,
  isIn,
  isProper,
  narrowSpec,
  readAtRandom,
  type Spec,
  type World,
} from "../support/limited.ts";
import { type Random, randomFrom } from "../support/random.ts";
import { type Caller, callerWith, startService, type TestService } from "../support/service.ts";

/** How many reads, in all: 100,000 in a long night. */
const reads = Number(process.env["READS"] ?? "1200");
const patience = 60_000 + reads * 60;

/** A key with its slices, those above it first. */
interface Limited {
  readonly key: Caller;
  readonly specs: readonly Spec[];
}

/** A chain of keys, each made by the one before. */
async function chain(url: string, root: Caller, random: Random): Promise<readonly Limited[]> {
  const keys: Limited[] = [];
  let [maker, specs]: [Caller, readonly Spec[]] = [root, []];
  for (let depth = random.below(4); depth >= 0; depth--) {
    const above = specs.at(-1);
    const spec = above === undefined ? drawSpec(random) : narrowSpec(random, above);
    if (!isProper(spec)) continue;
    const slice = random.chance(0.8) || above === undefined ? { slice: cqlOf(spec) } : {};
    const { status, body } = await maker.post("/v1/keys", slice);
    // A name of which nothing inside has any is unknown to the maker.
    if (status === 422) continue;
    expect([cqlOf(above ?? {}), slice, status]).toEqual([cqlOf(above ?? {}), slice, 201]);
    maker = callerWith(url, { ...maker, key: body.key, keyId: body.id });
    specs = "slice" in slice ? [...specs, spec] : specs;
    keys.push({ key: maker, specs });
  }
  return keys;
}

/** What is wrong with some of many answers, at most one of each key. */
async function wrongAnswers(service: TestService, seed: number, count: number): Promise<readonly string[]> {
  const random = randomFrom(seed);
  const root = await service.caller();
  const world = await fill(root, random);
  const wrong: string[] = [];
  const perKey = 25;
  for (let left = count; left > 0; ) {
    const keys = await chain(service.url, root, random);
    const asked = keys.map(async ({ key, specs }, at) => {
      const own = randomFrom(seed + left * 31 + at);
      for (let read = 0; read < perKey; read++) {
        const found = await readAtRandom(world, key, specs, own);
        if (found !== undefined) return found;
      }
      return undefined;
    });
    wrong.push(...(await Promise.all(asked)).filter((each) => each !== undefined));
    left -= keys.length * perKey;
  }
  return wrong;
}

/** The statements of what it gives forget what limits the key, though the policies do not. */
const forgetful: LookUpLimits = async (tx, tenant) => {
  const { limits, ...others } = await lookUpLimits(tx, tenant);
  return { ...others, ...(limits && { limits: { ...limits, filter: { propertyFilters: [] } } }) };
};

test(
  "a key sees what is in its slice and in those above it, and nothing else",
  async () => {
    expect(await wrongAnswers(await startService(), 1, reads)).toEqual([]);
  },
  patience,
);

test(
  "without row-level security, the conditions of statements hold alone",
  async () => {
    const service = await startService({ seenBy: (database) => ({ ...database, roles: undefined }) });
    expect(await wrongAnswers(service, 2, reads / 4)).toEqual([]);
  },
  patience,
);

test(
  "without the conditions of statements, row-level security holds alone",
  async () => {
    const service = await startService({ lookUpLimits: forgetful });
    expect(await wrongAnswers(service, 3, reads / 4)).toEqual([]);
  },
  patience,
);

test("without both, it is noticed", async () => {
  const service = await startService({
    seenBy: (database) => ({ ...database, roles: undefined }),
    lookUpLimits: forgetful,
  });
  expect((await wrongAnswers(service, 4, 200)).length).toBeGreaterThan(2);
});

describe("without any condition, the policies of a limited key", async () => {
  const service = await startService();
  const random = randomFrom(5);
  const root = await service.caller();
  const { things }: World = await fill(root, random);
  const { organizationId, projectId } = root;
  const within = async <Row>(slices: readonly string[], text: string, subjectId?: string, keyId = newId()) =>
    await transaction(
      service.database,
      { organizationId, projectId, keyId, limits: { slices, subjectId } },
      async (tx) => {
        await lookUpLimits(tx, { organizationId, projectId, keyId, limits: { slices, subjectId } });
        return await tx.all(sql<Row & Record<string, unknown>>`${sql.raw(text)}`);
      },
    );

  test("show the entities of its slices", async () => {
    for (let run = 0; run < 60; run++) {
      const spec = drawSpec(random);
      if (!isProper(spec)) continue;
      const rows = await within<{ readonly id: string }>([cqlOf(spec)], "select id from entity");
      const wanted = things.filter((thing) => isIn(thing, spec)).map(({ id }) => id);
      expect([cqlOf(spec), rows.map(({ id }) => id).toSorted()]).toEqual([cqlOf(spec), wanted.toSorted()]);
    }
    expect(await within([], "select id from entity", "a")).toEqual([]);
    const [late, early] = ["after:2025-01-01", "before:2024-01-01"];
    for (const slices of [[`${late} ${early}`], [late, early]])
      expect(await within(slices, "select id from entity")).toEqual([]);
  });

  test("change no others", async () => {
    const inside = things.filter(({ type }) => type === "Deal").length;
    const counted = "with done as (%) select count(*)::int as count from done".split("%");
    const changing = async (text: string) =>
      (await within<{ readonly count: number }>(["type:Deal"], counted.join(text)))[0]?.count;
    expect(await changing("update entity set name = name returning id")).toBe(inside);
    for (const text of [
      "update entity set type = 'Person' returning id",
      "update entity set created_at = created_at, type = 'Company' returning id",
    ])
      await expect(within(["type:Deal"], text)).rejects.toThrow(/row-level security/);
  });

  test("show no slice, memory or delta of another key", async () => {
    const other = await service.caller({ organizationId, projectId });
    await other.post("/v1/slices", { name: "x", cql: "" });
    await other.post("/v1/memories", { content: "x", subject_id: "a" });
    await other.post("/v1/memories", { content: "y", subject_id: "b", scope: "commons" });
    await other.post("/v1/memories", { content: "z", subject_id: "a", scope: "agent" });
    await other.post("/v1/memories", { content: "staged", apply: false });
    for (const table of ["slice", "memory", "delta", "change"])
      expect([table, await within(["type:Deal"], `select id from ${table}`)]).toEqual([table, []]);
    const own = await within(["type:Deal"], "select name from slice", undefined, other.keyId);
    expect(own).toEqual([{ name: "x" }]);
    const ofUser = await within<{ readonly content: string }>([], "select content from memory", "a");
    expect(ofUser.map(({ content }) => content)).toEqual(["x"]);
  });

  test("refuse everything before the slice is looked up", async () => {
    const tenant = {
      organizationId,
      projectId,
      keyId: newId(),
      limits: { slices: ["type:Deal"], subjectId: undefined },
    };
    // On a connection that has told the policies of another key, and on a new one.
    for (let run = 0; run < 20; run++) {
      const rows = transaction(
        service.database,
        tenant,
        async (tx) => await tx.all(sql`select id from entity`),
      );
      expect(await rows.catch(() => [])).toEqual([]);
    }
  });
});
