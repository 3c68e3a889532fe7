// Builds the package, installs it in an empty folder, without sources and without packages for development, and uses it.

import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProgram, startFirstProject } from "../support/program.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
let folder = "";
let program = "";

async function npm(args: readonly string[], cwd: string): Promise<string> {
  return (await promisify(execFile)("npm", [...args, "--loglevel=error"], { cwd })).stdout;
}

/** Packs what a folder has, without its `prepack`, and gives the path of the file. */
async function pack(from: string): Promise<string> {
  const name = await npm(["pack", "--ignore-scripts", `--pack-destination=${folder}`], from);
  return join(folder, name.trim());
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slice-package-"));
  // As root, the database runs as another user.
  await chmod(folder, 0o755);
  await npm(["run", "--silent", "build", "--workspace=service"], root);
  const tarballs = [await pack(root), await pack(join(root, "service/dist"))];
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  await npm(["install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs], folder);
  program = join(folder, "node_modules/.bin/slice-service");
}, 300_000);

afterAll(async () => await rm(folder, { recursive: true, force: true }));

test("it has no sources and nothing that only a clone needs", async () => {
  const installed = join(folder, "node_modules/slice-service");
  const names = globSync("**/*.*", { cwd: installed }).map((path) => basename(path));
  expect(names).toContain("0001_store.sql");
  expect(names.filter((name) => /\.(?:ts|map)$|^tsconfig|\.test\./.test(name))).toEqual([]);
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  expect(manifest).not.toHaveProperty("devDependencies");
  expect(manifest).not.toHaveProperty("scripts");
  expect(JSON.stringify(manifest.dependencies)).not.toContain("file:");
});

test("its program starts, answers, runs loops and shows its pages", async () => {
  const env = { DATABASE_URL: undefined };
  const data = join(folder, "data");
  const { greeting, child, ended } = await startFirstProject(["--data", data], env, program);
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(greeting) ?? [];
  expect(greeting).toContain("in the folder where you started it");
  const key = (await readFile(join(data, "first-key"), "utf8")).trim();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

  const created = await fetch(`${url}/v1/slices`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "releases", cql: "type:Release" }),
  });
  expect(created.status).toBe(201);
  // Unlike the loop of the start, this one runs in a process of its own.
  const words = ["--project", "debian", "--source", "curl", "--goal", "Which releases are there?"];
  const loop = await runProgram(["loop", "start", ...words, "--watch", "--data", data], env, program);
  expect(loop).toMatchObject({ status: 0, stderr: "" });
  const loops = await (await fetch(`${url}/v1/loops`, { headers })).json();
  expect(loops).toMatchObject({ loops: [{ status: "completed" }, { status: "completed" }] });
  for (const path of ["/readyz", "/docs", "/errors", "/console", "/docs/diagnostics", "/openapi.json"])
    expect((await fetch(url + path)).status, path).toBe(200);

  child.kill("SIGTERM");
  expect((await ended).status).toBe(0);
}, 180_000);

test("its program refuses a wrong flag, and says what to write", async () => {
  const { status, stderr } = await runProgram(["serve", "--prt", "1"], {}, program);
  expect(status).toBe(2);
  expect(stderr).toContain("write --port");
});
