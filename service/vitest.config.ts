// How the service's tests run: against a real server and a real PostgreSQL.
//
//   vitest run                  quick ones, on the embedded PostgreSQL
//   vitest run --mode slow      failures and mass, on the same
//   vitest run --mode attack    who waits while one key does its worst; alone, as it measures
//   vitest run --mode external  the quick ones on the PostgreSQL of TEST_DATABASE_URL, and those that need its tools
import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";

/** The tests of an extractor are next to its sources. */
const folders = "{test,extractors/*/test}";
const all = `${folders}/**/*.test.ts`;

/** Which files a mode runs, by the last part of their names: `crash.slow.test.ts`. */
const files: Readonly<Record<string, { include: string[]; exclude: string[] }>> = {
  slow: { include: [`${folders}/**/*.slow.test.ts`], exclude: [] },
  attack: { include: [`${folders}/**/*.attack.test.ts`], exclude: [] },
  external: { include: [all], exclude: [`${folders}/**/*.{slow,attack}.test.ts`] },
};
const quick = { include: [all], exclude: [`${folders}/**/*.{slow,attack,external}.test.ts`] };

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => ({
  test: {
    name: mode === "test" ? "service" : `service, ${mode}`,
    pool: "forks",
    ...(files[mode] ?? quick),
    // Files of one process share the modules that it has loaded: to load them takes longer than most tests.
    isolate: false,
    maxWorkers: "100%",
    globalSetup: ["test/support/postgres.ts"],
    setupFiles: ["test/support/one-shard.ts"],
    // Long enough for a machine that does something else as well: a test that hangs is late either way. On Citus, whose nodes share the machine,
    // each statement takes several times as long.
    testTimeout: mode === "slow" || process.env["CITUS_URL"] !== undefined ? 180_000 : 60_000,
    hookTimeout: 120_000,
  },
}));

export default config;
