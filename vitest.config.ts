// How the tests run: every file under test/, each in its own process, with coverage of all of src.
import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    setupFiles: ["test/support/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text-summary", "json-summary", "json"],
      reportsDirectory: "coverage",
      thresholds: { statements: 98, lines: 98, branches: 95 },
    },
  },
});

export default config;
