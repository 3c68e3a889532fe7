// Runs the server of the browser as a worker of a page would: a classic script with the globals of a worker, and nothing of Node.js.

import { createContext, runInContext } from "node:vm";

/** What a page sees of a worker. */
export interface Worker {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: () => void;
  readonly terminate: () => void;
}

/** The class `Worker` of a page that can load these scripts, and the workers that run. */
export function workersOf(scripts: (url: string) => string): {
  readonly Worker: new (url: string) => Worker;
  readonly running: ReadonlySet<Worker>;
} {
  const running = new Set<Worker>();
  class ScriptWorker implements Worker {
    onmessage: Worker["onmessage"] = null;
    readonly #scope: { onmessage?: Worker["onmessage"] };
    constructor(url: string) {
      this.#scope = scopeOf(url, (data) => this.#later(() => this.onmessage?.({ data })));
      running.add(this);
      runInContext(scripts(url), createContext(this.#scope), { filename: url });
    }
    readonly postMessage = (message: unknown): void => {
      const data: unknown = structuredClone(message);
      this.#later(() => this.#scope.onmessage?.({ data }));
    };
    readonly addEventListener = (): void => undefined;
    readonly terminate = (): void => {
      running.delete(this);
    };
    #later(work: () => void): void {
      setTimeout(() => {
        if (running.has(this)) work();
      });
    }
  }
  return { Worker: ScriptWorker, running };
}

/** The global scope of a worker, as far as a language server may use it. */
function scopeOf(url: string, post: (message: unknown) => void): object {
  const { AbortController, AbortSignal, clearTimeout, console, crypto, DOMException } = globalThis;
  const { performance, queueMicrotask, setTimeout, TextDecoder, TextEncoder, URL } = globalThis;
  const scope = {
    AbortController,
    AbortSignal,
    clearTimeout,
    console,
    crypto,
    DOMException,
    performance,
    queueMicrotask,
    setTimeout,
    TextDecoder,
    TextEncoder,
    URL,
    location: new URL(url),
    postMessage: (message: unknown) => post(structuredClone(message)),
    addEventListener: () => undefined,
  };
  return Object.assign(scope, { self: scope });
}
