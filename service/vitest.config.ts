// How the service's tests run: against a real server, most of them in a process of its own.
import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: { name: "service", pool: "forks", include: ["test/**/*.test.ts"], testTimeout: 20_000 },
});

export default config;
