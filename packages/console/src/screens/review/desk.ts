// The desk of a reviewer: a delta, and what is done with it.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Session } from "../../session.ts";
import { type Tally, tallyOf } from "./decisions.ts";
import type { Drafts } from "./drafts.ts";
import type { Ending } from "./ending.ts";
import type { Queue } from "./queue.ts";
import type { State } from "./state.ts";
import type { Store } from "./store.ts";
import { storeOf } from "./stores.ts";

/** A delta as it is known, and what a reviewer can do with it. */
export interface Desk
  extends State,
    Pick<Queue, "decide" | "edit" | "undo" | "sendAgain" | "letBe" | "hurry">,
    Pick<Ending, "apply" | "discard" | "revert">,
    Pick<Store, "read" | "seen"> {
  readonly typing: Drafts;
  readonly tally: Tally;
  /** Whether all changes are known as they are, and nothing is on its way: only then is what is shown what is applied. */
  readonly isSettled: boolean;
}

/** Looks at a delta. What was decided is sent even if the reviewer has gone to another screen by then. */
export function useDesk(session: Session, delta: string): Desk {
  const [store, setStore] = useState(() => storeOf(session, delta));
  const [state, setState] = useState(store.now);
  useEffect(() => {
    const present = storeOf(session, delta);
    setStore(present);
    return present.look(setState);
  }, [session, delta]);
  const tally = useMemo(() => tallyOf(state.changes), [state.changes]);
  const { isReading, isWhole, sending, ending } = state;
  return {
    ...state,
    ...actionsOf(store),
    tally,
    isSettled: isWhole && !isReading && sending === 0 && ending === undefined,
  };
}

function actionsOf({ queue, ending, drafts, read, seen }: Store) {
  const { decide, edit, undo, sendAgain, letBe, hurry } = queue;
  const { apply, discard, revert } = ending;
  return { decide, edit, undo, sendAgain, letBe, hurry, apply, discard, revert, read, seen, typing: drafts };
}
