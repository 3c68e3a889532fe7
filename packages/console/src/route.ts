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

/** Notes what a screen shows already, such as the chosen row: the URL leads back to it. */
export function noteQuery(query: Query): void {
  const { path, query: present } = routeOf(location.hash);
  history.replaceState(null, "", hrefOf(path, { ...Object.fromEntries(present), ...query }));
}

/** Changes what is after the `?` without a step in the history: for filters and the chosen row. */
export function replaceQuery(query: Query): void {
  noteQuery(query);
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
