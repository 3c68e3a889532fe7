// Tests the servers of the nightly run: found by version, started in a folder of their own, and removed at the end.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProgram, MissingProgram, type Recipe, startServer } from "../../scripts/engines/server.ts";

let home = "";

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "programs-"));
  for (const version of ["9", "15", "14"]) {
    mkdirSync(join(home, version, "bin"), { recursive: true });
    if (version !== "14") writeFileSync(join(home, version, "bin", "serve"), "");
  }
});

afterAll(() => rmSync(home, { recursive: true }));

test("the program of the newest version is found", () => {
  expect(findProgram("serve", [join(home, "*", "bin")], "")).toBe(join(home, "15", "bin", "serve"));
});

test("folders of server programs are tried in order", () => {
  const folders = [join(home, "none", "*", "bin"), join(home, "9", "bin"), join(home, "15", "bin")];
  expect(findProgram("serve", folders, "")).toBe(join(home, "9", "bin", "serve"));
});

test("a missing server program is named, with what to install", () => {
  const find = (): string => findProgram("initdb", [join(home, "*", "bin")], "apt-get install postgresql");
  expect(find).toThrow(MissingProgram);
  expect(find).toThrow("there is no initdb; install it: apt-get install postgresql");
});

/** A server that is Node itself, running a program, and answers when it has written the file `ready`. */
function recipe(program: string, seen: (folder: string) => void): Recipe {
  const node = (code: string): readonly [string, ...string[]] => [process.execPath, "-e", code];
  return {
    user: userInfo().username,
    prepare: () => node("fs.writeFileSync('made', process.cwd())"),
    serve: () => node(program),
    knock: async (folder) => {
      seen(folder);
      if (!existsSync(join(folder, "ready"))) throw new Error("no answer yet");
      await Promise.resolve();
    },
    signal: "SIGTERM",
  };
}

test("a server runs in a folder of its own until it is stopped", async () => {
  const program = "fs.writeFileSync('ready', String(process.pid)); setInterval(() => {}, 1000)";
  const { folder, stop } = await startServer(recipe(program, () => {}));
  expect(readdirSync(folder).toSorted()).toEqual(["made", "ready"]);
  await stop();
  expect(existsSync(folder)).toBe(false);
});

test("a server that does not start leaves nothing but its output", async () => {
  const folders = new Set<string>();
  const start = startServer(
    recipe("console.error('no space'); process.exit(3)", (each) => folders.add(each)),
  );
  await expect(start).rejects.toThrow("the server did not start\nno space");
  expect([...folders].map((folder) => existsSync(folder))).toEqual([false]);
});

test("a server whose files cannot be created leaves nothing", async () => {
  const folders = new Set<string>();
  const bad: Recipe = {
    ...recipe("", () => {}),
    prepare: (folder) => {
      folders.add(folder);
      return [process.execPath, "-e", "process.exit(3)"];
    },
  };
  await expect(startServer(bad)).rejects.toThrow("Command failed");
  expect([...folders].map((folder) => existsSync(folder))).toEqual([false]);
});
