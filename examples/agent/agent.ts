// What an agent does with the service: it recalls before it answers, remembers afterwards, and lets a loop read what it has no time for.

import type { Change, Client, LoopEvent } from "slice-cql-client";

/** Remembers what a user says, and returns what was known about it before: a text for the prompt of a model. */
export async function hear(service: Client, user: string, said: string): Promise<string> {
  const memory = { subject_id: user };
  const { text } = await service.recall({ query: said, memory, budget: { characters: 2000 } });
  await service.memories.write({ content: said, subject_id: user });
  return text;
}

/** Lets a loop read all documents, tells how it goes, and applies what it finds, but for what is not `believed`. Returns how many entities that are. */
export async function learn(
  service: Client,
  goal: string,
  believed: (change: Change) => boolean,
  tell: (event: LoopEvent) => void,
): Promise<number> {
  const { loop_id, result } = await service.loops.start({ goal, dry_run: false });
  for await (const event of service.loops.events(loop_id)) tell(event);
  for await (const change of service.deltas.changes(result.delta_id)) {
    const decision = believed(change) ? "accepted" : "rejected";
    await service.deltas.decide(result.delta_id, change.change_id, { decision });
  }
  const { applied } = await service.deltas.apply(result.delta_id, {});
  return applied.entities;
}
