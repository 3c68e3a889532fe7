// How the tests run. `npm test` runs all projects but `slow` and `nightly`, on CI with the coverage of `shared` and `isolated`; `npm run test:slow` runs the former.
import { defineConfig, type Plugin, type ViteUserConfig } from "vitest/config";

/** Tests that leave nothing in their process: they share one, and the modules that it has loaded, which halves their cost. */
const shared: readonly string[] = [
  "test/{conformance,dates,diagnostics,grammar,lint,pipeline,semantics,syntax,text,vocabulary}/*.test.ts",
  "test/{algebra,cli,codemirror,language-service,lsp,match,monaco,properties}/*.test.ts",
];

/** Tests of pages and of sources as texts: in one process, each is parsed once for all of them. */
const texts: readonly string[] = ["test/{docs,tidy}/*.test.ts"];

/** Tests of what is built from src, and runs in a page or in a process of its own. */
const built: readonly string[] = [
  "test/**/*.built.test.ts",
  "test/{examples,package,playground,vscode}/*.test.ts",
];

/** Tests of size and growth: `npm run test:slow` runs them again with twice as many cases. */
const scaled = "test/**/*.scaled.test.ts";

/** Tests in browsers, against databases, and those that take long. */
const slow = "test/**/*.{browser,slow}.test.ts";

/** Tests for `npm run nightly`. */
const nightly = "test/**/*.nightly.test.ts";

/** To count how often each branch runs, of oracles and compilers too, makes tests take half as long again, and these cover nothing new. */
const withoutCoverage: Plugin = {
  name: "without-coverage",
  configureVitest: ({ project }) => {
    project.config.coverage = { ...project.config.coverage, enabled: false };
  },
};

const config: ViteUserConfig = defineConfig({
  test: {
    allowOnly: false,
    pool: "forks",
    maxWorkers: "100%",
    setupFiles: ["test/support/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: [...shared],
          exclude: [scaled, slow, ...built],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: ["test/**/*.test.ts"],
          exclude: [...shared, scaled, slow, nightly, ...texts, ...built],
        },
      },
      {
        extends: true,
        test: { name: "texts", include: [...texts], exclude: [slow, nightly], isolate: false },
        plugins: [withoutCoverage],
      },
      {
        extends: true,
        test: {
          name: "built",
          include: [...built, scaled],
          exclude: [slow],
        },
        plugins: [withoutCoverage],
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: [slow, scaled],
          env: { FC_RUNS: process.env["FC_RUNS"] ?? "2" },
        },
        plugins: [withoutCoverage],
      },
      { extends: true, test: { name: "nightly", include: [nightly] }, plugins: [withoutCoverage] },
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
