// Tests what `doctor` reports about a database, a model and a data folder.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { migrations } from "../../src/database/migrate.ts";
import type { Check } from "../../src/operations/doctor.ts";
import { temporaryFolder } from "../support/admin.ts";
import { testDatabase } from "../support/database.ts";
import { type Reply, startModel } from "../support/model.ts";
import { runProgram } from "../support/program.ts";
import { startVectors, type VectorReply } from "../support/vectors.ts";

interface Found {
  readonly status: number | null;
  readonly ok: boolean;
  /** `STATUS DETAIL` of each check, by its name. */
  readonly checks: Readonly<Record<string, string>>;
}

async function examine(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Found> {
  const { status, stdout, stderr } = await runProgram(["doctor", "--json", ...args], env);
  expect(stderr).toBe("");
  const { ok, checks }: { readonly ok: boolean; readonly checks: readonly Check[] } = JSON.parse(stdout);
  const named = checks.map((check) => [check.name, `${check.status} ${check.detail}`]);
  return { status, ok, checks: Object.fromEntries(named) };
}

describe("the doctor on a database with its tables", () => {
  const database = testDatabase();

  test("reports that it is healthy", async () => {
    const { status, ok, checks } = await examine({ DATABASE_URL: database.url });
    expect({ status, ok }).toEqual({ status: 0, ok: true });
    expect(checks).toMatchObject({
      settings: expect.stringContaining("DATABASE_URL, DATABASE_POOL_SIZE 10"),
      database: expect.stringMatching(/^ok the database \w+ at .* answers$/),
      version: expect.stringMatching(/^ok PostgreSQL \d+/),
      extensions: "ok btree_gin, pg_trgm, unaccent",
      migrations: `ok current: ${String(migrations.at(-1)?.name)}`,
      "row level security": expect.stringMatching(/^ok on/),
      // Other tests have connections to this server as well, so there may be too few left.
      pool: expect.stringMatching(
        /^(ok|warning) a pool of 10, and 4 more; the server accepts \d+ connections/,
      ),
      size: expect.stringMatching(/^ok .* (?:in all|on the coordinator), .*entity/),
      storage: expect.stringMatching(/^ok there is room/),
    });
  });

  test("reports an error if it accepts no writes", async () => {
    const readOnly = `${database.url}?options=-c%20default_transaction_read_only%3Don`;
    const { status, checks } = await examine({ DATABASE_URL: readOnly });
    expect(status).toBe(1);
    expect(checks["storage"]).toMatch(/^error the database accepts no writes/);
  });

  test.each([
    [{}, "ok patterns"],
    [
      { MODEL_URL: "https://api.example.com/v1", MODEL_NAME: "m", MODEL_KEY: "secret" },
      "ok the model m at api.example.com",
    ],
    [
      { MODEL_URL: "http://10.0.0.1:9/v1", MODEL_NAME: "m", MODEL_KEY: "secret" },
      "warning the model m at 10.0.0.1:9 is called without",
    ],
  ])("with %j reports which extractor loops use: %s", async (env, said) => {
    const { ok, checks } = await examine({ DATABASE_URL: database.url, ...env });
    expect([ok, checks["extractor"]?.startsWith(said)]).toEqual([true, true]);
    expect(JSON.stringify(checks)).not.toContain("secret");
  });

  test.each<readonly [reply: Reply, said: RegExp]>([
    [{ content: { entities: [], relationships: [] } }, /^ok the model m at 127\S+ answered in \d+ ms$/],
    [{ status: 401 }, /^warning the model m .* does not accept the key in MODEL_KEY$/],
    [{ status: 404 }, /^warning the model m .* no such path or model; check MODEL_URL and MODEL_NAME$/],
    [{ content: "Hello!" }, /^warning the model m .* does not match the schema; loops need a model/],
    [{ breaks: "hang" }, /^warning the model m .* did not answer within 300 ms; check MODEL_URL/],
  ])("sends one request to the model, and reports its response %j", async (reply, said) => {
    const model = await startModel([reply]);
    // Long enough for a model that answers, however busy the machine is.
    const timeout = "breaks" in reply ? "300" : "10000";
    const env = { MODEL_URL: model.url, MODEL_NAME: "m", MODEL_KEY: "secret", MODEL_TIMEOUT_MS: timeout };
    const { ok, checks } = await examine({ DATABASE_URL: database.url, ...env });
    expect([ok, checks["model"]]).toEqual([true, expect.stringMatching(said)]);
    expect(model.asked).toHaveLength(1);
    expect(JSON.stringify(checks)).not.toContain("secret");
  });

  test.each<readonly [reply: VectorReply, said: RegExp]>([
    [{}, /^ok the model m at 127\S+ makes vectors of 64 dimensions in \d+ ms$/],
    [
      { status: 401 },
      /^warning the model m .* does not accept the key in EMBEDDING_KEY; searches are by words/,
    ],
    [{ vectors: [] }, /^warning the model m .* with 0 vectors for 1 texts; searches are by words/],
  ])("asks for one vector, and reports the response %j", async (reply, said) => {
    const endpoint = await startVectors(() => reply);
    const env = { EMBEDDING_URL: endpoint.url, EMBEDDING_MODEL: "m", EMBEDDING_KEY: "secret" };
    const { ok, checks } = await examine({ DATABASE_URL: database.url, ...env });
    expect([ok, checks["embedding"]]).toEqual([true, expect.stringMatching(said)]);
    expect(endpoint.asked).toHaveLength(1);
    expect(JSON.stringify(checks)).not.toContain("secret");
  });

  test("warns of a project whose vectors do not fit into memory", async () => {
    const id = crypto.randomUUID();
    const endpoint = await startVectors();
    await database.query(`insert into embedding_model (id, name, dimensions, is_current) values ('m/64', 'm', 64, true);
      insert into organization (id, name) values ('${id}', 'large');
      insert into project (organization_id, id, name) values ('${id}', '${id}', 'large');
      insert into entity (organization_id, project_id, id, type, props)
        select '${id}', '${id}', gen_random_uuid(), 'Note', '{}' from generate_series(1, 7000);
      insert into entity_embedding (organization_id, project_id, entity_id, model, type, created_at, said, vector, scale, made_at)
        select organization_id, project_id, id, 'm/64', type, created_at, '', decode(repeat('01', 64), 'hex'), 1, now() from entity`);
    const env = { EMBEDDING_URL: endpoint.url, EMBEDDING_MODEL: "m", DATABASE_URL: database.url };
    const { ok, checks } = await examine({ ...env, EMBEDDING_CACHE_MB: "1" });
    expect([ok, checks["vectors"]]).toEqual([
      true,
      expect.stringMatching(
        /^warning the vectors of project [-0-9a-f]+ \(7000 of entities\) do not fit .* set it to 2, or /,
      ),
    ]);
    expect((await examine(env)).checks["vectors"]).toBeUndefined();
    for (const table of ["entity", "project", "organization", "embedding_model"])
      await database.query(`delete from ${table}`);
  });

  test("prints its checks without the password", async () => {
    const { stdout } = await runProgram(["doctor"], { DATABASE_URL: database.url });
    expect(stdout).toMatch(/^ok +version: PostgreSQL/m);
    const { password } = new URL(database.url);
    if (password !== "") expect(stdout).not.toContain(password);
  });

  test("reports an error if it has fewer connections than the pool needs", async () => {
    const { status, checks } = await examine({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: "1000" });
    expect(status).toBe(1);
    expect(checks["pool"]).toMatch(/^error .*set DATABASE_POOL_SIZE to at most \d+$/);
  });

  test("warns if it has enough connections, but others use some of them", async () => {
    // This connection is one of them: it stays open for a while.
    await database.query("select");
    const { checks } = await examine({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: "1000" });
    const most = /at most (?<size>\d+)$/.exec(checks["pool"] ?? "")?.groups?.["size"] ?? "";
    const { status, checks: full } = await examine({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: most });
    expect(status).toBe(0);
    expect(full["pool"]).toMatch(/^warning .*a full pool may be refused/);
  });

  test("reports an error if it was migrated by a newer program, which every command refuses", async () => {
    await database.query("insert into migration (name, hash) values ('9999_future.sql', '')");
    const { status, ok, checks } = await examine({ DATABASE_URL: database.url });
    expect({ status, ok }).toEqual({ status: 1, ok: false });
    expect(checks["migrations"]).toMatch(/^error the database is newer than this program/);
    const refused = await runProgram(["migrate"], { DATABASE_URL: database.url });
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("9999_future.sql") });
    await database.query("delete from migration where name = '9999_future.sql'");
  });

  test("reports an error if it was migrated with another text", async () => {
    const [{ hash } = {}] = await database.query("select hash from migration where name = '0001_store.sql'");
    await database.query("update migration set hash = 'x' where name = '0001_store.sql'");
    const { status, checks } = await examine({ DATABASE_URL: database.url });
    expect(status).toBe(1);
    expect(checks["migrations"]).toMatch(/^error .*different 0001_store.sql/);
    await database.query("update migration set hash = $1 where name = '0001_store.sql'", [hash]);
  });

  test("reports a missing migration", async () => {
    await database.query("delete from migration where name = '0001_store.sql'");
    const { status, checks } = await examine({ DATABASE_URL: database.url });
    expect(status).toBe(0);
    expect(checks["migrations"]).toMatch(/^warning older than this program: 1 missing/);
  });
});

