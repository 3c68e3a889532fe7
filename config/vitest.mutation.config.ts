// The tests that are to find the mutations of a folder of src: its own, and those of what is made of all of src. They need no build.

import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      `test/${process.env["MUTATED"] ?? "*"}/*.test.ts`,
      "test/{conformance,lint,pipeline,semantics}/*.test.ts",
      "test/properties/found.test.ts",
    ],
    // These take longer than all the others together.
    exclude: [
      "test/**/*.{browser,built,scaled,slow}.test.ts",
      "test/algebra/universe.test.ts",
      "test/backends/{indexes,traps}.test.ts",
      "test/conformance/files.test.ts",
      "test/dates/{show-in-zone,zones}.test.ts",
      "test/language-service/{complete-everywhere,total}.test.ts",
      "test/lint/docs.test.ts",
      "test/relative/when-stale.test.ts",
    ],
    isolate: false,
    setupFiles: ["test/support/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});

export default config;
