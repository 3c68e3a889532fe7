// What a button or a form does: once, however often it is pressed meanwhile.

import { useRef, useState } from "preact/hooks";

/** Something that is done when a person says so. */
export interface Act {
  /** For `aria-disabled`: a button that was disabled would lose the focus. */
  readonly isBusy: boolean;
  /** Why the last attempt failed. */
  readonly failure: unknown;
  /** Does it, unless the last one is not done yet. */
  readonly act: (work: () => Promise<unknown>) => void;
}

/**
 * Does one thing at a time, and keeps why it failed.
 *
 * @example
 * ```tsx
 * const { isBusy, failure, act } = useAct();
 * <button type="button" aria-disabled={isBusy} onClick={() => act(async () => await client.sources.create({ name }))} />
 * ```
 */
export function useAct(): Act {
  // Of two presses the second may come before the first is drawn.
  const isAtWork = useRef(false);
  const [state, setState] = useState<Pick<Act, "failure" | "isBusy">>({ isBusy: false, failure: undefined });
  const perform = async (work: () => Promise<unknown>) => {
    isAtWork.current = true;
    setState({ isBusy: true, failure: undefined });
    let failure: unknown;
    try {
      await work();
    } catch (error) {
      failure = error;
    }
    isAtWork.current = false;
    setState({ isBusy: false, failure });
  };
  return {
    ...state,
    act: (work) => {
      if (!isAtWork.current) void perform(work);
    },
  };
}
