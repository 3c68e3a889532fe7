// Runs the service through Debian's pgbouncer, which lends connections for a transaction and knows no named statements.

import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../src/database/embedded/settings.ts";
import { openDatabase } from "../../src/database/open.ts";
import { systemTransaction, transaction } from "../../src/database/transaction.ts";
import { newId } from "../../src/values/uuid.ts";
import { adminOf } from "../support/admin.ts";
import { createHome, endNow, initialize, postgresProgram, until } from "../support/daemon.ts";
import { peopleShape } from "../support/loops.ts";
import { runProgram, startServer } from "../support/program.ts";
import { type Caller, callerWith } from "../support/service.ts";

/** Fewer connections than clients, so that each transaction of a client may be on another one. */
const connections = 5;
const pooled = { DATABASE_POOLER: "transaction" };

const home = createHome();
let postgres: ChildProcess;
/** One that drops the limits of sessions, as its documentation proposes, and one that refuses them, as it does by default. */
let silent: Pooler;
let strict: Pooler;
let careful: Pooler;

interface Pooler {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function startPooler(role: string, ...more: readonly string[]): Promise<Pooler> {
  const port = await freePort();
  const url = `postgres://owner@127.0.0.1:${port}/owner`;
  const lines = [
    "[databases]",
    `* = host=${home.folder} user=${role}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${connections}`,
    ...more,
  ];
  const file = join(home.folder, `${port}.ini`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  const child = home.start("/usr/sbin/pgbouncer", file);
  await until(async () => await knock(url));
  return { url, stop: async () => await endNow(child) };
}

async function knock(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.end();
  return true;
}

beforeAll(async () => {
  const data = join(home.folder, "data");
  initialize(home, data);
  const settings = ["-c", "listen_addresses=", "-c", "fsync=off"];
  postgres = home.start(postgresProgram("postgres"), "-D", data, "-k", home.folder, ...settings);
  const administrator = { host: home.folder, user: "postgres", database: "postgres" };
  await until(async () => await knock(`postgres://postgres@${encodeURIComponent(home.folder)}/postgres`));
  const client = new Client(administrator);
  await client.connect();
  await client.query("create role owner login createdb createrole");
  await client.query("create role careful login createdb createrole");
  // What is often done about the dropped limits: then only the process of a connection tells a pooler.
  await client.query("alter role careful set statement_timeout = '30s'");
  await client.query("grant owner to careful");
  await client.query("create database owner owner owner");
  await client.end();
  const dropped = "ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout";
  [silent, strict] = [await startPooler("owner", dropped), await startPooler("owner")];
  careful = await startPooler("careful", dropped);
}, 60_000);

afterAll(async () => {
  await silent.stop();
  await strict.stop();
  await careful.stop();
  await endNow(postgres);
  home.remove();
});

async function createCaller(url: string, name: string): Promise<Omit<Caller, "call" | "get" | "post">> {
  const admin = adminOf(
    { url, query: async () => await Promise.resolve([]) },
    async (args) => await runProgram(args, { DATABASE_URL: url, ...pooled }),
  );
  const created = await admin.json<{
    readonly key: string;
    readonly organization_id: string;
    readonly project_id: string;
  }>("organization", "create", name, "--project", "p", "--with-key", "--credits", "100");
  return {
    key: created.key,
    keyId: "",
    organizationId: created.organization_id,
    projectId: created.project_id,
  };
}

test("everything works with DATABASE_POOLER, for more clients than there are connections", async () => {
  const { url } = await startServer([], { DATABASE_URL: strict.url, ...pooled });
  const people = await Promise.all(
    ["a", "b", "c"].map(async (name) => callerWith(url, await createCaller(strict.url, name))),
  );
  const live = async ({ get, post }: Caller): Promise<void> => {
    expect((await post("/v1/shapes", peopleShape)).status).toBe(201);
    const source = (await post("/v1/sources", { name: "notes" })).body.id;
    const document = { text: "Person: Ada (age 36)\nCompany: Acme\nAda works_at Acme", title: "n" };
    expect((await post(`/v1/sources/${source}/documents`, document)).status).toBe(201);
    const turns = Array.from({ length: 20 }, async (_, at) => {
      const content = `Memory ${at} of Grace.`;
      const key = { "idempotency-key": newId() };
      const [first, again] = [
        await post("/v1/memories", { content }, key),
        await post("/v1/memories", { content }, key),
      ];
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
      const search = await post("/v1/search", { query: "grace memroy" });
      expect(search.status, JSON.stringify(search.body)).toBe(200);
    });
    await Promise.all(turns);
    expect((await post("/v1/slices", { name: "people", cql: "type:Person" })).status).toBe(201);
    const loop = await post("/v1/loops", { goal: "people" });
    expect(loop.status, JSON.stringify(loop.body)).toBe(202);
    await expect
      .poll(async () => (await get(loop.body.poll)).body.status, { timeout: 30_000 })
      .toBe("completed");
    const memories = await get("/v1/memories?limit=100");
    expect(memories.body.memories).toHaveLength(20);
  };
  await Promise.all(people.map(live));
}, 120_000);

describe("with DATABASE_POOLER, each transaction", () => {
  test("has the limits of a connection without a pooler", async () => {
    const database = await openDatabase({ url: silent.url }, { isPooled: true, idleInTransactionMs: 7000 });
    const limits = sql<object>`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`;
    const tenant = { organizationId: newId(), projectId: newId(), keyId: newId() };
    const expected = { statement: "30s", idle: "7s" };
    expect(await transaction(database, tenant, async (tx) => await tx.first(limits))).toEqual(expected);
    expect(await systemTransaction(database, async (tx) => await tx.first(limits))).toEqual(expected);
    await database.close();
  });
});

describe("without DATABASE_POOLER", () => {
  test.each([
    ["refuses the limits of sessions", () => strict.url],
    ["drops them", () => silent.url],
    ["drops them for a role that has some", () => careful.url],
  ])("a pooler that %s is recognized, and the setting proposed", async (_, url) => {
    const served = await runProgram(["serve", "--port", "0"], { DATABASE_URL: url() });
    expect(served.status).toBe(1);
    expect(served.stderr).toContain("DATABASE_POOLER=transaction");
    const examined = await runProgram(["doctor"], { DATABASE_URL: url() });
    expect(examined.status).toBe(1);
    expect(examined.stdout).toContain("DATABASE_POOLER=transaction");
  });

  test("the doctor finds nothing wrong once it is set", async () => {
    const { status, stdout } = await runProgram(["doctor"], { DATABASE_URL: strict.url, ...pooled });
    expect([status, stdout]).toEqual([0, expect.stringContaining("DATABASE_POOLER transaction")]);
  });
});
