// The program of the next version: that of the sources, with one more migration, which is additive.

import { run } from "../../src/cli/run.ts";
import { migrations } from "../../src/database/migrate.ts";
import { additive } from "./next-migrations.ts";

Object.assign(migrations, [...migrations, additive]);
process.exitCode = await run(process.argv.slice(2), process.env);
