// How the service's tests run: against a real server and a real PostgreSQL.
//
//   vitest run                  quick ones, on the embedded PostgreSQL
//   vitest run --mode slow      failures and mass, on the same
//   vitest run --mode external  the quick ones on the PostgreSQL of TEST_DATABASE_URL
import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => ({
  test: {
    name: mode === "test" ? "service" : `service, ${mode}`,
    pool: "forks",
    include: [mode === "slow" ? "test/slow/*.test.ts" : "test/*.test.ts"],
    // Files of one process share the modules that it has loaded: to load them takes longer than most tests.
    isolate: false,
    maxWorkers: "100%",
    globalSetup: ["test/support/postgres.ts"],
    testTimeout: mode === "slow" ? 120_000 : 20_000,
    hookTimeout: 120_000,
  },
}));

export default config;