describe("the doctor on a database without tables", () => {
  const database = testDatabase({ migrated: false });

  test("changes nothing, and `migrate` creates the tables once", async () => {
    const before = await examine({ DATABASE_URL: database.url });
    expect(before.status).toBe(0);
    expect(before.checks["migrations"]).toMatch(/^ok none yet/);
    expect(
      await database.query(
        "select from pg_class where relname = 'migration' and relnamespace = current_schema()::regnamespace",
      ),
    ).toEqual([]);
    const env = { DATABASE_URL: database.url };
    const migrated = async (): Promise<unknown> =>
      JSON.parse((await runProgram(["migrate", "--json"], env)).stdout);
    expect(await migrated()).toEqual({ applied: migrations.map(({ name }) => name) });
    expect(await migrated()).toEqual({ applied: [] });
    expect((await examine(env)).checks["migrations"]).toMatch(/^ok current/);
  });

  test("reports an error if it does not respond", async () => {
    const url = new URL(database.url);
    url.port = "1";
    const { status, checks } = await examine({ DATABASE_URL: url.href });
    expect(status).toBe(1);
    expect(checks["database"]).toMatch(/^error .*(?:ECONNREFUSED|ENOENT)/);
  });
});

describe("the doctor on the folder of an embedded database", () => {
  test("does not create a missing folder", async () => {
    const folder = join(temporaryFolder(), "data");
    const { status, checks } = await examine({ DATABASE_URL: undefined }, "--data", folder);
    expect(status).toBe(0);
    expect(checks["data folder"]).toBe(`ok ${folder} does not exist yet; \`serve\` creates it`);
    expect(checks["disk"]).toMatch(/ GiB free/);
    expect(existsSync(folder)).toBe(false);
  });

  test("is refused together with DATABASE_URL", async () => {
    const { status, stderr } = await runProgram(["doctor", "--data", "x"], {
      DATABASE_URL: "postgres://a:b@c/d",
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        "slice-service: --data and DATABASE_URL name two databases; leave out the flag, or unset the variable\n",
    });
  });
});
