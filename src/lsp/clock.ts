// Looks once a minute whether time has changed an answer that the client has: dates that count from now move on.
import type { Document } from "./documents.ts";
import { diagnosticsOf, hintsOf, visibleHints, type World } from "./world.ts";

/** Calls back when an answer has moved on, until the result is called. */
export function watchClock(world: World, moved: () => void): () => void {
  let stop: () => void = () => undefined;
  const wait = (): void => {
    stop = world.host.later(minute, () => {
      wait();
      look(world, moved).catch(() => undefined);
    });
  };
  wait();
  return () => stop();
}

/** Dates are shown to the minute. */
const minute = 60_000;

async function look(world: World, moved: () => void): Promise<void> {
  const outdated = await Promise.all(world.documents.all().map((each) => isOutdated(each, world)));
  if (outdated.includes(true)) moved();
}

/** One document that cannot be answered for does not keep the others from it. */
async function isOutdated(document: Document, world: World): Promise<boolean> {
  try {
    const [diagnostics, hints] = await Promise.all([
      diagnosticsOf(document, world),
      hintsOf(document, world),
    ]);
    return (
      world.answers.isOutdated(document, "diagnostics", diagnostics) ||
      world.answers.isOutdated(document, "hints", visibleHints(hints))
    );
  } catch {
    return false;
  }
}
