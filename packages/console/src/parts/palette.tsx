// The palette, Ctrl+K or ⌘K: goes to a screen, to what a search finds, or to where something is begun.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { goTo, type Query } from "../route.ts";
import { leave, useClient } from "../session.ts";
import { shortened, titleOf } from "../words.ts";

/** Something to go to. */
interface Target {
  readonly name: string;
  readonly kind: string;
  readonly path: readonly string[];
  readonly query?: Query;
  /** What it does in place of going anywhere. */
  readonly act?: () => void;
}

const verbs: readonly Target[] = [
  { name: "Start a loop", kind: "begin", path: ["loops", "new"] },
  { name: "Save a slice", kind: "begin", path: ["slices"] },
  { name: "Make a key", kind: "begin", path: ["keys"] },
  { name: "Forget the key", kind: "leave", path: [], act: leave },
];

/** Milliseconds without a key before what was typed is searched for: less than a person waits for, more than between two keys. */
const rest = 150;

/** The button that opens the palette, and the palette. */
export function Palette({
  screens,
}: {
  readonly screens: readonly (readonly [string, string])[];
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const hits = useHits(typed);
  // What comes later comes last: what a person has read, and Enter follows, stays where it is.
  const targets = [...targetsFor(screens, typed), ...searchFor(typed), ...hits];
  const open = () => {
    setTyped("");
    setChosen(0);
    dialog.current?.showModal();
  };
  useShortcut(open);
  useEffect(() => {
    document.querySelector(`#palette-${String(chosen)}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const follow = (target: Target | undefined) => {
    if (target === undefined) return;
    dialog.current?.close();
    if (target.act === undefined) goTo(target.path, target.query);
    else target.act();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setChosen((last) => (last + step + targets.length) % Math.max(1, targets.length));
    else if (event.key === "Enter" && !event.isComposing) follow(targets[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <button type="button" class="quiet" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        Go to … <kbd aria-hidden="true">{isMac() ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <dialog
        ref={dialog}
        class="palette"
        aria-label="Go to"
        // What is typed here is not for the screen; a press outside closes it.
        onKeyDown={(event) => event.stopPropagation()}
        onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      >
        <input
          role="combobox"
          aria-label="Go to, or search"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={targets.length === 0 ? undefined : `palette-${String(chosen)}`}
          placeholder="Go to, or search"
          autocomplete="off"
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
        <ul id="palette-list" role="listbox" aria-label="Places">
          {targets.map((target, at) => (
            <li
              key={`${target.kind}${target.name}${target.path.join("/")}`}
              id={`palette-${String(at)}`}
              role="option"
              aria-selected={at === chosen}
              onMouseDown={(event) => {
                event.preventDefault();
                follow(target);
              }}
            >
              <span>{target.name}</span> <span class="note">{target.kind}</span>
            </li>
          ))}
        </ul>
      </dialog>
    </>
  );
}

/** Opens on Ctrl+K or ⌘K. */
function useShortcut(open: () => void): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      // Over a question there is nowhere to go before it is answered.
      if (document.querySelector("dialog[open]") === null) open();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

function targetsFor(screens: readonly (readonly [string, string])[], typed: string): readonly Target[] {
  const wanted = typed.trim().toLowerCase();
  const places = screens.map(([path, name]) => ({ name, kind: "screen", path: [path].filter(Boolean) }));
  return [...places, ...verbs].filter(({ name }) => name.toLowerCase().includes(wanted));
}

/** The screen of the search, for what was typed. */
function searchFor(typed: string): readonly Target[] {
  if (typed.trim() === "") return [];
  return [
    { name: `Search for ${shortened(typed, 40)}`, kind: "search", path: ["search"], query: { q: typed } },
  ];
}

/** What a search finds, shortly after the last key. */
function useHits(typed: string): readonly Target[] {
  const client = useClient();
  const [hits, setHits] = useState<readonly Target[]>([]);
  useEffect(() => {
    setHits([]);
    if (typed.trim() === "") return;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      client.search({ query: typed, limit: 5 }, { signal: ending.signal }).then(
        ({ entities = [], memories = [] }) =>
          setHits([
            ...entities.map((each) => ({
              name: shortened(titleOf(each), 80),
              kind: shortened(each.type, 30),
              path: ["entities", each.id],
            })),
            ...memories.map((each) => ({
              name: shortened(each.content, 80),
              kind: "memory",
              path: ["memories", each.id],
            })),
          ]),
        () => undefined,
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, typed]);
  return hits;
}
