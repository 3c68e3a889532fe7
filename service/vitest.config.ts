// How the service's tests run: against a real server and a real PostgreSQL.
//
//   vitest run                  quick ones, on the embedded PostgreSQL
//   vitest run --mode slow      failures and mass, on the same
//   vitest run --mode alone     one file after the other: those that measure time, or keep all processors busy
//   vitest run --mode external  the quick ones that ask a database much, on the PostgreSQL of TEST_DATABASE_URL, and those that need its tools
import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The tests of an extractor are next to its sources. */
const folders = "{test,extractors/*/test}";
const all = `${folders}/**/*.test.ts`;
/** What these test is the same on every PostgreSQL; they take as long as all the others. */
const ofNoDatabase = "test/{cli,deploy,docs,mcp,openapi,pages,telemetry}/**/!(*.external).test.ts";

/** Which files a mode runs, by the last part of their names: `crash.slow.test.ts`. */
const files: Readonly<Record<string, { include: string[]; exclude: string[] }>> = {
  slow: { include: [`${folders}/**/*.slow.test.ts`], exclude: [] },
  alone: { include: [`${folders}/**/*.alone.test.ts`], exclude: [] },
  external: { include: [all], exclude: [`${folders}/**/*.{slow,alone}.test.ts`, ofNoDatabase] },
};
const quick = { include: [all], exclude: [`${folders}/**/*.{slow,alone,external}.test.ts`] };

/** Short files that take minutes, the longest first. */
const longest = [
  "http/fuzz",
  "slices/equal",
  "database/tenants",
  "http/crash",
  "http/crash-changes",
  "live/replay",
];

/** Begins with these: without times of an earlier run Vitest takes the largest files first, and one of them would be left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.slow.test.ts`));
      return at === -1 ? longest.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- It is the sequencer's own.
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => ({
  test: {
    name: mode === "test" ? "service" : `service, ${mode}`,
    pool: "forks",
    ...(files[mode] ?? quick),
    // Files of one process share the modules that it has loaded: to load them takes longer than most tests.
    isolate: false,
    maxWorkers: mode === "alone" ? 1 : "100%",
    globalSetup: ["test/support/postgres.ts"],
    setupFiles: ["../test/support/seed.ts", "test/support/one-shard.ts"],
    sequence: { sequencer: LongestFirst },
    // Long enough for a machine that does something else as well: a test that hangs is late either way. On Citus, whose nodes share the machine,
    // each statement takes several times as long.
    testTimeout:
      mode === "slow" || mode === "alone" || process.env["CITUS_URL"] !== undefined ? 180_000 : 60_000,
    hookTimeout: 120_000,
    // What is waited for takes its time there too; what must come within some time has a timeout of its own.
    expect: { poll: { timeout: 10_000 } },
  },
}));

export default config;
