// Runs the commands of docs/corrections.md, taken from the page, and compares their answers with those that it shows.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startService } from "../support/service.ts";

const page = readFileSync(new URL("../../docs/corrections.md", import.meta.url), "utf8");
const service = await startService();
const run = promisify(execFile);

/** A command, after those that set variables for it, and the answer that the page shows. */
interface Shown {
  readonly command: string;
  readonly answer: string | undefined;
}

function commandsIn(text: string): readonly Shown[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) =>
    block.trimEnd().split("\n"),
  );
  return blocks.flatMap((lines) => {
    const found: Shown[] = [];
    let before = "";
    for (const [at, line] of lines.entries()) {
      const next = lines[at + 1];
      if (line.startsWith("curl")) {
        found.push({
          command: `${before}${line}`,
          answer: next?.startsWith("# ") ? next.slice(2) : undefined,
        });
        before = "";
      } else if (!line.startsWith("#")) before += `${line}\n`;
    }
    return found;
  });
}

/** The members of an answer that the page shows, and maybe others: `…` stands for anything. */
function patternOf(answer: string): unknown {
  const text = answer.replaceAll(",…}", "}").replaceAll(",…]", ',"…"]').replaceAll("{…}", '"…"');
  return JSON.parse(text, (_, value: unknown) => {
    if (value === "…") return more;
    if (Array.isArray(value))
      return value.at(-1) === more ? expect.arrayContaining(value.slice(0, -1)) : value;
    return typeof value === "object" && value !== null && value !== more
      ? expect.objectContaining(value)
      : value;
  });
}

const more: unknown = expect.anything();

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
