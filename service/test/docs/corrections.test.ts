// Runs the commands of docs/corrections.md, taken from the page, and compares their answers with those that it shows.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startService } from "../support/service.ts";
import { commandsIn, patternOf } from "../support/shown.ts";

const page = readFileSync(new URL("../../docs/corrections.md", import.meta.url), "utf8");
const service = await startService();
const run = promisify(execFile);

test("the commands of the page do what it says", async () => {
  const who = await service.caller();
  const organization = await service.caller({ organizationId: who.organizationId, projectId: null });
  const made = async (path: string, body: unknown) => (await who.post(path, body)).body;
  const shape = (await made("/v1/shapes", { name: "CRM" })).id;
  const source = (await made("/v1/sources", { name: "mail" })).id;
  await made(`/v1/sources/${source}/documents`, { text: "Ada" });
  const properties = { phone: "1" };
  const [entity] = (await made("/v1/entities", [{ type: "Person", name: "Ada Lovelace", properties }])).ids;
  const [relationship] = (await made("/v1/relationships", [{ type: "knows", from: entity, to: entity }])).ids;
  const env = {
    ...process.env,
    URL: service.url,
    KEY: who.key,
    ORGANIZATION_KEY: organization.key,
    ENTITY: entity,
    RELATIONSHIP: relationship,
    SHAPE: shape,
    SOURCE: source,
  };
  const shown = commandsIn(page);
  expect(shown.length).toBeGreaterThan(8);
  for (const { command, answer } of shown) {
    const failing = command.replaceAll("curl -s", "curl -s --fail-with-body");
    const { stdout } = await run("bash", ["-e", "-c", failing], { env });
    if (answer === undefined) expect([command, stdout]).toEqual([command, ""]);
    else expect(JSON.parse(stdout), command).toEqual(patternOf(answer));
  }
  expect((await who.get("/v1/catalog")).body).toMatchObject({ shapes: [], sources: [] });
});
