// Sends diagnostics to clients that do not ask for them.
import { quietly } from "./connection/connect.ts";
import type { Document } from "./documents.ts";
import { diagnosticsOf, type World } from "./world.ts";

/** Sends diagnostics, a moment after the last key; nothing to a client that asks for them. */
export interface Publisher {
  readonly publish: (document: Document) => void;
  /** Takes back what was sent. */
  readonly clear: (uri: string) => void;
  readonly close: () => void;
}

/** Makes the publisher of a server. */
export function createPublisher(world: World): Publisher {
  const waiting = new Map<string, () => void>();
  const isWanted = (): boolean => !world.abilities().pulls;
  return {
    publish(document) {
      if (!isWanted()) return;
      waiting.get(document.uri)?.();
      const giving = new AbortController();
      const stop = world.host.later(pause, () => {
        quietly(() => send(document, world, giving.signal));
      });
      waiting.set(document.uri, () => {
        stop();
        giving.abort();
      });
    },
    clear(uri) {
      waiting.get(uri)?.();
      waiting.delete(uri);
      if (isWanted()) quietly(() => world.connection.sendDiagnostics({ uri, diagnostics: [] }));
    },
    close() {
      for (const stop of waiting.values()) stop();
    },
  };
}

/** How long one may type on before a text is judged, in milliseconds. */
const pause = 40;

async function send(document: Document, world: World, signal: AbortSignal): Promise<void> {
  const diagnostics = await diagnosticsOf(document, world, signal);
  if (signal.aborted) return;
  const { uri, version } = document;
  world.answers.record(document, "diagnostics", diagnostics);
  const versioned = world.abilities().diagnostics.version ? { version } : {};
  await world.connection.sendDiagnostics({ uri, diagnostics, ...versioned });
}
