// Sends diagnostics to clients that do not request them.
import { quietly } from "./connection/connect.ts";
import type { Document } from "./documents.ts";
import { diagnosticsOf, type ServerContext } from "./server-context.ts";

/** Sends diagnostics, a moment after the last keystroke; nothing to a client that pulls them. */
export interface Publisher {
  readonly publish: (document: Document) => void;
  /** Clears what was sent. */
  readonly clear: (uri: string) => void;
  readonly close: () => void;
}

/** Makes the publisher of a server. */
export function createPublisher(context: ServerContext): Publisher {
  const waiting = new Map<string, () => void>();
  const isWanted = (): boolean => !context.clientCapabilities().pulls;
  return {
    publish(document) {
      if (!isWanted()) return;
      waiting.get(document.uri)?.();
      const controller = new AbortController();
      const stop = context.host.later(pause, () => {
        quietly(() => send(document, context, controller.signal));
      });
      waiting.set(document.uri, () => {
        stop();
        controller.abort();
      });
    },
    clear(uri) {
      waiting.get(uri)?.();
      waiting.delete(uri);
      if (isWanted()) quietly(() => context.connection.sendDiagnostics({ uri, diagnostics: [] }));
    },
    close() {
      for (const stop of waiting.values()) stop();
    },
  };
}

/** How long after the last key a text is checked, in milliseconds. */
const pause = 40;

async function send(document: Document, context: ServerContext, signal: AbortSignal): Promise<void> {
  const diagnostics = await diagnosticsOf(document, context, signal);
  if (signal.aborted) return;
  const { uri, version } = document;
  context.answers.record(document, "diagnostics", diagnostics);
  const versioned = context.clientCapabilities().diagnostics.version ? { version } : {};
  await context.connection.sendDiagnostics({ uri, diagnostics, ...versioned });
}
