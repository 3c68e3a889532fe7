#!/usr/bin/env node
// The program `slice-service`. Plain JavaScript, so that a Node that is too old says so in one line. In a clone it runs the sources, in the
// package, which has none, what was built from them.

import { existsSync } from "node:fs";

const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  process.stderr.write(
    `slice-service: needs Node ${oldest} or later, and this is ${process.versions.node}; in a clone, \`npx slice-service\` uses the one that npm installed\n`,
  );
  process.exitCode = 2;
} else if (existsSync(new URL("../src/main.ts", import.meta.url))) {
  await import("../src/main.ts");
} else {
  await import("../src/main.js");
}
