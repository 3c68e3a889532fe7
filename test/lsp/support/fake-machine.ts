// A server on a machine that is made up: files and addresses in a table, and a clock that a test turns.

import { PassThrough } from "node:stream";
import { frameReader, frameWriter } from "../../../src/lsp/connection/streams.ts";
import type { CatalogLocation, Host } from "../../../src/lsp/host/host.ts";
import { serve } from "../../../src/lsp/server.ts";
import type { Wire } from "./client.ts";

/** The machine. */
export interface Machine {
  readonly wire: Wire;
  /** What reading gives: a text, or the reason why there is none; nothing at all while a promise is pending. */
  readonly texts: Map<string, string | Error | Promise<string>>;
  /** How often each address was read. */
  readonly reads: readonly string[];
  /** The files that are watched by the machine. */
  readonly watched: ReadonlySet<string>;
  /** Says that a file has changed. */
  readonly touch: (uri: string) => void;
  /** Lets time pass, and what waits for it happen. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Makes a machine with a server on it. The clock begins at 2026-11-20 12:00 UTC. */
export function fakeMachine(options: { readonly watches?: boolean } = {}): Machine {
  let now = Date.UTC(2026, 10, 20, 12);
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  const texts: Machine["texts"] = new Map();
  const reads: string[] = [];
  const watchers = new Map<string, () => void>();
  const input = new PassThrough({ objectMode: true });
  let listener: (chunk: Uint8Array) => void = () => undefined;
  const ended = new Promise<Awaited<Wire["ended"]>>((resolve) => {
    const host: Host = {
      locate: located,
      async read({ uri }) {
        reads.push(uri);
        const text = await texts.get(uri);
        if (typeof text === "string") return text;
        throw text ?? new Error("there is no such file");
      },
      watch:
        options.watches === false
          ? undefined
          : ({ uri }, changed) => {
              watchers.set(uri, changed);
              return () => watchers.delete(uri);
            },
      version: () => undefined,
      docsUrl: undefined,
      now: () => now,
      later(milliseconds, work) {
        const timer = { at: now + milliseconds, work };
        timers.add(timer);
        return () => timers.delete(timer);
      },
      follow: () => undefined,
      unreadable: () => undefined,
      exit: (status) => resolve({ status, errors: "" }),
    };
    serve(
      frameReader(input),
      frameWriter(async (bytes) => listener(bytes)),
      host,
    );
  });
  return {
    wire: {
      write: (bytes) => input.write(bytes),
      onData(given) {
        listener = given;
      },
      hangUp: () => input.end(),
      ended,
    },
    texts,
    reads,
    get watched() {
      return new Set(watchers.keys());
    },
    touch: (uri) => watchers.get(uri)?.(),
    async pass(milliseconds) {
      const end = now + milliseconds;
      await settle();
      for (;;) {
        const next = [...timers].toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined || next.at > end) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.work();
        await settle();
      }
      now = end;
    },
    now: () => now,
  };
}

/** Lets messages go to and fro until both sides are still. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function located(location: string, folder: string | undefined): CatalogLocation {
  if (!URL.canParse(location, `${folder ?? "file:///"}/`)) throw new Error(`no place for ${location}`);
  const { href } = new URL(location, `${folder ?? "file:///"}/`);
  return { uri: href, shown: href.replace("file://", "") };
}
