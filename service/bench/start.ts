// A start on existing data, and what the service uses while idle.

import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "./postgres.ts";
import { residentMegabytes, runNode, serve } from "./processes.ts";
import { atMost, median, medians, milliseconds, type Section } from "./section.ts";

/** Seconds until it answers, megabytes until it is asked. */
export const start: Section = {
  id: "start",
  title: "Second start, and idle memory",
  how: `\`serve --data DIR\` on a folder in which \`start\` has made the first project (10 255 entities), from the start of the process to the line with its URL, in turn with \`node\` on an empty
script; the stop before was in order. Memory is that of the process with its PostgreSQL and the shell that watches it, five seconds after the start and one request: of PostgreSQL the
proportional set size (PSS, shared pages counted once), of Node all that is resident (RSS), as if no other program ran in Node. About 45 MB of it is Node itself; V8 keeps the heap that a start needs, of which a third is in use.`,
  measure: async (run) => {
    const data = ["--data", temporaryFolder()];
    const env = { DATABASE_URL: undefined };
    await (await serve(data, env, "start")).stop();
    const memory: number[] = [];
    const [service = Number.NaN, node = Number.NaN] = await medians(run.rounds(7), [
      async () => {
        const begun = performance.now();
        const { url, pid, stop } = await serve(data, env);
        const time = performance.now() - begun;
        await fetch(`${url}/readyz`);
        await sleep(run.rounds(5000));
        memory.push(residentMegabytes(pid));
        await stop();
        return time;
      },
      async () => await milliseconds(async () => await runNode(["-e", ""])),
    ]);
    return {
      goals: [
        atMost("second start, over `node` itself", 1, "s", (service - node) / 1000),
        atMost("idle memory, in all", 150, "MB", median(memory)),
      ],
      rows: [{ "service, ms": service, "`node`, ms": node, "memory, MB": median(memory) }],
    };
  },
};
