// The console: the rail, the screen that the URL names, and the palette; or, without a key, the door.

import type { ComponentType, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Door } from "./door.tsx";
import { useLoad } from "./load.ts";
import { Shown } from "./parts/loaded.tsx";
import { Palette } from "./parts/palette.tsx";
import { loaded } from "./parts/place.ts";
import { ProjectChoice } from "./parts/project-choice.tsx";
import { Unsent } from "./parts/unsent.tsx";
import { hrefOf, type Route, useRoute } from "./route.ts";
import { leave, useSession } from "./session.ts";

type Screen = ComponentType<Route>;

/** A screen, which is loaded when it is first shown. */
interface Place {
  /** What the rail calls it; without, it is reached from another one. */
  readonly name?: string;
  readonly load: () => Promise<Screen>;
}

/** Not an object: a fragment may name what every object has. */
const places: ReadonlyMap<string, Place> = new Map<string, Place>([
  ["", { name: "Home", load: async () => (await import("./screens/home.tsx")).Home }],
  ["deltas", { name: "Review", load: async () => (await import("./screens/review/deltas.tsx")).Deltas }],
  ["deltas/", { load: async () => (await import("./screens/review/review.tsx")).Review }],
  ["loops", { name: "Loops", load: async () => (await import("./screens/loops.tsx")).Loops }],
  ["loops/new", { load: async () => (await import("./screens/new-loop.tsx")).NewLoop }],
  ["loops/", { load: async () => (await import("./screens/loop.tsx")).LoopScreen }],
  ["slices", { name: "Slices", load: async () => (await import("./screens/slices.tsx")).Slices }],
  ["slices/", { load: async () => (await import("./screens/slice.tsx")).SliceScreen }],
  ["entities", { name: "Entities", load: async () => (await import("./screens/entities.tsx")).Entities }],
  ["entities/", { load: async () => (await import("./screens/entity.tsx")).EntityScreen }],
  ["memories", { name: "Memories", load: async () => (await import("./screens/memories.tsx")).Memories }],
  ["memories/", { load: async () => (await import("./screens/memory.tsx")).MemoryScreen }],
  ["search", { name: "Search", load: async () => (await import("./screens/search.tsx")).Search }],
  ["sources", { name: "Sources", load: async () => (await import("./screens/sources.tsx")).Sources }],
  ["sources/", { load: async () => (await import("./screens/source.tsx")).SourceScreen }],
  ["documents/", { load: async () => (await import("./screens/document.tsx")).DocumentScreen }],
  ["keys", { name: "Keys", load: async () => (await import("./screens/keys.tsx")).Keys }],
  ["activity", { name: "Activity", load: async () => (await import("./screens/activity.tsx")).Activity }],
]);

/** The screens that the rail and the palette lead to. */
const named: readonly (readonly [string, string])[] = [...places].flatMap(([path, { name }]) =>
  name === undefined ? [] : [[path, name] as const],
);

/** The screens that are about one thing of a list: their place in the rail is that of the list. */
const listOf: ReadonlyMap<string, string> = new Map([["documents", "sources"]]);

/** All of the console. */
export function App(): JSX.Element {
  const route = useRoute();
  const session = useSession();
  const main = useRef<HTMLElement>(null);
  const path = route.path.join("/");
  const shown = useRef(path);
  useLayoutEffect(() => {
    // On a phone the rail is a line that scrolls.
    document.querySelector(".rail [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    if (shown.current === path) return;
    shown.current = path;
    // As on a new page: a screen reader begins to read, and nothing is scrolled.
    main.current?.focus();
    main.current?.scrollTo(0, 0);
  }, [path]);
  if (session === undefined) return <Door />;
  // What is shown is of one key and one project; the choice of the project stays, and keeps the focus.
  const who = `${session.key} ${session.project ?? ""}`;
  const [first = "", second] = route.path;
  const place = places.get(path) ?? places.get(second === undefined ? first : `${first}/`);
  return (
    <div class="app">
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <nav class="rail" aria-label="Screens">
        <a class="brand" href={hrefOf([])}>
          Slice
        </a>
        <Palette key={who} screens={named} />
        {named.map(([at, name]) => (
          <a
            key={at}
            href={hrefOf([at].filter(Boolean))}
            aria-current={at === (listOf.get(first) ?? first) ? "page" : undefined}
          >
            {name}
          </a>
        ))}
        <Unsent at={path} />
        <span class="space" />
        <ProjectChoice session={session} />
        <a href="/docs">API reference</a>
        <button type="button" class="quiet" onClick={leave}>
          Forget the key
        </button>
      </nav>
      <main ref={main} id="main" tabIndex={-1}>
        {place === undefined ? (
          <>
            <h1>There is nothing here</h1>
            <p>Choose a screen, or press Ctrl+K and say what you look for.</p>
          </>
        ) : (
          <Loading
            key={`${who} ${place.name ?? route.path.slice(0, 2).join("/")}`}
            place={place}
            route={route}
          />
        )}
      </main>
    </div>
  );
}

function Loading({ place, route }: { readonly place: Place; readonly route: Route }): JSX.Element {
  const screen = useLoad(async () => ({ Screen: await loaded(place.load) }), [place]);
  useEffect(() => {
    document.title = `${place.name ?? route.path[0] ?? "Console"} · Slice`;
  }, [place]);
  return (
    <>
      {screen.error !== undefined && <h1>{place.name ?? "Console"}</h1>}
      <Shown of={screen}>{({ Screen }) => <Screen {...route} />}</Shown>
    </>
  );
}

/** The fragment of the page is its route, so the link may not change it. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#main")?.focus();
}
