// Ends the process when one input takes too long, and says which: the search itself cannot, while it hangs.

import { Worker } from "node:worker_threads";

/** Takes the input that is about to be checked, or nothing after it. */
export type Watch = (target: string, input: string | undefined) => void;

/** Room for the target's name and the input; of longer ones the beginning is shown. */
const room = 1 << 18;

/** Runs beside the search. It must not wait for anything of the process that hangs, so it writes and ends it by itself. */
const program = `
const { workerData: { shared, limit, pid } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const head = new Int32Array(shared, 0, 3);
let [last, since] = [0, Date.now()];
setInterval(() => {
  const [beat, length] = [Atomics.load(head, 0), Atomics.load(head, 1)];
  if (beat !== last || length === 0) { last = beat; since = Date.now(); return; }
  if (Date.now() - since < limit) return;
  const text = Buffer.from(shared, 12, length).toString();
  const at = text.indexOf(" ");
  writeSync(1, "\\nFOUND in " + text.slice(0, at) + ": it takes longer than " + limit / 1000 + " s\\n  npm run nightly -- fuzz --target " + text.slice(0, at) + " --replay '" + text.slice(at + 1) + "'\\n");
  process.kill(pid, "SIGKILL");
}, 250);
`;

/** Starts to watch. An input may take so many milliseconds. */
export function startWatchdog(limit: number): { readonly watch: Watch; readonly stop: () => Promise<void> } {
  const shared = new SharedArrayBuffer(room + 12);
  const head = new Int32Array(shared, 0, 3);
  const bytes = new Uint8Array(shared, 12);
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    workerData: { shared, limit, pid: process.pid },
  });
  worker.unref();
  return {
    watch: (target, input) => {
      // Bytes that are shared cannot be encoded into directly.
      const told = input === undefined ? noBytes : Buffer.from(`${target} ${input}`).subarray(0, room);
      bytes.set(told);
      Atomics.store(head, 1, told.length);
      Atomics.add(head, 0, 1);
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}

const noBytes: Uint8Array = new Uint8Array();
