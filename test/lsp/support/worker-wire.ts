// The server as a web worker, in a thread that has what a worker of a browser has, and nothing of Node.js.

import { Worker } from "node:worker_threads";
import type { Wire } from "./client.ts";
import { createFrames, frame } from "./frames.ts";

/** Gives the script a global scope with what a worker of a browser has, as far as the server uses it. */
const thread = `
const { parentPort, workerData } = require("node:worker_threads");
const { readFileSync } = require("node:fs");
const { createContext, runInContext } = require("node:vm");
const scope = {
  ...{ AbortController, URL, TextDecoder, TextEncoder, clearTimeout, console, fetch, setTimeout },
  location: { href: workerData.href },
  addEventListener() {},
  postMessage: (message) => parentPort.postMessage(message),
  close: () => parentPort.close(),
};
scope.self = scope;
parentPort.on("message", (data) => scope.onmessage({ data }));
runInContext(readFileSync(workerData.path, "utf8"), createContext(scope));
`;

/** Starts the bundled worker, as if it had been loaded from this address. */
export function overWorker(path: string, href: string): Wire {
  const worker = new Worker(thread, { eval: true, workerData: { path, href } });
  let listener: (chunk: Uint8Array) => void = () => undefined;
  const failures: string[] = [];
  worker.on("error", (error) => failures.push(String(error)));
  worker.on("message", (message: unknown) => listener(frame(JSON.stringify(message))));
  const frames = createFrames((text) => worker.postMessage(JSON.parse(text), []));
  return {
    write: frames,
    onData(given) {
      listener = given;
    },
    hangUp: () => void worker.terminate(),
    ended: new Promise((resolve) => {
      worker.on("exit", (status) => resolve({ status, errors: failures.join("\n") }));
    }),
  };
}
