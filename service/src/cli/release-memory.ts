// Returns memory that only the start needed to the system.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects garbage once, as thoroughly as V8 can: people leave the service running, and V8 would keep 40 MB that only the start needed. */
export function releaseMemory(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext('gc({ type: "major", execution: "sync", flavor: "last-resort" })');
}
