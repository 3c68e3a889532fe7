// Makes sure that `tsc` is TypeScript 7: another alias of the two compilers would silently make it version 6.

import { fail, mustRun } from "./process.ts";

const version = (await mustRun("tsc", ["-v"])).trim();
if (!version.startsWith("Version 7.")) {
  fail(
    `tsc says "${version}", but 7.x is wanted: keep the aliases of "typescript" and "@typescript/native".`,
  );
}
console.log(version);
