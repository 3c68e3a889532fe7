// Changes whose versions are kept, and deltas that somebody has decided about.

import { entities } from "./corpus.ts";
import { serve } from "./processes.ts";
import { send } from "./requests.ts";
import { atMost, medians, milliseconds, type Run, type Section } from "./section.ts";
import { addProject } from "./store.ts";

/** Changes of a delta. */
const size = 200;
/** Requests of a round. */
const requests = 30;

/** Milliseconds of each, and what they are compared with. */
export const changes: Section = {
  id: "changes",
  title: "A change that is kept, and a delta that was decided",
  how: `One caller, each request as soon as the last is acknowledged. A memory is changed with \`PATCH /v1/memories/{id}\`, which keeps what it was as a version, in turn with a new one, \`POST /v1/memories\`.
A delta of ${size} entities is applied, in turn with one of which each change was accepted one by one before (the decisions are not part of the time).`,
  measure: async (run) => {
    const database = await run.postgres.create();
    const { key } = await addProject(database);
    const server = await serve([], { DATABASE_URL: database.url });
    const ask = async (path: string, body: object, method: "PATCH" | "POST" = "POST") =>
      await send({ url: server.url + path, key, body, method });
    const names = entities(0, Number.POSITIVE_INFINITY);
    // One word, so that none comes back that the count of words has just dropped: it would wait for that.
    const name = (): string => `${names.next().value?.name ?? ""} ${crypto.randomUUID().replaceAll("-", "")}`;
    const { id } = await ask("/v1/memories", { content: name() });
    const write = async () => await ask("/v1/memories", { content: name() });
    const patch = async () => await ask(`/v1/memories/${String(id)}`, { content: name() }, "PATCH");
    const each = (work: () => Promise<unknown>) => async () =>
      (await milliseconds(async () => {
        for (let left = requests; left > 0; left--) await work();
      })) / requests;
    const propose = async (): Promise<string> => {
      const all = Array.from({ length: size }, () => ({ type: "Person", name: name() }));
      return String((await ask("/v1/deltas", { entities: all }))["id"]);
    };
    const decided = async (): Promise<string> => {
      const delta = await propose();
      const { rows } = await database.pool.query<{ readonly id: string }>(
        "select id from change where delta_id = $1",
        [delta],
      );
      for (const change of rows)
        await ask(`/v1/deltas/${delta}/changes/${change.id}`, { decision: "accepted" }, "PATCH");
      return delta;
    };
    const apply = (prepare: () => Promise<string>) => async () => {
      const delta = await prepare();
      return await milliseconds(async () => await ask(`/v1/deltas/${delta}/apply`, {}));
    };
    const [wrote, patched] = await measured(run, [each(write), each(patch)]);
    const [open, reviewed] = await measured(run, [apply(propose), apply(decided)]);
    await server.stop();
    return {
      goals: [
        atMost("a memory that is changed / a new one", 1.25, "×", patched / wrote),
        atMost("a delta with decisions that is applied / one without", 1.25, "×", reviewed / open),
      ],
      rows: [
        { what: "a new memory, ms", median: wrote },
        { what: "a memory that is changed, ms", median: patched },
        { what: `${size} changes applied, ms`, median: open },
        { what: `${size} accepted changes applied, ms`, median: reviewed },
      ],
    };
  },
};

async function measured(
  run: Run,
  variants: readonly (() => Promise<number>)[],
): Promise<readonly [number, number]> {
  await medians(1, variants);
  const [one = Number.NaN, other = Number.NaN] = await medians(run.rounds(15), variants);
  return [one, other];
}
