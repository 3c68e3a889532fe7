// How the tests run. `npm test` runs all projects but `slow`; `npm run test:slow` runs that, and measures the coverage of `shared` and `isolated`.
import { defineConfig, type Plugin, type ViteUserConfig } from "vitest/config";

/** Tests that leave nothing behind in their process: they share one, and the modules that it has loaded, which halves their cost. */
const shared: readonly string[] = [
  "test/{conformance,dates,diagnostics,grammar,lint,pipeline,semantics,syntax,text,vocabulary}/*.test.ts",
  "test/{algebra,cli,codemirror,language-service,lsp,match,monaco,properties}/*.test.ts",
];

/** Tests of mass and of growth: in `npm run test:slow` once more, with twice as many cases. */
const scaled: readonly string[] = [
  "test/algebra/brute-force.test.ts",
  "test/backends/differential.test.ts",
  "test/hostile/{algebra-growth,growth,slice-index}.test.ts",
  "test/match/index.test.ts",
  "test/package/engine.test.ts",
];

/** Tests that are slow, in pages and against databases, and those of other code: of the benchmark, the nightly runs, other libraries. */
const slow: readonly string[] = [
  "test/codemirror/*browser.test.ts",
  "test/bench/*.test.ts",
  "test/dates/traps.test.ts",
  "test/docs/{backends,hosts,site,tutorial}.test.ts",
  "test/engines/*.test.ts",
  "test/examples/pages.test.ts",
  "test/hostile/size.test.ts",
  "test/monaco/browser.test.ts",
  "test/playground/page.test.ts",
  "test/relative/contains-always.test.ts",
  "test/tidy/regular-expressions.test.ts",
];

/** Tests of the pages and of the sources as texts: in one process, each is parsed once for all of them. */
const texts: readonly string[] = ["test/{docs,tidy}/*.test.ts"];

/** Tests of what is built from src, and runs in a page or in a process of its own. */
const outside: readonly string[] = [
  "test/cli/process.test.ts",
  "test/examples/*.test.ts",
  "test/lsp/{neovim,start,worker}.test.ts",
  "test/package/*.test.ts",
  "test/playground/*.test.ts",
  "test/vscode/*.test.ts",
];

/** To count how often each branch runs, of oracles and compilers too, makes tests take half as long again, and these cover nothing new. */
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
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: [...shared],
          exclude: [...scaled, ...slow, ...outside],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: ["test/**/*.test.ts"],
          exclude: [...shared, ...scaled, ...slow, ...texts, ...outside],
        },
      },
      {
        extends: true,
        test: { name: "texts", include: [...texts], exclude: [...slow], isolate: false },
        plugins: [withoutCoverage],
      },
      {
        extends: true,
        test: {
          name: "outside",
          include: [...outside, ...scaled],
          exclude: [...slow],
        },
        plugins: [withoutCoverage],
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: [...slow, ...scaled],
          env: { FC_RUNS: process.env["FC_RUNS"] ?? "2" },
        },
        plugins: [withoutCoverage],
      },
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
