// Tests how the console is served: its page, its files, their policy, and how many bytes the first screen loads.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { addConsole } from "../../src/pages/console.ts";
import { listenWith } from "../support/server.ts";
import { startService } from "../support/service.ts";

const service = await startService();

async function load(path: string): Promise<{ readonly response: Response; readonly text: string }> {
  const response = await fetch(service.url + path);
  return { response, text: await response.text() };
}

/** The files that a text names. */
const filesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/"(\/console\/[\w.-]+)"/g)].map(([, path = ""]) => path)),
];

test("the page loads files whose names change with their contents, and nothing inline or from elsewhere", async () => {
  const { response, text } = await load("/console");
  expect(response.headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(text).not.toMatch(/<script(?! type="module" src=)|<style|https?:/);
  for (const path of filesIn(text)) {
    const file = await load(path);
    expect(file.response.status).toBe(200);
    expect(path).toMatch(/-[A-Z0-9]{8}\.(?:css|js)$/);
    expect(file.response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(file.response.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("the scripts of the first screen are at most 25 kB when they are compressed", async () => {
  const { text } = await load("/console");
  const scripts = filesIn(text).filter((path) => path.endsWith(".js"));
  const sizes = await Promise.all(scripts.map(async (path) => gzipSync((await load(path)).text).length));
  expect(scripts.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(25_000);
});

test("what changes under the same name is asked for again: the licences", async () => {
  const { response, text } = await load("/console/LICENSES.txt");
  expect(text).toContain("preact");
  expect(response.headers.get("cache-control")).toBe("no-cache");
});

test.each([
  ["gzip", true],
  ["GZIP", true],
  ["br;q=1, gzip;q=0.5", true],
  ["*", true],
  ["gzip;q=0", false],
  ["gzip; q=0.000, *", false],
  ["*;q=0", false],
  ["x-gzip-like", false],
  ["identity", false],
  ["", false],
])("who takes %j gets it compressed: %s", async (encoding, isPacked) => {
  const [path = ""] = filesIn((await load("/console")).text);
  const response = await fetch(service.url + path, { headers: { "accept-encoding": encoding } });
  expect(response.headers.get("content-encoding")).toBe(isPacked ? "gzip" : null);
  expect(response.headers.get("vary")).toBe("accept-encoding");
  expect((await response.text()).length).toBeGreaterThan(1000);
});

test("with a slash at its end, the address leads to the console", async () => {
  const response = await fetch(`${service.url}/console/`, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([302, "/console"]);
});

test("a build that is not there yet, or cannot be read, is looked for again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "console-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const { url } = await listenWith((app) => addConsole(app, [folder]));
  const get = async () => {
    const response = await fetch(`${url}/console`);
    return `${String(response.status)} ${await response.text()}`;
  };
  expect(await get()).toContain("200 <!doctype html>");
  await writeFile(join(folder, "index.html"), "it is here");
  await mkdir(join(folder, "a folder where a file should be"));
  expect(await get()).toMatch(/^500 /);
  await rm(join(folder, "a folder where a file should be"), { recursive: true });
  expect(await get()).toBe("200 it is here");
});

test.each([
  "/console/manifest.json",
  "/console/..%2fpackage.json",
  "/console/%2e%2e%2f%2e%2e%2fpackage.json",
  "/console/main.js",
])("there is no other file: %s", async (path) => {
  const { response, text } = await load(path);
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(JSON.parse(text)).toMatchObject({ code: "not_found", request_id: expect.stringMatching(/^req_/) });
});
