// The program of the next version: that of the sources, with two more migrations, of which the last takes something away.

import { run } from "../../src/cli/run.ts";
import { migrations } from "../../src/database/migrate.ts";
import { additive, breaking } from "./next-migrations.ts";

Object.assign(migrations, [...migrations, additive, breaking]);
process.exitCode = await run(process.argv.slice(2), process.env);
