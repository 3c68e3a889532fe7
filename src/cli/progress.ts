// Says on a terminal how far a long run is.
import type { Io } from "./io.ts";

/** A line on standard error that is written over. */
export interface Progress {
  readonly update: (read: number, found: number) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** Progress for a person who sees standard error and nothing else; otherwise it does nothing. */
export function createProgress({ stderr, now }: Io, isShown: boolean): Progress {
  if (!isShown) return { update: async () => undefined, clear: async () => undefined };
  let last = now();
  let drawn = false;
  return {
    async update(read, found) {
      if (now() - last < interval) return;
      last = now();
      drawn = true;
      await stderr.write(`\r${figure(read)} entities read, ${figure(found)} in the slice`);
    },
    async clear() {
      if (drawn) await stderr.write("\r\u001b[2K");
    },
  };
}

/** In milliseconds; a run shorter than this shows nothing. */
const interval = 250;

/** `12 345`, with a space that does not break. */
function figure(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/gu, "\u00a0");
}
