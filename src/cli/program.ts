// The program `slice-cql` itself: arguments in, exit status out.
import { nodeIo } from "./node-io.ts";
import { run } from "./run.ts";

// Not process.exit, which cuts off output that is still on its way.
process.exitCode = await run(process.argv.slice(2), nodeIo(process));
