// What is decided or typed but not on the server yet, of all deltas: it outlives the screen that it was done on, so the whole console says that it is there.

import { useEffect, useState } from "preact/hooks";

/** How much of which delta, by its ID. */
export type Unsent = ReadonlyMap<string, number>;

const changed = new EventTarget();
let unsent: Unsent = new Map();

/** Notes how much of a delta is not on the server yet. */
export function noteUnsent(delta: string, count: number): void {
  if ((unsent.get(delta) ?? 0) === count) return;
  const others = [...unsent].filter(([id]) => id !== delta);
  unsent = new Map(count === 0 ? others : [...others, [delta, count]]);
  changed.dispatchEvent(new Event("change"));
}

/** The same, as it changes. While there is anything, the browser asks before the page is closed. */
export function useUnsent(): Unsent {
  const [present, setPresent] = useState(unsent);
  useEffect(() => {
    const follow = () => setPresent(unsent);
    follow();
    changed.addEventListener("change", follow);
    return () => changed.removeEventListener("change", follow);
  }, []);
  const isAny = present.size > 0;
  useEffect(() => {
    if (!isAny) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isAny]);
  return present;
}
