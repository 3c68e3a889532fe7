// The command line on a test's database.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { TestDatabase } from "./database.ts";
import { type Ended, runProgram } from "./program.ts";

/** Runs commands on one database. */
export interface Admin {
  readonly run: (...args: readonly string[]) => Promise<Ended>;
  /** Runs a command that succeeds, with --json, and gives what it printed. */
  readonly json: <Result = Readonly<Record<string, unknown>>>(...args: readonly string[]) => Promise<Result>;
  /** Runs a command that fails with status 1, and gives what it said. */
  readonly failure: (...args: readonly string[]) => Promise<string>;
  /** A new organization with a project, by their names. */
  readonly project: () => Promise<{
    readonly organization: string;
    readonly project: string;
    readonly id: string;
  }>;
}

/** Runs the commands of a file of tests on its database: in processes of their own, unless it is said. */
export function adminOf(database: TestDatabase, runIn = runProgram): Admin {
  let made = 0;
  const run: Admin["run"] = async (...args) => await runIn(args, { DATABASE_URL: database.url });
  const json: Admin["json"] = async (...args) => {
    const { status, stdout, stderr } = await run(...args, "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return JSON.parse(stdout);
  };
  return {
    run,
    json,
    failure: async (...args) => {
      const { status, stdout, stderr } = await run(...args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(/^slice-service: [^\n]+\n$/);
      return stderr.slice("slice-service: ".length, -1);
    },
    project: async () => {
      const organization = `organization ${++made}`;
      const project = `project ${made}`;
      const [row] = await database.query(
        `with owner as (insert into organization (id, name) values (gen_random_uuid(), $1) returning id)
         insert into project (id, organization_id, name) select gen_random_uuid(), id, $2 from owner returning id`,
        [organization, project],
      );
      return { organization, project, id: String(row?.["id"]) };
    },
  };
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "slice-admin-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file with these lines, removed after the test. */
export function fileOf(...lines: readonly (string | object)[]): string {
  const path = join(temporaryFolder(), "lines.ndjson");
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(path, texts.map((line) => `${line}\n`).join(""));
  return path;
}
