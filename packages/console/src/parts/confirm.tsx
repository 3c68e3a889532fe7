// What cannot be taken back is asked about first: a button, and a dialog that says what will be gone.

import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAct } from "./act.ts";
import { ProblemNote } from "./problem.tsx";

/**
 * A button that does something only after a dialog was agreed to. Escape, or the button with the focus, leaves all as it is.
 *
 * @example
 * ```tsx
 * <Confirm label="Revoke" title="Revoke this key?" onConfirm={async () => await client.keys.revoke(id)}>
 *   <p>It is refused at once, for good.</p>
 * </Confirm>
 * ```
 */
export function Confirm({
  label,
  name,
  title,
  action = label,
  isDisabled = false,
  onConfirm,
  children,
}: {
  readonly label: string;
  /** The whole name of the button, where others have the same label. */
  readonly name?: string;
  /** The question. */
  readonly title: string;
  /** What the button that does it says; by default what the first one says. */
  readonly action?: string;
  readonly isDisabled?: boolean;
  /** Does it. What it throws is shown in the dialog, which stays open. */
  readonly onConfirm: () => Promise<unknown>;
  /** What will be gone, in words. */
  readonly children: ComponentChildren;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={name}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <Question title={title} action={action} onConfirm={onConfirm} onClose={() => setOpen(false)}>
          {children}
        </Question>
      )}
    </>
  );
}

function Question({
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const { isBusy, failure, act } = useAct();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const confirm = async () => {
    await onConfirm();
    dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      class="confirm"
      aria-labelledby={heading}
      onClose={onClose}
      // Keys that a screen listens to are not meant for it while it is asked about something.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={heading}>{title}</h2>
      {children}
      {failure !== undefined && <ProblemNote error={failure} />}
      <div class="buttons">
        <button type="button" class="quiet" autofocus onClick={() => dialog.current?.close()}>
          Leave it
        </button>
        <button type="button" class="danger" aria-disabled={isBusy} onClick={() => act(confirm)}>
          {action}
        </button>
      </div>
    </dialog>
  );
}
