// The keyboard of the desk, and the list of its keys.

import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** What the keys do; a key without an action does nothing now. */
export type Keymap = Readonly<Record<string, (() => void) | undefined>>;

/** What a key that is held does again and again. */
const repeated: ReadonlySet<string> = new Set(["j", "k"]);

/** Where it is noted that single keys do nothing. */
const switchedOff = "keys-off";

/** Acts on keys while the focus is on the screen, and not on what takes them itself: a field, a button, a dialog. */
export function useKeys(keymap: Keymap): void {
  const latest = useRef(keymap);
  latest.current = keymap;
  // Before anything is painted: a person who sees the screen can use its keys.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTaken(event)) return;
      const key = keyOf(event);
      const act = latest.current[key];
      if (act === undefined || (event.repeat && !repeated.has(key)) || isOff(key)) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** The key, whatever its case; where it writes another script than Latin, the letter at its place. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return (letter !== undefined && !/[ -~]/.test(key) ? letter : key).toLowerCase();
}

/** Whether a key is meant for what has the focus. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target !== document.body && target.closest("main") === null) return true;
  const fields = 'input:not([type="range"]), textarea, select, [contenteditable], dialog';
  return (
    target.closest(fields) !== null || (key === "Enter" && target.closest("a, button:not(.change)") !== null)
  );
}

/** Whether a person has switched the keys off that speech or a slip may press. */
function isOff(key: string): boolean {
  return key.length === 1 && sessionStorage.getItem(switchedOff) !== null;
}

const keys = [
  ["j", "the next change"],
  ["k", "the one before"],
  ["Enter", "the next that is not decided"],
  ["a", "accept"],
  ["x", "reject"],
  ["e", "edit; Esc leaves it as it is"],
  ["u", "undo: the last decision or edit, of as many changes as it was about"],
  ["?", "these keys"],
] as const;

/** Lists the keys, when it is opened. */
export function KeysDialog({
  dialog,
}: {
  readonly dialog: RefObject<HTMLDialogElement | null>;
}): JSX.Element {
  const [isOn, setOn] = useState(sessionStorage.getItem(switchedOff) === null);
  const turn = (isWanted: boolean) => {
    if (isWanted) sessionStorage.removeItem(switchedOff);
    else sessionStorage.setItem(switchedOff, "");
    setOn(isWanted);
  };
  return (
    <dialog ref={dialog} class="palette keys" aria-label="Keys">
      <h2>Keys</h2>
      <dl class="members">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons">
        <button
          type="button"
          class="quiet"
          aria-pressed={isOn}
          title="Until the tab is closed."
          onClick={() => turn(!isOn)}
        >
          Use keys of a single letter
        </button>
        <button type="button" class="quiet" autofocus onClick={() => dialog.current?.close()}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
    </dialog>
  );
}
