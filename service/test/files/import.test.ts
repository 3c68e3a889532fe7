// Tests imports and exports with commands in their own processes and a real database.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { adminOf, fileOf, temporaryFolder } from "../support/admin.ts";
import { testDatabase } from "../support/database.ts";

const database = testDatabase();
const { run, json, failure, project } = adminOf(database);

const debian = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/debian/${name}`, import.meta.url));
const id = (last: number): string => `00000000-0000-8000-8000-${String(last).padStart(12, "0")}`;

/** What a table has of a project. */
async function rowsOf(table: string, projectId: string): Promise<readonly Record<string, unknown>[]> {
  return await database.query(`select * from ${table} where project_id = $1 order by id`, [projectId]);
}

describe("the entities of Debian", () => {
  test("are imported with their catalog, and exported from another project byte for byte", async () => {
    const [first, second] = [await project(), await project()];
    const args = ["entity", "import", debian("entities.ndjson"), "--catalog", debian("catalog.json")];
    const imported = await json(...args, "--project", first.project);
    expect(imported).toEqual({ created: 10_255, updated: 0, created_shapes: 53, created_sources: 445 });
    const [line = ""] = readFileSync(debian("entities.ndjson"), "utf8").split("\n");
    const { id, type, shape_id, source_id, source_shape_id, created_at, ...props } = JSON.parse(line);
    const [stored] = await database.query("select * from entity where project_id = $1 and id = $2", [
      first.id,
      id,
    ]);
    expect(stored).toMatchObject({ type, name: null, shape_id, source_id, source_shape_id, props });
    expect(stored?.["created_at"]).toEqual(new Date(created_at));
    const found = await database.query(
      "select count(*) from entity where project_id = $1 and search @@ to_tsquery('simple', 'debianutils')",
      [first.id],
    );
    expect(Number(found[0]?.["count"])).toBeGreaterThan(10);
    await addTheRest(first.id, id);
    const folders = [join(temporaryFolder(), "1"), join(temporaryFolder(), "2")] as const;
    const exported = await json("export", "--project", first.project, folders[0]);
    expect(exported).toMatchObject({ entities: 10_255, relationships: 1, slices: 1, memories: 2 });
    await importAll(folders[0], second.project, second.organization);
    expect(await json("export", "--project", second.project, folders[1])).toEqual({
      ...exported,
      left_out: { agent_memories: 0 },
    });
    for (const file of readdirSync(folders[0]))
      expect(readFileSync(join(folders[1], file)).equals(readFileSync(join(folders[0], file))), file).toBe(
        true,
      );
  }, 120_000);

  test("are replaced by a second import, and keep their creation dates", async () => {
    const { project: name, id: projectId } = await project();
    const [line = ""] = readFileSync(debian("entities.ndjson"), "utf8").split("\n");
    const { created_at, ...rest } = JSON.parse(line);
    const args = ["entity", "import", "--project", name, "--catalog", debian("catalog.json")];
    expect(await json(...args, fileOf(line))).toMatchObject({ created: 1, updated: 0, created_sources: 445 });
    const changed = { ...rest, package: "other", name: "named" };
    expect(await json(...args, fileOf(changed, { type: "New" }))).toMatchObject({
      created: 1,
      updated: 1,
      created_sources: 0,
    });
    const [stored] = await database.query("select * from entity where project_id = $1 and id = $2", [
      projectId,
      rest.id,
    ]);
    expect(stored).toMatchObject({
      name: "named",
      created_at: new Date(created_at),
      props: { package: "other" },
    });
  });
});

/** What no fixture has: every other table, with values that are easily lost. */
async function addTheRest(projectId: string, entityId: string): Promise<void> {
  const statements = [
    `update entity set created_at = '0001-01-01T00:00:00.001Z', updated_at = '9999-12-31T23:59:59.999Z', name = E'Zürich "\\\\\\n\u2028 🦀', props = '{"10": 1.50, "2": [1e21, -0.5, null], "b": {"": "é"}}' where project_id = $1 and id = $2`,
    `insert into relationship (organization_id, project_id, id, type, from_id, to_id, props) select organization_id, id, gen_random_uuid(), 'part of', $2, $2, '{"since": 1999}' from project where id = $1`,
    `insert into document (organization_id, project_id, id, source_id, external_id, title, text) select organization_id, $1, gen_random_uuid(), id, 'log-' || name, case when name < 'c' then name end, repeat(E'a\\nb\\t\\u0001', 1000) from source where project_id = $1 and $2 <> '' limit 25`,
    `insert into slice (organization_id, project_id, id, name, cql, promoted) select organization_id, id, gen_random_uuid(), 'bugs', 'type:Bug ' || left($2, 0), true from project where id = $1`,
    `insert into api_key (id, organization_id, hash) select id, organization_id, sha256(id::text::bytea) from entity where project_id = $1 and id = $2`,
    ...["project", "commons", "agent"].map(
      (scope) =>
        `insert into memory (project_id, id, organization_id, key_id, content, kind, scope, subject, forget_after) select id, gen_random_uuid(), organization_id, $2, 'likes tea', 'preference', '${scope}', '{"type": "user"}', '2999-01-01' from project where id = $1`,
    ),
    `insert into memory (project_id, id, organization_id, key_id, content, kind, scope, forget_after) select id, gen_random_uuid(), organization_id, $2, 'gone', 'fact', 'project', now() from project where id = $1`,
    `update shape set description = 'All', entity_types = '[{"name": "Bug", "properties": {"bug": {"type": "integer"}, "a": {"type": "text"}}}]', relationship_types = '[{"name": "part of", "from": "Bug", "to": "Bug"}]' where project_id = $1 and id = (select shape_id from entity where project_id = $1 and id = $2)`,
  ];
  for (const statement of statements) {
    // Only the last two mention the entity as an identifier.
    await database.query(
      statement.replaceAll("$2 <> ''", "$2::text <> ''").replaceAll("left($2, 0)", "left($2::text, 0)"),
      [projectId, entityId],
    );
  }
}

async function importAll(folder: string, name: string, organization: string): Promise<void> {
  const key = await json("key", "create", "--organization", organization);
  const file = (table: string): string => join(folder, `${table}.ndjson`);
  for (const [what, table, ...more] of [
    ["shape", "shapes"],
    ["source", "sources"],
    ["document", "documents"],
    ["entity", "entities"],
    ["relationship", "relationships"],
    ["slice", "slices"],
    ["memory", "memories", "--key", String(key["id"])],
  ] as const) {
    const lines = readFileSync(file(table), "utf8").split("\n").length - 1;
    const done = await json(what, "import", "--project", name, file(table), ...more);
    expect({ what, ...done }).toEqual({ what, created: lines, updated: 0 });
  }
}

describe("an invalid line", () => {
  test("after thousands of others rolls back all of them", async () => {
    const { project: name, id: projectId } = await project();
    const lines = Array.from({ length: 2500 }, (_, at) => ({ type: "many", at }));
    const file = fileOf(...lines, { type: "many", source_id: id(7) });
    expect(await failure("entity", "import", "--project", name, file)).toContain(
      "line 2501: /source_id names no source",
    );
    expect(await rowsOf("entity", projectId)).toEqual([]);
  });

  test("that is not UTF-8 is refused, and so are a folder and a missing file", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "latin"), Buffer.from('{"type":"\xe9"}\n', "latin1"));
    const args = ["entity", "import", "--project", await shared()];
    expect(await failure(...args, join(folder, "latin"))).toContain("line 1: The line is not UTF-8.");
    expect(await failure(...args, folder)).toContain("is a folder");
    expect(await failure(...args, join(folder, "none"))).toContain("ENOENT: no such file or directory");
  });
});

test("more than 20 shapes or sources of one name are refused, by their line or in a catalog", async () => {
  const { project: name } = await project();
  const rows = Array.from({ length: 21 }, () => ({ name: "x" }));
  for (const what of ["shape", "source"]) {
    expect(await failure(what, "import", "--project", name, fileOf({ name: "y" }, ...rows))).toContain(
      `line 22: /name is the name of 20 ${what}s already`,
    );
    const named = rows.map((row, at) => ({ ...row, id: id(at) }));
    const catalog = fileOf({ shapes: [], sources: [], [`${what}s`]: named });
    expect(
      await failure("entity", "import", "--project", name, "--catalog", catalog, fileOf({ type: "T" })),
    ).toContain(`is the name of 20 ${what}s already`);
  }
});

let sharedProject: Promise<string> | undefined;

/** A project in which every import fails. */
async function shared(): Promise<string> {
  sharedProject ??= project().then(({ project: name }) => name);
  return await sharedProject;
}

test("imported documents belong to the named source, and replace those with the same external_id", async () => {
  const { project: name, id: projectId } = await project();
  await json(
    "source",
    "import",
    "--project",
    name,
    fileOf({ id: id(1), name: "log" }, { id: id(2), name: "mail" }),
  );
  const args = ["document", "import", "--project", name];
  const first = fileOf(
    { text: "one", external_id: "1" },
    { text: "two", external_id: "1", source_id: id(2) },
  );
  expect(await failure(...args, first)).toContain(
    "line 1: /source_id is missing; write it, or give --source",
  );
  expect(await failure(...args, first, "--source", "web")).toBe("the project has no source `web`");
  expect(await json(...args, first, "--source", "log")).toEqual({ created: 2, updated: 0 });
  const second = fileOf({ text: "three", external_id: "1" }, { text: "four" });
  expect(await json(...args, second, "--source", id(1))).toEqual({ created: 1, updated: 1 });
  const texts = (await rowsOf("document", projectId)).map(
    ({ source_id, text }) => `${String(source_id)} ${String(text)}`,
  );
  expect(texts.toSorted()).toEqual([`${id(1)} four`, `${id(1)} three`, `${id(2)} two`]);
});

test("imported relationships need both ends, and memories a key of the organization", async () => {
  const [mine, other] = [await project(), await project()];
  await json("entity", "import", "--project", mine.project, fileOf({ id: id(1), type: "a" }));
  const relationships = ["relationship", "import", "--project", mine.project];
  expect(await failure(...relationships, fileOf({ type: "is", from: id(1), to: id(2) }))).toContain(
    `line 1: /to names no entity of the project: ${id(2)}`,
  );
  const line = { id: id(3), type: "is", from: id(1), to: id(1), properties: { a: 1 } };
  expect(await json(...relationships, fileOf(line))).toEqual({ created: 1, updated: 0 });
  expect(await json(...relationships, fileOf(line))).toEqual({ created: 0, updated: 1 });
  const key = await json("key", "create", "--organization", other.organization);
  const memories = ["memory", "import", "--project", mine.project, "--key", String(key["id"])];
  const memory = fileOf({ content: "a", kind: "fact", scope: "project" });
  expect(await failure(...memories, memory)).toContain("has no key with this ID");
  const agents = fileOf({ content: "a", kind: "fact", scope: "agent" });
  const own = await json("key", "create", "--organization", mine.organization);
  expect(await failure(...memories.slice(0, -1), String(own["id"]), agents)).toContain("line 1: /scope");
});

test("an import with a malformed catalog is refused", async () => {
  const catalog = fileOf('{"shapes":[{"id":"1","name":"a"}],"sources":[]}');
  const args = [
    "entity",
    "import",
    "--project",
    await shared(),
    "--catalog",
    catalog,
    fileOf({ type: "fine" }),
  ];
  expect(await failure(...args)).toBe(`${catalog}: /shapes/0/id must be a UUID`);
});

test("an export goes only into an empty folder, and only its owner can read it", async () => {
  const { project: name } = await project();
  const folder = temporaryFolder();
  mkdirSync(join(folder, "other"));
  expect(await failure("export", "--project", name, folder)).toBe(
    `${folder} is not empty; name an empty folder or a new one`,
  );
  expect(readdirSync(folder)).toEqual(["other"]);
  const { stdout } = await run("export", "--project", name, join(folder, "new"));
  expect(stdout).toContain("0 entities");
  expect(readdirSync(join(folder, "new")).every((file) => file.endsWith(".ndjson"))).toBe(true);
});
