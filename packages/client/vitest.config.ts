// How the client's tests run: against a real service on a real PostgreSQL, started as for the service's own tests.
//
//   vitest run              in this process, and in Chromium
//   vitest run --mode slow  the client in Python
import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";

const slow = "test/**/*.slow.test.ts";

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => ({
  test: {
    name: mode === "test" ? "client" : `client, ${mode}`,
    pool: "forks",
    ...(mode === "slow" ? { include: [slow] } : { include: ["test/**/*.test.ts"], exclude: [slow] }),
    isolate: false,
    maxWorkers: "100%",
    globalSetup: ["../../service/test/support/postgres.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}));

export default config;
