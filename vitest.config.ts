// How the tests run: every file under test/, each in its own process, as many at a time as there are processors.
import { defineConfig, type Plugin, type ViteUserConfig } from "vitest/config";

/**
 * Tests of sheer mass, of time and memory, of mistakes put into copies of src, of texts about src, and of what is built from src and
 * runs in a page or in a process of its own: the slowest, and all that they run others cover.
 */
const bulk: readonly string[] = [
  "test/*/mutants.test.ts",
  "test/algebra/brute-force.test.ts",
  "test/backends/differential.test.ts",
  "test/bench/*.test.ts",
  "test/cli/process.test.ts",
  "test/docs/*.test.ts",
  "test/engines/*.test.ts",
  "test/fuzz/*.test.ts",
  "test/hostile/{algebra-growth,growth,size,slice-index}.test.ts",
  "test/lsp/{start,worker}.test.ts",
  "test/match/index.test.ts",
  "test/package/*.test.ts",
  "test/playground/*.test.ts",
  "test/relative/*.test.ts",
  "test/tidy/*.test.ts",
  "test/vscode/*.test.ts",
  "test/{codemirror,monaco}/*browser.test.ts",
];

/** To count how often each branch of everything runs, oracles and compilers too, makes such tests take half as long again. */
const withoutCoverage: Plugin = {
  name: "without-coverage",
  configureVitest: ({ project }) => {
    project.config.coverage = { ...project.config.coverage, enabled: false };
  },
};

const config: ViteUserConfig = defineConfig({
  test: {
    pool: "forks",
    maxWorkers: "100%",
    setupFiles: ["test/support/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Projects start in the order of their names, so that no long file is left for the end.
    projects: [
      { extends: true, test: { name: "bulk", include: [...bulk] }, plugins: [withoutCoverage] },
      { extends: true, test: { name: "covered", include: ["test/**/*.test.ts"], exclude: [...bulk] } },
    ],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // A script for a worker: no process of Node can run it, and its test bundles it.
      exclude: ["src/lsp/worker.ts"],
      reporter: ["text-summary", "json-summary", "json"],
      reportsDirectory: "coverage",
      thresholds: { statements: 98, lines: 98, branches: 95 },
    },
  },
});

export default config;
