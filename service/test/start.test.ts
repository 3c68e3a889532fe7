// `start`: a project to look at, a key, and lines to paste that work.

import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runProgram, startFirstProject } from "./support/program.ts";

/** An embedded database, as there is after a clone. */
const env = { DATABASE_URL: undefined };

test("the first start has a project with entities and documents, and each line that it prints works; the second start has the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "slice-start-"));
  // As root, the database runs as another user.
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const first = await startFirstProject(["--data", folder], env);
  const pasted = await Promise.all(linesToPaste(first.greeting).map(send));
  expect(pasted.map(({ status }) => status)).toEqual([200, 200, 201, 202]);
  expect(pasted[0]?.body).toMatchObject({ matched: expect.any(Number) });
  const { stdout } = await runProgram(
    ["export", "--project", "debian", "--data", folder, "--json", join(folder, "out")],
    env,
  );
  expect(JSON.parse(stdout)).toMatchObject({ entities: 10_255 });
  first.child.kill("SIGTERM");
  expect((await first.ended).status).toBe(0);

  const second = await startFirstProject(["--data", folder], env);
  expect(keyIn(second.greeting)).toBe(keyIn(first.greeting));
  second.child.kill("SIGTERM");
  await second.ended;

  const documents = readFileSync(join(folder, "out", "documents.ndjson"), "utf8")
    .trim()
    .split("\n");
  expect(documents.length).toBeGreaterThan(400);
  const openssl = documents.find((line) => line.includes("Changelog of openssl"));
  expect(openssl).toContain("bookworm-security; urgency=medium\\n\\n  * CVE-20");
}, 180_000);

function keyIn(greeting: string): string | undefined {
  return /slice-[\w-]{43}/.exec(greeting)?.[0];
}

interface Pasted {
  readonly url: string;
  readonly authorization: string;
  readonly body: string;
}

/** What each `curl` of the greeting sends. */
function linesToPaste(greeting: string): readonly Pasted[] {
  const line =
    /curl -s '(?<url>[^']+)' -H 'Authorization: (?<authorization>[^']+)'[^']+'Content-Type: application\/json' -d '(?<body>[^']+)'/g;
  return [...greeting.matchAll(line)].map(({ groups }) => ({
    url: groups?.["url"] ?? "",
    authorization: groups?.["authorization"] ?? "",
    body: groups?.["body"] ?? "",
  }));
}

async function send({
  url,
  authorization,
  body,
}: Pasted): Promise<{ readonly status: number; readonly body: unknown }> {
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  return { status: response.status, body: await response.json() };
}
