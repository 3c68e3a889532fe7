// Where a query is edited: a field at once, and the editor of the toolkit as soon as it is loaded.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { catalogOf } from "../names.ts";
import { useClient } from "../session.ts";
import type { QueryEditor } from "./query-editor.ts";

/** Where a person was typing in the field when the editor took its place: a selection, or nowhere. */
interface Placed {
  readonly at: readonly [anchor: number, head: number] | undefined;
}

/** A query box; Enter submits. */
export function QueryBox({
  value,
  onChange,
  onSubmit,
}: {
  readonly value: string;
  readonly onChange: (cql: string) => void;
  readonly onSubmit: (cql: string) => void;
}): JSX.Element {
  const client = useClient();
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const editor = useRef<QueryEditor>(undefined);
  const [placed, setPlaced] = useState<Placed>();
  const isLoaded = placed !== undefined;
  const latest = useRef({ value, onChange, onSubmit });
  latest.current = { value, onChange, onSubmit };
  useEffect(() => {
    const ending = new AbortController();
    const load = async () => {
      const [{ createQueryEditor }, catalog] = await Promise.all([
        import("./query-editor.ts"),
        catalogOf(client),
      ]);
      if (ending.signal.aborted || place.current === null) return;
      const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: "open" });
      editor.current = createQueryEditor(root, catalog, latest);
      setPlaced(placeIn(field.current));
    };
    // Without the editor, the field stays.
    load().catch(() => undefined);
    return () => {
      ending.abort();
      editor.current?.close();
      editor.current = undefined;
    };
  }, [client]);
  // Before the next key: the editor has a letter more by then, which an older value would take back.
  useLayoutEffect(() => editor.current?.put(value), [value, placed]);
  useLayoutEffect(() => {
    if (placed?.at !== undefined) editor.current?.focus(placed.at);
  }, [placed]);
  return (
    <>
      {!isLoaded && (
        <input
          ref={field}
          class="query"
          aria-label="Slice query"
          spellcheck={false}
          autocapitalize="off"
          placeholder="type:Person after:3mo"
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={({ key }) => key === "Enter" && onSubmit(latest.current.value)}
        />
      )}
      <div ref={place} class="editor-place" hidden={!isLoaded} />
    </>
  );
}

/** Where a person types in a field, if the focus is there. */
function placeIn(field: HTMLInputElement | null): Placed {
  if (field === null || document.activeElement !== field) return { at: undefined };
  return { at: [field.selectionStart ?? 0, field.selectionEnd ?? 0] };
}
