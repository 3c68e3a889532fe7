// Watches files: by the client where it can, else by the machine.
import { type Connection, DidChangeWatchedFilesNotification, type GlobPattern } from "vscode-languageserver";
import type { ClientSupport } from "../client-capabilities.ts";
import type { CatalogLocation, Host } from "../host/host.ts";

/** Calls back when a file has changed, until the result is called. */
export type Watcher = (place: CatalogLocation, changed: () => void) => () => void;

/** Makes the watcher of a server. */
export function createWatcher(
  connection: Connection,
  clientCapabilities: () => ClientSupport,
  host: Host,
): Watcher {
  const listeners = new Set<() => void>();
  // Which file it was does not matter: reading one that is the same changes nothing.
  connection.onDidChangeWatchedFiles(() => {
    for (const listener of listeners) listener();
  });
  return (place, changed) => {
    let stopWaiting: () => void = () => undefined;
    // A program that writes a file empties it first, so wait a moment.
    const listener = (): void => {
      stopWaiting();
      stopWaiting = host.later(settling, changed);
    };
    const stop = clientCapabilities().watchesFiles
      ? watchByClient(connection, clientCapabilities(), host, place, listener)
      : (host.watch?.(place, listener) ?? (() => undefined));
    listeners.add(listener);
    return () => {
      stopWaiting();
      listeners.delete(listener);
      stop();
    };
  };
}

/** How long a file is left alone after a change, in milliseconds. */
const settling = 100;

/** If the client refuses after all, the machine watches. */
function watchByClient(
  connection: Connection,
  { relativePatterns }: ClientSupport,
  host: Host,
  place: CatalogLocation,
  changed: () => void,
): () => void {
  const watchers = [{ globPattern: patternOf(place, relativePatterns) }];
  const stopping = connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).then(
    (registration) => () => registration.dispose(),
    () => host.watch?.(place, changed) ?? (() => undefined),
  );
  return () => {
    stopping.then((stop) => stop()).catch(() => undefined);
  };
}

function patternOf({ uri }: CatalogLocation, relative: boolean): GlobPattern {
  const url = new URL(uri);
  const slash = url.pathname.lastIndexOf("/");
  const name = literally(decodeURIComponent(url.pathname.slice(slash + 1)));
  if (relative) return { baseUri: new URL("./", url).href.replace(/\/$/u, ""), pattern: name };
  return `${literally(decodeURIComponent(url.pathname.slice(0, slash)))}/${name}`;
}

/** Glob characters in the name of a file stand for themselves. */
function literally(path: string): string {
  return path.replaceAll(/[*?[\]{}]/gu, "[$&]");
}
