// The deltas that are reviewed in this tab: one store for each, whatever screen is shown.

import { onSession, type Session } from "../../session.ts";
import { noteUnsent } from "../../unsent.ts";
import { Store } from "./store.ts";

/** A delta, and with which key it is reviewed. */
interface Known {
  readonly delta: string;
  readonly key: string;
  readonly project: string | undefined;
  readonly store: Store;
}

let all: readonly Known[] = [];

onSession((session) => {
  for (const { key, store } of all) if (key !== session?.key && !store.isHalted) void store.halt();
});

/** The store of a delta, for a key. What was decided with a key that is not used any more is taken over. */
export function storeOf({ key, project, client }: Session, delta: string): Store {
  const ofDelta = all.filter((each) => each.delta === delta);
  const known = ofDelta.find((each) => each.key === key && each.project === project && !each.store.isHalted);
  if (known !== undefined) return known.store;
  const store = new Store(client, delta);
  all = [...all, { delta, key, project, store }];
  store.watch(() => note(delta));
  for (const { store: other } of ofDelta)
    if (other.isHalted) {
      all = all.filter((each) => each.store !== other);
      void store.takeOver(other);
    }
  return store;
}

/** Forgets what nobody needs, and says how much of a delta is not on the server yet. */
function note(delta: string): void {
  all = all.filter(({ store }) => store.isNeeded);
  const counts = all.flatMap((each) => (each.delta === delta ? [each.store.unsent] : []));
  noteUnsent(
    delta,
    counts.reduce((sum, count) => sum + count, 0),
  );
}
