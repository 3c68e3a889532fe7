// Tests the commands for organizations, projects, keys and migrations, each run in its own process.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { adminOf, temporaryFolder } from "../support/admin.ts";
import { testDatabase } from "../support/database.ts";
import { runProgram } from "../support/program.ts";

const database = testDatabase();
const { run, json, failure, project } = adminOf(database);

interface KeyList {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

const uuid7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe("organizations and projects", () => {
  test("a created one gets an ID, and is found by name and by ID", async () => {
    const organization = await json<{ readonly id: string }>("organization", "create", "Åström & Söhne");
    expect(organization).toEqual({ id: expect.stringMatching(uuid7), name: "Åström & Söhne" });
    const byName = await json("project", "create", "--organization", "Åström & Söhne", "one");
    const byId = await json("project", "create", "two", "--organization", organization.id);
    expect(byName).toEqual({ id: expect.stringMatching(uuid7), name: "one" });
    const rows = await database.query(
      "select id, name from project where organization_id = $1 order by name",
      [organization.id],
    );
    expect(rows).toEqual([byName, byId]);
  });

  test("an organization is created with a project, a key and credits in one go, or not at all", async () => {
    const args = ["organization", "create", "one go", "--project", "p", "--with-key", "--credits"];
    const made = await json<{ readonly id: string; readonly key: string }>(...args, "250");
    expect(made).toEqual({
      id: expect.stringMatching(uuid7),
      name: "one go",
      project: { id: expect.stringMatching(uuid7), name: "p" },
      credits: 250,
      key_id: expect.stringMatching(uuid7),
      key: expect.stringMatching(/^slice-[\w-]{43}$/),
    });
    expect(
      await database.query(
        "select p.name, l.amount, l.kind from api_key k join project p on p.id = k.project_id join ledger l on l.organization_id = k.organization_id where k.hash = $1",
        [createHash("sha256").update(made.key).digest()],
      ),
    ).toEqual([{ name: "p", amount: 250, kind: "grant" }]);
    expect(await failure("organization", "create", "half", "--project", "")).toContain("is empty");
    expect(await database.query("select from organization where name = 'half'")).toEqual([]);
  });

  test("an organization is created with 1 000 credits, or with none, and with the command that grants more", async () => {
    const balanceOf = async (name: string) =>
      await database.query(
        "select sum(amount)::int as balance from ledger join organization o on o.id = organization_id where o.name = $1",
        [name],
      );
    const command = "npx slice-service credits grant --organization \\S{36} N\\n$";
    const { stdout } = await run("organization", "create", "some");
    expect(stdout).toMatch(new RegExp(`^organization some \\S+\\n1000 credits .* ${command}`));
    expect(await balanceOf("some")).toEqual([{ balance: 1000 }]);
    const none = await run("organization", "create", "none", "--credits", "0");
    expect(none.stdout).toMatch(new RegExp(`^organization none \\S+\\nIt has no credits.* ${command}`));
    expect(await balanceOf("none")).toEqual([{ balance: null }]);
    expect(await run("organization", "create", "x", "--credits", "1e3")).toMatchObject({ status: 2 });
  });

  test("names are unique: a project's within its organization", async () => {
    const first = await project();
    expect(await failure("organization", "create", first.organization)).toBe(
      `there is already an organization \`${first.organization}\`; choose another name`,
    );
    const again = ["project", "create", first.project, "--organization", first.organization];
    expect(await failure(...again)).toBe(
      `there is already a project \`${first.project}\`; choose another name`,
    );
    const second = await project();
    const other = await json("project", "create", first.project, "--organization", second.organization);
    expect(other["id"]).not.toBe(first.id);
  });

  test("a project's name that two organizations have needs --organization", async () => {
    const [first, second] = [await project(), await project()];
    await json("project", "create", first.project, "--organization", second.organization);
    const folder = temporaryFolder();
    const args = ["export", "--project", first.project, join(folder, "out")];
    expect(await failure(...args)).toBe(
      `2 organizations have a project \`${first.project}\`; choose one with --organization, or give the ID of the project`,
    );
    expect(existsSync(join(folder, "out"))).toBe(false);
    expect(await json(...args, "--organization", first.organization)).toMatchObject({ entities: 0 });
  });

  test.each([
    ["", "is empty"],
    [" a", "begins or ends with white space"],
    ["a\nb", "has an unprintable character"],
    ["x".repeat(201), "is longer than 200 characters"],
    ["00000000-0000-7000-8000-000000000000", "looks like an ID"],
  ])("the name %j is refused", async (name, reason) => {
    expect(await failure("organization", "create", name)).toContain(reason);
  });

  test("one that does not exist is reported in one line", async () => {
    expect(await failure("project", "create", "p", "--organization", "nobody")).toBe(
      "there is no organization `nobody`; check the name, or create it with `organization create`",
    );
    const { organization } = await project();
    expect(await failure("export", "--project", "no", "--organization", organization, "out")).toBe(
      `the organization \`${organization}\` has no project \`no\`; check the name, or create it with \`project create\``,
    );
  });
});

describe("keys", () => {
  test("a key is printed once, and only its hash is stored", async () => {
    const { organization, project: name, id } = await project();
    const args = ["key", "create", "--organization", organization, "--project", name, "--name", "reader"];
    const made = await json(...args, "--read-only", "--expires", "2099-01-31T01:00:00+01:00");
    expect(made).toEqual({
      id: expect.stringMatching(uuid7),
      name: "reader",
      key: expect.stringMatching(/^slice-[\w-]{43}$/),
    });
    const stored = await database.query("select * from api_key where id = $1", [made["id"]]);
    const hash = createHash("sha256").update(String(made["key"])).digest();
    expect(stored).toMatchObject([
      {
        hash,
        name: "reader",
        project_id: id,
        permission: "read",
        expires_at: new Date("2099-01-31T00:00:00Z"),
      },
    ]);
    expect(JSON.stringify(stored)).not.toContain(made["key"]);
    const { stdout } = await run("key", "list", "--organization", organization);
    expect(stdout).toContain(
      `${String(made["id"])}  reader  project ${id}  read  expires 2099-01-31T00:00:00.000Z`,
    );
    expect(stdout).not.toContain(made["key"]);
  });

  test("a key created without a project is for the whole organization, and no two keys are the same", async () => {
    const { organization } = await project();
    const first = await json("key", "create", "--organization", organization);
    const { stdout } = await run("key", "create", "--organization", organization);
    const [, second] = stdout.split("\n");
    expect(second).toMatch(/^slice-[\w-]{43}$/);
    expect(second).not.toBe(first["key"]);
    const { keys } = await json<KeyList>("key", "list", "--organization", organization);
    expect(keys).toMatchObject([
      {
        id: first["id"],
        name: null,
        project_id: null,
        permission: "write",
        expires_at: null,
        revoked_at: null,
      },
      { project_id: null },
    ]);
    expect(Object.keys(keys[0] ?? {})).not.toContain("hash");
  });

  test("a key may be limited to a slice and to an end user", async () => {
    const { organization, id } = await project();
    await database.query(
      "insert into entity (organization_id, project_id, id, type) select organization_id, id, gen_random_uuid(), 'Person' from project where id = $1",
      [id],
    );
    const create = ["key", "create", "--organization", organization, "--project", id];
    await json(...create, "--slice", "type:Person after:2020-01-01", "--subject", "user-17");
    const { keys } = await json<KeyList>("key", "list", "--organization", organization);
    expect(keys).toMatchObject([{ slice: "type:Person after:2020-01-01", subject_id: "user-17" }]);
    const { stdout } = await run("key", "list", "--organization", organization);
    expect(stdout).toContain("slice type:Person after:2020-01-01  subject user-17");
    expect(await failure(...create, "--slice", "type:Persn")).toContain("Did you mean `Person`?");
    expect(await failure(...create, "--slice", "hello")).toContain("`hello` is free text");
    for (const [args, message] of [
      [["--project", id, "--subject", "x".repeat(201)], "1 to 200 printable"],
      [["--slice", "type:Person"], "--slice needs --project"],
    ] as const) {
      const { status, stderr } = await run("key", "create", "--organization", organization, ...args);
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  test("a key may read, propose or write", async () => {
    const { organization } = await project();
    const create = ["key", "create", "--organization", organization];
    for (const permission of ["read", "propose", "write"]) await json(...create, "--permission", permission);
    const { keys } = await json<KeyList>("key", "list", "--organization", organization);
    expect(keys).toMatchObject([{ permission: "read" }, { permission: "propose" }, { permission: "write" }]);
    for (const [flags, message] of [
      [["--permission", "admin"], "--permission must be read, propose or write, not `admin`"],
      [["--permission", "write", "--read-only"], "cannot be combined"],
    ] as const) {
      const { status, stderr } = await run(...create, ...flags);
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  test("revoking a key again keeps the time of the first revocation", async () => {
    const { organization } = await project();
    const { id } = await json<{ readonly id: string }>(
      "key",
      "create",
      "--organization",
      organization,
      "--name",
      "old",
    );
    expect(await json("key", "revoke", id)).toEqual({ id, name: "old" });
    const revokedAt = async (): Promise<unknown> =>
      (await json<KeyList>("key", "list", "--organization", organization)).keys[0]?.["revoked_at"];
    const at = await revokedAt();
    expect(at).toEqual(expect.any(String));
    await json("key", "revoke", id);
    expect(await revokedAt()).toBe(at);
    expect(await failure("key", "revoke", "00000000-0000-7000-8000-000000000000")).toContain(
      "there is no key",
    );
  });

  test("a key for a project of another organization is refused", async () => {
    const [first, second] = [await project(), await project()];
    const args = ["key", "create", "--organization", first.organization, "--project", second.id];
    expect(await failure(...args)).toContain("has no project");
  });

  test.each([
    [["key", "create", "--organization", "o", "--expires", "tomorrow"], "--expires must be an instant"],
    [["key", "create", "--organization", "o", "--expires", "2001-01-01T00:00:00Z"], "is in the past"],
    [["key", "revoke", "slice-secret"], "this is not an ID"],
  ])("the command %j is refused", async (args, message) => {
    const { status, stderr } = await run(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("slice-secret");
  });
});

test("a command does not wait for other transactions that write", async () => {
  const { organization, id } = await project();
  const other = new Client({ connectionString: database.url });
  await other.connect();
  onTestFinished(async () => await other.end());
  await other.query("begin");
  await other.query(
    "insert into entity (organization_id, project_id, id, type) select organization_id, id, gen_random_uuid(), 'a' from project where id = $1",
    [id],
  );
  expect(await json("key", "list", "--organization", organization)).toEqual({ keys: [] });
});

describe("an unusable database", () => {
  const migrate = async (url: string): Promise<unknown> =>
    await runProgram(["migrate"], { DATABASE_URL: url });

  test("is reported without its password, with status 1", async () => {
    const url = new URL(database.url);
    url.username = "no_such_user";
    url.password = "wrong-one";
    const refused = await migrate(url.href);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused).toMatchObject({
      stderr: expect.stringMatching(/^slice-service: the database \w+ at \S+ cannot be used: [^\n]+\n$/),
    });
    expect(JSON.stringify(refused)).not.toContain("wrong-one");
  });

  test("is reported if nothing listens at its address", async () => {
    const url = new URL(database.url);
    url.port = "1";
    expect(await migrate(url.href)).toMatchObject({
      status: 1,
      // The second one of a socket.
      stderr: expect.stringMatching(/ECONNREFUSED|ENOENT/),
    });
  });
});
