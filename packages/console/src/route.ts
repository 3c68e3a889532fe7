// Where the console is: each screen and each list is a URL, `#/deltas/{id}?decision=pending`.

import { useEffect, useState } from "preact/hooks";

/** A place in the console. */
export interface Route {
  /** The parts of the path: `["deltas", "0199…"]`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** What is after the `?`; what is empty or undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The place that a fragment names. */
function routeOf(fragment: string): Route {
  const [path = "", ...query] = fragment.replace(/^#?\/?/, "").split("?");
  return { path: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query.join("?")) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A position that a URL names, from 0 to what a text can have; undefined if it names none. */
export function positionOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The link to a place. */
export function hrefOf(path: readonly string[], query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

/** Goes to a place, as a link does. */
export function goTo(path: readonly string[], query: Query = {}): void {
  location.hash = hrefOf(path, query);
}

/** Milliseconds without another note before the URL has it: browsers refuse many changes of it in a short time. */
const rest = 300;

/** What the URL of a place is still to say. */
let waiting: { readonly path: string; readonly query: Query } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Notes what the screen at `path` shows already, such as the chosen row: the URL leads back to it, as soon as a person rests there. */
export function noteQuery(path: Route["path"], query: Query): void {
  clearTimeout(timer);
  waiting = { path: String(path), query };
  timer = setTimeout(() => replaceQuery({}), rest);
}

/** Changes what is after the `?` without a step in the history, such as for a filter; with what was noted of this place, or the URL would name what was shown before. */
export function replaceQuery(query: Query): void {
  clearTimeout(timer);
  const { path, query: present } = routeOf(location.hash);
  const news = { ...(waiting?.path === String(path) && waiting.query), ...query };
  waiting = undefined;
  if (Object.keys(news).length === 0) return;
  history.replaceState(null, "", hrefOf(path, { ...Object.fromEntries(present), ...news }));
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** The place of the page, as it changes. */
export function useRoute(): Route {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const follow = () => setFragment(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return routeOf(fragment);
}
