// Checks once a minute whether time has changed an answer that the client has: relative dates move on.
import type { Document } from "./documents.ts";
import { diagnosticsOf, hintsOf, type ServerContext, visibleHints } from "./server-context.ts";

/** Calls back when an answer has moved on, until the result is called. */
export function watchClock(context: ServerContext, moved: () => void): () => void {
  let stop: () => void = () => undefined;
  const wait = (): void => {
    stop = context.host.later(minute, () => {
      wait();
      refreshIfMoved(context, moved).catch(() => undefined);
    });
  };
  wait();
  return () => stop();
}

/** Dates are shown to the minute. */
const minute = 60_000;

async function refreshIfMoved(context: ServerContext, moved: () => void): Promise<void> {
  const outdated = await Promise.all(context.documents.all().map((each) => isOutdated(each, context)));
  if (outdated.includes(true)) moved();
}

/** A document whose answer fails does not keep the others from being checked. */
async function isOutdated(document: Document, context: ServerContext): Promise<boolean> {
  try {
    const [diagnostics, hints] = await Promise.all([
      diagnosticsOf(document, context),
      hintsOf(document, context),
    ]);
    return (
      context.answers.isOutdated(document, "diagnostics", diagnostics) ||
      context.answers.isOutdated(document, "hints", visibleHints(hints))
    );
  } catch {
    return false;
  }
}
