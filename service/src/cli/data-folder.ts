// The default data folder of `start`.

import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { barrierFor } from "../database/embedded/home.ts";

/**
 * The folder that was asked for, or `.slice-service` here. PostgreSQL does not run as root, and its account may be unable to enter this
 * folder, as below /root: then one in /var/lib, which is that of this folder alone.
 */
export function dataFolder(asked: string | undefined): string {
  const here = resolve(asked ?? ".slice-service");
  if (asked !== undefined || barrierFor(join(here, "postgres")) === undefined) return here;
  return `/var/lib/slice-service-${createHash("sha256").update(here).digest("hex").slice(0, 8)}`;
}
