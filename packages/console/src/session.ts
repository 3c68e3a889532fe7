// The key of the person at the page, and the client that speaks with it. The key stays in this tab, and goes when that is closed.

import { useEffect, useState } from "preact/hooks";
import { type Client, createClient } from "slice-cql-client";

/** Who is at the page. */
export interface Session {
  readonly key: string;
  /** For a key of an organization: the project that is looked at. */
  readonly project: string | undefined;
  readonly client: Client;
}

const changed = new EventTarget();
let current = read();

function read(): Session | undefined {
  const key = sessionStorage.getItem("key") ?? "";
  const project = sessionStorage.getItem("project") ?? undefined;
  return key === "" ? undefined : { key, project, client: clientFor(key, project) };
}

/** A client of the service that sent the page. */
export function clientFor(key: string, project: string | undefined): Client {
  return createClient({ baseUrl: location.origin, key, project });
}

/** Works with a key from now on. */
export function enter(key: string, project: string | undefined): void {
  sessionStorage.setItem("key", key);
  if (project === undefined) sessionStorage.removeItem("project");
  else sessionStorage.setItem("project", project);
  change();
}

/** Forgets the key. */
export function leave(): void {
  sessionStorage.clear();
  change();
}

function change(): void {
  current = read();
  changed.dispatchEvent(new Event("change"));
}

/** The session, as it changes; undefined while there is no key. */
export function useSession(): Session | undefined {
  const [session, setSession] = useState(current);
  useEffect(() => {
    const follow = () => setSession(current);
    follow();
    changed.addEventListener("change", follow);
    return () => changed.removeEventListener("change", follow);
  }, []);
  return session;
}

/** The session. Throws if there is no key: screens are shown only with one. */
export function useOpenSession(): Session {
  const session = useSession() ?? current;
  if (session === undefined) throw new Error("There is no key.");
  return session;
}

/** The client of the session. */
export function useClient(): Client {
  return useOpenSession().client;
}

/** Calls something whenever another key, another project or no key is used. */
export function onSession(act: (session: Session | undefined) => void): void {
  changed.addEventListener("change", () => act(current));
}
