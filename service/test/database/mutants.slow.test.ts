// Leaves out each tenant condition by itself: row-level security protects alone, and without it the tests notice the missing condition.

import { expect, inject, test } from "vitest";
import { type Mutable, mutable } from "../support/mutants.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Ask, send } from "../support/tenant-ask.ts";
import { expectedOf } from "../support/tenant-requests.ts";
import { templates } from "../support/tenant-templates.ts";
import { createTenants, leaksIn, type Tenants } from "../support/tenants.ts";

interface Mutants {
  readonly service: TestService;
  readonly tenants: Tenants;
  readonly mutant: Mutable;
}

async function prepare(hasLocks: boolean): Promise<Mutants> {
  const made: { mutant?: Mutable } = {};
  const service = await startService({
    seenBy: (database) => {
      made.mutant = mutable(hasLocks ? database : { ...database, roles: undefined });
      return made.mutant.database;
    },
  });
  if (made.mutant === undefined) throw new Error("The service has no database.");
  return { service, tenants: await createTenants(service), mutant: made.mutant };
}

/** Every request, about what is another's, and about a delta and a memory of another key; nothing is to come of it. */
function foreignAsks(tenants: Tenants): readonly Ask[] {
  const [who] = tenants.askers;
  if (who === undefined) throw new Error("Nobody asks.");
  // Half of the conditions of a stream open one that finds no events, and so no end; the list of events has the same ones.
  const ending = templates.filter(({ isStream }) => isStream !== true);
  return ending.flatMap((template) => {
    const others = tenants.things.filter(
      ({ kind, projectId, keyId }) =>
        kind === template.about && (projectId !== who.projectId || keyId !== who.keyId),
    );
    const asks = (template.about === undefined ? [undefined] : others).map((thing) => ({
      who,
      template,
      thing,
      naming: {},
      word: tenants.projects[1]?.word ?? "",
    }));
    return asks.filter(({ thing }) => {
      const { statuses } = expectedOf(tenants, who, template, thing, {});
      const writes = template.method !== "GET" && template.needs !== undefined;
      return !writes || !statuses.some((status) => status < 300);
    });
  });
}

/** Which conditions, left out, let something through: an answer with another project's data, or a status that shows that it exists. */
async function leaking({
  service,
  tenants,
  mutant,
}: Mutants): Promise<{ readonly all: number; readonly leaks: readonly string[] }> {
  const { count } = await counted(service);
  const leaks: string[] = [];
  let all = 0;
  const known = new Set<string>();
  for (const ask of foreignAsks(tenants)) {
    mutant.leaveOut(undefined);
    mutant.met();
    expect(await wrong(service, tenants, ask)).toBeUndefined();
    for (const condition of mutant.met()) {
      const name = JSON.stringify([condition, ask.template.path(""), ask.thing?.reach]);
      if (known.has(name)) continue;
      known.add(name);
      all++;
      mutant.leaveOut(condition);
      const found = await wrong(service, tenants, ask);
      if (found !== undefined) leaks.push(`${condition.place} of ${condition.statement}: ${found}`);
    }
  }
  mutant.leaveOut(undefined);
  if ((await counted(service)).count !== count) leaks.push("rows were deleted or added");
  return { all, leaks };
}

async function wrong(service: TestService, tenants: Tenants, ask: Ask): Promise<string | undefined> {
  const { reply, sent } = await send(service.url, ask);
  const expected = expectedOf(tenants, ask.who, ask.template, ask.thing, ask.naming);
  const leaks = leaksIn(tenants, JSON.stringify(reply.body ?? ""), sent, expected.project, ask.who);
  if (leaks.length > 0) return `${ask.template.method} ${sent} shows ${leaks.join(", ")}`;
  // Citus refuses statements that concern several nodes, as those without an organization do.
  const isRefused = reply.status === 500 && inject("nodes").length > 0;
  return expected.statuses.includes(reply.status) || isRefused
    ? undefined
    : `${ask.template.method} ${sent} answers ${reply.status}`;
}

async function counted({ database }: TestService): Promise<{ readonly count: number }> {
  const { rows } = await database.pool.query<{ readonly count: number }>(
    "select (select count(*) from entity) + (select count(*) from slice where promoted) * 1000 + (select count(*) from memory) + (select count(*) from slice) + (select count(*) from delta where status = 'open') + (select count(*) from document) as count",
  );
  return rows[0] ?? { count: 0 };
}

test("with row-level security, nothing of another project is seen or touched, whichever condition is missing", async () => {
  const { all, leaks } = await leaking(await prepare(true));
  expect(leaks).toEqual([]);
  expect(all).toBeGreaterThan(50);
});

test("without row-level security, removing a condition is noticed", async () => {
  const { leaks } = await leaking(await prepare(false));
  expect(leaks.length).toBeGreaterThan(20);
});
