// Before every test file: properties draw the same examples each time, so that a passing commit goes on passing.
// FC_SEED=random explores (`npm run nightly -- explore`, and `-- requests` for the service), FC_SEED=<integer> repeats a run.

import fc from "fast-check";

const seed = process.env["FC_SEED"] ?? "20261120";
if (seed !== "random") fc.configureGlobal({ seed: Number(seed) });
