// Hears of changes to a file: from the client where it can say them, else from the machine.
import { type Connection, DidChangeWatchedFilesNotification, type GlobPattern } from "vscode-languageserver";
import type { Abilities } from "../abilities.ts";
import type { Host, Place } from "../host/host.ts";

/** Calls back when a file has changed, until the result is called. */
export type Watcher = (place: Place, changed: () => void) => () => void;

/** Makes the watcher of a server. */
export function createWatcher(connection: Connection, abilities: () => Abilities, host: Host): Watcher {
  const listeners = new Set<() => void>();
  // Which file it was does not matter: reading one that is the same changes nothing.
  connection.onDidChangeWatchedFiles(() => {
    for (const listener of listeners) listener();
  });
  return (place, changed) => {
    let stopWaiting: () => void = () => undefined;
    // Whoever writes a file empties it first, so it is given a moment.
    const listener = (): void => {
      stopWaiting();
      stopWaiting = host.later(settling, changed);
    };
    const stop = abilities().watchesFiles
      ? watchByClient(connection, abilities(), host, place, listener)
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

/** A client that says it can and then does not is replaced by the machine. */
function watchByClient(
  connection: Connection,
  { relativePatterns }: Abilities,
  host: Host,
  place: Place,
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

function patternOf({ uri }: Place, relative: boolean): GlobPattern {
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
