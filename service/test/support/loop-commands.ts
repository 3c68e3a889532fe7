// The commands of loops and deltas, on the database of a service whose API says what they did.

import type { Extractor } from "../../src/extraction/extractor.ts";
import { adminOf } from "./admin.ts";
import { projectWith, startTestWorker } from "./loops.ts";
import { runHere } from "./program.ts";
import type { Caller, TestService } from "./service.ts";

const text = "Person: Ada (age 36)\nCompany: Acme\nAda works_at Acme\n";

/** What `loop start --json` prints, as far as tests look at it. */
export interface Started {
  readonly loop_id: string;
  readonly goal: string;
  readonly result: { readonly delta_id: string };
}

/** Commands, in the process of the tests, and projects for them. */
export function loopCommandsOf({ database, caller: newCaller }: TestService) {
  const query = async (statement: string, values: readonly unknown[] = []) =>
    (await database.pool.query(statement, [...values])).rows;
  const admin = adminOf({ url: database.url, query }, runHere);

  /** A project with a shape, a source of these documents, and credits; and what starts a loop in it. */
  const project = async (documents: readonly string[] = [text], credits = 1000) => {
    const caller = await newCaller();
    const start = async (...args: readonly string[]): Promise<Started> =>
      await admin.json("loop", "start", "--project", caller.projectId, "--goal", "Extract people.", ...args);
    return { caller, start, ...(await projectWith(caller, database, documents, credits)) };
  };

  /** A loop that has ended, and what watching it has printed. */
  const looped = async (
    before: (caller: Caller) => Promise<unknown> = async () => await Promise.resolve(),
    documents?: readonly string[],
    extractor?: Extractor,
  ) => {
    await startTestWorker(database, extractor === undefined ? {} : { extractor });
    const { caller, start } = await project(documents);
    await before(caller);
    const { loop_id: loop, result } = await start();
    const watched = await admin.run("loop", "watch", loop);
    const { changes } = (await caller.get(`/v1/deltas/${result.delta_id}/changes`)).body;
    return { caller, loop, delta: result.delta_id, watched, changes };
  };
  return { ...admin, project, looped };
}
