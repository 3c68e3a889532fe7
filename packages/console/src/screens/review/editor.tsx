// Edits the value of a change; properties are JSON.

import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Change } from "slice-cql-client";
import { fieldsOf } from "../../fields.ts";
import { ProblemNote } from "../../parts/problem.tsx";
import { textOf } from "../../words.ts";
import { editableOf } from "./decisions.ts";
import type { Draft } from "./drafts.ts";

/** A form with the members that may be edited. What was typed stays until the server has it or it is cancelled. */
export function Editor({
  change,
  draft: { fields, isTyped, isSaving, error },
  onType,
  onSave,
  onClose,
}: {
  readonly change: Change;
  readonly draft: Draft;
  readonly onType: (name: string, text: string) => void;
  readonly onSave: (value: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  const [isJson, setJson] = useState(true);
  const { value } = change;
  const members = editableOf(change).filter((name) => name in value);
  useLayoutEffect(() => {
    // Not when one comes back to it: keys go on in the list. At once, or the first letters of what is typed would be keys of the desk.
    if (!isTyped) form.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, []);
  useFocusAfter(form);
  const save = () => {
    if (form.current === null || isSaving) return;
    try {
      const changed = changedIn(form.current, value, members);
      setJson(true);
      if (Object.keys(changed).length > 0) onSave(changed);
      else onClose();
    } catch {
      setJson(false);
    }
  };
  const cancel = () => {
    // It may be on the server already.
    if (!isSaving) onClose();
  };
  return (
    <form
      ref={form}
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={({ key }) => key === "Escape" && cancel()}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
          onType(target.name, target.value);
      }}
    >
      {members.map((name) => (
        <label key={name}>
          {name}
          <Member name={name} text={fields.get(name) ?? initialOf(name, value[name])} isFixed={isSaving} />
        </label>
      ))}
      {!isJson && <ProblemNote error={new Error("The properties are not JSON.")} />}
      {error !== undefined && <ProblemNote error={error} />}
      <div class="buttons">
        <button type="submit" class="primary" disabled={isSaving}>
          {isSaving ? "Saving …" : "Save"}
        </button>
        <button type="button" class="quiet" disabled={isSaving} onClick={cancel}>
          Cancel <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}

/** When a form is gone that has the focus, the chosen row takes it. */
function useFocusAfter(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      const { activeElement } = document;
      // A button that is disabled while it has the focus loses it.
      if (activeElement === document.body || element?.contains(activeElement) === true)
        document.querySelector<HTMLElement>(".change[aria-current]")?.focus();
    };
  }, []);
}

function Member({
  name,
  text,
  isFixed,
}: {
  readonly name: string;
  readonly text: string;
  readonly isFixed: boolean;
}): JSX.Element {
  if (name === "content")
    return <textarea name={name} rows={3} spellcheck readOnly={isFixed} defaultValue={text} />;
  if (name !== "properties") return <input name={name} readOnly={isFixed} defaultValue={text} />;
  return <textarea name={name} rows={6} spellcheck={false} readOnly={isFixed} defaultValue={text} />;
}

/** What a field holds before anything was typed into it. */
function initialOf(name: string, value: unknown): string {
  return name === "properties" ? JSON.stringify(value, null, 2) : textOf(value ?? "");
}

/** The members that are not what they were. Throws a SyntaxError for properties that are not JSON. */
function changedIn(
  form: HTMLFormElement,
  value: Change["value"],
  members: readonly string[],
): Readonly<Record<string, unknown>> {
  const field = fieldsOf(form);
  const entries = members.map((name): readonly [string, unknown] => [
    name,
    name === "properties" ? JSON.parse(field(name)) : field(name),
  ]);
  return Object.fromEntries(
    entries.filter(([name, next]) => JSON.stringify(next) !== JSON.stringify(value[name])),
  );
}
