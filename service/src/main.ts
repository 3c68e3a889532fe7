// The service: reads what to do from the command line, and does it.
import { run } from "./cli/run.ts";

// Not process.exit, which would cut off output that is still being written.
process.exitCode = await run(process.argv.slice(2), process.env);
