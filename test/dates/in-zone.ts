// Runs a file in a process of its own whose time zone is another: worker threads ignore `process.env.TZ`.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What tells one zone from another, as a process sees it. */
export interface ZoneEvidence {
  readonly zone: string;
  /** Minutes that UTC is ahead of local time at local noon on 1 January and 1 July 2026 and on 1 January 2011. */
  readonly offsets: readonly number[];
}

/** The zones that the tests run in, and what each must look like from inside. */
export const zones: readonly ZoneEvidence[] = [
  { zone: "UTC", offsets: [0, 0, 0] },
  { zone: "America/New_York", offsets: [300, 240, 300] },
  // Samoa crossed the date line at the end of 2011: 30 December of that year does not exist there.
  { zone: "Pacific/Apia", offsets: [-780, -780, 600] },
  // Summer time is two hours ahead, the only such zone.
  { zone: "Antarctica/Troll", offsets: [0, -120, 0] },
];

/** The zone that this process is in. */
export function zoneEvidence(): ZoneEvidence {
  const offsets = [new Date(2026, 0, 1, 12), new Date(2026, 6, 1, 12), new Date(2011, 0, 1, 12)];
  return {
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    offsets: offsets.map((date) => date.getTimezoneOffset() + 0),
  };
}

/** What a file next to this one prints when it runs in a zone. Node reads TypeScript as it is. */
export function runInZone(file: string, zone: string): string {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], {
    encoding: "utf8",
    env: { ...process.env, TZ: zone, NODE_OPTIONS: "" },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${file} in ${zone} ended with ${String(status)}:\n${stderr}`);
  return stdout;
}
