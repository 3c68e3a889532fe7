// Releases memory that only startup needed.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Runs one full garbage collection: the service runs for long, and V8 would keep 40 MB that only startup needed. */
export function releaseMemory(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext('gc({ type: "major", execution: "sync", flavor: "last-resort" })');
}
