// The default data folder of `start`.

import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { barrierFor } from "../database/embedded/home.ts";

/**
 * The requested folder, or `.slice-service` in the current one. PostgreSQL does not run as root, and its account may not be able to enter
 * the current folder (below /root, for example): then a folder in /var/lib that only this data folder uses.
 */
export function dataFolder(asked: string | undefined): string {
  const here = resolve(asked ?? ".slice-service");
  if (asked !== undefined || barrierFor(join(here, "postgres")) === undefined) return here;
  return `/var/lib/slice-service-${createHash("sha256").update(here).digest("hex").slice(0, 8)}`;
}
